extension Int32 {
  /// A length as GTK takes it. What is not a number is none, and what no window has room for is as much as GTK can add up.
  nonisolated init(pixels length: Double) {
    self = length.isNaN ? 0 : Int32(Swift.min(Swift.max(length, -1_000_000), 1_000_000))
  }
}

extension Int {
  /// The room between views, which never overlap.
  nonisolated init(spacing: Double?, otherwise usual: Double = 6) {
    self = Int(Swift.max(Int32(pixels: spacing ?? usual), 0))
  }
}
