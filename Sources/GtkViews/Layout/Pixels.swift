extension Int32 {
  /// Creates a length that GTK accepts. NaN becomes 0. Lengths that exceed any window are limited to a value that GTK can add without overflow.
  nonisolated init(pixels length: Double) {
    self = length.isNaN ? 0 : Int32(Swift.min(Swift.max(length, -1_000_000), 1_000_000))
  }
}

extension Int {
  /// Creates a distance between views, which is never negative because views do not overlap.
  nonisolated init(spacing: Double?, otherwise usual: Double = 6) {
    self = Int(Swift.max(Int32(pixels: spacing ?? usual), 0))
  }
}
