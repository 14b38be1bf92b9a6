private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
}

extension DependencyValues {
  /// The clock for delays and timers that continue while the computer sleeps. A test replaces it with a `TestClock` or
  /// an `ImmediateClock`.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock for delays and timers that stop while the computer sleeps.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

extension Clock {
  /// Sleeps for a duration: `try await clock.sleep(for: .seconds(1))`. Throws a `CancellationError` if the task is
  /// cancelled.
  ///
  /// The standard library's function of the same name leaves the actor of the caller before it calls the clock. This
  /// function hides that function, and calls a `TestClock` on the main actor. Therefore an effect already sleeps when
  /// `send` returns, and the test can advance the clock.
  ///
  /// - Parameters:
  ///   - duration: The time to sleep.
  ///   - tolerance: The maximum delay of the wake-up, or `nil` for the default of the clock. Ignored by a `TestClock`.
  public nonisolated(nonsending) func sleep(
    for duration: Instant.Duration, tolerance: Instant.Duration? = nil
  ) async throws {
    guard let clock = self as? any MainActorClock<Duration> else {
      return try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
    try await clock.sleepOnMainActor(for: duration)
  }
}

/// A clock that can begin to sleep without leaving the main actor, such as a `TestClock`. In contrast, a caller of
/// `Clock.sleep(until:tolerance:)` leaves the main actor.
package protocol MainActorClock<Duration>: Clock {
  /// Sleeps for a duration. Throws a `CancellationError` if the task is cancelled.
  @MainActor
  func sleepOnMainActor(for duration: Duration) async throws
}
