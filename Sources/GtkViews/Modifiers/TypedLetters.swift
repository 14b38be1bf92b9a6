internal import CGtk

/// The time of the letters that the user types to find a row of a list. Shortcuts of the space bar need this time,
/// because the searched text may contain a space.
@MainActor
enum TypedLetters {
  /// Returns the current time in seconds. Tests replace it.
  static var currentTime: @MainActor () -> Double = { Double(g_get_monotonic_time()) / 1e6 }
  /// The time at which a letter last found a row in any list.
  static var lastLetterTime = -Double.infinity
  /// Whether a search is in progress: at most one second has passed since a letter last found a row, so another letter
  /// extends the searched text.
  static var isSearchInProgress: Bool { currentTime() - lastLetterTime <= 1 }
}
