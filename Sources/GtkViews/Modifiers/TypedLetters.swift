internal import CGtk

/// The letters that the user types to find a row of a list.
@MainActor
enum TypedLetters {
  /// The time in seconds. Tests replace it.
  static var time: @MainActor () -> Double = { Double(g_get_monotonic_time()) / 1e6 }
  /// When the last letter of a search was typed in any list.
  static var lastTime = -Double.infinity
  /// Whether the next letter extends a search.
  static var isExtended: Bool { time() - lastTime <= 1 }
}
