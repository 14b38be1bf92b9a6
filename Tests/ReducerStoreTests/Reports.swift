import ReducerStore
import Synchronization

/// The reported misuses (programming errors) of the closures that `gather` runs, and of the tasks that these closures
/// start.
final class Reports: Sendable {
  private let misuses = Mutex<[Misuse]>([])

  var all: [Misuse] { misuses.withLock { $0 } }
  var messages: [String] { all.map(\.message) }
  /// The source lines to which the misuses are attributed.
  var lines: [Int] { all.map { Int($0.line) } }

  /// Runs a closure and adds the misuses that are reported meanwhile.
  @MainActor
  func gather<Result>(_ body: () -> Result) -> Result {
    MisuseReporter.$current.withValue(reporter) { body() }
  }

  @MainActor
  func gather<Result>(_ body: @MainActor () async -> Result) async -> Result {
    await MisuseReporter.$current.withValue(reporter) { await body() }
  }

  private var reporter: MisuseReporter {
    MisuseReporter { misuse in self.misuses.withLock { $0.append(misuse) } }
  }
}
