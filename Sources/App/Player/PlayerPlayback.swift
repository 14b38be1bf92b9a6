import Podcasts
import ReducerStore

extension PlayerFeature {
  /// How far before the requested place the sound may start after a seek. A decoder can start only at certain frames.
  static let seekTolerance = Duration.seconds(5)

  /// Plays or pauses an episode. If `shouldPlay` is `true`, the episode replaces another one in the player. If it is
  /// `false`, another episode in the player is not changed.
  func playToggled(_ item: Item, shouldPlay: Bool, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id != item.episode.id {
      shouldPlay ? start(item, in: &state) : .none
    } else if shouldPlay {
      playCurrent(item, in: &state)
    } else {
      pause(in: &state)
    }
  }

  /// Plays an episode from a place that the user selected.
  func placeRequested(_ item: Item, _ position: Duration, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id == item.episode.id, state.phase != .stopped {
      let moved = seek(to: position, in: &state)
      return .merge(moved, playCurrent(item, in: &state))
    }
    state.recordSoundEnd(at: now())
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = max(.zero, position)
    state.changeShow(to: item.episode.showID)
    state.attempts = nil
    state.pausedAt = nil
    state.skipsIntro = false
    return load(item, in: &state)
  }

  /// Plays the next episode of the queue after another episode ended or failed. If the server of the next episode
  /// cannot be reached, the player makes further attempts, as after a broken connection.
  func playNext(_ item: Item, in state: inout State) -> Effect<Action> {
    let started = start(item, in: &state)
    state.attempts = 0
    state.brokenPlace = nil
    return started
  }

  /// Replaces the episode in the player, and plays the new one from the user's place in it.
  func start(_ item: Item, in state: inout State) -> Effect<Action> {
    state.recordSoundEnd(at: now())
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = state.journal.place(in: item.episode)
    // The pause since the last playback determines the rewind. The item may have been read before the last playback in
    // this session. Then its `lastPlayedAt` is too old.
    state.pausedAt = state.soundEndedAt[item.episode.id] ?? item.episode.lastPlayedAt
    if let rewind = state.rewindAfterPause(now()) { state.position -= rewind }
    state.changeShow(to: item.episode.showID)
    state.attempts = nil
    state.pausedAt = nil
    state.skipsIntro = true
    return load(item, in: &state)
  }

  /// Loads an episode and plays it from ``State/position``. During the attempts after a broken connection, the
  /// player bar keeps the message about the connection until the sound starts.
  ///
  /// - Parameters:
  ///   - isPlaying: Whether the sound starts when the episode is loaded. Otherwise the player is paused.
  ///   - prefersKeptStream: Whether to load the stream that ``StreamsClient`` keeps in a file, even if the episode has
  ///     a download.
  func load(
    _ item: Item, thenPlaying isPlaying: Bool = true, prefersKeptStream: Bool = false, in state: inout State
  ) -> Effect<Action> {
    let position = state.position
    if state.item?.episode.id != item.episode.id { state.forgetVideo() }
    state.item = item
    state.bufferingPercent = nil
    state.phase = .loading(thenPlaying: isPlaying)
    state.source = nil
    state.requestedPlace = position
    if state.attempts == nil { state.problem = nil }
    state.isStoppedBySleepTimer = false
    // If the page of the previous episode is open, the page of the new episode replaces it.
    let pageOpened = state.nowPlaying != nil && state.nowPlaying?.id != item.episode.id ? openPage(in: &state) : .none
    let source = source(
      of: item.episode, at: position, isPrivate: state.privateEpisode == item.episode.id,
      prefersKeptStream: prefersKeptStream)
    let started = command {
      $0.playFromSource(item.episode.enclosure.url, position, source)
      if !isPlaying { $0.pause() }
    }
    return .merge(
      .cancel(id: CancelID.attempt), .cancel(id: CancelID.waitForWholeFile),
      .concatenate(started, skipIntro(in: &state)), readShowSettings(of: item.episode.showID), pageOpened)
  }

  /// Returns a closure with which the player finds the source of an episode's audio: a file, a stream or an address.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether to add the stored credentials, if there are any, to the enclosure's address. Addresses of
  ///     files and streams are not changed.
  ///   - prefersKeptStream: Whether to use the kept stream, if there is one, even if the episode has a download.
  private func source(
    of episode: Episode, at position: Duration, isPrivate: Bool, prefersKeptStream: Bool
  ) -> @Sendable () async -> PlaybackSource {
    { [credentials, playbackSource, streams] in
      let address = episode.enclosure.url
      if prefersKeptStream, let kept = await streams.source(address) { return PlaybackSource(kept, .keptStream) }
      let source = await playbackSource(episode, position)
      guard isPrivate, source.url == address, let found = try? await credentials.find(address) else { return source }
      return PlaybackSource(address.adding(found))
    }
  }

  /// Opens the page of the episode in the player.
  func openPage(in state: inout State) -> Effect<Action> {
    guard let item = state.item else { return .none }
    state.nowPlaying = EpisodeFeature.State(episode: item.episode, showTitle: item.showTitle, locale: locale)
    return .send(.nowPlaying(.presented(.playerPageOpened)))
  }

  /// Forwards a request from the page of the episode in the player to the parent feature.
  func forwardPageRequest(_ action: PresentationAction<EpisodeFeature.Action>) -> Effect<Action> {
    guard case .presented(.delegate(let request)) = action else { return .none }
    return .send(.delegate(.page(request)))
  }

