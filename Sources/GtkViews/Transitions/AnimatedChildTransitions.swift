internal import CGtk
internal import GtkBridge

/// Animates the insertion and the removal of views below one node with their transitions.
///
/// A child may consist of several views that a container lays out separately. Each of these views is a
/// ``TransitionPart``. When the child is inserted or removed, each part has its own ``Insertion`` or ``Removal``.
@MainActor
final class AnimatedChildTransitions: ChildTransitions {
  private var removals: [Removal] = []
  private var insertions: [Insertion] = []

  /// Sets ``ChildTransitions/hasTransitionWithOwnAnimation`` if `transition` has its own animation. From then on,
  /// updates without an animation look for transitions too.
  static func noteOwnAnimation(of transition: AnyTransition) {
    guard !hasTransitionWithOwnAnimation else { return }
    hasTransitionWithOwnAnimation = transition.animation(.insertion) != nil || transition.animation(.removal) != nil
  }

  override var isIdle: Bool { removals.isEmpty && insertions.isEmpty }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    for removal in removals { widgets.append(removal.box) }
  }

  override func collectWidgets(after previous: AnyHashable?, into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    for removal in removals where removal.previous == previous { widgets.append(removal.box) }
  }

  override func stopAll() {
    for removal in removals { removal.stop() }
    for insertion in insertions { insertion.stop() }
    (removals, insertions) = ([], [])
  }

  override func startRemoval(of node: ViewNode, _ tag: AnyHashable, isReplaced: Bool, after previous: AnyHashable?) {
    var parts: [TransitionPart] = []
    node.collectTransitionParts(into: &parts)
    for part in parts {
      let transition = part.transition ?? .opacity
      var transaction = ViewGraph.shared.transactions.current
      transaction.animation = transition.animation(.removal) ?? transaction.animation
      let clock = owner.environment.animationClock
      // If the clock has no time for a widget, a movement of the widget would not be visible. The view then disappears
      // without a transition.
      guard transition != .identity, transaction.animation != nil, clock.time(of: part.widget) != nil else { continue }
      // A view that is still appearing disappears from its current look on.
      let look =
        part.transitionNode?.look ?? insertions.first { $0.part.widget == part.widget }?.look ?? TransitionLook()
      let removal = Removal(
        of: part.widget, lookAtRemoval: look, by: transition, tag: tag, after: previous, isReplaced: isReplaced)
      removals.append(removal)
      Self.afterArranging { [weak self, weak removal] in
        guard let self, let removal, removals.contains(where: { $0 === removal }) else { return }
        removal.begin(with: transaction, clock: clock, in: owner.environment) { [weak self] in self?.end($0) }
      }
    }
  }

  override func startInsertion(of node: ViewNode, _ tag: AnyHashable, isReplacing: Bool) {
    // If the same child is still disappearing, its insertion reverses the removal: each part starts from the look of
    // the removed part at the same position. If there are fewer removed parts, the other parts start from the look of
    // the last removed part.
    let reversedRemovals = removals.filter { $0.tag == tag }
    for removal in reversedRemovals { removal.stop() }
    removals.removeAll { $0.tag == tag }
    var parts: [TransitionPart] = []
    node.collectTransitionParts(into: &parts)
    let transaction = ViewGraph.shared.transactions.current
    // A view that replaces another one has its full space at once.
    let growsSpace = !isReplacing
    for (position, part) in parts.enumerated() {
      let startLook =
        reversedRemovals.isEmpty ? nil : reversedRemovals[min(position, reversedRemovals.count - 1)].look
      var transaction = transaction
      transaction.animation = part.transition?.animation(.insertion) ?? transaction.animation
      guard part.transition != .identity, transaction.animation != nil else { continue }
      let insertion = Insertion(of: part, tag: tag)
      insertions.append(insertion)
      Self.afterArranging { [weak self, weak insertion] in
        guard let self, let insertion, insertions.contains(where: { $0 === insertion }) else { return }
        insertion.begin(
          from: startLook, with: transaction, clock: owner.environment.animationClock, growsSpace: growsSpace
        ) { [weak self] insertion in
          self?.insertions.removeAll { $0 === insertion }
        }
      }
    }
  }

  /// Performs an action after the containers have added the new widgets and removed the old ones. The containers change
  /// their widgets in the current round of `beforeLayout`. The inner call schedules the action for the next round.
  private static func afterArranging(_ action: @escaping @MainActor () -> Void) {
    ViewGraph.shared.beforeLayout { ViewGraph.shared.beforeLayout(action) }
  }

  override func stopInsertion(_ tag: AnyHashable) {
    for insertion in insertions where insertion.tag == tag { insertion.stop() }
    insertions.removeAll { $0.tag == tag }
  }

  /// Removes the image of a removed view from its container after the transition.
  private func end(_ removal: Removal) {
    removals.removeAll { $0 === removal }
    owner.widgetsDidChange()
  }
}

/// The insertion of a view. If the view has a transition, the node of the transition animates the insertion. Otherwise
/// this object fades the view in: the object changes its own share of the widget's opacity (``OpacityShares``).
@MainActor
private final class Insertion {
  /// The identity of the child that contains the view among the children of its owner.
  let tag: AnyHashable
  let part: TransitionPart
  /// The animated presence: 0 for an absent view, and 1 for a fully present view. `nil` before the insertion starts,
  /// and if the node of the transition animates the insertion.
  private var movingPresence: MovingNumbers?

