internal import IssueReporting

/// The line of a test that something is about.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the running test at this line.
  func fail(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Tells something about this line as a known issue, which does not fail the running test.
  func tell(_ message: String) {
    withExpectedIssue(fileID: fileID, filePath: filePath, line: line, column: column) { fail(message) }
  }

  /// Fails the running test at this line for what a program's author did wrong while `body` runs, and in the tasks that it starts.
  @MainActor
  func failOnMisuse<Result>(_ body: () -> Result) -> Result {
    MisuseReporter.$current.withValue(MisuseReporter { fail($0.description) }) { body() }
  }
}
