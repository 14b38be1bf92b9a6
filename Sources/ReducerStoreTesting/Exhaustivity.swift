/// Whether a test must assert all behaviour of the feature.
public enum Exhaustivity: Hashable, Sendable {
  /// The test must assert each change of the state and each action of an effect, and all effects must end.
  case on
  /// The test may leave out assertions. The assertions that it makes must hold.
  ///
  /// - `showSkippedAssertions`: Whether missing assertions are reported as known issues, which do not fail the test.
  case off(showSkippedAssertions: Bool)

  /// The test may leave out assertions without a report. The assertions that it makes must hold.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }
}
