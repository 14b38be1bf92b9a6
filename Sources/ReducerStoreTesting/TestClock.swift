internal import Synchronization

/// A clock that a test advances.
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
/// Sleeping tasks are woken in the order of their deadlines, each at its own time. A timer that sleeps again after each tick therefore ticks as often
/// as with a real clock. Before the next task is woken, and before ``advance(by:)`` returns, the woken tasks return from their sleep and may yield
/// eight times, and eight times more after each new sleep. Later actions of an effect, and actions after an answer of another thread, also arrive,
/// but the clock may have advanced by then. The main actor serves the tasks of all threads while the clock advances.
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
    /// The number of tasks that have been woken and have not returned from their sleep.
    var woken = 0
    /// The number of sleeps that have begun or ended.
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

  /// Whether a task sleeps with this clock.
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
    await MainActorTurns.serve {
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

  /// Advances the clock until no task sleeps with it. The limit ends the calls for a timer that never ends.
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

  /// Runs the woken tasks until each waits for something else. It gives them turns, and more turns after each sleep that begins or ends.
  @MainActor
  private func settle() async {
    // The limit ends the test also if a task repeatedly sleeps for no time.
    for _ in 0..<100 {
      let before = state.withLock { $0.changes }
      await MainActorTurns.take()
      if state.withLock({ $0.woken == 0 && $0.changes == before }) { return }
    }
  }
}

extension Clock where Self == ImmediateClock {
  /// A clock whose sleeps end at once: `$0.continuousClock = .immediate`.
  public static var immediate: ImmediateClock { ImmediateClock() }
}

/// A clock whose sleeps end at once and advance its time.
public final class ImmediateClock: Clock, Sendable {
  /// A time of this clock.
  public typealias Instant = TestClock.Instant

  private let time = Mutex(Instant())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The latest deadline of a sleep.
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
