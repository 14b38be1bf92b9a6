internal import CGtk
internal import GtkBridge

/// A view with a transition.
nonisolated struct TransitionView<Content: View>: PrimitiveView {
  let content: Content
  let transition: AnyTransition

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TransitionNode(view, in: context)
  }
}

/// A node that animates its own insertion with a transition.
@MainActor
protocol InsertionAnimating: AnyObject {
  /// The current look, during or after the transition.
  var look: TransitionLook { get }
  /// Starts the transition.
  ///
  /// - Parameters:
  ///   - start: The last look of the same view, if it was still disappearing.
  ///   - transaction: The transaction with the animation.
  ///   - makesRoom: Whether the space of the view grows during the transition. Otherwise the view has its full space at
  ///     once.
  func beginInsertion(from start: TransitionLook?, as transaction: Transaction, makesRoom: Bool)
}

@MainActor
private final class TransitionNode<Content: View>: ContainerNode<TransitionView<Content>, Content>, InsertionAnimating,
  TransitionContributing
{
  private var boxChild = SingleChild()
  /// The animated presence, from 0 to 1. `nil` until the first insertion.
  private var moving: MovingNumbers?
  /// Whether the space of the view grows during the insertion.
  private var makesRoom = true
  /// The look at the start of the insertion. `nil` if the transition determines it.
  private var start: TransitionLook?
  private(set) var look = TransitionLook()

  init(_ view: TransitionView<Content>, in context: _NodeContext) {
    super.init(view, widget: EffectLayout.makeBox(), in: context)
    AnimatedChildTransitions.noteOwnAnimation(of: view.transition)
    mountContent(view.content)
  }

  override func update(to view: TransitionView<Content>) {
    super.update(to: view)
    AnimatedChildTransitions.noteOwnAnimation(of: view.transition)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) { boxChild.update(to: widgets, in: opaque) }

  func contributeTransitionParts(to parts: inout [TransitionPart]) {
    parts.append(TransitionPart(widget: widget, transition: view.transition, node: self))
  }

  func beginInsertion(from start: TransitionLook?, as transaction: Transaction, makesRoom: Bool) {
    (self.start, self.makesRoom) = (start, makesRoom)
    let moving = MovingNumbers(.presence(0)) { [weak self] in self?.show(presence: $0[0]) }
    self.moving = moving
    EffectLayout.setAxis(widget.stackAxis(in: environment), of: widget)
    show(presence: 0)
    moving.move(to: .presence(1), as: transaction, to: environment.animationClock, in: widget)
  }

  private func show(presence: Double) {
    let isComplete = presence == 1
    look =
      isComplete
      ? TransitionLook() : start?.interpolated(by: presence) ?? view.transition.look(.insertion, presence: presence)
    look.effect.room = makesRoom ? min(max(start == nil ? presence : look.effect.room, 0), 1) : 1
    EffectLayout.set(look.effect, on: widget)
    if isComplete {
      OpacityShares.remove(of: self, from: widget)
    } else {
      OpacityShares.set(look.opacity, of: self, on: widget)
    }
  }

  override func didUnmount() {
    moving?.stop()
    OpacityShares.release(by: self, widget)
  }
}

extension SIMD8<Double> {
  /// Returns numbers whose first element is a presence: 0 for an absent view, and 1 for a fully present view.
  static func presence(_ presence: Double) -> Self { Self(presence, 0, 0, 0, 0, 0, 0, 0) }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The layout direction of the stack around this widget. `nil` if the widget's container is not a stack.
  @MainActor func stackAxis(in environment: EnvironmentValues) -> Axis? {
    guard let parent = gtk_widget_get_parent(self), parent.isA(gtk_box_get_type()),
      !LayersLayout.isInstalled(on: parent)
    else { return nil }
    return environment.stackAxis
  }
}
