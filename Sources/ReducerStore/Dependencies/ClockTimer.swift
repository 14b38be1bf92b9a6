extension Clock where Duration == Swift.Duration {
  /// Returns a sequence that emits a tick once per interval, until the task that iterates over it is cancelled:
  /// `for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }`.
  ///
  /// Each tick has a deadline: the time at which the tick is due. The first deadline is one interval after the first
  /// tick is requested. Each later deadline is one interval after the previous deadline, so a short delay of one tick
  /// does not delay the next tick. If a deadline has passed before its tick is requested, the tick is emitted at once,
  /// and the current time becomes the deadline of the tick.
  ///
  /// - Parameters:
  ///   - interval: The time between two deadlines.
  ///   - tolerance: The time by which the clock may emit a tick later than its deadline. `nil` leaves it to the clock.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    ClockTimer { previousDeadline in
      let start = previousDeadline as? Instant ?? now
      let deadline = Swift.max(start.advanced(by: interval), now)
      try await sleep(for: now.duration(to: deadline), tolerance: tolerance)
      return deadline
    }
  }
}

/// The ticks of a clock: see `Clock.timer(interval:tolerance:)`.
public struct ClockTimer: AsyncSequence, Sendable {
  /// A tick has no value.
  public typealias Element = Void
  /// The sequence never fails. It ends when the task that iterates over it is cancelled.
  public typealias Failure = Never

  /// Waits for the next tick, and returns the tick's deadline. `previousDeadline` is `nil` for the first tick.
  fileprivate typealias Wait =
    @Sendable (_ previousDeadline: (any InstantProtocol)?) async throws -> any InstantProtocol

  private let wait: Wait

  fileprivate init(wait: @escaping Wait) {
    self.wait = wait
  }

  /// Creates an iterator. The first interval starts with the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }

  /// Waits for each tick in turn.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: Wait
    /// The deadline of the previous tick, or `nil` before the first tick.
    private var previousDeadline: (any InstantProtocol)?

    fileprivate init(wait: @escaping Wait) {
      self.wait = wait
    }

    /// Waits for the next tick. Returns `nil` if the calling task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Void? {
      do {
        previousDeadline = try await wait(previousDeadline)
        return ()
      } catch {
        return nil
      }
    }
  }
}
