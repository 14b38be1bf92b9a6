import Observation
import ReducerStore
import Synchronization

/// A counter of observer notifications.
final class NotificationCounter: Sendable {
  private let atomicCount = Atomic<Int>(0)

  /// The number of notifications so far.
  var count: Int { atomicCount.load(ordering: .relaxed) }

  func increment() { atomicCount.add(1, ordering: .relaxed) }

  /// Waits until the counter has reached `count`.
  @MainActor
  func wait(for count: Int) async {
    while self.count < count { await Task.yield() }
  }
}

/// Observes a value in a store's state with the standard library's Observation. The first change of the value
/// increments `notifications` and ends the observation.
@MainActor
func observeOnce<State, Action, Value>(
  _ store: Store<State, Action>, _ value: KeyPath<State, Value>, _ notifications: NotificationCounter
) {
  withObservationTracking {
    _ = store.state[keyPath: value]
  } onChange: {
    notifications.increment()
  }
}

/// The time of preparations and waits, which is subtracted from the current measurement.
@MainActor var uncountedTime = Duration.zero

/// Performs preparations, and adds their time to ``uncountedTime``.
@MainActor
func prepareUncounted(_ body: () -> Void) {
  uncountedTime += ContinuousClock().measure(body)
}

/// Waits for `body`, and adds the time to ``uncountedTime``.
@MainActor
func waitUncounted(_ body: @MainActor () async -> Void) async {
  uncountedTime += await ContinuousClock().measure(body)
}
