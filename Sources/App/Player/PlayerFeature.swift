import Foundation
package import Podcasts
package import ReducerStore

/// What is being played, and where in it the listener is.
///
/// The listener's place is remembered in the library: at most five seconds behind while the sound goes on, and exactly on a pause, a jump,
/// a change of episode, and at the program's end.
@Reducer
package struct PlayerFeature {
  /// An episode, and the name of its show, which is shown beside it.
  package struct Item: Hashable, Sendable {
    package var episode: Episode
    package var showTitle: String

    package init(episode: Episode, showTitle: String) {
      self.episode = episode
      self.showTitle = showTitle
    }
  }

  /// What the sound does, as far as the listener has asked for it.
  package enum Phase: Hashable, Sendable {
    /// Nothing is loaded: nothing was played yet, or it came to its end, or it failed.
    case stopped
    /// The player was asked to load, and has not said anything yet. What it tells of places is not about ours.
    case loading(thenPlaying: Bool)
    case playing
    case paused
  }

  @ObservableState
  package struct State: Equatable {
    /// What was played last, or `nil` before anything was.
    package var item: Item?
    /// The listener's place in it.
    package var position: Duration = .zero
    /// How much of the buffer is filled, in percent, while the network is slower than the sound; else `nil`.
    package var bufferingPercent: Int?
    /// What the sound does.
    package var phase = Phase.stopped
    /// The length that the player has said.
    package var knownDuration: Duration?
    /// The place that the player was asked for and has not come to yet. It may be unable to: a server that knows no byte ranges begins at
    /// the start. Until the sound has come to it, or the listener chose another place by a pause or a jump, it stays theirs in the library.
    package var awaitedPlace: Duration?
    /// What is to be written of the listener's places.
    package var journal = PlaceJournal()

    /// Makes a player with nothing in it.
    package init() {}
  }

  package enum Action: Equatable {
    /// The program began: from now on the player hears what happens to the sound.
    case launched
    /// The listener chose “Play” or “Pause” of an episode.
    case playToggled(Item, isPlaying: Bool)
    /// The listener chose “Play” or “Pause” of what is in the player.
    case playButtonToggled(Bool)
    /// The listener jumped to a place.
    case positionDragged(Duration)
    /// The listener went on by so much, or back by so much less than nothing.
    case skipped(Duration)
    /// Something happened to the sound.
    case event(PlayerEvent)
    /// What was being written of the places is in the library.
    case noteWritten
    /// The library changed the places of these episodes: they were marked as played or unplayed.
    case placesChanged([Episode.ID])
    /// What was being written of the places could not be.
    case noteFailed(LibraryError)
    /// The listener agreed to remove a show. If it is being played it stops, and nothing more will be written about it.
    case showRemovalConfirmed(Show.ID)
    /// The program is about to end. The sound stops, so that no new place comes. The work that follows ends when the place and all else
    /// that was being written is in the library, or after ``PendingWrites/limitAtQuit``.
    case quitRequested
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Equatable {
      /// The listener must know of it.
      case problem(Problem)
      /// What was to be written of a show's places is, and it may be removed.
      case placesSettled(Show.ID)
    }
  }

  private enum CancelID {
    case listening
    case writing
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.library) private var library
  @Dependency(\.player) private var player
  @Dependency(\.writes) private var writes

  /// Makes the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .launched: return listen()
      case .playToggled(let item, let isPlaying): return playToggled(item, isPlaying: isPlaying, in: &state)
      case .playButtonToggled(let isPlaying):
        guard let item = state.item else { return .none }
        return playToggled(item, isPlaying: isPlaying, in: &state)
      case .positionDragged(let position): return positionDragged(to: position, in: &state)
      case .skipped(let distance):
        guard state.isPositionEnabled else { return .none }
        return positionDragged(to: state.position + distance, in: &state)
      case .event(let event): return received(event, in: &state)
      case .noteWritten:
        state.journal.written()
        return .none
      case .placesChanged(let episodes):
        // The place of what is in the player is where its sound is.
        state.journal.forget(episodes.filter { $0 != state.item?.episode.id })
        return .none
      case .noteFailed(let error): return state.journal.failed(error) ? tell(error) : .none
      case .showRemovalConfirmed(let show): return showRemovalConfirmed(show, in: &state)
      case .quitRequested: return quit(&state)
      case .delegate: return .none
      }
    }
    Reduce { state, _ in writeNext(in: &state) }
  }
}

