import Presentation
import ReducerStore
import Synchronization
import Testing

/// A clock that does not advance. A sleeping task sleeps until it is cancelled. The clock counts the calls of `sleep`.
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

/// Throttled effects during the interval after the first effect. The interval does not end in these tests.
@MainActor
@Suite struct ThrottleTests {
  /// Returns a store in which an action such as “a” has a throttled effect, which sends “found a”. The first effect
  /// runs at once. Of the later effects within the interval, one waits for the end of the interval: the last one, or
  /// the earliest one if `latest` is false.
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

    // Then no effect is running, although the throttle interval has not ended, and nothing sleeps until its end
    #expect(store.state == ["found a"])
    #expect(!store.isRunningEffects)
    await task.finish()
    #expect(clock.sleepCount == 0)
  }

  @Test func `a waiting throttled effect counts as running, and a later one replaces it`() async {
    // Given an effect that has run, and two later effects within its interval
    let store = searchStore(StandingClock())
    store.send("a")
    let firstWaiting = store.send("b")
    let secondWaiting = store.send("c")

    // Then the second waiting effect replaces the first one, and waits until it is cancelled
    await firstWaiting.finish()
    #expect(store.isRunningEffects)
    store.send("cancel")
    await secondWaiting.finish()
    #expect(!store.isRunningEffects)
    #expect(store.state == ["found a"])
  }

  @Test func `without latest, the first effect within the interval waits and the next one is dropped`() async {
    // Given an effect that has run
    let store = searchStore(StandingClock(), latest: false)
    store.send("a")

    // When two more effects follow within its interval, then only the first of the two waits
    let waiting = store.send("b")
    #expect(!store.send("c").isRunning)
    #expect(waiting.isRunning)
    store.send("cancel")
    await waiting.finish()

    // And after the cancellation, another effect waits
    let nextWaiting = store.send("d")
    #expect(nextWaiting.isRunning)

    // And after a cancellation through the task of the action, too
    nextWaiting.cancel()
    await nextWaiting.finish()
    #expect(store.send("e").isRunning)
    store.send("cancel")
  }
}
