/// The angle of a rotation. A positive angle rotates clockwise.
///
/// ```swift
/// Image(systemName: "chevron.right").rotationEffect(.degrees(isExpanded ? 90 : 0))
/// ```
public nonisolated struct Angle: Hashable, Sendable, Comparable {
  /// The angle in radians. A full turn is 2π.
  public var radians: Double

  /// The angle in degrees. A full turn is 360.
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  /// Creates an angle in radians.
  public init(radians: Double = 0) { self.radians = radians }
  /// Creates an angle in degrees.
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// Returns an angle in radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// Returns an angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// No rotation.
  public static let zero = Angle()

  /// Whether the first angle is smaller than the second angle. An angle of more than a full turn is not reduced.
  public static func < (first: Angle, second: Angle) -> Bool { first.radians < second.radians }
}
