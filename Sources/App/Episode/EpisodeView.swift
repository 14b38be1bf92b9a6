package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The page of an episode: its notes and its actions.
package struct EpisodePage: View {
  @Bindable private var store: StoreOf<EpisodeFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks
  @Environment(\.horizontalSizeClass) private var sizeClass

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - store: The store to show.
  ///   - player: The store of the player.
  ///   - artworks: The pictures of the shows.
  package init(store: StoreOf<EpisodeFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.store = store
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    ScrollView {
      PageRow {
        VStack(alignment: .leading, spacing: 18) {
          HStack(alignment: .top, spacing: sizeClass == .compact ? 14 : 24) {
            ArtworkView(artwork: artworks.artwork(of: store), size: sizeClass == .compact ? 96 : 168)
            EpisodeHeader(store: store, player: player)
          }
          EpisodeNotesText(store: store)
          EpisodeChapters(store: store)
          EpisodePeople(store: store)
        }
        .padding(.vertical, 18)
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
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
}

/// The title, the show, the date and the length, and the buttons below.
private struct EpisodeHeader: View {
  @Bindable var store: StoreOf<EpisodeFeature>
  let player: StoreOf<PlayerFeature>

  var body: some View {
    let isPlaying = player.state.isPlaying(store.state.id)
    VStack(alignment: .leading, spacing: 6) {
      Text(verbatim: store.title).font(.title2).bold().accessibilityAddTraits(.isHeader)
      Text(verbatim: store.showTitle).foregroundStyle(.secondary)
      Text(store.publicationText).font(.caption).foregroundStyle(.secondary)
      HStack(spacing: 8) {
        Button {
          store.send(.playToggled(!isPlaying))
        } label: {
          Label(isPlaying ? "Pause" : "Play", systemImage: isPlaying ? "pause.fill" : "play.fill")
        }
        .buttonStyle(.borderedProminent)
        .accessibilityLabel(isPlaying ? "Pause \(store.title)" : "Play \(store.title)")
        .help(isPlaying ? "Pause" : "Play")
        QueueToggle(store: store)
        FavoriteToggle(isFavorite: $store.isFavorite.sending(\.favoriteToggled))
        if let remaining = store.remainingText, let progress = store.episode.progress {
          ProgressBar(value: progress, width: 84)
          Text(remaining).font(.caption).foregroundStyle(.secondary)
        } else if store.episode.isPlayed {
          Text("Played").font(.caption).foregroundStyle(.secondary)
        }
      }
      .padding(.top, 6)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// The button that adds an episode to the queue, or removes it.
private struct QueueToggle: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    Toggle(isOn: Binding { store.state.isQueued } set: { store.send(.queueButtonClicked($0 ? .playLast : .remove)) }) {
      Image(systemName: "list.bullet").foregroundStyle(store.isQueued ? .accentColor : .primary)
    }
    .toggleStyle(.button)
    .buttonStyle(.borderless)
    .accessibilityLabel("In the Queue")
    .help("In the Queue")
  }
}

/// The heart that marks a favourite.
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

/// The show notes of an episode.
private struct EpisodeNotesText: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    if let text = store.notesText {
      Text(verbatim: text).textSelection(.enabled).frame(maxWidth: .infinity, alignment: .topLeading)
    } else {
      ProgressView().padding(24)
    }
  }
}

/// The chapters that the feed lists.
private struct EpisodeChapters: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    if !store.details.chapters.isEmpty {
      VStack(alignment: .leading, spacing: 6) {
        SectionTitle(title: "Chapters")
        ForEach(Array(store.details.chapters.enumerated()), id: \.offset) { _, chapter in
          HStack(alignment: .top, spacing: 12) {
            Text(verbatim: chapter.startText).font(.body.monospacedDigit()).foregroundStyle(.secondary)
            Text(verbatim: chapter.title)
          }
        }
      }
    }
  }
}

/// The participants of an episode.
private struct EpisodePeople: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    if !store.details.people.isEmpty {
      VStack(alignment: .leading, spacing: 6) {
        SectionTitle(title: "People")
        ForEach(store.details.people, id: \.self) { person in
          HStack(spacing: 8) {
            Text(verbatim: person.name)
            Text(verbatim: person.role).font(.caption).foregroundStyle(.secondary)
          }
        }
      }
    }
  }
}

extension FeedChapter {
  /// The start time in the format of a player: `1:02:03`.
  fileprivate var startText: String {
    start.formatted(.time(pattern: start < .seconds(3600) ? .minuteSecond : .hourMinuteSecond))
  }
}
