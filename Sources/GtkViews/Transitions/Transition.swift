/// The way in which a view appears and disappears when an update inserts or removes the view. The update needs an
/// animation, unless the transition has its own.
///
/// ```swift
/// if isOpen {
///   Details().transition(.move(edge: .bottom).combined(with: .opacity))
/// }
/// // …
/// withAnimation { isOpen.toggle() }
/// ```
public struct AnyTransition: Hashable, Sendable {
  private indirect enum Kind: Hashable, Sendable {
    case identity
    case opacity
    case slide
    case scale(Double, anchor: UnitPoint)
    case offset(x: Double, y: Double)
    case move(Edge)
    case push(Edge)
    case combined(AnyTransition, AnyTransition)
    case asymmetric(insertion: AnyTransition, removal: AnyTransition)
    case animated(AnyTransition, Animation?)
  }

  private let kind: Kind

  /// Inserts and removes the view without an animation.
  public static let identity = AnyTransition(kind: .identity)
  /// Fades the view in and out. This is the default for a view without another transition.
  public static let opacity = AnyTransition(kind: .opacity)
  /// Moves the view in from the leading side, and out to the trailing side.
  public static let slide = AnyTransition(kind: .slide)
  /// Scales the view between zero and its size.
  public static let scale = AnyTransition(kind: .scale(0, anchor: .center))

  /// Scales the view between a fraction of its size and its size, around a point of the view.
  public static func scale(scale: Double, anchor: UnitPoint = .center) -> AnyTransition {
    AnyTransition(kind: .scale(scale, anchor: anchor))
  }
  /// Moves the view in from another position, and out to the same position. The offset of that position is in pixels,
  /// towards the trailing side and down.
  public static func offset(x: Double = 0, y: Double = 0) -> AnyTransition { AnyTransition(kind: .offset(x: x, y: y)) }
  /// Moves the view in from a side and out to the same side, by the view's own size.
  public static func move(edge: Edge) -> AnyTransition { AnyTransition(kind: .move(edge)) }
  /// Moves the view in from a side and out to the opposite side, with a fade.
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition(kind: .push(edge)) }
  /// Uses one transition to insert the view, and another to remove it.
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
    AnyTransition(kind: .asymmetric(insertion: insertion, removal: removal))
  }

  /// Combines two transitions, which run at the same time.
  public func combined(with other: AnyTransition) -> AnyTransition { AnyTransition(kind: .combined(self, other)) }
  /// Sets the transition's own animation. This animation replaces the animation of the update, and also applies if the
  /// update has none. `nil` removes an animation that was set before.
  public func animation(_ animation: Animation?) -> AnyTransition { AnyTransition(kind: .animated(self, animation)) }

  /// The direction of a transition.
  enum Direction {
    case insertion
    case removal
  }

  /// Returns the transition's own animation in a direction, if it has one.
  func animation(_ direction: Direction) -> Animation? {
    switch kind {
    case .combined(let first, let second): first.animation(direction) ?? second.animation(direction)
    case .asymmetric(let insertion, let removal): (direction == .insertion ? insertion : removal).animation(direction)
    case .animated(_, let animation): animation
    default: nil
    }
  }

  /// Returns the look of the view at a presence. An absent view has the presence 0, and a fully present view has 1.
  func look(_ direction: Direction, presence: Double) -> TransitionLook {
    var look = TransitionLook()
    apply(direction, absence: 1 - presence, to: &look)
    return look
  }

  /// Changes a look by this transition. The absence is 1 minus the presence.
  private func apply(_ direction: Direction, absence: Double, to look: inout TransitionLook) {
    switch kind {
    case .identity: break
    case .opacity: look.opacity *= min(max(1 - absence, 0), 1)
    case .slide: look.effect.shift(to: direction == .insertion ? .leading : .trailing, by: absence)
    case .scale(let scale, let anchor):
      look.effect.scaleX *= 1 + (scale - 1) * absence
      look.effect.scaleY *= 1 + (scale - 1) * absence
      look.effect.anchor = anchor
    case .offset(let x, let y):
      look.effect.x += x * absence
      look.effect.y += y * absence
    case .move(let edge): look.effect.shift(to: edge, by: absence)
    case .push(let edge):
      look.effect.shift(to: direction == .insertion ? edge : edge.opposite, by: absence)
      look.opacity *= min(max(1 - absence, 0), 1)
    case .combined(let first, let second):
      first.apply(direction, absence: absence, to: &look)
      second.apply(direction, absence: absence, to: &look)
    case .asymmetric(let insertion, let removal):
      (direction == .insertion ? insertion : removal).apply(direction, absence: absence, to: &look)
    case .animated(let transition, _): transition.apply(direction, absence: absence, to: &look)
    }
  }
}

/// The look of a view during a transition. The look without any change, `TransitionLook()`, is the normal look.
struct TransitionLook {
  var effect = Effect()
  var opacity = 1.0

  /// The properties that are multiplied when two looks are combined.
  private static var multipliedProperties: [WritableKeyPath<Self, Double>] {
    [\.opacity, \.effect.scaleX, \.effect.scaleY, \.effect.spaceFraction]
  }
  /// The properties that are added when two looks are combined.
  private static var addedProperties: [WritableKeyPath<Self, Double>] {
    [\.effect.degrees, \.effect.x, \.effect.y, \.effect.shiftX, \.effect.shiftY]
  }

  /// Returns a look between this look and the normal look. The fraction 0 gives this look, and 1 gives the normal look.
  func interpolatedToNormal(by fraction: Double) -> TransitionLook {
    var look = self
    let normal = TransitionLook()
    for property in Self.multipliedProperties + Self.addedProperties {
      look[keyPath: property] += (normal[keyPath: property] - look[keyPath: property]) * fraction
    }
    look.opacity = min(max(look.opacity, 0), 1)
    return look
  }

  /// Combines this look of a view with the look of the box that contains the view's image during a removal.
  func inside(_ box: TransitionLook) -> TransitionLook {
    var look = self
    for property in Self.multipliedProperties { look[keyPath: property] *= box[keyPath: property] }
    for property in Self.addedProperties { look[keyPath: property] += box[keyPath: property] }
    // A look has only one anchor.
    look.effect.anchor = box.effect.anchor
    return look
  }
}

extension Effect {
  /// Moves the view towards a side, by a fraction of the view's size.
  fileprivate mutating func shift(to edge: Edge, by fraction: Double) {
    switch edge {
    case .top: shiftY -= fraction
    case .bottom: shiftY += fraction
    case .leading: shiftX -= fraction
    case .trailing: shiftX += fraction
    }
  }
}

extension Edge {
  fileprivate var opposite: Edge {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    }
  }
}

extension View {
  /// Sets the transition of the view. The transition applies when a condition or a collection inserts or removes the
  /// view in an update with an animation. A transition with its own animation applies in each update.
  ///
  /// When the view begins to disappear, its state and tasks end, and `onDisappear` runs. From then on, only an image of
  /// the view is visible. In a stack, the view's space grows as the view appears, and shrinks as the view disappears. A
  /// view that replaces another one has its full space at once.
  public nonisolated func transition(_ transition: AnyTransition) -> some View {
    TransitionView(content: self, transition: transition)
  }
}
