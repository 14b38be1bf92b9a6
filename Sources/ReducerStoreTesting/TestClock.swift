internal import Synchronization

/// A clock whose time changes only when a test advances it.
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
/// Sleeping tasks are woken in the order of their deadlines, each at its own time. So a timer that sleeps again after
/// each tick ticks as often as with a real clock.
///
/// After each wake, the clock waits until the woken tasks have ended or wait again. Then it wakes the next task, or
/// ``advance(by:)`` returns. The clock cannot observe tasks directly, so its wait ends after eight turns of the main
/// actor without a new job: see `MainActorTurns`. Each sleep that starts or ends restarts the count of turns. If an
/// effect needs more turns, or waits for another thread, its action still reaches the store, but the time of the clock
/// may be later by then.
///
/// While the clock advances, the jobs of Swift's thread pool run on the main actor, so that their order is the same in
/// each run.
public final class TestClock: MainActorClock, Sendable {
  /// A time of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public var offset: Duration

    /// Creates a time by its offset from the creation of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the time that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration from this time to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first time is earlier.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  /// A sleeping task. The number identifies the sleep.
  private struct Sleeper {
    var number: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    /// The number of the latest sleeper. The first sleeper has the number 1.
    var lastNumber = 0
    /// The numbers of the sleepers that were cancelled while they were not in `sleepers`.
    var cancelledNumbers: Set<Int> = []
    /// The number of tasks that were woken and have not returned from `sleep` yet.
    var wokenCount = 0
    /// The number of starts and ends of sleeps so far.
    var sleepChanges = 0
  }

  private let state = Mutex(State())

  /// The maximum number of successive wakes that do not change the time of the clock. More wakes count as an endless
  /// loop.
  private static var wakeLimit: Int { 1_000 }

  /// Creates a clock at time zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero, because the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Whether any task is sleeping until a time of this clock.
  public var hasSleepingTasks: Bool { state.withLock { !$0.sleepers.isEmpty } }

  /// Sleeps until the test has advanced the clock to a time. Throws a `CancellationError` if the task is cancelled.
  ///
  /// A sleep until the current time does not end by itself. A call of ``advance(by:)`` without a duration ends it. A
  /// sleep until an earlier time ends at once. The clock is exact and ignores `tolerance`.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.sleepChanges += 1
      return state.lastNumber
    }
    defer {
      state.withLock { state in
        state.wokenCount -= 1
        state.sleepChanges += 1
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

  /// Advances the clock by a duration, and wakes the tasks whose deadlines are reached.
  @MainActor
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to a time, and wakes the tasks whose deadlines are reached.
  @MainActor
  public func advance(to deadline: Instant) async {
    await MainActorTurns.withPoolOnMainActor {
      await settle()
      var wakesAtSameTime = 0
      // The limit ends the loop for a task that repeatedly sleeps for zero time.
      while wakesAtSameTime < Self.wakeLimit {
        let time = now
        guard let sleeper = takeNext(until: deadline) else { break }
        wakesAtSameTime = now == time ? wakesAtSameTime + 1 : 0
        sleeper.continuation.resume()
        await settle()
      }
    }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the clock from deadline to deadline until no task is sleeping.
  ///
  /// - Parameter limit: The maximum number of deadlines, so that the method also returns if a timer never ends.
  @MainActor
  public func run(atMost limit: Int = 1_000) async {
    await settle()
    for _ in 0..<limit {
      guard let next = state.withLock({ $0.sleepers.map(\.deadline).min() }) else { return }
      await advance(to: next)
    }
  }

  /// Sleeps without leaving the main actor first. `Clock.sleep(for:)` calls this function on the main actor.
  @MainActor
  package func sleepOnMainActor(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration))
  }

  /// Adds a sleeper, or resumes it at once if it was cancelled or its deadline has passed.
  private func add(_ sleeper: Sleeper) {
    let outcome = state.withLock { state -> Result<Void, any Error>? in
      if state.cancelledNumbers.remove(sleeper.number) != nil {
        state.wokenCount += 1
        return .failure(CancellationError())
      }
      guard sleeper.deadline >= state.now else {
        state.wokenCount += 1
        return .success(())
      }
      state.sleepers.append(sleeper)
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  /// Ends the sleep of a sleeper with a `CancellationError`. A sleeper that is not in `sleepers`, because it is not
  /// added yet or is already woken, is only marked as cancelled.
  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let position = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelledNumbers.insert(number)
        return nil
      }
      state.wokenCount += 1
      return state.sleepers.remove(at: position)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Removes the sleeper with the earliest deadline, and advances the clock to this deadline. Returns `nil` if all
  /// deadlines are later than `end`.
  private func takeNext(until end: Instant) -> Sleeper? {
    state.withLock { state in
      let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= end }
      guard let next = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline }) else { return nil }
      state.now = max(state.now, state.sleepers[next].deadline)
      state.wokenCount += 1
      return state.sleepers.remove(at: next)
    }
  }

  /// Runs the woken tasks until each of them has ended or waits. If a sleep starts or ends in this time, the tasks get
  /// more turns.
  @MainActor
  private func settle() async {
    // The limit of 100 ends this loop even if a task repeatedly sleeps until an earlier time. Such sleeps end at once.
    for _ in 0..<100 {
      let changesBefore = state.withLock { $0.sleepChanges }
      await MainActorTurns.run()
      if state.withLock({ $0.wokenCount == 0 && $0.sleepChanges == changesBefore }) { return }
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

  /// Creates a clock at time zero.
  public init() {}

  /// The latest deadline of all sleeps so far, or zero before the first sleep.
  public var now: Instant { time.withLock { $0 } }

  /// Zero, because the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock to the deadline and returns. Throws a `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Other tasks can run between two sleeps, as with a real clock.
    await Task.yield()
  }
}
