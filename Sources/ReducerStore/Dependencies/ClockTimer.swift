extension Clock where Duration == Swift.Duration {
  /// Returns a sequence that emits once per interval until the task is cancelled:
  /// `for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }`.
  ///
  /// The first tick comes after one interval. Each deadline follows the previous deadline by one interval, so a late
  /// tick does not delay the next one.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    ClockTimer { last in
      let start = last as? Instant ?? now
      let next = Swift.max(start.advanced(by: interval), now)
      try await sleep(for: now.duration(to: next), tolerance: tolerance)
      return next
    }
  }
}

/// The ticks of a clock: see `Clock.timer(interval:tolerance:)`.
public struct ClockTimer: AsyncSequence, Sendable {
  /// The ticks have no value.
  public typealias Element = Void
  /// The sequence ends, but does not fail.
  public typealias Failure = Never

  /// Waits for the tick after the last one, or for the first tick if `last` is `nil`. Returns the time of the tick.
  fileprivate typealias Wait = @Sendable (_ last: (any InstantProtocol)?) async throws -> any InstantProtocol

  private let wait: Wait

  fileprivate init(wait: @escaping Wait) {
    self.wait = wait
  }

  /// Creates an iterator. The first interval begins with its first `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }

  /// Waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: Wait
    private var last: (any InstantProtocol)?

    fileprivate init(wait: @escaping Wait) {
      self.wait = wait
    }

    /// Waits for the next tick. Returns `nil` if the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Void? {
      do {
        last = try await wait(last)
        return ()
      } catch {
        return nil
      }
    }
  }
}
