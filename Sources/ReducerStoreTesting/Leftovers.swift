internal import Synchronization

/// What a test would leave open if it ended now.
///
/// It is kept up to date, and apart from the main actor, so that a store that goes away can tell it wherever that happens.
final class Leftovers: Sendable {
  struct Issue: Sendable {
    var message: String
    var location: SourceLocation
  }

  private let issues = Mutex<[Issue]>([])

  func replace(with newIssues: [Issue]) {
    issues.withLock { $0 = newIssues }
  }

  /// Fails the test for each, once.
  func report() {
    let found = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    for issue in found { issue.location.fail(issue.message) }
  }
}
