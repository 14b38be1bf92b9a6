internal import CGtk

/// The time of the letters that the user types to find a row of a list. Shortcuts of the space bar read it, because the
/// space bar may be such a letter.
@MainActor
enum TypedLetters {
  /// Returns the current time in seconds. Tests replace it.
  static var time: @MainActor () -> Double = { Double(g_get_monotonic_time()) / 1e6 }
  /// The time at which a letter last found a row in any list.
  static var lastTime = -Double.infinity
  /// Whether a letter that is typed now extends the current search, because at most one second has passed since the
  /// last letter.
  static var isExtended: Bool { time() - lastTime <= 1 }
}
