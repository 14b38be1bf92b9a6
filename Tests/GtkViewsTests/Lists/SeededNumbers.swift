/// A random number generator that returns the same numbers for the same seed. The algorithm is xorshift64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// The multiplication spreads the bits of small seeds.
  ///
  /// - Parameter seed: Not 0, because all numbers would be 0.
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
