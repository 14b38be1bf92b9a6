internal import IssueReporting

/// A line of a test, at which failures are reported.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the running test at this line.
  func fail(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports a known issue at this line, which does not fail the running test.
  func reportKnownIssue(_ message: String) {
    withExpectedIssue(fileID: fileID, filePath: filePath, line: line, column: column) { fail(message) }
  }

  /// Runs a closure, and fails the running test at this line for each `Misuse` that the closure or its tasks report.
  @MainActor
  func failOnMisuse<Result>(_ body: () -> Result) -> Result {
    MisuseReporter.$current.withValue(MisuseReporter { fail($0.description) }) { body() }
  }
}
