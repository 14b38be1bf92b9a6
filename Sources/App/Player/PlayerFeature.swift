import Foundation
package import Podcasts
package import ReducerStore

/// The episode in the player, and the user's place in it.
///
/// The library stores the user's place. The stored place is at most five seconds behind during playback. It is exact after a pause, a jump
/// and a change of episode, and at the program's end.
@Reducer
package struct PlayerFeature {
  /// An episode, and the name of its show, which is shown next to it.
  package struct Item: Hashable, Sendable {
    package var episode: Episode
    package var showTitle: String

    package init(episode: Episode, showTitle: String) {
      self.episode = episode
      self.showTitle = showTitle
    }
  }

  /// The state of the sound, including the user's last request.
  package enum Phase: Hashable, Sendable {
    /// Nothing is loaded. Nothing was played yet, playback reached the end, or it failed.
    case stopped
    /// The player is loading and has not reported its state yet. Positions that it reports are ignored.
    case loading(thenPlaying: Bool)
    case playing
    case paused
  }

  @ObservableState
  package struct State: Equatable {
    /// The last played episode, or `nil` if there is none.
    package var item: Item?
    /// The user's place in the episode.
    package var position: Duration = .zero
    /// The filled part of the buffer, in percent, while the network is slower than the sound. Otherwise `nil`.
    package var bufferingPercent: Int?
    /// The state of the sound.
    package var phase = Phase.stopped
    /// The length that the player reported.
    package var knownDuration: Duration?
    /// The requested place that the sound has not reached yet. The sound may never reach it, because a server without byte ranges starts at the
    /// beginning. The library keeps this place until the sound reaches it, or until the user sets another place by a pause or a jump.
    package var awaitedPlace: Duration?
    /// The pending writes of the user's places.
    package var journal = PlaceJournal()
    /// The user's settings.
    package var preferences = Preferences()
    /// Where the sound of this episode ended too early. If it ends there again, that is its end.
    package var earlyEnd: Duration?

    /// Creates an empty player.
    package init() {}
  }

  package enum Action: Equatable {
    /// The program started. The feature receives the player's events from now on.
    case launched
    /// The user chose “Play” or “Pause” of an episode.
    case playToggled(Item, isPlaying: Bool)
    /// The user chose “Play” or “Pause” of the episode in the player.
    case playButtonToggled(Bool)
    /// The user chose a place in an episode: a chapter, a timestamp or a line of a transcript. The episode plays from there.
    case placeRequested(Item, Duration)
    /// The user jumped to a place.
    case positionDragged(Duration)
    /// The user skipped by a distance. A negative distance goes back.
    case skipped(Duration)
    /// The player emitted an event.
    case event(PlayerEvent)
    /// The current note is in the library.
    case noteWritten
    /// The library changed the places of these episodes, because they were marked as played or unplayed.
    case placesChanged([Episode.ID])
    /// The current note could not be written.
    case noteFailed(LibraryError)
    /// The user confirmed the removal of a show. If an episode of the show is in the player, the player stops. No new notes about the show follow.
    case showRemovalConfirmed(Show.ID)
    /// The program is about to end. The sound stops, so that no new place is recorded. The effect ends when the place and all other notes are in
    /// the library, or after ``PendingWrites/limitAtQuit``.
    case quitRequested
    /// The library returned the episode that was played last, at the start of the program.
    case restored(Item)
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Equatable {
      /// An episode reached its end by itself.
      case ended(Item)
      /// An episode could not be played, or its sound broke off.
      case failed(Item, PlaybackError)
      /// Report a problem to the user.
      case problem(Problem)
      /// All notes about a show are written, and the show may be removed.
      case placesSettled(Show.ID)
    }
  }

  private enum CancelID {
    case listening
    case writing
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.episodes) private var episodes
  @Dependency(\.library) private var library
  @Dependency(\.player) private var player
  @Dependency(\.writes) private var writes

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .launched: return .merge(listen(), findLastPlayed())
      case .playToggled(let item, let isPlaying): return playToggled(item, isPlaying: isPlaying, in: &state)
      case .playButtonToggled(let isPlaying):
        guard let item = state.item else { return .none }
        return playToggled(item, isPlaying: isPlaying, in: &state)
      case .placeRequested(let item, let position): return placeRequested(item, position, in: &state)
      case .positionDragged(let position): return positionDragged(to: position, in: &state)
      case .skipped(let distance):
        guard state.isPositionEnabled else { return .none }
        return positionDragged(to: state.position + distance, in: &state)
      case .event(let event): return received(event, in: &state)
      case .noteWritten:
        state.journal.written()
        return .none
      case .placesChanged(let episodes):
        // The place of the episode in the player is the position of its sound.
        state.journal.forget(episodes.filter { $0 != state.item?.episode.id })
        return .none
      case .noteFailed(let error): return state.journal.failed(error) ? tell(error) : .none
      case .showRemovalConfirmed(let show): return showRemovalConfirmed(show, in: &state)
      case .quitRequested: return quit(&state)
      case .restored(let item):
        if state.item == nil { state.restore(item) }
        return .none
      case .delegate: return .none
      }
    }
    Reduce { state, _ in writeNext(in: &state) }
  }
}

