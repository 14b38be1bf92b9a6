internal import CGtk
internal import GtkBridge

extension View {
  /// Draws the view larger or smaller. Its space in the layout stays the same.
  ///
  /// - Parameters:
  ///   - scale: The factor of the size. A negative factor mirrors the view.
  ///   - anchor: The point of the view that keeps its position.
  public nonisolated func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> some View {
    EffectView(content: self, effect: Effect(scaleX: scale, scaleY: scale, anchor: anchor))
  }

  /// Draws the view with its width multiplied by `x`, and its height by `y`. Its space in the layout stays the same.
  public nonisolated func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> some View {
    EffectView(content: self, effect: Effect(scaleX: x, scaleY: y, anchor: anchor))
  }

  /// Draws the view rotated clockwise. Its space in the layout stays the same.
  ///
  /// - Parameters:
  ///   - angle: The angle of the rotation.
  ///   - anchor: The point of the view that keeps its position.
  public nonisolated func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    EffectView(content: self, effect: Effect(degrees: angle.degrees, anchor: anchor))
  }

  /// Draws the view at another position, moved by `x` pixels towards the trailing side and `y` pixels down. Its space
  /// in the layout stays the same.
  public nonisolated func offset(x: Double = 0, y: Double = 0) -> some View {
    EffectView(content: self, effect: Effect(x: x, y: y))
  }
}

/// The changes to the drawing of a view: scaling, rotation and movement. During a transition, also the fraction of the
/// view's space in the layout.
nonisolated struct Effect: Equatable {
  var scaleX = 1.0
  var scaleY = 1.0
  /// The clockwise rotation in degrees.
  var degrees = 0.0
  /// The movement towards the trailing side, in pixels.
  var x = 0.0
  /// The movement down, in pixels.
  var y = 0.0
  /// The point of the view that scaling and rotation keep at its position.
  var anchor = UnitPoint.center
  /// A further movement towards the trailing side, as a fraction of the view's width.
  var shiftX = 0.0
  /// A further movement down, as a fraction of the view's height.
  var shiftY = 0.0
  /// The view's length in the direction of the enclosing stack, as a fraction of its full length. The fraction is less
  /// than 1 while the view appears or disappears.
  var spaceFraction = 1.0

  /// The effect as animated numbers, without the values that only transitions set. ``MovingNumbers`` animates eight
  /// numbers. The eighth is not used here.
  var numbers: MovingNumbers.Numbers { .init(scaleX, scaleY, degrees, x, y, anchor.x, anchor.y, 0) }

  init(
    scaleX: Double = 1, scaleY: Double = 1, degrees: Double = 0, x: Double = 0, y: Double = 0,
    anchor: UnitPoint = .center
  ) {
    (self.scaleX, self.scaleY, self.degrees) = (scaleX, scaleY, degrees)
    (self.x, self.y, self.anchor) = (x, y, anchor)
  }

  /// Creates the effect from its ``numbers``.
  init(_ numbers: MovingNumbers.Numbers) {
    (scaleX, scaleY, degrees) = (numbers[0], numbers[1], numbers[2])
    (x, y, anchor) = (numbers[3], numbers[4], UnitPoint(x: numbers[5], y: numbers[6]))
  }

  /// Returns the transform with which GTK draws a view of a size, or `nil` if the effect does not change the drawing.
  /// The caller owns the transform.
  func transform(width: Double, height: Double, isRightToLeft: Bool) -> OpaquePointer? {
    let fixedX = (isRightToLeft ? 1 - anchor.x : anchor.x) * width
    let fixedY = anchor.y * height
    let movementX = (isRightToLeft ? -1 : 1) * (x + shiftX * width)
    let movementY = y + shiftY * height
    var transform: OpaquePointer?
    if movementX != 0 || movementY != 0 { transform = translated(transform, movementX, movementY) }
    guard scaleX != 1 || scaleY != 1 || degrees != 0 else { return transform }
    transform = translated(transform, fixedX, fixedY)
    if degrees != 0 { transform = gsk_transform_rotate(transform, Float(degrees)) }
    transform = gsk_transform_scale(transform, Float(invertible(scaleX)), Float(invertible(scaleY)))
    return translated(transform, -fixedX, -fixedY)
  }

  private func translated(_ transform: OpaquePointer?, _ x: Double, _ y: Double) -> OpaquePointer? {
    var point = graphene_point_t(x: Float(x), y: Float(y))
    return gsk_transform_translate(transform, &point)
  }

  /// Returns a scale that is not zero. GTK inverts the transform to find the widget under the pointer, and a scale of
  /// zero has no inverse.
  private func invertible(_ scale: Double) -> Double {
    abs(scale) < 1e-4 ? 1e-4 : scale
  }
}

/// A view that is drawn with an effect.
nonisolated struct EffectView<Content: View>: PrimitiveView {
  let content: Content
  let effect: Effect

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    EffectNode(view, in: context)
  }
}

@MainActor
private final class EffectNode<Content: View>: ContainerNode<EffectView<Content>, Content>, TransitionContributing {
  /// The displayed effect.
  private let movingEffect: MovingNumbers
  private var boxChild = SingleChild()

  init(_ view: EffectView<Content>, in context: _NodeContext) {
    let box = EffectLayout.makeBox()
    movingEffect = MovingNumbers(view.effect.numbers) { EffectLayout.set(Effect($0), on: box) }
    super.init(view, widget: box, in: context)
    EffectLayout.set(view.effect, on: box)
    mountContent(view.content)
  }

  override func update(to view: EffectView<Content>) {
    super.update(to: view)
    move(movingEffect, to: view.effect.numbers, in: widget)
    content.update(to: view.content)
  }

  override var canBeRecycled: Bool { !movingEffect.isMoving && content.canBeRecycled }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) { boxChild.update(to: widgets, in: opaque) }

  func contributeTransitionParts(to parts: inout [TransitionPart]) { contributeWidgetAsOnePart(to: &parts) }

  override func didUnmount() { movingEffect.stop() }
}
