package import AppFeatures
import Foundation
package import GtkViews
package import Podcasts
package import ReducerStore

/// The page that searches all shows, episodes and saved transcripts. It shows results while the user types.
package struct SearchView: View {
  @Bindable private var store: StoreOf<SearchFeature>
  private let shows: [Show]
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks
  private let openShow: @MainActor (Show.ID) -> Void

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - store: The search of episodes and transcripts.
  ///   - shows: The shows that contain the searched words. The caller finds them.
  ///   - player: The store of the player.
  ///   - artworks: The pictures of the found episodes.
  ///   - openShow: Opens the page of a found show that the user clicked.
  package init(
    store: StoreOf<SearchFeature>, shows: [Show], player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks,
    openShow: @escaping @MainActor (Show.ID) -> Void
  ) {
    self.store = store
    self.shows = shows
    self.player = player
    self.artworks = artworks
    self.openShow = openShow
  }

  package var body: some View {
    Group {
      if let results = store.scope(state: \.results, action: \.results) {
        SearchResults(
          search: store, episodes: results, shows: shows, player: player, artworks: artworks, openShow: openShow)
      } else {
        PagePlaceholder(
          symbol: "magnifyingglass", title: "Search Your Library",
          detail:
            "Titles, notes, shows, people and the transcripts of episodes you have opened or downloaded are searched as you type."
        ) {
          EmptyView()
        }
      }
    }
    .searchable(text: $store.text.sending(\.textChanged), isPresented: isPresented, prompt: "Search All Episodes")
  }

  /// Always `true`, because the search page exists only while its search field is open. When the user closes the field,
  /// the page closes.
  private var isPresented: Binding<Bool> {
    Binding {
      true
    } set: { [store] isOpen in
      if !isOpen { store.send(.closed) }
    }
  }
}

/// The found shows, the found lines of transcripts, and the found episodes.
private struct SearchResults: View {
  let search: StoreOf<SearchFeature>
  let episodes: StoreOf<EpisodeListFeature>
  let shows: [Show]
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks
  let openShow: @MainActor (Show.ID) -> Void

  var body: some View {
    ScrollViewReader { proxy in
      resultList.onChange(of: search.text) { proxy.scrollTo(ResultsTitle.id, anchor: .top) }
    }
  }

  /// The list of all results. Its first row is always the title.
  ///
  /// When rows are inserted, GTK keeps the first visible row at its position. If this row is the title, sections
  /// that arrive later appear below it. Without the title, such sections could be inserted above the first visible row,
  /// and the user would not see them.
  private var resultList: some View {
    List {
      ResultsTitle().tag(ResultsTitle.id)
      if episodes.isLoading {
        LoadingRow()
      } else if episodes.ids.isEmpty, shows.isEmpty, search.matches.isEmpty, !search.isSearchingTranscripts {
        PagePlaceholder(symbol: "magnifyingglass", title: "No Episodes Found", detail: "Try another word.") {
          EmptyView()
        }
      }
      if !shows.isEmpty { FoundShows(shows: shows, openShow: openShow) }
      if !search.matches.isEmpty { TranscriptMatches(store: search) }
      if !episodes.ids.isEmpty { PageRow { SectionTitle(title: "Episodes").padding(.top, 12) } }
      EpisodeRows(store: episodes, player: player, artworks: artworks)
    }
    .accessibilityLabel("Search Results")
    .loadingVisibleRows(of: episodes)
  }
}

/// The title above the results.
private struct ResultsTitle: View {
  static let id = "results"

  var body: some View {
    PageRow { PageTitle(title: "Search Results") }
  }
}

/// The section of the found shows.
private struct FoundShows: View {
  let shows: [Show]
  let openShow: @MainActor (Show.ID) -> Void

  var body: some View {
    PageRow { SectionTitle(title: "Shows").padding(.top, 12) }
    ForEach(shows) { show in
      PageRow {
        FoundShowRow(show: show) { openShow(show.id) }
          .background { RowCard(isFirst: show.id == shows.first?.id, isLast: show.id == shows.last?.id) }
      }
    }
  }
}

/// A found show. A click opens the page of the show.
private struct FoundShowRow: View {
  let show: Show
  let clicked: @MainActor () -> Void

  var body: some View {
    Button(action: clicked) {
      HStack(spacing: 12) {
        ArtworkView(artwork: Artwork(of: show), size: 44)
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: show.title).fontWeight(.semibold).lineLimit(1)
          if !show.author.isEmpty {
            Text(verbatim: show.author).font(.caption).foregroundStyle(.secondary).lineLimit(1)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .padding(.horizontal, 12)
      .padding(.vertical, 8)
    }
    .buttonStyle(.plain)
    .accessibilityLabel("Open \(show.title)")
  }
}

/// The section of the found lines of transcripts.
private struct TranscriptMatches: View {
  let store: StoreOf<SearchFeature>

  var body: some View {
    PageRow { SectionTitle(title: "In Transcripts").padding(.top, 12) }
    ForEach(store.shownMatches) { match in
      PageRow {
        TranscriptMatchRow(match: match) { store.send(.matchClicked(match)) }
          .background {
            RowCard(isFirst: match.id == store.shownMatches.first?.id, isLast: match.id == store.shownMatches.last?.id)
          }
      }
    }
    if store.shownMatches.count < store.matches.count {
      PageRow {
        Button("Show More Lines") { store.send(.allMatchesButtonClicked) }
          .buttonStyle(.borderless)
          .padding(.top, 6)
          .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
  }
}

/// A found line of a transcript. A click plays the episode from the time of the line. If the line has no time, a click
/// opens the page of the episode.
private struct TranscriptMatchRow: View {
  let match: TranscriptMatch
  let clicked: @MainActor () -> Void

  var body: some View {
    Button(action: clicked) {
      HStack(alignment: .top, spacing: 12) {
        Text(verbatim: match.line.start?.clockText ?? "").font(.caption.monospacedDigit()).foregroundStyle(.secondary)
          .frame(minWidth: 44, alignment: .leading)
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: match.line.text).lineLimit(2)
          Text(verbatim: "\(match.episodeTitle) · \(match.showTitle)").font(.caption).foregroundStyle(.secondary)
            .lineLimit(1)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .padding(.horizontal, 12)
      .padding(.vertical, 8)
    }
    .buttonStyle(.plain)
    .accessibilityLabel(label)
  }

  private var label: Text {
    if let start = match.line.start {
      Text("Play “\(match.episodeTitle)” from \(start.clockText): \(match.line.text)")
    } else {
      Text("Open “\(match.episodeTitle)”: \(match.line.text)")
    }
  }
}
