/// How a view comes and goes, in an update with an animation.
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
    case scale(Double, UnitPoint)
    case offset(x: Double, y: Double)
    case move(Edge)
    case push(Edge)
    case combined(AnyTransition, AnyTransition)
    case asymmetric(AnyTransition, AnyTransition)
    case animated(AnyTransition, Animation?)
  }

  private let kind: Kind

  /// At once.
  public static let identity = AnyTransition(kind: .identity)
  /// From invisible to opaque. It is how a view comes and goes of which nothing else is said.
  public static let opacity = AnyTransition(kind: .opacity)
  /// In from the side where a line begins, out to the other.
  public static let slide = AnyTransition(kind: .slide)
  /// From nothing to its size.
  public static let scale = AnyTransition(kind: .scale(0, .center))

  /// From a share of its size, about a point of it.
  public static func scale(scale: Double, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition(kind: .scale(scale, anchor)) }
  /// From so many pixels to the right and below, and back there.
  public static func offset(x: Double = 0, y: Double = 0) -> AnyTransition { AnyTransition(kind: .offset(x: x, y: y)) }
  /// In from a side, and out to it, by the view's own size.
  public static func move(edge: Edge) -> AnyTransition { AnyTransition(kind: .move(edge)) }
  /// In from a side, and out to the other, while it fades.
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition(kind: .push(edge)) }
  /// One way in, another out.
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
    AnyTransition(kind: .asymmetric(insertion, removal))
  }

  /// Both at once.
  public func combined(with other: AnyTransition) -> AnyTransition { AnyTransition(kind: .combined(self, other)) }
  /// With an animation of its own, whatever that of the update is: also where the update has none. `nil` takes back one that was given.
  public func animation(_ animation: Animation?) -> AnyTransition { AnyTransition(kind: .animated(self, animation)) }

  /// Which way a view goes.
  enum Direction {
    case insertion
    case removal
  }

  /// The animation of its own, if it has one.
  func animation(_ direction: Direction) -> Animation? {
    switch kind {
    case .combined(let first, let second): first.animation(direction) ?? second.animation(direction)
    case .asymmetric(let insertion, let removal): (direction == .insertion ? insertion : removal).animation(direction)
    case .animated(_, let animation): animation
    default: nil
    }
  }

  /// How the view looks that is there by a share: 0 is gone, 1 is there.
  func look(_ direction: Direction, presence: Double) -> TransitionLook {
    var look = TransitionLook()
    apply(direction, absence: 1 - presence, to: &look)
    return look
  }

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

/// How a view looks on its way.
struct TransitionLook {
  var effect = Effect()
  var opacity = 1.0

  private static var factors: [WritableKeyPath<Self, Double>] { [\.opacity, \.effect.scaleX, \.effect.scaleY, \.effect.room] }
  private static var distances: [WritableKeyPath<Self, Double>] { [\.effect.degrees, \.effect.x, \.effect.y, \.effect.shiftX, \.effect.shiftY] }

  /// How it looks a share of the way from here to where it is simply there.
  func arrived(by share: Double) -> TransitionLook {
    var look = self
    let there = TransitionLook()
    for part in Self.factors + Self.distances {
      look[keyPath: part] += (there[keyPath: part] - look[keyPath: part]) * share
    }
    look.opacity = min(max(look.opacity, 0), 1)
    return look
  }

  /// The look of what has this one within a box of another.
  func inside(_ box: TransitionLook) -> TransitionLook {
    var look = self
    for part in Self.factors { look[keyPath: part] *= box[keyPath: part] }
    for part in Self.distances { look[keyPath: part] += box[keyPath: part] }
    look.effect.anchor = box.effect.anchor
    return look
  }
}

extension Effect {
  /// Moves the view towards a side, by a share of its size.
  fileprivate mutating func shift(to edge: Edge, by share: Double) {
    switch edge {
    case .top: shiftY -= share
    case .bottom: shiftY += share
    case .leading: shiftX -= share
    case .trailing: shiftX += share
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
  /// Says how the view comes and goes, when a condition or a collection brings or takes it in an update with an animation.
  ///
  /// Its state, its tasks and `onDisappear` end when it begins to go; what is seen after that is only its picture. In a stack it makes room
  /// for itself as it comes, and gives it back as it goes.
  public nonisolated func transition(_ transition: AnyTransition) -> some View { TransitionView(content: self, transition: transition) }
}
