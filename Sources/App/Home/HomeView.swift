package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The home page: started episodes and new episodes.
package struct HomeView: View {
  private let store: StoreOf<HomeFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks

  /// Creates the page.
  package init(store: StoreOf<HomeFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.store = store
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    let newEpisodes = store.scope(state: \.newEpisodes, action: \.newEpisodes)
    List {
      PageRow { PageTitle(title: "Home") }
      if !store.continueListening.ids.isEmpty {
        // The title and the cards are one row. If the title were a row of its own, without a control, the Tab key would
        // leave the list there.
        PageRow {
          VStack(alignment: .leading, spacing: 0) {
            SectionTitle(title: "Continue Listening")
            StartedEpisodeCards(
              store: store.scope(state: \.continueListening, action: \.continueListening), player: player,
              artworks: artworks)
          }
        }
      }
      if store.isEmpty {
        PagePlaceholder(
          symbol: "checkmark", title: "You Are Up to Date",
          detail: "New episodes, and those that you have begun, are listed here."
        ) {
          EmptyView()
        }
      } else if !store.newEpisodes.ids.isEmpty {
        PageRow { SectionTitle(title: "New Episodes").padding(.top, 12) }
      }
      EpisodeRows(store: newEpisodes, player: player, artworks: artworks)
    }
    .accessibilityLabel("Episodes")
    .restoringScrollPosition(newEpisodes)
  }
}

/// The started episodes, as cards side by side.
private struct StartedEpisodeCards: View {
  let store: StoreOf<EpisodeListFeature>
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks
  /// The maximum number of cards. There is a maximum because each card loads a picture. The maximum must not exceed
  /// ``EpisodeLoads/pageSize``, because the cards do not request the rows after the first page.
  private static let maxCards = 20

  var body: some View {
    ScrollView(.horizontal) {
      HStack(alignment: .top, spacing: 16) {
        ForEach(Array(store.indexedEpisodes.prefix(Self.maxCards))) { element in
          if let row = store.scope(state: \.rows[id: element.id], action: \.rows[id: element.id]) {
            EpisodeCard(store: row, player: player, artwork: artworks.artwork(of: row))
          }
        }
      }
      .padding(.bottom, 12)
      .frame(maxWidth: .infinity, alignment: .leading)
    }
  }
}

/// A card with a started episode: picture, progress, title and time left. A click plays or pauses the episode.
private struct EpisodeCard: View {
  let store: StoreOf<EpisodeFeature>
  let player: StoreOf<PlayerFeature>
  let artwork: Artwork
  @Environment(\.downloads) private var downloads
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    let width = ((sizeClass == .compact ? 160 : 176) * .lengthScale(textScale, isLimited: sizeClass == .compact))
      .rounded()
    let isPlaying = player.state.isPlaying(store.state.id)
    Button {
      store.send(.playToggled(!isPlaying))
    } label: {
      VStack(alignment: .leading, spacing: 6) {
        ArtworkView(artwork: artwork, size: width, growsWithText: false)
        ProgressBar(value: store.episode.progress ?? 0, width: width)
        Text(verbatim: store.title).fontWeight(.semibold).lineLimit(1).accentText(when: isPlaying)
        Text(store.remainingText ?? store.publicationText).font(.caption).foregroundStyle(.secondary).lineLimit(1)
      }
      .frame(width: width)
    }
    .buttonStyle(.plain)
    .accessibilityLabel(isPlaying ? "Pause \(store.title)" : "Play \(store.title)")
    .contextMenu { EpisodeMenu(store: store) }
    .episodeKeys(store, downloads: downloads)
  }
}