  init(of part: TransitionPart, tag: AnyHashable) {
    self.part = part
    self.tag = tag
  }

  /// Starts the insertion.
  ///
  /// - Parameters:
  ///   - startLook: The current look of the same view, if it was still disappearing.
  ///   - transaction: The transaction with the animation.
  ///   - clock: The clock of the animation.
  ///   - growsSpace: Whether the space of the view grows during the transition.
  ///   - onEnd: Called when the view has faded in, or immediately if the node of the transition animates the insertion.
  func begin(
    from startLook: TransitionLook?, with transaction: Transaction, clock: AnimationClock, growsSpace: Bool,
    _ onEnd: @escaping (Insertion) -> Void
  ) {
    if let node = part.transitionNode {
      node.beginInsertion(from: startLook, with: transaction, growsSpace: growsSpace)
      return onEnd(self)
    }
    let presence = startLook?.opacity ?? 0
    // The closure is called with each new presence. The insertion is complete when the presence is 1 and no longer
    // changes.
    let movingPresence = MovingNumbers(.presence(presence)) { [weak self] in
      guard let self else { return }
      if $0[0] != 1 || self.movingPresence?.isMoving == true {
        return OpacityShares.setShare(min(max($0[0], 0), 1), of: self, on: part.widget)
      }
      OpacityShares.removeShare(of: self, from: part.widget)
      onEnd(self)
    }
    self.movingPresence = movingPresence
    OpacityShares.setShare(presence, of: self, on: part.widget)
    movingPresence.move(to: .presence(1), with: transaction, clock: clock, in: part.widget)
  }

  /// The current look of the view while this object fades it in.
  var look: TransitionLook { TransitionLook(opacity: min(max(movingPresence?.displayed[0] ?? 1, 0), 1)) }

  /// Stops the insertion, because the view is removed before the insertion is complete.
  func stop() {
    movingPresence?.stop()
    OpacityShares.releaseOwner(self, of: part.widget)
  }
}

/// The image of a removed view: the view's widget without its node, in a box that animates the removal.
@MainActor
private final class Removal {
  /// The identity of the child that contains the view among the children of its owner.
  let tag: AnyHashable
  /// The identity of the child after which the image is displayed, or `nil` for the first position.
  let previous: AnyHashable?
  private let transition: AnyTransition
  /// Whether another view takes the space of this view at once. The image then has no space of its own.
  private let isReplaced: Bool
  /// The box, which replaces the widget of the view in the container. Owned.
  private let boxReference = GObjectReference(EffectLayout.makeBox())
  /// The widget of the removed view. Owned.
  private let content: GObjectReference
  /// The look of the view when it was removed. It differs from the normal look if the view had not fully appeared.
  private let lookAtRemoval: TransitionLook
  /// The animated presence, from 1 to 0. `nil` until the transition starts.
  private var movingPresence: MovingNumbers?
  /// The look that the transition gives the box.
  private var boxLook = TransitionLook()

  /// Creates the image of a removed view.
  init(
    of widget: UnsafeMutablePointer<GtkWidget>, lookAtRemoval: TransitionLook, by transition: AnyTransition,
    tag: AnyHashable,
    after previous: AnyHashable?, isReplaced: Bool
  ) {
    self.lookAtRemoval = lookAtRemoval
    (self.transition, self.tag, self.previous, self.isReplaced) = (transition, tag, previous, isReplaced)
    content = GObjectReference(widget)
    // The box is only an image: the pointer, the keyboard and screen readers ignore it.
    gtk_widget_set_can_target(box, 0)
    gtk_widget_set_can_focus(box, 0)
    AccessibleName.setHidden(true, box)
  }

  /// The box as a widget. Borrowed.
  var box: UnsafeMutablePointer<GtkWidget> { boxReference.widget }

  /// The current look of the image.
  var look: TransitionLook { lookAtRemoval.inside(boxLook) }

  /// Starts the transition. Called after the container has removed the widget and added the box. If the container has
  /// not done both, the removal ends immediately.
  func begin(
    with transaction: Transaction, clock: AnimationClock, in environment: EnvironmentValues,
    _ onEnd: @escaping (Removal) -> Void
  ) {
    guard gtk_widget_get_parent(content.widget) == nil, gtk_widget_get_parent(box) != nil else { return onEnd(self) }
    gtk_box_append(UnsafeMutablePointer<GtkBox>(boxReference.opaque), content.widget)
    EffectLayout.setAxis(box.axisOfEnclosingStack(in: environment), of: box)
    let movingPresence = MovingNumbers(.presence(1)) { [weak self] in
      guard let self else { return }
      if self.movingPresence?.isMoving == true { show(presence: $0[0]) } else { onEnd(self) }
    }
    self.movingPresence = movingPresence
    show(presence: 1)
    movingPresence.move(to: .presence(0), with: transaction, clock: clock, in: box)
  }

  func stop() { movingPresence?.stop() }

  private func show(presence: Double) {
    boxLook = transition.look(.removal, presence: presence)
    boxLook.effect.spaceFraction = isReplaced ? 0 : min(max(presence, 0), 1)
    EffectLayout.set(boxLook.effect, on: box)
    gtk_widget_set_opacity(box, boxLook.opacity)
  }
}
