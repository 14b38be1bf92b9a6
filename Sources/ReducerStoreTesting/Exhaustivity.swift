/// How much of what happens a test must say.
public enum Exhaustivity: Hashable, Sendable {
  /// Everything: each change of the state, each action that effects send, and that no effect runs on.
  case on
  /// Only what it likes to. What it does say must be so.
  ///
  /// - `showSkippedAssertions`: Whether what it has not said is told as a known issue, which does not fail the test.
  case off(showSkippedAssertions: Bool)

  /// Only what the test likes to say. What it does say must be so.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }
}
