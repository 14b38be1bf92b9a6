/// How completely a test must assert.
public enum Exhaustivity: Hashable, Sendable {
  /// Completely: each change of the state, each action of an effect, and the end of all effects.
  case on
  /// Partially. The assertions that the test makes must hold.
  ///
  /// - `showSkippedAssertions`: Whether missing assertions are reported as known issues, which do not fail the test.
  case off(showSkippedAssertions: Bool)

  /// Partially. The assertions that the test makes must hold.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }
}
