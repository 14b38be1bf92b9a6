/// How far something is turned.
public nonisolated struct Angle: Hashable, Sendable, Comparable {
  /// In radians: a whole turn is 2π.
  public var radians: Double

  /// In degrees: a whole turn is 360.
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  /// Makes an angle in radians.
  public init(radians: Double = 0) { self.radians = radians }
  /// Makes an angle in degrees.
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// An angle in radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// An angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// Not turned.
  public static let zero = Angle()

  /// Whether one is turned less far.
  public static func < (first: Angle, second: Angle) -> Bool { first.radians < second.radians }
}
