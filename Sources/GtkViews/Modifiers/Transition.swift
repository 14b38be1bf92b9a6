/// How a view comes and goes. GTK lays out at once, so that it is a description that is kept for a source's sake: views come and go at once.
public struct AnyTransition: Hashable, Sendable {
  private indirect enum Kind: Hashable, Sendable {
    case identity
    case opacity
    case slide
    case scale(Double)
    case move(Edge)
    case push(Edge)
    case combined(AnyTransition, AnyTransition)
    case asymmetric(AnyTransition, AnyTransition)
    case animated(AnyTransition, Animation?)
  }

  private let kind: Kind

  /// At once.
  public static let identity = AnyTransition(kind: .identity)
  /// From invisible to opaque.
  public static let opacity = AnyTransition(kind: .opacity)
  /// In from the side where a line begins, out to the other.
  public static let slide = AnyTransition(kind: .slide)
  /// From nothing to its size.
  public static let scale = AnyTransition(kind: .scale(0))

  /// From a share of its size.
  public static func scale(scale: Double) -> AnyTransition { AnyTransition(kind: .scale(scale)) }
  /// In from a side, and out to it.
  public static func move(edge: Edge) -> AnyTransition { AnyTransition(kind: .move(edge)) }
  /// In from a side, and out to the other.
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition(kind: .push(edge)) }
  /// One way in, another out.
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
    AnyTransition(kind: .asymmetric(insertion, removal))
  }

  /// Both at once.
  public func combined(with other: AnyTransition) -> AnyTransition { AnyTransition(kind: .combined(self, other)) }
  /// With an animation of its own.
  public func animation(_ animation: Animation?) -> AnyTransition { AnyTransition(kind: .animated(self, animation)) }
}

extension View {
  /// Says how the view comes and goes. It comes and goes at once: GTK lays out at once.
  public nonisolated func transition(_ transition: AnyTransition) -> some View { self }

  /// Says how the view changes when a value does. It changes at once, but for what GTK's theme animates by itself, such as a switch.
  public nonisolated func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
}
