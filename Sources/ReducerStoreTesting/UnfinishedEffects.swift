internal import Synchronization

/// The issues that a test would have if it ended now.
///
/// The list is always up to date. It is not isolated to the main actor, so that a store can report it on the thread
/// that releases the store.
final class UnfinishedEffects: Sendable {
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
    let found = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    for issue in found { issue.location.fail(issue.message) }
  }
}
