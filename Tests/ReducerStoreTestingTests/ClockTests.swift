import ReducerStoreTesting
import Testing

/// The clocks of tests, `TestClock` and `ImmediateClock`, and the effects of a test store.
@MainActor
@Suite struct ClockTests {
  /// A timer that ticks each second, and a search that starts when the user has typed nothing for 300 milliseconds.
  struct Ticker: Reducer {
    struct State: Equatable {
      var ticks = 0
      var searches: [String] = []
    }

    enum Action: Equatable {
      case start
      case stop
      case ticked
      case typed(String)
      case search(String)
    }

    enum ID { case timer, typing }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: ID.timer, cancelInFlight: true)
      case .stop: return .cancel(id: ID.timer)
      case .ticked:
        state.ticks += 1
        return .none
      case .typed(let text):
        return .send(.search(text)).debounce(id: ID.typing, for: .milliseconds(300), clock: clock)
      case .search(let text):
        state.searches.append(text)
        return .none
      }
    }
  }

  @Test func `a timer ticks each time the clock passes its interval`() async {
    // Given a timer
    let clock = TestClock()
    let store = TestStore(initialState: Ticker.State()) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.start)

    // When time passes
    await clock.advance(by: .milliseconds(999))
    // If the timer had ticked already, this `send` would fail, because the tick was not received.
    await store.send(.search("rain")) { $0.searches = ["rain"] }
    await clock.advance(by: .milliseconds(1))
    await store.receive(.ticked) { $0.ticks = 1 }
    await clock.advance(by: .seconds(3))
    for ticks in 2...4 { await store.receive(.ticked) { $0.ticks = ticks } }

    // Then the timer does not tick after it was stopped
    await store.send(.stop)
    await clock.advance(by: .seconds(10))
    await store.finish()
    #expect(!clock.hasSleepingTasks)
    // The clock was advanced by 1 + 3 + 10 seconds.
    #expect(clock.now.offset == .seconds(14))
  }

  @Test func `a debounced effect starts after a pause without further actions`() async {
    // Given a search that waits for a pause of 300 milliseconds
    let clock = TestClock()
    let store = TestStore(initialState: Ticker.State()) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = clock
    }

    // When the user types, continues to type after a pause of 200 milliseconds, and then pauses for 300 milliseconds
    await store.send(.typed("n"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("ne"))
    // The pause of 300 milliseconds, in two steps
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))

    // Then only the last text is searched for
    await store.receive(.search("ne")) { $0.searches = ["ne"] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `a throttled effect starts at once, and then at most once per interval`(latest: Bool) async {
    // Given a search that is throttled
    let clock = TestClock()
    let store = TestStore<[String], String>(initialState: []) {
      Reduce { state, action in
        if action.hasPrefix("found ") {
          state.append(action)
          return .none
        }
        return .send("found \(action)").throttle(id: "search", for: .seconds(1), clock: clock, latest: latest)
      }
    }

    // When one action is sent, and three more within a second
    await store.send("a")
    await store.receive("found a") { $0 = ["found a"] }
    for word in ["b", "c", "d"] { await store.send(word) }
    await clock.advance(by: .seconds(1))

    // Then one effect starts after that second: with `latest` the effect of the last of the three actions, else the
    // effect of the first of the three
    let word = latest ? "found d" : "found b"
    await store.receive(word) { $0.append(word) }

    // And the effect of the next action starts only after another second
    await store.send("e")
    await clock.advance(by: .milliseconds(999))
    #expect(clock.hasSleepingTasks)
    await clock.advance(by: .milliseconds(1))
    await store.receive("found e") { $0.append("found e") }

    // And after an interval without actions, an effect starts at once again
    await clock.advance(by: .seconds(1))
    await store.send("f")
    await store.receive("found f") { $0.append("found f") }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  /// Sleeps, yields eight times, records the time, and sleeps again. `TestClock` waits for eight turns of the main
  /// actor, and the task yields once in each of them. The value of the action has no meaning.
  struct YieldingTicker: Reducer {
    let recordTime: @MainActor @Sendable () -> Void
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
      .run { [clock, recordTime] _ in
        while true {
          try await clock.sleep(for: .seconds(1))
          for _ in 0..<8 { await Task.yield() }
          recordTime()
        }
      }
    }
  }

  @Test func `the clock waits for a woken task that yields eight times`() async {
    // Given an effect that yields eight times after each sleep
    let clock = TestClock()
    var times: [Duration] = []
    let ticker = YieldingTicker { times.append(clock.now.offset) }
    let store = TestStore(initialState: 0) {
      ticker
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(true)

    // When the clock is advanced by 500 single seconds, and then by 500 seconds at once
    for _ in 0..<500 { await clock.advance(by: .seconds(1)) }
    await clock.advance(by: .seconds(500))

    // Then each sleep has ended at its own time
    #expect(times == (1...1_000).map { .seconds($0) })
    await task.cancel()
  }

  @Test(arguments: [false, true])
  func `an effect that sleeps is already asleep when send returns`(usesTimer: Bool) async {
    // Given an effect that sleeps at once, or that waits for the first tick of `clock.timer`
    let clock = TestClock()
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { _, _ in
        .run { _ in
          if usesTimer {
            for await _ in clock.timer(interval: .seconds(1)) { return }
          } else {
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
    }

    // When the action has been sent, then the effect is asleep
    await store.send(true)
    #expect(clock.hasSleepingTasks)
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(!clock.hasSleepingTasks)
  }

  @Test func `skipReceivedActions and skipInFlightEffects let running effects send their actions first`() async {
    // Given an action `false`, whose effect sends the action `true` after four suspensions
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { state, isLast in
        state += 1
        guard !isLast else { return .none }
        return .run { send in
          for _ in 0..<4 { await Task.yield() }
          await send(true)
        }
      }
    }

    // When received actions are skipped before the effect has sent `true`
    await store.send(false) { $0 = 1 }
    await store.skipReceivedActions()

    // Then `true` was received, and has changed the state
    #expect(store.state == 2)

    // And `skipInFlightEffects` also lets an effect send its action first. The action can still be received.
    await store.send(false) { $0 = 3 }
    await store.skipInFlightEffects(strict: false)
    await store.receive(true) { $0 = 4 }
    await store.finish()
  }

  @Test func `a sleep of zero duration lasts until the clock is advanced`() async {
    // Given an action `false`, whose effect sleeps for zero duration and then sends the action `true`
    let clock = TestClock()
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { state, isLast in
        state += 1
        return isLast
          ? .none
          : .run { send in
            try await clock.sleep(for: .zero)
            await send(true)
          }
      }
    }
    let task = await store.send(false) { $0 = 1 }
    #expect(task.isRunning)

    // When the clock is advanced by zero, then the effect continues
    await clock.advance()
    await store.receive(true) { $0 = 2 }
    #expect(!task.isRunning)
  }

  @Test func `endless sleeps of zero duration do not block the clock`() async {
    let clock = TestClock()
    var rounds = 0
    let task = Task {
      while true {
        try await clock.sleep(for: .zero)
        rounds += 1
      }
    }
    await clock.advance(by: .seconds(1))
    // After 1,000 wakes at the same time, the clock advances although the task sleeps again.
    #expect(rounds >= 1_000)
    #expect(clock.now.offset == .seconds(1))
    task.cancel()
  }

  @Test func `a test may end during the interval after a throttled effect`() async {
    // Given an action `false`, whose effect is throttled and sends the action `true`
    let clock = TestClock()
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { state, isLast in
        state += 1
        return isLast ? .none : .send(true).throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
      }
    }

    // When the effect has run, then no effect is running, although the interval is not over
    let task = await store.send(false) { $0 = 1 }
    await store.receive(true) { $0 = 2 }
    #expect(!task.isRunning)

    // And the effect of an action within the interval waits until the interval is over
    await clock.advance(by: .milliseconds(400))
    await store.send(false) { $0 = 3 }
    await clock.advance(by: .milliseconds(599))
    #expect(store.state == 3)
    await clock.advance(by: .milliseconds(1))
    await store.receive(true) { $0 = 4 }
    // The test ends during the interval after the second effect.
    await store.finish()
  }

  @Test func `run advances the clock until no task sleeps`() async throws {
    let clock = TestClock()
    let sleeper = Task {
      for _ in 1...3 { try await clock.sleep(for: .seconds(2)) }
    }
    await clock.run()
    try await sleeper.value
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func `a cancelled sleep throws an error`() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.advance(by: .seconds(1))
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(!clock.hasSleepingTasks)
  }

  @Test func `an immediate clock does not wait`() async throws {
    let clock = ImmediateClock()
    // Both ways to create a clock: the initializer and the static property
    for storeClock in [clock, .immediate] as [any Clock<Duration>] {
      let store = TestStore(initialState: Ticker.State()) {
        Ticker()
      } withDependencies: {
        $0.continuousClock = storeClock
      }
      await store.send(.typed("news"))
      await store.receive(.search("news")) { $0.searches = ["news"] }
      await store.finish()
    }
    // The debounced search of the first store slept for 300 milliseconds.
    #expect(clock.now.offset == .milliseconds(300))
  }
}
