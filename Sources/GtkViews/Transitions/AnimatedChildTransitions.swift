internal import CGtk
internal import GtkBridge

/// Animates the insertion and the removal of views below one node with their transitions.
@MainActor
final class AnimatedChildTransitions: ChildTransitions {
  private var removals: [Removal] = []
  private var insertions: [Insertion] = []

  /// Records whether a transition has an animation of its own. If one has, updates without an animation look for such
  /// transitions too.
  static func noteOwnAnimation(of transition: AnyTransition) {
    guard !hasTransitionWithOwnAnimation else { return }
    hasTransitionWithOwnAnimation = transition.animation(.insertion) != nil || transition.animation(.removal) != nil
  }

  override var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    for removal in removals { widgets.append(removal.box) }
  }

  override func collectWidgets(behind previous: AnyHashable?, into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    for removal in removals where removal.previous == previous { widgets.append(removal.box) }
  }

  override func end() {
    for removal in removals { removal.stop() }
    for insertion in insertions { insertion.stop() }
    (removals, insertions) = ([], [])
  }

  override func remove(_ node: ViewNode, _ tag: AnyHashable, isReplaced: Bool, after previous: AnyHashable?) {
    var parts: [TransitionPart] = []
    node.collectTransitionParts(into: &parts)
    for part in parts {
      let transition = part.transition ?? .opacity
      var transaction = ViewGraph.shared.transactions.current
      transaction.animation = transition.animation(.removal) ?? transaction.animation
      let clock = owner.environment.animationClock
      guard transition != .identity, transaction.animation != nil, clock.time(of: part.widget) != nil else { continue }
      let look = part.node?.look ?? insertions.first { $0.part.widget == part.widget }?.look ?? TransitionLook()
      let removal = Removal(
        of: part.widget, lookBefore: look, by: transition, tag: tag, after: previous, isReplaced: isReplaced)
      removals.append(removal)
      Self.afterArranging { [weak self, weak removal] in
        guard let self, let removal, removals.contains(where: { $0 === removal }) else { return }
        removal.begin(as: transaction, to: clock, in: owner.environment) { [weak self] in self?.remove($0) }
      }
    }
  }

  override func insert(_ node: ViewNode, _ tag: AnyHashable, isReplacing: Bool) {
    // If the same view is still disappearing, its insertion starts from its current look.
    let reversedRemovals = removals.filter { $0.tag == tag }
    for removal in reversedRemovals { removal.stop() }
    removals.removeAll { $0.tag == tag }
    var parts: [TransitionPart] = []
    node.collectTransitionParts(into: &parts)
    let transaction = ViewGraph.shared.transactions.current
    // A view that replaces another one has its full space at once.
    let makesRoom = !isReplacing
    for (position, part) in parts.enumerated() {
      let start =
        reversedRemovals.isEmpty ? nil : reversedRemovals[min(position, reversedRemovals.count - 1)].look
      var transaction = transaction
      transaction.animation = part.transition?.animation(.insertion) ?? transaction.animation
      guard part.transition != .identity, transaction.animation != nil else { continue }
      let insertion = Insertion(of: part, tag: tag)
      insertions.append(insertion)
      Self.afterArranging { [weak self, weak insertion] in
        guard let self, let insertion, insertions.contains(where: { $0 === insertion }) else { return }
        insertion.begin(from: start, as: transaction, to: owner.environment.animationClock, makesRoom: makesRoom) {
          [weak self] insertion in
          self?.insertions.removeAll { $0 === insertion }
        }
      }
    }
  }

  /// Performs an action after the containers have added the new widgets and removed the old ones. The inner call
  /// schedules the action for the next round, after all arrangements of this round.
  private static func afterArranging(_ action: @escaping @MainActor () -> Void) {
    ViewGraph.shared.beforeLayout { ViewGraph.shared.beforeLayout(action) }
  }

  override func stopInsertion(_ tag: AnyHashable) {
    for insertion in insertions where insertion.tag == tag { insertion.stop() }
    insertions.removeAll { $0.tag == tag }
  }

  private func remove(_ removal: Removal) {
    removals.removeAll { $0 === removal }
    owner.widgetsDidChange()
  }
}

/// The running insertion of a view. If the view's node has a transition, the node animates the insertion. Otherwise
/// this object fades the view in.
@MainActor
private final class Insertion {
  /// The identity of the view among the views of its node.
  let tag: AnyHashable
  let part: TransitionPart
  /// The animated presence, from 0 to 1. `nil` if the view's node animates the insertion.
  private var moving: MovingNumbers?

