internal import Synchronization

/// The issues that would be reported if the test ended now.
///
/// The list is updated after each step of the test. The type is not isolated to the main actor, because the `deinit` of
/// a `TestStore` reports the issues on the thread that releases the store.
final class PendingIssues: Sendable {
  /// A failure of the test, with its line.
  struct Issue: Sendable {
    var message: String
    var location: SourceLocation
  }

  private let issues = Mutex<[Issue]>([])

  func replace(with newIssues: [Issue]) {
    issues.withLock { $0 = newIssues }
  }

  /// Fails the test once for each issue.
  func report() {
    let reported = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    for issue in reported { issue.location.fail(issue.message) }
  }
}
