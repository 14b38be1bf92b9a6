package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// The desktop's media controls.
  package var mediaControls: MediaControlsClient {
    get { self[MediaControlsKey.self] }
    set { self[MediaControlsKey.self] = newValue }
  }
}

private enum MediaControlsKey: TestDependencyKey {
  static var testValue: MediaControlsClient {
    MediaControlsClient(update: { _ in unexpected("mediaControls.update", ()) }, commands: { unexpected("mediaControls.commands", .ended) })
  }
}

/// Carries out the requests of the desktop's media controls, and of commands in other processes.
struct MediaControls: Reducer {
  private enum CancelID {
    case commands
    case finding
  }

  @Dependency(\.episodes) private var episodes
  @Dependency(\.log) private var log
  @Dependency(\.mediaControls) private var mediaControls

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    switch action {
    case .launched: listen().merge(with: MediaUpdate(media: MediaState(state)).reduce(into: &state, action: action))
    case .media(let command): carryOut(command, state)
    default: .none
    }
  }

  private func listen() -> Effect<AppFeature.Action> {
    .run { [mediaControls] send in
      for await command in mediaControls.commands() where !Task.isCancelled { await send(.media(command)) }
    }
    .cancellable(id: CancelID.commands, cancelInFlight: true)
  }

  private func carryOut(_ command: MediaCommand, _ state: AppFeature.State) -> Effect<AppFeature.Action> {
    let player = state.player
    switch command {
    case .play: return player.item == nil ? playLast() : .send(.player(.playButtonToggled(true)))
    case .pause: return .send(.player(.playButtonToggled(false)))
    case .playPause: return carryOut(player.isPlaying ? .pause : .play, state)
    case .next: return .none
    case .previous: return player.isPositionEnabled ? .send(.player(.positionDragged(.zero))) : .none
    case .skip(let distance): return skip(by: distance, player)
    case .seek(let episode, let place):
      guard player.item?.episode.id == episode, player.isPositionEnabled else { return .none }
      return .send(.player(.positionDragged(place)))
    case .setRate, .setVolume: return .none
    case .open(let address): return .send(.openRequested([address]))
    case .playEpisode(let id): return play(id)
    case .queueEpisodes, .unqueueEpisode, .clearQueue: return .none
    }
  }

  /// Skips. A distance beyond the end goes on to the next episode, if there is one.
  private func skip(by distance: Duration, _ player: PlayerFeature.State) -> Effect<AppFeature.Action> {
    guard player.isPositionEnabled else { return .none }
    return .send(.player(.skipped(distance)))
  }

  private func play(_ id: Episode.ID) -> Effect<AppFeature.Action> {
    .run { [episodes, log] send in
      do throws(LibraryError) {
        guard let episode = try await episodes.episodes([id]).first else { return log("There is no episode \(id.rawValue) to play.") }
        await send(.player(.playToggled(PlayerFeature.Item(episode: episode, showTitle: episode.showTitle), isPlaying: true)))
      } catch {
        await send(.player(.delegate(.problem(Problem(error)))))
      }
    }
    .cancellable(id: CancelID.finding, cancelInFlight: true)
  }

  /// Plays the episode that was played last. If there is none, nothing is played.
  private func playLast() -> Effect<AppFeature.Action> {
    .run { [episodes] send in
      for await result in episodes.ids(EpisodeQuery(.history)) {
        if case .success(let ids) = result, let id = ids.first { await send(.media(.playEpisode(id))) }
        break
      }
    }
    .cancellable(id: CancelID.finding, cancelInFlight: true)
  }
}

/// Shows a new state in the desktop's media controls.
struct MediaUpdate: Reducer {
  let media: MediaState

  @Dependency(\.mediaControls) private var mediaControls

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    .run { [mediaControls, media] _ in mediaControls.update(media) }
  }
}
