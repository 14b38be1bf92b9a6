internal import Synchronization

/// A clock that stands still until the test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: { $0.continuousClock = clock }
///
/// await store.send(.startButtonClicked)
/// await clock.advance(by: .seconds(1))
/// await store.receive(.ticked) { $0.seconds = 1 }
/// ```
///
/// Those who sleep are woken in the order of their deadlines, each at its own time, so that a timer that sleeps again after each tick
/// ticks as often as it would have. Before the next is woken, and before ``advance(by:)`` returns, those who were woken come back from their sleep, and
/// may yield eight times, and eight times more whenever somebody sleeps again. What an effect sends later than that, or when something other than a task
/// has answered it, arrives all the same, but it may be after the clock has moved on. To know that much the main actor serves the tasks of all threads
/// while the clock advances.
public final class TestClock: MainActorClock, Sendable {
  /// A time of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes a time, so long after the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The time that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later another time is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first is earlier.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper {
    var number: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var count = 0
    var cancelled: Set<Int> = []
    /// How many have been woken, and have not come back from their sleep.
    var woken = 0
    /// How often somebody has begun to sleep, or come back from it.
    var changes = 0
  }

  private let state = Mutex(State())

  /// How many sleeps end at one time before the clock goes on.
  private static var wakeLimit: Int { 1_000 }

  /// Makes a clock that stands at zero.
  public init() {}

  /// The time at which the clock stands.
  public var now: Instant { state.withLock { $0.now } }

  /// The clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Whether somebody sleeps by this clock.
  public var isSleptBy: Bool { state.withLock { !$0.sleepers.isEmpty } }

  /// Sleeps until the test has advanced the clock to a time, also if that is the present one: then ``advance(by:)`` without a duration ends the sleep.
  ///
  /// It throws a `CancellationError` when the task is cancelled.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.count += 1
      state.changes += 1
      return state.count
    }
    defer {
      state.withLock { state in
        state.woken -= 1
        state.changes += 1
      }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Advances the clock by a duration, waking those whose time comes.
  @MainActor
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to a time, waking those whose time comes.
  @MainActor
  public func advance(to deadline: Instant) async {
    await Turns.serve {
      await settle()
      var wakes = 0
      // A task that sleeps for no time again and again does not stop the clock.
      while wakes < Self.wakeLimit {
        let time = now
        guard let sleeper = takeNext(until: deadline) else { break }
        wakes = now == time ? wakes + 1 : 0
        sleeper.continuation.resume()
        await settle()
      }
    }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the clock until nobody sleeps by it any more, at most so many times: a timer that never ends would go on for ever.
  @MainActor
  public func run(atMost limit: Int = 1_000) async {
    await settle()
    for _ in 0..<limit {
      guard let next = state.withLock({ $0.sleepers.map(\.deadline).min() }) else { return }
      await advance(to: next)
    }
  }

  @MainActor
  package func sleepOnMainActor(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration))
  }

  private func add(_ sleeper: Sleeper) {
    let outcome = state.withLock { state -> Result<Void, any Error>? in
      if state.cancelled.remove(sleeper.number) != nil {
        state.woken += 1
        return .failure(CancellationError())
      }
      guard sleeper.deadline >= state.now else {
        state.woken += 1
        return .success(())
      }
      state.sleepers.append(sleeper)
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let position = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      state.woken += 1
      return state.sleepers.remove(at: position)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  private func takeNext(until deadline: Instant) -> Sleeper? {
    state.withLock { state in
      let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= deadline }
      guard let next = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline }) else { return nil }
      state.now = max(state.now, state.sleepers[next].deadline)
      state.woken += 1
      return state.sleepers.remove(at: next)
    }
  }

  /// Lets those who were woken go on until they wait for something else: it gives them turns, and more when somebody has begun to sleep in these, or has
  /// come back from it.
  @MainActor
  private func settle() async {
    // Somebody who sleeps for no time at all, for ever, must not keep the test for ever.
    for _ in 0..<100 {
      let before = state.withLock { $0.changes }
      await Turns.take()
      if state.withLock({ $0.woken == 0 && $0.changes == before }) { return }
    }
  }
}

extension Clock where Self == ImmediateClock {
  /// A clock by which nobody has to wait: `$0.continuousClock = .immediate`.
  public static var immediate: ImmediateClock { ImmediateClock() }
}

/// A clock by which nobody has to wait: it is later at once.
public final class ImmediateClock: Clock, Sendable {
  /// A time of this clock.
  public typealias Instant = TestClock.Instant

  private let time = Mutex(Instant())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The time to which those who slept have brought it.
  public var now: Instant { time.withLock { $0 } }

  /// The clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Makes it that time, and comes back. It throws a `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
