import Podcasts
import ReducerStore

extension PlayerFeature {
  /// How far before the requested place the sound may start. Compressed sound starts at a frame.
  static let seekTolerance = Duration.seconds(5)

  func playToggled(_ item: Item, isPlaying: Bool, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id != item.episode.id {
      isPlaying ? start(item, in: &state) : .none
    } else if isPlaying {
      playClicked(item, in: &state)
    } else {
      pauseClicked(in: &state)
    }
  }

  /// Plays an episode from a place that the user selected.
  func placeRequested(_ item: Item, _ position: Duration, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id == item.episode.id, state.phase != .stopped {
      let moved = positionDragged(to: position, in: &state)
      return .merge(moved, playClicked(item, in: &state))
    }
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = max(.zero, position)
    if state.item?.episode.showID != item.episode.showID { state.showSettings = ShowSettings() }
    return load(item, in: &state)
  }

  func start(_ item: Item, in state: inout State) -> Effect<Action> {
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = state.journal.place(in: item.episode)
    if state.item?.episode.showID != item.episode.showID { state.showSettings = ShowSettings() }
    return load(item, in: &state)
  }

  func load(_ item: Item, in state: inout State) -> Effect<Action> {
    let position = state.position
    state.item = item
    state.bufferingPercent = nil
    state.phase = .loading(thenPlaying: true)
    state.awaitedPlace = position
    state.problem = nil
    state.isHeldBySleep = false
    let page = state.nowPlaying != nil && state.nowPlaying?.id != item.episode.id ? openPage(in: &state) : .none
    let started = command { [playbackSource] in $0.playFromSource(item.episode.enclosure.url, position) { await playbackSource(item.episode, position) } }
    return .merge(.concatenate(started, skipIntro(in: &state)), readShowSettings(of: item.episode.showID), page)
  }

  /// Shows the page of the episode in the player.
  func openPage(in state: inout State) -> Effect<Action> {
    guard let item = state.item else { return .none }
    state.nowPlaying = EpisodeFeature.State(episode: item.episode, showTitle: item.showTitle, locale: locale)
    return .none
  }

  func pageChanged(_ action: PresentationAction<EpisodeFeature.Action>) -> Effect<Action> {
    guard case .presented(.delegate(.problem(let problem))) = action else { return .none }
    return .send(.delegate(.problem(problem)))
  }

  func playClicked(_ item: Item, in state: inout State) -> Effect<Action> {
    switch state.phase {
    case .stopped: return .merge(.cancel(id: CancelID.attempt), load(item, in: &state))
    case .paused: return resume(&state)
    case .loading(thenPlaying: false): state.phase = .loading(thenPlaying: true)
    case .playing, .loading(thenPlaying: true): return .none
    }
    return command { $0.resume() }
  }

  /// Continues after a pause: a little before the place if the pause was long, so that the user finds back into the talk.
  private func resume(_ state: inout State) -> Effect<Action> {
    state.phase = .playing
    let resumed = command { $0.resume() }
    guard let rewind = state.rewindAfterPause(now()) else { return resumed }
    return .concatenate(positionDragged(to: state.position - rewind, in: &state), resumed)
  }

  func pauseClicked(in state: inout State) -> Effect<Action> {
    switch state.phase {
    case .playing:
      state.phase = .paused
      state.pausedAt = now()
      state.awaitedPlace = nil
      state.savePlace()
    case .loading(thenPlaying: true): state.phase = .loading(thenPlaying: false)
    case .stopped, .paused, .loading(thenPlaying: false): return .none
    }
    return command { $0.pause() }
  }

  func positionDragged(to newPosition: Duration, in state: inout State) -> Effect<Action> {
    guard state.item != nil else { return .none }
    let position = max(.zero, min(newPosition, state.duration ?? newPosition))
    state.position = position
    state.awaitedPlace = nil
    state.savePlace()
    guard state.phase != .stopped else { return .none }
    state.awaitedPlace = position
    return command { $0.seek(position) }
  }

  func showRemovalConfirmed(_ show: Show.ID, in state: inout State) -> Effect<Action> {
    let isPlayed = state.item?.episode.showID == show
    if isPlayed { state.savePlace() }
    let stopped = isPlayed ? stop(&state) : .none
    if isPlayed {
      state.item = nil
      state.problem = nil
      state.nowPlaying = nil
    }
    state.journal.removalConfirmed(of: show)
    return stopped
  }

  /// Plays again after a problem.
  func retried(_ state: inout State) -> Effect<Action> {
    guard let item = state.item, state.phase == .stopped else { return .none }
    return .merge(.cancel(id: CancelID.attempt), load(item, in: &state))
  }

  func stop(_ state: inout State) -> Effect<Action> {
    guard state.item != nil else { return .none }
    state.phase = .stopped
    state.bufferingPercent = nil
    return command { $0.stop() }
  }

  func command(_ command: @escaping @Sendable (PlayerClient) -> Void) -> Effect<Action> {
    .run { [player] _ in command(player) }
  }

  func tell(_ error: some TellableError) -> Effect<Action> {
    .send(.delegate(.problem(Problem(error))))
  }
}
