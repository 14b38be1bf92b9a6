import AppFeatures
import GtkViews
import Podcasts
import ReducerStore

/// The menu “Episode” of the main menu: the commands and keyboard shortcuts for the episode whose page is shown. A
/// focused row of a list has the same shortcuts for its own episode.
struct EpisodeCommands: Commands {
  let store: StoreOf<AppFeature>

  var body: some Commands {
    CommandMenu("Episode") {
      Button("Add to Queue or Remove") {
        send { .queueButtonClicked($0.isQueued ? .remove : .playLast) }
      }
      .keyboardShortcut("q", modifiers: [])
      .disabled(episode == nil)
      Button("Favorite or Not") { send { .favoriteToggled(!$0.isFavorite) } }
        .keyboardShortcut("f", modifiers: [])
        .disabled(episode == nil)
      Button("Download or Stop") {
        if let episode { store.send(.downloads(.toggled(episode.id))) }
      }
      .keyboardShortcut("d", modifiers: [])
      .disabled(episode == nil)
    }
  }

  /// The episode whose page is shown. An open player page covers the pages of the library, so the episode of the player
  /// page comes first.
  private var episode: EpisodeFeature.State? { store.player.nowPlaying ?? store.library.episode }

  /// Sends an action to the feature of ``episode``.
  private func send(_ action: (EpisodeFeature.State) -> EpisodeFeature.Action) {
    if let episode = store.player.nowPlaying {
      store.send(.player(.nowPlaying(.presented(action(episode)))))
    } else if let episode = store.library.episode {
      store.send(.library(.episode(.presented(action(episode)))))
    }
  }
}
