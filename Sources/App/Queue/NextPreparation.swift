import Podcasts
import ReducerStore

/// Loads the next episode of the queue shortly before the end of the current one, so that there is no silence between the two.
struct NextPreparation: Reducer {
  /// How long before the end the next episode is loaded, at normal speed.
  private static let lead = Duration.seconds(10)

  @Dependency(\.episodes) private var episodes
  @Dependency(\.playbackSource) private var playbackSource
  @Dependency(\.player) private var player

  var body: some Reducer<AppFeature.State, AppFeature.Action> {
    Reduce { state, action in
      guard case .player(.event(.position)) = action, let item = state.player.item, state.preparedAfter != item.episode.id,
        isNearEnd(state.player), let next = state.queue.next(after: item.episode.id)
      else { return .none }
      state.preparedAfter = item.episode.id
      return .run { [episodes, playbackSource, player] _ in
        // If the library cannot be read, the queue reports this when it plays the episode.
        guard let episode = try? await episodes.episodes([next]).first else { return }
        player.prepare(episode.enclosure.url) { await playbackSource(episode) }
      }
    }
  }

  private func isNearEnd(_ player: PlayerFeature.State) -> Bool {
    guard player.phase == .playing, player.sleepTimer != .endOfEpisode, let duration = player.knownDuration else { return false }
    return duration - player.showSettings.skippedOutro - player.position < Self.lead
  }
}