extension PlayerFeature.State {
  /// Whether the episode in the player is playing, or starts as soon as it is loaded.
  package var isPlaying: Bool {
    switch phase {
    case .playing, .loading(thenPlaying: true): true
    case .stopped, .paused, .loading(thenPlaying: false): false
    }
  }

  /// Whether this episode is playing.
  package func isPlaying(_ episode: Episode.ID) -> Bool {
    item?.episode.id == episode && isPlaying
  }

  /// The length of the episode in the player, from the player or from the feed. `nil` if neither is known.
  package var duration: Duration? {
    knownDuration ?? item?.episode.duration
  }

  /// The position of the slider, never beyond its end.
  package var sliderPosition: Duration { min(position, sliderEnd) }

  /// The end of the slider. One second if the length is not known, so that the slider has a range.
  package var sliderEnd: Duration { max(duration ?? .zero, .seconds(1)) }

  /// Whether the slider can be moved.
  package var isPositionEnabled: Bool { item != nil && duration != nil }

  /// The place, such as `1:02`.
  package var elapsedText: String { position.clockText }

  /// The time left, such as `−41:30`. Empty if the length is not known.
  package var remainingText: String {
    guard let duration else { return "" }
    return "−" + max(duration - position, .zero).clockText
  }
}

extension PlayerFeature {
  /// How far before the requested place the sound may start. Compressed sound starts at a frame.
  private static let seekTolerance = Duration.seconds(5)

  private func playToggled(_ item: Item, isPlaying: Bool, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id != item.episode.id {
      isPlaying ? start(item, in: &state) : .none
    } else if isPlaying {
      playClicked(item, in: &state)
    } else {
      pauseClicked(in: &state)
    }
  }

  private func placeRequested(_ item: Item, _ position: Duration, in state: inout State) -> Effect<Action> {
    if state.item?.episode.id == item.episode.id, state.phase != .stopped {
      let moved = positionDragged(to: position, in: &state)
      return .merge(moved, playClicked(item, in: &state))
    }
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = max(.zero, position)
    return load(item, in: &state)
  }

  private func start(_ item: Item, in state: inout State) -> Effect<Action> {
    state.savePlace()
    state.knownDuration = nil
    state.earlyEnd = nil
    state.position = state.journal.place(in: item.episode)
    return load(item, in: &state)
  }

  private func load(_ item: Item, in state: inout State) -> Effect<Action> {
    let position = state.position
    state.item = item
    state.bufferingPercent = nil
    state.phase = .loading(thenPlaying: true)
    state.awaitedPlace = position
    return command { $0.play(item.episode.enclosure.url, position) }
  }

  private func playClicked(_ item: Item, in state: inout State) -> Effect<Action> {
    switch state.phase {
    case .stopped: return load(item, in: &state)
    case .paused: state.phase = .playing
    case .loading(thenPlaying: false): state.phase = .loading(thenPlaying: true)
    case .playing, .loading(thenPlaying: true): return .none
    }
    return command { $0.resume() }
  }

  private func pauseClicked(in state: inout State) -> Effect<Action> {
    switch state.phase {
    case .playing:
      state.phase = .paused
      state.awaitedPlace = nil
      state.savePlace()
    case .loading(thenPlaying: true): state.phase = .loading(thenPlaying: false)
    case .stopped, .paused, .loading(thenPlaying: false): return .none
    }
    return command { $0.pause() }
  }

  private func positionDragged(to newPosition: Duration, in state: inout State) -> Effect<Action> {
    guard state.item != nil else { return .none }
    let position = max(.zero, min(newPosition, state.duration ?? newPosition))
    state.position = position
    state.awaitedPlace = nil
    state.savePlace()
    guard state.phase != .stopped else { return .none }
    state.awaitedPlace = position
    return command { $0.seek(position) }
  }

  private func showRemovalConfirmed(_ show: Show.ID, in state: inout State) -> Effect<Action> {
    let isPlayed = state.item?.episode.showID == show
    if isPlayed { state.savePlace() }
    let stopped = isPlayed ? stop(&state) : .none
    if isPlayed { state.item = nil }
    state.journal.removalConfirmed(of: show)
    return stopped
  }

  private func stop(_ state: inout State) -> Effect<Action> {
    guard state.item != nil else { return .none }
    state.phase = .stopped
    state.bufferingPercent = nil
    return command { $0.stop() }
  }

  private func command(_ command: @escaping @Sendable (PlayerClient) -> Void) -> Effect<Action> {
    .run { [player] _ in command(player) }
  }

  private func tell(_ error: some TellableError) -> Effect<Action> {
    .send(.delegate(.problem(Problem(error))))
  }
}

extension PlayerFeature {
  private func listen() -> Effect<Action> {
    .run { [player] send in
      for await event in player.events() where !Task.isCancelled { await send(.event(event)) }
    }
    .cancellable(id: CancelID.listening, cancelInFlight: true)
  }

