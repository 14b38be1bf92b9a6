import Podcasts
import ReducerStore

/// The time at which the sleep timer ends the sound.
package enum SleepTimer: Hashable, Sendable {
  /// After this remaining time. The feature reduces the remaining time each second, and more often during the fade.
  case after(Duration)
  /// At the end of the episode in the player.
  case endOfEpisode
  /// At the end of the current chapter. The last chapter ends with its episode.
  case endOfChapter
}

/// The sleep timer. It uses a monotonic clock, so a change of the computer's date does not affect the remaining time.
extension PlayerFeature {
  /// The duration of the fade before the sound ends.
  private static let fadeDuration = Duration.seconds(10)
  /// The time that `sleepTimerExtended` adds to the remaining time.
  private static let extensionTime = Duration.seconds(300)
  /// The limit for the distance from one position to the next during playback. If the new position is this far or
  /// further ahead, it is a jump.
  static let longestStep = Duration.seconds(5)
  /// The times that the menu of the sleep timer offers, in minutes.
  package static let sleepMinutes = [5, 15, 30, 45, 60, 90]

  /// Updates the state for the actions of the sleep timer.
  func reduceSleepTimer(_ action: Action, in state: inout State) -> Effect<Action> {
    switch action {
    case .sleepTimerSelected(let timer):
      state.sleepTimer = timer
      guard case .after(let time) = timer else { return .merge(.cancel(id: CancelID.sleeping), applySound(state)) }
      return .merge(startCountdown(time), applySound(state))
    case .sleepTimerExtended:
      // A timer that waits for the end of the episode or the chapter also becomes a timer with a remaining time. If the
      // time until this end is not known, only the extension counts.
      guard state.sleepTimer != nil else { return .none }
      let time = state.sleepTime ?? .zero
      state.sleepTimer = .after(time + Self.extensionTime)
      return .merge(startCountdown(time + Self.extensionTime), applySound(state))
    case .sleepTimerTicked(let remaining): return ticked(remaining, in: &state)
    default: return .none
    }
  }

  /// Sends `sleepTimerTicked` with the remaining time: each second, and four times a second while the sound fades.
  private func startCountdown(_ time: Duration) -> Effect<Action> {
    let fadeDuration = Self.fadeDuration
    return .run { [clock] send in
      try await clock.countDown(time, fadeDuration: fadeDuration) { await send(.sleepTimerTicked($0)) }
    }
    .cancellable(id: CancelID.sleeping, cancelInFlight: true)
  }

  /// Updates the remaining time, and fades the sound. Pauses when no time remains.
  private func ticked(_ remaining: Duration, in state: inout State) -> Effect<Action> {
    guard case .after = state.sleepTimer else { return .none }
    if remaining > .zero {
      state.sleepTimer = .after(remaining)
      return state.isPlaying ? fade(remaining: remaining, in: state) : .none
    }
    state.sleepTimer = nil
    let paused = state.isPlaying ? pause(in: &state) : .none
    // Restore the volume that the fade reduced.
    return .concatenate(paused, applySound(state))
  }

  /// Applies a sleep timer that waits for the end of the episode or the chapter: fades the sound before this end, and
  /// pauses at the end of a chapter. At the end of the episode the sound stops without a pause.
  ///
  /// - Parameters:
  ///   - previous: The position before the current one. The chapter at this position is the chapter that may end now.
  ///   - episodeEnd: The position where the episode ends. A skipped outro is not part of the episode.
  func applySleepTimer(
    after previous: Duration, episodeEnd: Duration, in state: inout State
  ) -> Effect<Action> {
    // After a jump, the timer waits for the end of the chapter at the new position.
    let hasJumped = state.position - previous >= Self.longestStep
    let chapterEnd =
      state.chapterEnd(after: hasJumped ? state.position : previous, episodeEnd: episodeEnd) ?? episodeEnd
    switch state.sleepTimer {
    case .endOfEpisode: return fade(remaining: (episodeEnd - state.position) / state.rate, in: state)
    // The sound does not pause if the chapter has not ended, or if it ends with the episode.
    case .endOfChapter where state.position < chapterEnd || chapterEnd == episodeEnd:
      let fading = fade(remaining: (chapterEnd - state.position) / state.rate, in: state)
      // A jump ends the fade before the end of the former chapter.
      return hasJumped ? .concatenate(applySound(state), fading) : fading
    case .endOfChapter:
      state.sleepTimer = nil
      return .concatenate(pause(in: &state), applySound(state))
    case .after, nil: return .none
    }
  }

  /// Reduces the volume if the remaining time is shorter than the fade.
  func fade(remaining: Duration, in state: State) -> Effect<Action> {
    guard remaining < Self.fadeDuration else { return .none }
    let volume = state.settings.volume * max(remaining / Self.fadeDuration, 0)
    return command { $0.adjust(.volume(volume)) }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Counts down from `time`, and calls `report` with the remaining time: each second, and four times a second during
  /// the last `fadeDuration`. The last call has zero. Throws if the task is cancelled.
  @MainActor
  fileprivate func countDown(
    _ time: Duration, fadeDuration: Duration, report: @MainActor (Duration) async -> Void
  ) async throws {
    let start = now
    var remaining = time
    while remaining > .zero {
      let step =
        remaining > fadeDuration ? min(.seconds(1), remaining - fadeDuration) : min(.milliseconds(250), remaining)
      try await sleep(for: step)
      remaining = time - start.duration(to: now)
      await report(max(remaining, .zero))
    }
  }
}

extension PlayerFeature.State {
  /// The time until the timer ends the sound. `nil` without a timer, or if the position at which the sound ends is not
  /// known.
  package var sleepTime: Duration? {
    switch sleepTimer {
    case .after(let time): time
    case .endOfEpisode: episodeEnd.map(timeUntil)
    case .endOfChapter: chapterEnd(after: position, episodeEnd: episodeEnd).map(timeUntil)
    case nil: nil
    }
  }

  /// Returns the time until playback at the current speed reaches a position.
  private func timeUntil(_ end: Duration) -> Duration { max(.zero, (end - position) / rate) }

  /// Returns where the chapter at a position ends: at the start of the next chapter, or at the end of the episode if
  /// that comes first. Returns `nil` if neither is known.
  fileprivate func chapterEnd(after position: Duration, episodeEnd: Duration?) -> Duration? {
    [chapters.nextStart(after: position), episodeEnd].compactMap(\.self).min()
  }

  /// The text of ``sleepTime``, such as `12:34`.
  package var sleepText: String? { sleepTime?.clockText }

  /// The position where the episode ends. A skipped outro is not part of the episode. `nil` if the length is not known.
  private var episodeEnd: Duration? { duration.map { $0 - showSettings.skippedOutro } }
}
