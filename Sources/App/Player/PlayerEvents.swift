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

  /// Finds the episode that was played last. An error of the library is not reported here: the list of shows reports
  /// it.
  func findLastPlayed() -> Effect<Action> {
    .run { [episodes] send in
      for await result in episodes.ids(EpisodeQuery(.history)) {
        guard let id = try? result.get().first, let episode = try? await episodes.episodes([id]).first else { break }
        await send(.restored(Item(episode: episode, showTitle: episode.showTitle)))
        break
      }
    }
  }

  /// Handles an event of the player, unless it belongs to audio that is no longer in the player.
  func received(_ event: PlayerEvent, in state: inout State) -> Effect<Action> {
    guard let item = state.item, event.audio == item.episode.enclosure.url, state.phase != .stopped else {
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
      return reached(after: previous, item, in: &state)
    case .buffering(_, let percent): state.bufferingPercent = percent < 100 ? percent : nil
    case .video: state.hasVideo = true
    case .videoUndecodable(_, let package): state.videoPackage = package
    case .ended: return ended(item, in: &state)
    case .failed(_, let error): return failed(error, in: &state)
    }
    return .none
  }

  /// Updates the position and the length. Records the place, unless the sound has not reached the requested place yet.
  func moved(to newPosition: Duration, of newDuration: Duration?, _ state: inout State) {
    if let newDuration { state.knownDuration = newDuration }
    if state.phase == .playing { state.endAttempts(at: newPosition) }
    guard state.phase == .playing || state.phase == .paused else { return }
    state.position = newPosition
    if let awaitedPlace = state.awaitedPlace, newPosition < awaitedPlace - Self.seekTolerance { return }
    state.awaitedPlace = nil
    if state.phase == .playing { state.recordPosition() } else { state.savePlace() }
  }

  /// Ends the episode at its skipped outro, and handles a sleep timer that waits for an end.
  private func reached(after previous: Duration, _ item: Item, in state: inout State) -> Effect<Action> {
    guard state.phase == .playing, state.awaitedPlace == nil, let duration = state.knownDuration else { return .none }
    let outro = state.showSettings.skippedOutro
    let end = duration - outro
    // After a jump into the outro, the outro is played.
    if outro > .zero, end > .zero, previous < end, state.position >= end, state.position - previous < Self.longestStep {
      return .concatenate(command { $0.stop() }, ended(item, isSkipped: true, in: &state))
    }
    return awaitEnd(after: previous, end, in: &state)
  }

  /// Handles the end of the sound. An end that is too early for the length of the episode is a failure.
  ///
  /// - Parameter isSkipped: Whether the outro is skipped, so that the end is never too early.
  func ended(_ item: Item, isSkipped: Bool = false, in state: inout State) -> Effect<Action> {
    if !isSkipped, state.endsEarly {
      state.earlyEnd = state.position
      return failed(.endedEarly, in: &state)
    }
    state.phase = .stopped
    state.bufferingPercent = nil
    state.position = .zero
    state.awaitedPlace = nil
    state.journal.ended(item.episode.id)
    let ended = Effect<Action>.send(.delegate(.ended(item)))
    guard state.sleepTimer == .endOfEpisode || state.sleepTimer == .endOfChapter else { return ended }
    state.sleepTimer = nil
    state.isHeldBySleep = true
    return .merge(ended, applySound(state))
  }

  /// Handles an error of the player. If credentials or a download may help, the player gets them. Otherwise the error
  /// is shown.
  func failed(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    if error == .notAllowed, let item = state.item, state.privateEpisode != item.episode.id {
      return findCredentials(item, in: &state)
    }
    if error == .wholeFileOnly, let item = state.item { return receiveWholeFile(item, in: &state) }
    return fail(error, in: &state)
  }

  /// Stops the sound, keeps the place and shows the error in the bar. After a broken connection, also schedules the
  /// next attempt.
  private func fail(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    let wasPlaying = state.phase == .playing
    let isWanted = state.isPlaying
    state.recordSoundEnd(at: now())
    state.savePlace()
    state.phase = .stopped
    state.pausedAt = nil
    state.bufferingPercent = nil
    if let awaitedPlace = state.awaitedPlace { state.position = awaitedPlace }
    state.problem = error
    let logged = Effect<Action>.run { [log] _ in log(String(describing: error)) }
    guard error == .unreachable, wasPlaying || state.attempts != nil, let wait = Self.wait(before: state.attempts ?? 0)
    else {
      state.attempts = nil
      // If the user paused, or the sleep timer waits for the end, the queue does not play its next episode.
      guard isWanted, !endsWithSleep(&state), let item = state.item else { return logged }
      return .merge(logged, .send(.delegate(.failed(item, error, wasPlaying: wasPlaying))))
    }
    let attempts = state.attempts ?? 0
    state.attempts = attempts + 1
    state.brokenPlace = state.position
    let isNextAllowed =
      attempts == Self.attemptsBeforeNext && state.sleepTimer != .endOfEpisode && state.sleepTimer != .endOfChapter
    let reported: Effect<Action> =
      isNextAllowed ? state.item.map { .send(.delegate(.stillUnreachable($0))) } ?? .none : .none
    let attempt = Effect<Action>.run { [clock] send in
      try await clock.sleep(for: wait)
      await send(.retried)
    }
    return .merge(logged, attempt.cancellable(id: CancelID.attempt, cancelInFlight: true), reported)
  }

  /// Looks for stored credentials of a server that requires them.
  private func findCredentials(_ item: Item, in state: inout State) -> Effect<Action> {
    state.privateEpisode = item.episode.id
    return .run { [credentials] send in
      let found = try? await credentials.find(item.episode.enclosure.url)
      await send(.credentialsFound(item, isFound: found != nil))
    }
  }

  /// Downloads an episode until the download contains the place where playback starts. The bar shows the progress as
  /// buffering.
  private func receiveWholeFile(_ item: Item, in state: inout State) -> Effect<Action> {
    if let awaitedPlace = state.awaitedPlace { state.position = awaitedPlace }
    let place = state.position
    state.awaitedPlace = place
    state.problem = nil
    state.attempts = nil
    state.phase = .loading(thenPlaying: state.isPlaying)
    return .run { [downloads, log] send in
      do throws(LibraryError) {
        try await downloads.start([item.episode.id], false)
      } catch {
        log("The download of an episode to play: \(error)")
        return await send(.wholeFileReceived(item, isReady: false))
      }
      for await states in downloads.states() where !Task.isCancelled {
        guard let download = states.first(where: { $0.id == item.episode.id }), download.isActive || download.isComplete
        else { break }
        if case .downloading(let progress) = download.state, let fraction = progress.fraction {
          await send(.event(.buffering(item.episode.enclosure.url, percent: Int(fraction * 99))))
        }
        let source = await downloads.playbackSource(of: item.episode, at: place)
        if download.isComplete || source.kind != .address {
          return await send(.wholeFileReceived(item, isReady: true))
        }
      }
      if !Task.isCancelled { await send(.wholeFileReceived(item, isReady: false)) }
    }
    .cancellable(id: CancelID.wholeFile, cancelInFlight: true)
  }

  /// Loads an episode again after the credentials or the file that it needs were found.
  ///
  /// - Parameters:
  ///   - isReady: Whether they were found.
  ///   - error: The error to show if they were not.
  func continueLoading(
    _ item: Item, _ isReady: Bool, orFail error: PlaybackError, in state: inout State
  ) -> Effect<Action> {
    guard state.item == item, state.phase != .stopped else { return .none }
    guard isReady else { return fail(error, in: &state) }
    if let awaitedPlace = state.awaitedPlace { state.position = awaitedPlace }
    return load(item, thenPlaying: state.isPlaying, in: &state)
  }

  /// Ends a sleep timer that waits for the end of the episode or the chapter. Returns whether there was one.
  private func endsWithSleep(_ state: inout State) -> Bool {
    guard state.sleepTimer == .endOfEpisode || state.sleepTimer == .endOfChapter else { return false }
    state.sleepTimer = nil
    return true
  }

  /// The number of attempts, within about a minute, after which the queue may play another episode.
  static let attemptsBeforeNext = 5

  /// The wait before an attempt to reach a server again. `nil` if the player gives up, after about half an hour of
  /// attempts.
  private static func wait(before attempt: Int) -> Duration? {
    attempt < 60 ? .seconds(min(2 << min(attempt, 4), 30)) : nil
  }
}

extension PlayerEvent {
  fileprivate var audio: URL {
    switch self {
    case .sourceFound(let audio, _), .playing(let audio), .paused(let audio), .position(let audio, _, _),
      .buffering(let audio, _),
      .video(let audio), .ended(let audio),
      .videoUndecodable(let audio, _), .failed(let audio, _):
      audio
    }
  }
}
