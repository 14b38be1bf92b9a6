internal import CGtk
internal import GtkBridge

/// A view that appears and disappears with a transition.
nonisolated struct TransitionView<Content: View>: PrimitiveView {
  let content: Content
  let transition: AnyTransition

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TransitionNode(view, in: context)
  }
}

/// A node that animates the insertion of its view with a transition.
@MainActor
protocol InsertionAnimating: AnyObject {
  /// The current look: the effect and the opacity. After the transition, this is the normal look.
  var look: TransitionLook { get }
  /// Starts the transition.
  ///
  /// - Parameters:
  ///   - startLook: The look at the start, if the same view was still disappearing. `nil` otherwise.
  ///   - transaction: The transaction that contains the animation.
  ///   - growsSpace: Whether the space of the view grows during the transition. Otherwise the view has its full space
  ///     at once.
  func beginInsertion(from startLook: TransitionLook?, with transaction: Transaction, growsSpace: Bool)
}

@MainActor
private final class TransitionNode<Content: View>: ContainerNode<TransitionView<Content>, Content>, InsertionAnimating,
  TransitionContributing
{
  /// The content's widget, as the only child of a box. The box is the widget of this node.
  private var boxChild = SingleChild()
  /// The animated presence, from 0 (the view is absent) to 1 (it is fully present). `nil` until the first insertion.
  private var movingPresence: MovingNumbers?
  /// Whether the space of the view grows during the insertion.
  private var growsSpace = true
  /// The look at the start of the insertion. `nil` if the transition determines this look.
  private var startLook: TransitionLook?
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
    parts.append(TransitionPart(widget: widget, transition: view.transition, transitionNode: self))
  }

  func beginInsertion(from startLook: TransitionLook?, with transaction: Transaction, growsSpace: Bool) {
    (self.startLook, self.growsSpace) = (startLook, growsSpace)
    let movingPresence = MovingNumbers(.presence(0)) { [weak self] in self?.show(presence: $0[0]) }
    self.movingPresence = movingPresence
    EffectLayout.setAxis(widget.axisOfEnclosingStack(in: environment), of: widget)
    show(presence: 0)
    movingPresence.move(to: .presence(1), with: transaction, clock: environment.animationClock, in: widget)
  }

  /// Applies the look of the view at a presence.
  private func show(presence: Double) {
    let isComplete = presence == 1
    look =
      isComplete
      ? TransitionLook()
      : startLook?.interpolatedToNormal(by: presence) ?? view.transition.look(.insertion, presence: presence)
    // A look that is interpolated from `startLook` already contains the fraction of the space.
    let spaceFraction = startLook == nil ? presence : look.effect.spaceFraction
    look.effect.spaceFraction = growsSpace ? min(max(spaceFraction, 0), 1) : 1
    EffectLayout.set(look.effect, on: widget)
    if isComplete {
      OpacityShares.removeShare(of: self, from: widget)
    } else {
      OpacityShares.setShare(look.opacity, of: self, on: widget)
    }
  }

  override func didUnmount() {
    movingPresence?.stop()
    OpacityShares.releaseOwner(self, of: widget)
  }
}

extension SIMD8<Double> {
  /// Returns the presence as the first of eight numbers, for ``MovingNumbers``. The other numbers are zero.
  static func presence(_ presence: Double) -> Self { Self(presence, 0, 0, 0, 0, 0, 0, 0) }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Returns the layout direction of the `HStack` or `VStack` whose child this widget is. `nil` if the parent of the
  /// widget is something else, such as a `ZStack`.
  @MainActor func axisOfEnclosingStack(in environment: EnvironmentValues) -> Axis? {
    guard let parent = gtk_widget_get_parent(self), parent.isA(gtk_box_get_type()),
      !ZStackLayout.isInstalled(on: parent)
    else { return nil }
    return environment.stackAxis
  }
}