  /// Plays the episode that is already in the player.
  func playCurrent(_ item: Item, in state: inout State) -> Effect<Action> {
    switch state.phase {
    case .stopped:
      // After a long pause, for example since an earlier session, the sound starts a little before the place.
      if let rewind = state.rewindAfterPause(now()) { state.position -= rewind }
      state.pausedAt = nil
      return load(item, in: &state)
    case .paused: return resume(&state)
    case .loading(thenPlaying: false): state.phase = .loading(thenPlaying: true)
    case .playing, .loading(thenPlaying: true): return .none
    }
    return command { $0.resume() }
  }

  /// Continues after a pause. After a long pause, the sound starts a little before the place.
  private func resume(_ state: inout State) -> Effect<Action> {
    state.phase = .playing
    let resumed = command { $0.resume() }
    guard let rewind = state.rewindAfterPause(now()) else { return resumed }
    return .concatenate(seek(to: state.position - rewind, in: &state), resumed)
  }

  /// Pauses the sound, or ends the attempts to reach a server.
  func pause(in state: inout State) -> Effect<Action> {
    let wasTryingToReachServer = state.attempts != nil
    state.attempts = nil
    switch state.phase {
    case .playing:
      state.phase = .paused
      state.pausedAt = now()
      state.requestedPlace = nil
      state.savePlace()
    case .loading(thenPlaying: true): state.phase = .loading(thenPlaying: false)
    case .stopped where wasTryingToReachServer: return .cancel(id: CancelID.attempt)
    case .stopped, .paused, .loading(thenPlaying: false): return .none
    }
    return command { $0.pause() }
  }

  /// Moves the place in the episode to a position. Unless the player is stopped, also moves the sound. If the stream or
  /// the download that plays was received completely, loads the episode from the received file.
  func seek(to newPosition: Duration, in state: inout State) -> Effect<Action> {
    guard let item = state.item else { return .none }
    let position = max(.zero, min(newPosition, state.duration ?? newPosition))
    state.position = position
    state.skipsIntro = false
    // `savePlace` records nothing while a place is requested.
    state.requestedPlace = nil
    state.pausedAt = nil
    state.savePlace()
    guard state.phase != .stopped else { return .none }
    state.requestedPlace = position
    // A sleep timer for the end of the episode or chapter may have faded the sound before the seek. Restore the volume.
    let sound = state.sleepTimer == .endOfEpisode || state.sleepTimer == .endOfChapter ? applySound(state) : .none
    return .merge(command { $0.seek(position) }, sound, reloadIfReceived(item, state.source))
  }

  /// Requests a load from the received file if the source that plays was received completely. While a kept stream
  /// plays, a complete download of the episode is not used, because the download may contain other advertisements.
  private func reloadIfReceived(_ item: Item, _ source: PlaybackSource.Kind?) -> Effect<Action> {
    .run { [downloads, streams] send in
      let isReceived =
        switch source {
        case .runningDownload: await downloads.file(item.episode.id) != nil
        case .keptStream: await streams.isNewlyReceived(item.episode.enclosure.url)
        case .file, .address, nil: false
        }
      if isReceived { await send(.sourceReceived(item)) }
    }
  }

  /// Loads the received file at the place of a seek, instead of the stream or the running download. In some formats
  /// GStreamer only estimates positions in a stream, and finds them exactly in a file.
  func playReceived(_ item: Item, in state: inout State) -> Effect<Action> {
    guard state.item == item, state.phase != .stopped else { return .none }
    if let requestedPlace = state.requestedPlace { state.position = requestedPlace }
    return load(item, thenPlaying: state.isPlaying, prefersKeptStream: state.source == .keptStream, in: &state)
  }

  /// Prepares the removal of a show. If an episode of the show is in the player, records its place, stops it and
  /// removes it from the player. Also adds a marker to the journal, so that the removal follows the
  /// writes that are waiting.
  func showRemovalConfirmed(_ show: Show.ID, in state: inout State) -> Effect<Action> {
    let isInPlayer = state.item?.episode.showID == show
    if isInPlayer { state.savePlace() }
    let stopped = isInPlayer ? stop(&state) : .none
    if isInPlayer {
      state.item = nil
      state.forgetVideo()
      state.problem = nil
      state.attempts = nil
      state.nowPlaying = nil
    }
    state.journal.addRemoval(of: show)
    return stopped
  }

  /// Plays the episode from its place again after a failure.
  func retried(_ state: inout State) -> Effect<Action> {
    guard let item = state.item, state.phase == .stopped else { return .none }
    return load(item, in: &state)
  }

  /// Stops the sound. The episode stays in the player.
  func stop(_ state: inout State) -> Effect<Action> {
    guard state.item != nil else { return .none }
    state.phase = .stopped
    state.bufferingPercent = nil
    return command { $0.stop() }
  }

  /// Returns an effect that sends commands to the player.
  func command(_ command: @escaping @Sendable (PlayerClient) -> Void) -> Effect<Action> {
    .run { [player] _ in command(player) }
  }

  /// Asks the parent feature to show an alert about an error.
  func report(_ error: some UserFacingError) -> Effect<Action> {
    .send(.delegate(.problem(Problem(error))))
  }
}
