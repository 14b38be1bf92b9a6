import Observation
import ReducerStore
import Synchronization

/// A counter of observer notifications.
final class NotificationCounter: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func increment() { number.add(1, ordering: .relaxed) }

  /// Waits until the counter reaches a value.
  @MainActor
  func wait(for count: Int) async {
    while self.count < count { await Task.yield() }
  }
}

/// Observes a value in a store's state until its first change, with the standard library's Observation.
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

/// The time in the current measurement that does not count.
@MainActor var uncountedTime = Duration.zero

/// Performs preparations, whose time does not count.
@MainActor
func prepareUncounted(_ body: () -> Void) {
  uncountedTime += ContinuousClock().measure(body)
}

/// Waits for `body`. The time does not count.
@MainActor
func waitUncounted(_ body: @MainActor () async -> Void) async {
  uncountedTime += await ContinuousClock().measure(body)
}
