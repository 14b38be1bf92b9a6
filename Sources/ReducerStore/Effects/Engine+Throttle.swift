/// The interval after the start of a throttled effect, in which no effect with the same id starts.
@MainActor
struct ThrottleWindow {
  /// Returns the time since the effect started.
  let elapsed: () -> Duration
  /// The effect that waits for the end of the interval, or `nil` if none has waited.
  var waiting: EffectLife?

  /// Creates the interval of an effect that starts now.
  init(by clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Whether an effect is waiting for the end of the interval.
  var isWaitedFor: Bool { waiting?.phase == .running }
}

/// The id of an effect that waits for the end of a ``ThrottleWindow``.
private struct ThrottleWait: Hashable {
  let id: AnyHashable
}

extension Engine {
  /// Starts a throttled effect, or makes it wait for the end of the current interval.
  ///
  /// - Returns: The tasks that have not ended yet.
  func throttle(
    _ effect: Effect<Action>, _ id: AnyHashable, from origin: EffectOrigin, interval: Duration,
    clock: any Clock<Duration>, latest: Bool
  ) -> [Task<Void, Never>] {
    var origin = origin
    let key = CancelID(id: id, path: origin.path)
    origin.ids.append(key)
    guard let window = throttleWindows[key], case let rest = interval - window.elapsed(), rest > .zero else {
      throttleWindows[key] = ThrottleWindow(by: clock)
      return perform(effect, from: origin)
    }
    if window.isWaitedFor {
      guard latest else { return [] }
      cancel(.id(AnyHashable(ThrottleWait(id: id)), in: origin.path))
    }
    return wait(for: rest, by: clock, in: key, from: origin, toBegin: effect)
  }

  private func wait(
    for rest: Duration, by clock: any Clock<Duration>, in key: CancelID, from origin: EffectOrigin,
    toBegin effect: Effect<Action>
  ) -> [Task<Void, Never>] {
    var waiting = origin
    waiting.ids.append(CancelID(id: AnyHashable(ThrottleWait(id: key.id)), path: key.path))
    let life = EffectLife()
    throttleWindows[key]?.waiting = life
    return start(
      { [weak self] _ in
        do { try await clock.sleep(for: rest) } catch { return }
        self?.throttleWindows[key] = ThrottleWindow(by: clock)
        self?.perform(effect, from: origin)
        self?.drain()
      }, priority: nil, from: waiting, life: life)
  }
}