  /// Finds the episode that was played last. If the library cannot be read, its list of shows reports the error.
  private func findLastPlayed() -> Effect<Action> {
    .run { [episodes] send in
      for await result in episodes.ids(EpisodeQuery(.history)) {
        guard let id = try? result.get().first, let episode = try? await episodes.episodes([id]).first else { break }
        await send(.restored(Item(episode: episode, showTitle: episode.showTitle)))
        break
      }
    }
  }

  private func received(_ event: PlayerEvent, in state: inout State) -> Effect<Action> {
    guard let item = state.item, event.audio == item.episode.enclosure.url, state.phase != .stopped else { return .none }
    switch event {
    case .playing: state.phase = .playing
    case .paused:
      state.phase = .paused
      state.savePlace()
    case .position(_, let position, let duration): moved(to: position, of: duration, &state)
    case .buffering(_, let percent): state.bufferingPercent = percent < 100 ? percent : nil
    case .ended: return ended(item, in: &state)
    case .failed(_, let error): return failed(error, in: &state)
    }
    return .none
  }

  private func moved(to newPosition: Duration, of newDuration: Duration?, _ state: inout State) {
    if let newDuration { state.knownDuration = newDuration }
    guard state.phase == .playing || state.phase == .paused else { return }
    state.position = newPosition
    if let awaitedPlace = state.awaitedPlace, newPosition < awaitedPlace - Self.seekTolerance { return }
    state.awaitedPlace = nil
    if state.phase == .playing { state.hear() } else { state.savePlace() }
  }

  private func ended(_ item: Item, in state: inout State) -> Effect<Action> {
    if state.endsEarly {
      state.earlyEnd = state.position
      return failed(.endedEarly, in: &state)
    }
    state.phase = .stopped
    state.bufferingPercent = nil
    state.position = .zero
    state.awaitedPlace = nil
    state.journal.ended(item.episode.id)
    return .send(.delegate(.ended(item)))
  }

  private func failed(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    state.savePlace()
    state.phase = .stopped
    state.bufferingPercent = nil
    if let awaitedPlace = state.awaitedPlace { state.position = awaitedPlace }
    let told = state.item.map { Effect<Action>.send(.delegate(.failed($0, error))) } ?? .none
    return .merge(tell(error), told)
  }
}

extension PlayerFeature {
  /// Starts the next write, unless a write is running. Each show whose removal comes first is reported as settled.
  private func writeNext(in state: inout State) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    while let note = state.journal.next() {
      if case .removal(let show) = note {
        effects.append(.send(.delegate(.placesSettled(show))))
      } else {
        effects.append(write(note))
      }
    }
    return .merge(effects)
  }

  /// Writes a note. The write completes even if the effect is cancelled. The outcome is sent before the write counts as done. The next write has
  /// started by then, so a caller that waits for all writes also waits for the next one. When the program stops waiting at its end, the effect is
  /// cancelled and the outcome is not sent.
  private func write(_ note: PlaceJournal.Note) -> Effect<Action> {
    .run { [library, writes] send in
      let (end, continuation) = AsyncStream.makeStream(of: Void.self)
      writes.start {
        do throws(LibraryError) {
          try await library.write(note)
          if !writes.isGivenUp { await send(.noteWritten) }
        } catch {
          if !writes.isGivenUp { await send(.noteFailed(error)) }
        }
        continuation.finish()
      }
      for await _ in end {}
    }
    .cancellable(id: CancelID.writing)
  }

  private func quit(_ state: inout State) -> Effect<Action> {
    state.savePlace()
    let stopped = stop(&state)
    let written = writeNext(in: &state)
    let settled = Effect<Action>.run { [clock, writes] _ in await writes.settle(within: PendingWrites.limitAtQuit, clock: clock) }
    return .merge(stopped, written, settled.concatenate(with: .cancel(id: CancelID.writing)))
  }
}

extension LibraryClient {
  fileprivate func write(_ note: PlaceJournal.Note) async throws(LibraryError) {
    switch note {
    case .place(let position, let episode): try await savePosition(episode, position)
    case .played(let episode, let isPlayed): try await setPlayed(episode, isPlayed)
    case .removal: break
    }
  }
}

extension PlayerEvent {
  fileprivate var audio: URL {
    switch self {
    case .playing(let audio), .paused(let audio), .position(let audio, _, _), .buffering(let audio, _), .ended(let audio),
      .failed(let audio, _):
      audio
    }
  }
}

extension Duration {
  /// The duration in the format of a clock: `0:07`, `12:34`, `1:02:03`.
  package var clockText: String {
    let seconds = max(0, components.seconds)
    let minutes = (seconds / 60) % 60
    let tail = (minutes < 10 && seconds >= 3600 ? "0" : "") + "\(minutes):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return seconds >= 3600 ? "\(seconds / 3600):\(tail)" : tail
  }

  /// The duration in seconds, for a slider.
  package var inSeconds: Double {
    get { self / .seconds(1) }
    set { self = .seconds(newValue) }
  }
}
