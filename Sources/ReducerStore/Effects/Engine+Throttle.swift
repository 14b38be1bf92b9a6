/// The interval after the start of a throttled effect, in which no effect with the same id starts.
@MainActor
struct ThrottleInterval {
  /// Returns the time since the effect started.
  let elapsed: () -> Duration
  /// The status of the last wait for the end of the interval, or `nil` if no effect has waited.
  var waitStatus: EffectStatus?

  /// Creates the interval of an effect that starts now.
  init(by clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Whether an effect is waiting for the end of the interval.
  var hasWaitingEffect: Bool { waitStatus.map { !$0.hasEnded && !$0.isCancelled } ?? false }
}

/// The id of the wait before a throttled effect. This id differs from the id of the effect, so that a wait can be
/// replaced without a cancellation of a running effect.
private struct ThrottleWait: Hashable {
  let id: AnyHashable
}

extension Engine {
  /// Starts a throttled effect, or delays it until the current interval has ended.
  ///
  /// - Parameter latest: Whether the effect replaces an effect that is already waiting. If not, the new effect is
  ///   dropped while another one waits.
  /// - Returns: The tasks of the effect, or of its wait, that have not ended yet.
  func throttle(
    _ effect: Effect<Action>, _ id: AnyHashable, from origin: EffectOrigin, interval: Duration,
    clock: any Clock<Duration>, latest: Bool
  ) -> [Task<Void, Never>] {
    var origin = origin
    let key = CancelID(id: id, path: origin.path)
    origin.ids.append(key)
    guard let current = throttleIntervals[key], case let remaining = interval - current.elapsed(), remaining > .zero
    else {
      throttleIntervals[key] = ThrottleInterval(by: clock)
      return perform(effect, from: origin)
    }
    if current.hasWaitingEffect {
      guard latest else { return [] }
      cancel(.id(AnyHashable(ThrottleWait(id: id)), in: origin.path))
    }
    return wait(for: remaining, by: clock, in: key, from: origin, thenStart: effect)
  }

  /// Starts a task that waits for the rest of an interval, and then starts the effect and a new interval.
  ///
  /// - Parameter key: The key of the interval in ``throttleIntervals``.
  private func wait(
    for remaining: Duration, by clock: any Clock<Duration>, in key: CancelID, from origin: EffectOrigin,
    thenStart effect: Effect<Action>
  ) -> [Task<Void, Never>] {
    var waitingOrigin = origin
    waitingOrigin.ids.append(CancelID(id: AnyHashable(ThrottleWait(id: key.id)), path: key.path))
    let status = EffectStatus()
    throttleIntervals[key]?.waitStatus = status
    return start(
      { [weak self] _ in
        do { try await clock.sleep(for: remaining) } catch { return }
        self?.throttleIntervals[key] = ThrottleInterval(by: clock)
        self?.perform(effect, from: origin)
        // The started effect may have added actions to the queue.
        self?.drain()
      }, priority: nil, from: waitingOrigin, status: status)
  }
}
