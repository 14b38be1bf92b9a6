import Observation
import ReducerStore
import Synchronization

/// A counter of observer notifications.
final class Wakes: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func note() { number.add(1, ordering: .relaxed) }

  /// Returns when the counter reaches a value.
  @MainActor
  func reach(_ count: Int) async {
    while self.count < count { await Task.yield() }
  }
}

/// Observes a value in a store's state with the standard library's Observation.
@MainActor
func track<State, Action, Value>(_ store: Store<State, Action>, _ value: KeyPath<State, Value>, _ wakes: Wakes) {
  withObservationTracking {
    _ = store.state[keyPath: value]
  } onChange: {
    wakes.note()
  }
}

/// The time in the current measurement that does not count.
@MainActor var notCounted = Duration.zero

/// Performs preparations, whose time does not count.
@MainActor
func prepare(_ body: () -> Void) {
  notCounted += ContinuousClock().measure(body)
}

/// Waits for `body`. The time does not count.
@MainActor
func wait(_ body: @MainActor () async -> Void) async {
  notCounted += await ContinuousClock().measure(body)
}
