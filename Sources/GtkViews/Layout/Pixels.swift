extension Int32 {
  /// Creates a length that GTK accepts. NaN becomes 0. Other values are limited to the range from -1,000,000 to
  /// 1,000,000 pixels, so that GTK can add lengths without an overflow.
  nonisolated init(pixels length: Double) {
    self = length.isNaN ? 0 : Int32(Swift.min(Swift.max(length, -1_000_000), 1_000_000))
  }
}

extension Int {
  /// Creates a distance between views in pixels. `nil` becomes `defaultLength`, which is the spacing of stacks if it is
  /// omitted. Negative values become 0, because views do not overlap.
  nonisolated init(pixels: Double?, otherwise defaultLength: Double = 6) {
    self = Int(Swift.max(Int32(pixels: pixels ?? defaultLength), 0))
  }
}
