import Observation
import ReducerStore
import Synchronization

/// Counts how often observers were woken.
final class Wakes: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func note() { number.add(1, ordering: .relaxed) }

  /// Returns when they were woken so often.
  @MainActor
  func reach(_ count: Int) async {
    while self.count < count { await Task.yield() }
  }
}

/// Observes something in a store's state with the standard library's Observation.
@MainActor
func track<State, Action, Value>(_ store: Store<State, Action>, _ value: KeyPath<State, Value>, _ wakes: Wakes) {
  withObservationTracking {
    _ = store.state[keyPath: value]
  } onChange: {
    wakes.note()
  }
}

/// How much of the time since the last measurement is not part of what is measured.
@MainActor var notCounted = Duration.zero

/// Prepares something, whose time is not counted.
@MainActor
func prepare(_ body: () -> Void) {
  notCounted += ContinuousClock().measure(body)
}

/// Waits for something, which is not counted either.
@MainActor
func wait(_ body: @MainActor () async -> Void) async {
  notCounted += await ContinuousClock().measure(body)
}
