/// A point in a view, in fractions of the view's size.
public nonisolated struct UnitPoint: Hashable, Sendable {
  /// The fraction of the width: 0 where a line of text begins, 1 where it ends.
  public var x: Double
  /// The fraction of the height: 0 at the top, 1 at the bottom.
  public var y: Double

  /// Creates a point from its fractions.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// At the top, where a line of text begins.
  public static let zero = UnitPoint(x: 0, y: 0)
  /// In the middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// In the middle of the upper side.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// In the middle of the lower side.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// In the middle of the side where a line of text begins.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// In the middle of the side where a line of text ends.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// At the top, where a line of text begins.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// At the top, where a line of text ends.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// At the bottom, where a line of text begins.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// At the bottom, where a line of text ends.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
