import Presentation
import ReducerStore
import Synchronization
import Testing

/// A clock that does not advance. It counts the calls of `sleep`.
private final class StandingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let sleepCounter = Mutex(0)
  var sleepCount: Int { sleepCounter.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleepCounter.withLock { $0 += 1 }
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
  }
}

@MainActor
@Suite struct ThrottleTests {
  /// A store that answers each action by the throttled action “found …”. Within the interval, only the latest effect
  /// waits, or without `latest` only the first.
  private func searchStore(_ clock: some Clock<Duration>, latest: Bool = true) -> Store<[String], String> {
    Store(initialState: []) {
      Reduce { state, action in
        if action == "cancel" { return .cancel(id: "search") }
        if action.hasPrefix("found ") {
          state.append(action)
          return .none
        }
        return .send("found \(action)").throttle(id: "search", for: .seconds(1), clock: clock, latest: latest)
      }
    }
  }

  @Test func `the interval after a throttled effect does not count as running work`() async {
    // Given a throttled effect
    let clock = StandingClock()
    let store = searchStore(clock)

    // When the effect has run
    let task = store.send("a")

    // Then no effect is running, although the throttle interval has not ended
    #expect(store.state == ["found a"])
    #expect(!store.isRunningEffects)
    await task.finish()
    #expect(clock.sleepCount == 0)
  }

  @Test func `a waiting throttled effect counts as running, and a later one replaces it`() async {
    // Given two throttled effects that wait, one after the other
    let store = searchStore(StandingClock())
    store.send("a")
    let first = store.send("b")
    let second = store.send("c")

    // Then the second effect replaces the first effect, and waits until it is cancelled
    await first.finish()
    #expect(store.isRunningEffects)
    store.send("cancel")
    await second.finish()
    #expect(!store.isRunningEffects)
    #expect(store.state == ["found a"])
  }

  @Test func `without latest, the first effect within the interval waits and the next one is dropped`() async {
    let store = searchStore(StandingClock(), latest: false)
    store.send("a")
    let first = store.send("b")
    #expect(!store.send("c").isRunning)
    #expect(first.isRunning)
    store.send("cancel")
    await first.finish()
    // And after the cancellation, another effect waits
    #expect(store.send("d").isRunning)
    store.send("cancel")
  }
}
