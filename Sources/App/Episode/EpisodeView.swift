package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The page of an episode: its picture and actions, above its notes, chapters and transcript.
package struct EpisodePage: View {
  @Bindable private var store: StoreOf<EpisodeFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.downloads) private var downloads

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - store: The store of the episode.
  ///   - player: The store of the player.
  ///   - artworks: The pictures of shows and episodes.
  package init(store: StoreOf<EpisodeFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.store = store
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading, spacing: 0) {
        PageRow {
          header.padding(.vertical, 18).frame(maxWidth: .infinity, alignment: .leading)
        }
        if let contents = store.scope(state: \.contents, action: \.contents) {
          EpisodeContents(store: contents, player: player)
        }
      }
    }
    .episodeKeys(store, downloads: downloads)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Menu {
          EpisodeMenu(store: store, isOnPage: true)
        } label: {
          Image(systemName: "ellipsis")
        }
        .accessibilityLabel("More about \(store.title)")
        .help("More about \(store.title)")
      }
    }
  }

  @ViewBuilder private var header: some View {
    if sizeClass == .compact {
      VStack(alignment: .leading, spacing: 12) {
        HStack(alignment: .top, spacing: 14) {
          ArtworkView(artwork: artworks.artwork(of: store), size: 96)
          EpisodeHeading(store: store)
        }
        EpisodeActions(store: store, player: player)
      }
    } else {
      HStack(alignment: .top, spacing: 24) {
        ArtworkView(artwork: artworks.artwork(of: store), size: 168)
        VStack(alignment: .leading, spacing: 12) {
          EpisodeHeading(store: store)
          EpisodeActions(store: store, player: player)
        }
      }
    }
  }
}

/// The title of an episode, above its show, date and length.
private struct EpisodeHeading: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(verbatim: store.title).font(.title2).bold().accessibilityAddTraits(.isHeader)
      Text(verbatim: store.showTitle).foregroundStyle(.secondary)
      Text(store.publicationText).font(.caption).foregroundStyle(.secondary)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// The buttons for an episode, next to its progress. In a narrow window, the progress is below the buttons.
private struct EpisodeActions: View {
  @Bindable var store: StoreOf<EpisodeFeature>
  let player: StoreOf<PlayerFeature>
  @Environment(\.downloads) private var downloads
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    if sizeClass == .compact {
      VStack(alignment: .leading, spacing: 8) {
        buttons
        progress
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    } else {
      HStack(spacing: 8) {
        buttons
        progress
      }
    }
  }

  private var isPlaying: Bool { player.state.isPlaying(store.state.id) }

  private var buttons: some View {
    HStack(spacing: 8) {
      EpisodePlayButton(store: store, isPlaying: isPlaying) {
        Label(isPlaying ? "Pause" : "Play", systemImage: isPlaying ? "pause.fill" : "play.fill")
      }
      .buttonStyle(.borderedProminent)
      QueueToggle(store: store)
      if let downloads { DownloadControl(store: downloads, episode: store.state.id, title: store.title) }
      FavoriteToggle(isFavorite: $store.isFavorite.sending(\.favoriteToggled))
      Button {
        store.send(.copyLinkButtonClicked)
      } label: {
        Image(systemName: "square.and.arrow.up")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Copy Link to \(store.title)")
      .help("Copy Link")
    }
  }

  @ViewBuilder private var progress: some View {
    if let remaining = store.remainingText, let progress = store.episode.progress {
      HStack(spacing: 8) {
        ProgressBar(value: progress, width: 84)
        Text(remaining).font(.caption).foregroundStyle(.secondary)
      }
    } else if store.episode.isPlayed {
      Text("Played").font(.caption).foregroundStyle(.secondary)
    }
  }
}

/// The toggle that adds an episode to the end of the queue, or removes the episode from the queue.
private struct QueueToggle: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    Toggle(
      isOn: Binding {
        store.state.isQueued
      } set: { isQueued in
        store.send(.queueButtonClicked(isQueued ? .playLast : .remove))
      }
    ) {
      Image(systemName: "list.bullet").foregroundStyle(store.isQueued ? .accentColor : .primary)
    }
    .toggleStyle(.button)
    .buttonStyle(.borderless)
    .accessibilityLabel("In the Queue")
    .help("In the Queue")
  }
}

/// The toggle with a heart that marks an episode as a favourite.
package struct FavoriteToggle: View {
  @Binding var isFavorite: Bool

  package init(isFavorite: Binding<Bool>) {
    self._isFavorite = isFavorite
  }

  package var body: some View {
    Toggle(isOn: $isFavorite) {
      Image(systemName: isFavorite ? "heart.fill" : "heart")
        .foregroundStyle(isFavorite ? .red : .primary)
    }
    .toggleStyle(.button)
    .buttonStyle(.borderless)
    .accessibilityLabel("Favorite")
    .help("Favorite")
  }
}