extension PlayerFeature.State {
  /// Whether the sound of what is in the player goes on, or will as soon as it is loaded.
  package var isPlaying: Bool {
    switch phase {
    case .playing, .loading(thenPlaying: true): true
    case .stopped, .paused, .loading(thenPlaying: false): false
    }
  }

  /// Whether it is this episode that plays.
  package func isPlaying(_ episode: Episode.ID) -> Bool {
    item?.episode.id == episode && isPlaying
  }

  /// The length of what is in the player, once the player or its feed has said it.
  package var duration: Duration? {
    knownDuration ?? item?.episode.duration
  }

  /// The place for a slider: never beyond its end.
  package var sliderPosition: Duration { min(position, sliderEnd) }

  /// The end of the slider; one second when the length is not known, so that a slider has a range.
  package var sliderEnd: Duration { max(duration ?? .zero, .seconds(1)) }

  /// Whether the slider may be moved.
  package var isPositionEnabled: Bool { item != nil && duration != nil }

  /// The place, such as `1:02`.
  package var elapsedText: String { position.clockText }

  /// How long it still goes on, such as `−41:30`; empty when the length is not known.
  package var remainingText: String {
    guard let duration else { return "" }
    return "−" + max(duration - position, .zero).clockText
  }

  fileprivate mutating func savePlace() {
    if let item, awaitedPlace == nil { journal.left(at: position, in: item.episode.id) }
  }
}

extension PlayerFeature {
  /// How far before the place that it was asked for a player may begin and still be there: compressed sound begins at some frame.
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

  private func start(_ item: Item, in state: inout State) -> Effect<Action> {
    state.savePlace()
    state.knownDuration = nil
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

  private func received(_ event: PlayerEvent, in state: inout State) -> Effect<Action> {
    guard let item = state.item, event.audio == item.episode.enclosure.url, state.phase != .stopped else { return .none }
    switch event {
    case .playing: state.phase = .playing
    case .paused:
      state.phase = .paused
      state.savePlace()
    case .position(_, let position, let duration): moved(to: position, of: duration, in: item.episode.id, &state)
    case .buffering(_, let percent): state.bufferingPercent = percent < 100 ? percent : nil
    case .ended: ended(item.episode.id, in: &state)
    case .failed(_, let error): return failed(error, in: &state)
    }
    return .none
  }

  private func moved(to newPosition: Duration, of newDuration: Duration?, in episode: Episode.ID, _ state: inout State) {
    if let newDuration { state.knownDuration = newDuration }
    guard state.phase == .playing || state.phase == .paused else { return }
    state.position = newPosition
    if let awaitedPlace = state.awaitedPlace, newPosition < awaitedPlace - Self.seekTolerance { return }
    state.awaitedPlace = nil
    if state.phase == .playing { state.journal.heard(newPosition, in: episode) } else { state.savePlace() }
  }

  private func ended(_ episode: Episode.ID, in state: inout State) {
    state.phase = .stopped
    state.bufferingPercent = nil
    state.position = .zero
    state.awaitedPlace = nil
    state.journal.ended(episode)
  }

  private func failed(_ error: PlaybackError, in state: inout State) -> Effect<Action> {
    state.savePlace()
    state.phase = .stopped
    state.bufferingPercent = nil
    if let awaitedPlace = state.awaitedPlace { state.position = awaitedPlace }
    return tell(error)
  }
}

extension PlayerFeature {
  /// Begins the next write, unless one is going on, and says of each show whose removal comes before it that it may go.
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

  /// Writes a note. The write is done to its end even if the effect is cancelled, and tells what came of it before it counts as done: so
  /// the next one has begun by then, and who waits until nothing is being written waits for all of them. When the end of the program has stopped
  /// waiting, the effect is cancelled, and the outcome is not sent.
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
  /// As a clock shows it: `0:07`, `12:34`, `1:02:03`.
  package var clockText: String {
    let seconds = max(0, components.seconds)
    let minutes = (seconds / 60) % 60
    let tail = (minutes < 10 && seconds >= 3600 ? "0" : "") + "\(minutes):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return seconds >= 3600 ? "\(seconds / 3600):\(tail)" : tail
  }

  /// The same in seconds, for a slider.
  package var inSeconds: Double {
    get { self / .seconds(1) }
    set { self = .seconds(newValue) }
  }
}
