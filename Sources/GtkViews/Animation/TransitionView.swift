internal import CGtk
internal import GtkBridge

/// A view that says how it comes and goes.
nonisolated struct TransitionView<Content: View>: PrimitiveView {
  let content: Content
  let transition: AnyTransition

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TransitionNode(view, in: context)
  }
}

/// A node that comes in by its own transition.
@MainActor
protocol ComingIn: AnyObject {
  /// Begins to come in, from a share of presence.
  func comeIn(from presence: Double, as transaction: Transaction, makesRoom: Bool)
}

@MainActor
private final class TransitionNode<Content: View>: ContainerNode<TransitionView<Content>, Content>, ComingIn {
  private var arranged = SingleChild()
  private var moving: MovingNumbers?
  private var makesRoom = true

  init(_ view: TransitionView<Content>, in context: _NodeContext) {
    super.init(view, widget: EffectLayout.makeBox(), in: context)
    Passages.noteOwnAnimation(of: view.transition)
    mountContent(view.content)
  }

  override func update(to view: TransitionView<Content>) {
    super.update(to: view)
    Passages.noteOwnAnimation(of: view.transition)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) { arranged.update(to: widgets, in: opaque) }

  override func collectTransitionParts(into parts: inout [TransitionPart]) {
    parts.append(TransitionPart(widget: widget, transition: view.transition, node: self))
  }

  func comeIn(from presence: Double, as transaction: Transaction, makesRoom: Bool) {
    self.makesRoom = makesRoom
    let moving = MovingNumbers(.presence(presence)) { [weak self] in self?.show(presence: $0[0]) }
    self.moving = moving
    EffectLayout.setAxis(widget.stackAxis(in: environment), of: widget)
    show(presence: presence)
    moving.move(to: .presence(1), as: transaction, to: environment.animationClock, in: widget)
  }

  private func show(presence: Double) {
    let isThere = presence == 1
    var look = isThere ? TransitionLook() : view.transition.look(.insertion, presence: presence)
    if makesRoom { look.effect.room = min(max(presence, 0), 1) }
    EffectLayout.set(look.effect, on: widget)
    if isThere { OpacityShares.remove(of: self, from: widget) } else { OpacityShares.set(look.opacity, of: self, on: widget) }
  }

  override func didUnmount() {
    moving?.stop()
    OpacityShares.release(by: self, widget)
  }
}

extension SIMD8<Double> {
  /// One number.
  static func presence(_ presence: Double) -> Self { Self(presence, 0, 0, 0, 0, 0, 0, 0) }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The direction in which what is around this widget lays out; `nil` if it lays one thing over another.
  @MainActor func stackAxis(in environment: EnvironmentValues) -> Axis? {
    guard let parent = gtk_widget_get_parent(self), parent.isA(gtk_box_get_type()) else { return nil }
    return environment.stackAxis
  }
}
