import Podcasts
import ReducerStore

/// When the sound ends automatically.
package enum SleepTimer: Hashable, Sendable {
  /// When this time has passed. The feature updates the time each second.
  case after(Duration)
  /// At the end of the episode in the player.
  case endOfEpisode
  /// At the end of the chapter that is played. The last chapter ends with its episode.
  case endOfChapter
}

/// The sleep timer. It uses a monotonic clock, so that a change of the computer's date does not affect it.
extension PlayerFeature {
  /// The duration of the fade before the sound ends.
  private static let fading = Duration.seconds(10)
  /// How much longer the timer runs when it is extended.
  private static let addedTime = Duration.seconds(300)
  /// The maximum distance of two successive positions during playback. A larger distance is a jump.
  static let longestStep = Duration.seconds(5)
  /// The minutes of the menu.
  package static let sleepMinutes = [5, 15, 30, 45, 60, 90]

  /// Handles the actions of the sleep timer.
  func reduceSleepTimer(_ action: Action, in state: inout State) -> Effect<Action> {
    switch action {
    case .sleepTimerSelected(let timer):
      state.sleepTimer = timer
      guard case .after(let time) = timer else { return .merge(.cancel(id: CancelID.sleeping), applySound(state)) }
      return .merge(count(down: time), applySound(state))
    case .sleepTimerExtended:
      // A timer that waits for an end becomes a timer with a time: five minutes more than the time until that end.
      guard state.sleepTimer != nil else { return .none }
      let time = state.sleepTime ?? .zero
      state.sleepTimer = .after(time + Self.addedTime)
      return .merge(count(down: time + Self.addedTime), applySound(state))
    case .sleepTimerTicked(let remaining): return ticked(remaining, in: &state)
    default: return .none
    }
  }

  /// Sends the time that is left: each second, and four times a second while the sound fades.
  private func count(down time: Duration) -> Effect<Action> {
    let fading = Self.fading
    return .run { [clock] send in
      try await clock.countDown(time, fading: fading) { await send(.sleepTimerTicked($0)) }
    }
    .cancellable(id: CancelID.sleeping, cancelInFlight: true)
  }

  private func ticked(_ remaining: Duration, in state: inout State) -> Effect<Action> {
    guard case .after = state.sleepTimer else { return .none }
    if remaining > .zero {
      state.sleepTimer = .after(remaining)
      return state.isPlaying ? fade(leaving: remaining, in: state) : .none
    }
    state.sleepTimer = nil
    let paused = state.isPlaying ? pauseClicked(in: &state) : .none
    // The next sound is as loud as before.
    return .concatenate(paused, applySound(state))
  }

  /// Fades the sound before the end of the episode or the chapter, and pauses at the end of a chapter. At the end of
  /// the episode the sound stops anyway.
  ///
  /// - Parameters:
  ///   - previous: The position before the current one. The chapter at this position is the one that ends.
  ///   - episodeEnd: Where the episode ends, without a skipped outro.
  func awaitEnd(after previous: Duration, _ episodeEnd: Duration, in state: inout State) -> Effect<Action> {
    let chapterEnd = state.chapters.next(after: previous).map { min($0, episodeEnd) } ?? episodeEnd
    switch state.sleepTimer {
    case .endOfEpisode: return fade(leaving: (episodeEnd - state.position) / state.rate, in: state)
    // After a jump over the end, the timer waits for the end of the next chapter.
    case .endOfChapter
    where state.position < chapterEnd || state.position - previous >= Self.longestStep || chapterEnd == episodeEnd:
      return fade(leaving: (chapterEnd - state.position) / state.rate, in: state)
    case .endOfChapter:
      state.sleepTimer = nil
      return .concatenate(pauseClicked(in: &state), applySound(state))
    case .after, nil: return .none
    }
  }

  /// Reduces the volume during the last ten seconds.
  func fade(leaving remaining: Duration, in state: State) -> Effect<Action> {
    guard remaining < Self.fading else { return .none }
    let volume = state.settings.volume * max(remaining / Self.fading, 0)
    return command { $0.adjust(.volume(volume)) }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Counts down, and calls `report` with the time left. The last time is zero.
  @MainActor
  fileprivate func countDown(
    _ time: Duration, fading: Duration, report: @MainActor (Duration) async -> Void
  ) async throws {
    let start = now
    var remaining = time
    while remaining > .zero {
      let step = remaining > fading ? min(.seconds(1), remaining - fading) : min(.milliseconds(250), remaining)
      try await sleep(for: step)
      remaining = time - start.duration(to: now)
      await report(max(remaining, .zero))
    }
  }
}

extension PlayerFeature.State {
  /// The time until the sound ends. `nil` without a timer, or if the length of the episode is not known.
  package var sleepTime: Duration? {
    switch sleepTimer {
    case .after(let time): time
    case .endOfEpisode: episodeEnd.map { max(.zero, ($0 - position) / rate) }
    case .endOfChapter: (chapters.next(after: position) ?? episodeEnd).map { max(.zero, ($0 - position) / rate) }
    case nil: nil
    }
  }

  /// The text of ``sleepTime``, such as `12:34`.
  package var sleepText: String? { sleepTime?.clockText }

  /// Where the episode ends, without a skipped outro.
  private var episodeEnd: Duration? { duration.map { $0 - showSettings.skippedOutro } }
}
