import Foundation
import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Receives the player's events until the program ends.
  func listen() -> Effect<Action> {
    .run { [player] send in
      for await event in player.events() where !Task.isCancelled { await send(.event(event)) }
    }
    .cancellable(id: CancelID.listening, cancelInFlight: true)
  }

  /// Finds the episode that was played last. An error of the library is not reported here, because the list of shows
  /// reports the same error.
  func findLastPlayed() -> Effect<Action> {
    .run { [episodes] send in
      for await result in episodes.ids(EpisodeQuery(.history)) {
        guard let id = try? result.get().first, let episode = try? await episodes.episodes([id]).first else { break }
        await send(.restored(Item(episode: episode, showTitle: episode.showTitle)))
        break
      }
    }
  }

  /// Updates the state for an event of the player. Ignores events about audio that is no longer in the player, and all
  /// events after the sound has stopped.
  func received(_ event: PlayerEvent, in state: inout State) -> Effect<Action> {
    guard let item = state.item, event.audioURL == item.episode.enclosure.url, state.phase != .stopped else {
      return .none
    }
    switch event {
    case .sourceFound(_, let kind): state.source = kind
    case .playing:
      state.phase = .playing
      state.problem = nil
    case .paused:
      state.phase = .paused
      state.attempts = nil
      state.savePlace()
    case .position(_, let position, let duration):
      let previous = state.position
      moved(to: position, of: duration, &state)
      return endIfDue(after: previous, item, in: &state)
    case .buffering(_, let percent): state.bufferingPercent = percent < 100 ? percent : nil
    case .video: state.hasVideo = true
    case .videoUndecodable(_, let package): state.videoDecoderPackage = package
    case .ended: return ended(item, in: &state)
    case .failed(_, let error): return failed(error, in: &state)
    }
    return .none
  }

  /// Updates the length. If the episode plays or is paused, also updates the position, and records the position as the
  /// user's place. After a request for another place, nothing is recorded until the position is at most `seekTolerance`
  /// before this place. While the episode plays, the position can also end the attempts to reach the episode's server.
  func moved(to newPosition: Duration, of newDuration: Duration?, _ state: inout State) {
    if let newDuration { state.knownDuration = newDuration }
    if state.phase == .playing { state.endAttempts(at: newPosition) }
    guard state.phase == .playing || state.phase == .paused else { return }
    state.position = newPosition
    if let requestedPlace = state.requestedPlace, newPosition < requestedPlace - Self.seekTolerance { return }
    state.requestedPlace = nil
    if state.phase == .playing { state.recordPosition() } else { state.savePlace() }
  }

  /// Ends the episode where its outro starts, if the show's settings skip outros. Otherwise applies a sleep timer that
  /// waits for the end of the episode or the chapter.
  ///
  /// - Parameter previous: The position before the current one.
  private func endIfDue(after previous: Duration, _ item: Item, in state: inout State) -> Effect<Action> {
    guard state.phase == .playing, state.requestedPlace == nil, let duration = state.knownDuration else { return .none }
    let outro = state.showSettings.skippedOutro
    let end = duration - outro
    // After a jump into the outro, the outro is played.
    if outro > .zero, end > .zero, previous < end, state.position >= end, state.position - previous < Self.longestStep {
      return .concatenate(command { $0.stop() }, ended(item, isOutroSkipped: true, in: &state))
    }
    return applySleepTimer(after: previous, episodeEnd: end, in: &state)
  }

  /// Ends the episode after its sound has ended. A sleep timer that waits for this end then stops playback, so that the
  /// queue does not continue. An end that is too early for the length of the episode is a failure.
  ///
  /// - Parameter isOutroSkipped: Whether the sound was stopped at a skipped outro. Then the end is never too early.
  func ended(_ item: Item, isOutroSkipped: Bool = false, in state: inout State) -> Effect<Action> {
    if !isOutroSkipped, state.endsEarly {
      state.earlyEnd = state.position
      return failed(.endedEarly, in: &state)
    }
    state.phase = .stopped
    state.bufferingPercent = nil
    state.position = .zero
    state.requestedPlace = nil
    state.journal.recordEnd(of: item.episode.id)
    let endReport = Effect<Action>.send(.delegate(.ended(item)))
    guard state.sleepTimer == .endOfEpisode || state.sleepTimer == .endOfChapter else { return endReport }
    state.sleepTimer = nil
    state.isStoppedBySleepTimer = true
    return .merge(endReport, applySound(state))
  }

  /// Handles an error of the player. If the server requires credentials and the episode was loaded without them, looks
  /// for stored credentials. If the server sends only whole files, starts a download. Otherwise stops the sound and
  /// shows the error.
  func failed(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    if error == .notAllowed, let item = state.item, state.privateEpisode != item.episode.id {
      return findCredentials(item, in: &state)
    }
    if error == .wholeFileOnly, let item = state.item { return downloadToPlay(item, in: &state) }
    return stopWithError(error, in: &state)
  }

  /// Stops the sound, keeps the place and shows the error in the player bar. If the server could not be reached during
  /// playback, at the start of an episode of the queue, or in a further attempt, also schedules the next attempt.
  private func stopWithError(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    let wasPlaying = state.phase == .playing
    let wasPlaybackRequested = state.isPlaying
    state.recordSoundEnd(at: now())
    state.savePlace()
    state.phase = .stopped
    state.pausedAt = nil
    state.bufferingPercent = nil
    if let requestedPlace = state.requestedPlace { state.position = requestedPlace }
    state.problem = error
    let logged = Effect<Action>.run { [log] _ in log(String(describing: error)) }
    guard error == .unreachable, wasPlaying || state.attempts != nil, let wait = Self.wait(before: state.attempts ?? 0)
    else {
      state.attempts = nil
      // If the user paused, or the sleep timer waits for the end, the queue is not informed and plays no other episode.
      guard wasPlaybackRequested, !cancelSleepTimerAtEnd(&state), let item = state.item else { return logged }
      return .merge(logged, .send(.delegate(.failed(item, error, wasPlaying: wasPlaying))))
    }
    let attempts = state.attempts ?? 0
    state.attempts = attempts + 1
    state.brokenPlace = state.position
    let mayPlayNext =
      attempts == Self.attemptsBeforeNextEpisode && state.sleepTimer != .endOfEpisode
      && state.sleepTimer != .endOfChapter
    let unreachableReport: Effect<Action> =
      mayPlayNext ? state.item.map { .send(.delegate(.stillUnreachable($0))) } ?? .none : .none
    let attempt = Effect<Action>.run { [clock] send in
      try await clock.sleep(for: wait)
      await send(.retried)
    }
    return .merge(logged, attempt.cancellable(id: CancelID.attempt, cancelInFlight: true), unreachableReport)
  }

  /// Looks for stored credentials of a server that requires them.
  private func findCredentials(_ item: Item, in state: inout State) -> Effect<Action> {
    state.privateEpisode = item.episode.id
    return .run { [credentials] send in
      let found = try? await credentials.find(item.episode.enclosure.url)
      await send(.credentialsFound(item, isFound: found != nil))
    }
  }

  /// Downloads an episode whose server sends only whole files. The episode is played as soon as the download contains
  /// the place where playback starts. Until then, the player bar shows the progress as buffering.
  private func downloadToPlay(_ item: Item, in state: inout State) -> Effect<Action> {
    if let requestedPlace = state.requestedPlace { state.position = requestedPlace }
    let place = state.position
    state.requestedPlace = place
    state.problem = nil
    state.attempts = nil
    state.phase = .loading(thenPlaying: state.isPlaying)
    return .run { [downloads, log] send in
      do throws(LibraryError) {
        // `false`: not an automatic download, because the user plays the episode.
        try await downloads.start([item.episode.id], false)
      } catch {
        log("The download of an episode to play: \(error)")
        return await send(.wholeFileReceived(item, isReady: false))
      }
      for await states in downloads.states() where !Task.isCancelled {
        guard let download = states.first(where: { $0.id == item.episode.id }), download.isActive || download.isComplete
        else { break }
        if case .downloading(let progress) = download.state, let fraction = progress.fraction {
          // At most 99, because 100 hides the progress.
          await send(.event(.buffering(item.episode.enclosure.url, percent: Int(fraction * 99))))
        }
        // As soon as the download contains the place, the source is the download instead of the address on the web.
        let source = await downloads.playbackSource(of: item.episode, at: place)
        if download.isComplete || source.kind != .address {
          return await send(.wholeFileReceived(item, isReady: true))
        }
      }
      if !Task.isCancelled { await send(.wholeFileReceived(item, isReady: false)) }
    }
    .cancellable(id: CancelID.waitForWholeFile, cancelInFlight: true)
  }

  /// Loads an episode again with the credentials or the download that were missing at its first load.
  ///
  /// - Parameters:
  ///   - isReady: Whether the credentials were found, or the download contains the place.
  ///   - error: The error to show if `isReady` is `false`.
  func continueLoading(
    _ item: Item, isReady: Bool, orFail error: PlaybackError, in state: inout State
  ) -> Effect<Action> {
    guard state.item == item, state.phase != .stopped else { return .none }
    guard isReady else { return stopWithError(error, in: &state) }
    if let requestedPlace = state.requestedPlace { state.position = requestedPlace }
    return load(item, thenPlaying: state.isPlaying, in: &state)
  }

  /// Cancels a sleep timer that waits for the end of the episode or the chapter. Returns whether there was such a
  /// timer.
  private func cancelSleepTimerAtEnd(_ state: inout State) -> Bool {
    guard state.sleepTimer == .endOfEpisode || state.sleepTimer == .endOfChapter else { return false }
    state.sleepTimer = nil
    return true
  }

  /// The number of failed attempts after which the queue may play another episode. The waits before these attempts add
  /// up to a minute: 2 + 4 + 8 + 16 + 30 seconds.
  static let attemptsBeforeNextEpisode = 5

  /// Returns the wait before an attempt to reach a server again: 2, 4, 8 and 16 seconds, then always 30 seconds.
  /// Returns `nil` after 60 attempts, about half an hour. Then the player makes no further attempts.
  ///
  /// - Parameter attempt: The number of the attempt. The first attempt has the number 0.
  private static func wait(before attempt: Int) -> Duration? {
    attempt < 60 ? .seconds(min(2 << min(attempt, 4), 30)) : nil
  }
}

extension PlayerEvent {
  /// The address of the audio that the event is about.
  fileprivate var audioURL: URL {
    switch self {
    case .sourceFound(let audio, _), .playing(let audio), .paused(let audio), .position(let audio, _, _),
      .buffering(let audio, _),
      .video(let audio), .ended(let audio),
      .videoUndecodable(let audio, _), .failed(let audio, _):
      audio
    }
  }
}
