import Podcasts
import ReducerStore

/// Loads the next episode of the queue into the player shortly before the end of the current episode, so that there is
/// no silence between the two. If the queue has no other playable episode and ``Preferences/continuesWithShow`` is on,
/// loads the next unplayed episode of the current episode's show.
struct NextPreparation: Reducer {
  /// How long before the end of the current episode the next episode is loaded. At a higher speed, this time covers
  /// more of the episode.
  private static let leadTime = Duration.seconds(10)

  @Dependency(\.episodes) private var episodes
  @Dependency(\.playbackSource) private var playbackSource
  @Dependency(\.player) private var player
  @Dependency(\.showSettings) private var showSettings

  var body: some Reducer<AppFeature.State, AppFeature.Action> {
    Reduce { state, action in
      // During a pause, the player unloads the prepared audio. So prepare the next episode again after the pause.
      if case .player(.event(.paused)) = action { state.upcomingEpisode = nil }
      guard case .player(.event(.position)) = action, let item = state.player.item else { return .none }
      guard isWithinLeadTime(state.player), let next = next(after: item.episode.id, in: state.queue) else {
        state.upcomingEpisode = nil
        return .none
      }
      guard state.upcomingEpisode != next else { return .none }
      state.upcomingEpisode = next
      return prepare(next, currentSettings: state.player.showSettings)
    }
  }

  /// Returns the episode that is played after an episode: an entry of the queue, or the next episode of the show.
  private func next(after episode: Episode.ID, in queue: QueueFeature.State) -> Episode.ID? {
    queue.next(after: episode) ?? (queue.continuesWithShow ? queue.nextOfShow : nil)
  }

  /// Loads an episode in the player, without playing it. `currentSettings` belong to the show that plays.
  private func prepare(_ next: Episode.ID, currentSettings: ShowSettings) -> Effect<AppFeature.Action> {
    .run { [episodes, playbackSource, player, showSettings] _ in
      // If the library cannot be read, the queue reports the error when the queue plays the episode.
      guard let episode = try? await episodes.episodes([next]).first else { return }
      // The stream emits the settings again after each change. Only the first value is used.
      for await settings in showSettings.settings(episode.showID) {
        // A prepared episode starts with the settings of the current show, and without a skip of its intro. So do not
        // prepare an episode of a show with other settings, or with an intro to skip.
        guard let settings = try? settings.get(), settings.skippedIntro <= .zero,
          settings.rate == currentSettings.rate, settings.skipsSilence == currentSettings.skipsSilence,
          settings.levelsVoices == currentSettings.levelsVoices
        else { return }
        player.prepare(episode.enclosure.url) { await playbackSource(episode, episode.playPosition) }
        return
      }
    }
  }

  /// Whether the sound of the episode in the player plays, and ends within ``leadTime``. The sound ends at the start of
  /// a skipped outro. `false` if the sleep timer stops the player at the end of the episode.
  private func isWithinLeadTime(_ player: PlayerFeature.State) -> Bool {
    guard player.phase == .playing, player.sleepTimer != .endOfEpisode, let duration = player.knownDuration else {
      return false
    }
    return duration - player.showSettings.skippedOutro - player.position < Self.leadTime * player.rate
  }
}