  init(of part: TransitionPart, tag: AnyHashable) {
    self.part = part
    self.tag = tag
  }

  func begin(
    from start: TransitionLook?, as transaction: Transaction, to clock: AnimationClock, makesRoom: Bool,
    _ onEnd: @escaping (Insertion) -> Void
  ) {
    if let node = part.node {
      node.beginInsertion(from: start, as: transaction, makesRoom: makesRoom)
      return onEnd(self)
    }
    let presence = start?.opacity ?? 0
    let moving = MovingNumbers(.presence(presence)) { [weak self] in
      guard let self else { return }
      if $0[0] != 1 || self.moving?.isMoving == true {
        return OpacityShares.set(min(max($0[0], 0), 1), of: self, on: part.widget)
      }
      OpacityShares.remove(of: self, from: part.widget)
      onEnd(self)
    }
    self.moving = moving
    OpacityShares.set(presence, of: self, on: part.widget)
    moving.move(to: .presence(1), as: transaction, to: clock, in: part.widget)
  }

  /// The look of a view without a transition.
  var look: TransitionLook { TransitionLook(opacity: min(max(moving?.shown[0] ?? 1, 0), 1)) }

  /// Stops the insertion of a view that is removed before the insertion is complete.
  func stop() {
    moving?.stop()
    OpacityShares.release(by: self, part.widget)
  }
}

/// The image of a removed view: the view's widget without its node, in a box that animates the removal.
@MainActor
private final class Removal {
  /// The identity of the view among the views of its node.
  let tag: AnyHashable
  /// The identity of the view after which the image is displayed, or `nil` for the first position.
  let previous: AnyHashable?
  private let transition: AnyTransition
  /// Whether another view takes the space of this view at once. The image then has no space of its own.
  private let isReplaced: Bool
  /// The box. Owned.
  private let reference = GObjectReference(EffectLayout.makeBox())
  /// The widget of the removed view. Owned.
  private let content: GObjectReference
  private let lookBefore: TransitionLook
  /// The animated presence, from 1 to 0. `nil` until the transition starts.
  private var moving: MovingNumbers?
  /// The look that the transition gives the box.
  private var boxLook = TransitionLook()

  /// Creates the image of a removed view. `lookBefore` is the look of the view when the view was removed. This look
  /// differs from the normal look if the view had not fully appeared.
  init(
    of widget: UnsafeMutablePointer<GtkWidget>, lookBefore: TransitionLook, by transition: AnyTransition,
    tag: AnyHashable,
    after previous: AnyHashable?, isReplaced: Bool
  ) {
    self.lookBefore = lookBefore
    (self.transition, self.tag, self.previous, self.isReplaced) = (transition, tag, previous, isReplaced)
    content = GObjectReference(widget)
    // The box is only an image: the pointer, the keyboard and screen readers ignore it.
    gtk_widget_set_can_target(box, 0)
    gtk_widget_set_can_focus(box, 0)
    AccessibleName.setHidden(true, box)
  }

  /// The widget in the container. Borrowed.
  var box: UnsafeMutablePointer<GtkWidget> { reference.widget }

  /// The current look.
  var look: TransitionLook { lookBefore.inside(boxLook) }

  /// Starts the transition. Called after the container has removed the widget and added the box.
  func begin(
    as transaction: Transaction, to clock: AnimationClock, in environment: EnvironmentValues,
    _ onEnd: @escaping (Removal) -> Void
  ) {
    guard gtk_widget_get_parent(content.widget) == nil, gtk_widget_get_parent(box) != nil else { return onEnd(self) }
    gtk_box_append(UnsafeMutablePointer<GtkBox>(reference.opaque), content.widget)
    EffectLayout.setAxis(box.stackAxis(in: environment), of: box)
    let moving = MovingNumbers(.presence(1)) { [weak self] in
      guard let self else { return }
      if self.moving?.isMoving == true { show(presence: $0[0]) } else { onEnd(self) }
    }
    self.moving = moving
    show(presence: 1)
    moving.move(to: .presence(0), as: transaction, to: clock, in: box)
  }

  func stop() { moving?.stop() }

  private func show(presence: Double) {
    boxLook = transition.look(.removal, presence: presence)
    boxLook.effect.room = isReplaced ? 0 : min(max(presence, 0), 1)
    EffectLayout.set(boxLook.effect, on: box)
    gtk_widget_set_opacity(box, boxLook.opacity)
  }
}
