import Foundation
package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// Updates the desktop's media controls, and receives their commands.
  package var mediaControls: MediaControlsClient {
    get { self[MediaControlsKey.self] }
    set { self[MediaControlsKey.self] = newValue }
  }
}

private enum MediaControlsKey: TestDependencyKey {
  static var testValue: MediaControlsClient {
    MediaControlsClient(
      update: { _ in reportMissing("mediaControls.update", returning: ()) },
      commands: { reportMissing("mediaControls.commands", returning: .ended) })
  }
}

/// Carries out the commands that the desktop's media controls and other `podcaster` processes send.
struct MediaControls: Reducer {
  private enum CancelID {
    case commands
    case lookup
    case queue
  }

  /// The maximum number of queued episodes that the media controls show to other processes.
  private static let trackLimit = 200

  @Dependency(\.episodes) private var episodes
  @Dependency(\.log) private var log
  @Dependency(\.mediaControls) private var mediaControls
  @Dependency(\.queue) private var queue
  @Dependency(\.writes) private var writes

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    switch action {
    case .launched:
      return listen().merge(with: MediaUpdate(media: MediaState(state)).reduce(into: &state, action: action))
    case .media(let command): return carryOut(command, state)
    case .mediaQueueReceived(let tracks):
      state.mediaQueue = tracks
      return .none
    case .queue(.entriesReceived(.success(let entries))):
      // If the queue is empty, and the controls list no tracks, nothing has to be read. A running read ends.
      guard !entries.isEmpty || !state.mediaQueue.isEmpty else { return .cancel(id: CancelID.queue) }
      return readQueue(entries.map(\.id))
    default: return .none
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
    case .play:
      return player.item == nil ? playLastPlayed() : .send(.player(.playButtonToggled(true)))
    case .pause: return .send(.player(.playButtonToggled(false)))
    case .playPause: return carryOut(player.isPlaying ? .pause : .play, state)
    case .next: return .send(.queue(.nextButtonClicked(current: player.item)))
    case .previous: return player.canSeek ? .send(.player(.positionDragged(.zero))) : .none
    case .skip(let distance): return skip(by: distance, state)
    case .seek(let episode, let place):
      guard player.item?.episode.id == episode, player.canSeek else { return .none }
      return .send(.player(.positionDragged(place)))
    case .setRate(let rate): return .send(.player(.rateSelected(rate)))
    case .setVolume(let volume): return .send(.player(.volumeChanged(volume)))
    case .open(let address): return open(address)
    case .addTrack(let address, let previous, let plays):
      return addTrack(address, after: previous, plays: plays, state)
    case .playEpisode(let id): return play(id)
    case .queueEpisodes(let ids, let isNext): return .send(.queue(.requested(isNext ? .playNext(ids) : .playLast(ids))))
    case .unqueueEpisode(let id): return .send(.queue(.requested(.remove([id]))))
    case .clearQueue: return .send(.queue(.requested(.clear)))
    }
  }

  /// Skips by a distance. If the target is beyond the end, plays the next episode if there is one.
  private func skip(by distance: Duration, _ state: AppFeature.State) -> Effect<AppFeature.Action> {
    let player = state.player
    guard player.canSeek else { return .none }
    if let duration = player.duration, player.position + distance > duration,
      state.queue.hasNext(after: player.item?.episode.id)
    {
      return carryOut(.next, state)
    }
    return .send(.player(.skipped(distance)))
  }

  /// Reads the first episodes of the queue, for the list of tracks that other processes receive.
  private func readQueue(_ ids: [Episode.ID]) -> Effect<AppFeature.Action> {
    .run { [episodes, log] send in
      do throws(LibraryError) {
        let found = try await episodes.episodes(Array(ids.prefix(Self.trackLimit)))
        if !Task.isCancelled { await send(.mediaQueueReceived(found.map { MediaState.Track($0) })) }
      } catch {
        log("The queue of the media controls: \(error)")
      }
    }
    .cancellable(id: CancelID.queue, cancelInFlight: true)
  }

  /// Plays the episode whose audio or web page has this address. If there is no such episode, opens the address like an
  /// address of the command line.
  private func open(_ address: String) -> Effect<AppFeature.Action> {
    .run { send in
      let found = await episode(at: address)
      await send(found.map { .media(.playEpisode($0)) } ?? .openRequested([address]))
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }

  /// Returns the episode whose audio or web page has this address, or `nil` if there is none. An error of the library
  /// is only logged.
  private func episode(at address: String) async -> Episode.ID? {
    guard let url = URL(string: address) else { return nil }
    do throws(LibraryError) {
      return try await episodes.find(url)
    } catch {
      log("The episode of an address: \(error)")
      return nil
    }
  }

  /// Adds the episode of an address to the queue.
  ///
  /// - Parameters:
  ///   - previous: The entry after which the episode is added. If `previous` is `nil`, not in the queue, or the episode
  ///     itself, the episode is added at the beginning.
  ///   - plays: Whether to play the episode after it was added.
  private func addTrack(
    _ address: String, after previous: Episode.ID?, plays: Bool, _ state: AppFeature.State
  ) -> Effect<AppFeature.Action> {
    let entries = state.queue.entries.map(\.id)
    return .run { [log, queue, writes] send in
      guard let id = await episode(at: address) else { return log("There is no episode to queue at “\(address)”.") }
      let result = await writes.perform { () throws(LibraryError) in
        guard let previous, let index = entries.firstIndex(of: previous), previous != id else {
          return try await queue.playNext([id])
        }
        // The client has no closure for an insertion, so add the episode at the end and move it.
        try await queue.playLast([id])
        if let next = entries[(index + 1)...].first(where: { $0 != id }) { try await queue.move([id], next) }
      }
      if case .failure(let error) = result { return await send(.player(.delegate(.problem(Problem(error))))) }
      if plays { await send(.media(.playEpisode(id))) }
    }
  }

  /// Plays an episode of the library, or reports an error of the library to the user. If the library has no such
  /// episode, this is only logged.
  private func play(_ id: Episode.ID) -> Effect<AppFeature.Action> {
    .run { [episodes, log] send in
      do throws(LibraryError) {
        guard let episode = try await episodes.episodes([id]).first else {
          return log("There is no episode \(id.rawValue) to play.")
        }
        await send(
          .player(.playToggled(PlayerFeature.Item(episode: episode, showTitle: episode.showTitle), isPlaying: true)))
      } catch {
        await send(.player(.delegate(.problem(Problem(error)))))
      }
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }

  /// Plays the last played episode. If there is none, or the library cannot be read, plays the next episode of the
  /// queue.
  private func playLastPlayed() -> Effect<AppFeature.Action> {
    .run { [episodes] send in
      for await result in episodes.ids(EpisodeQuery(.history)) {
        let last = if case .success(let ids) = result { ids.first } else { Episode.ID?.none }
        await send(.media(last.map { .playEpisode($0) } ?? .next))
        // The stream also emits the ids after each later change. Only the current ids are needed.
        break
      }
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }
}

/// Sends a new state to the desktop's media controls.
struct MediaUpdate: Reducer {
  let media: MediaState

  @Dependency(\.mediaControls) private var mediaControls

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    .run { [mediaControls, media] _ in mediaControls.update(media) }
  }
}
