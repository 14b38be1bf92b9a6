import ReducerStore
import Synchronization

/// The misuses that are reported while code runs, and in the tasks that the code starts.
final class Reports: Sendable {
  private let misuses = Mutex<[Misuse]>([])

  var all: [Misuse] { misuses.withLock { $0 } }
  var messages: [String] { all.map(\.message) }
  var lines: [Int] { all.map { Int($0.line) } }

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
