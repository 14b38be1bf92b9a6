package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// A page that is one list of episodes: the favourites, the downloads or the history.
package struct EpisodeListView: View {
  private let store: StoreOf<EpisodeListFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks
  @Environment(\.downloads) private var downloads

  /// Creates the page.
  package init(store: StoreOf<EpisodeListFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.store = store
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    List {
      PageRow { PageTitle(title: page.title) }
      if let downloads, page == .downloads, !downloads.items.isEmpty {
        PageRow { DownloadsHeader(store: downloads, player: player) }
      }
      if store.isLoading {
        LoadingRow()
      } else if store.ids.isEmpty {
        EmptyPagePlaceholder(page: page)
      }
      EpisodeRows(store: store, player: player, artworks: artworks)
    }
    .environment(\.isDownloadsPage, page == .downloads)
    .accessibilityLabel("Episodes")
    .restoringScrollPosition(store)
  }

  /// The page of the list, which is one of the three pages that this view supports.
  private var page: LibraryPage {
    switch store.query.scope {
    case .downloads: .downloads
    case .history: .history
    default: .favorites
    }
  }
}

extension View {
  /// Scrolls the list in this view to the scroll position of the last session, and loads the visible rows of the list.
  /// From the visible rows, the feature also records the scroll position of this session.
  func restoringScrollPosition(_ store: StoreOf<EpisodeListFeature>) -> some View {
    ScrollPositionRestorer(store: store, content: self)
  }

  /// Loads the visible rows of a list of episodes that this view contains.
  func loadingVisibleRows(of store: StoreOf<EpisodeListFeature>) -> some View {
    onScrollTargetVisibilityChange(idType: Episode.ID.self) { ids in
      // When the user leaves a page, this closure is called once more after the page's state is removed.
      store.sendIfPresent(.visibleRowsChanged(ids))
    }
  }
}

private struct ScrollPositionRestorer<Content: View>: View {
  let store: StoreOf<EpisodeListFeature>
  let content: Content

  var body: some View {
    ScrollViewReader { proxy in
      content.onChange(of: store.scrollTarget, initial: true) { _, row in
        if let row { proxy.scrollTo(row, anchor: .top) }
      }
      .loadingVisibleRows(of: store)
    }
  }
}

/// The message on a page without episodes.
private struct EmptyPagePlaceholder: View {
  let page: LibraryPage

  var body: some View {
    switch page {
    case .downloads:
      PagePlaceholder(
        symbol: "arrow.down.circle", title: "No Downloads Yet",
        detail: "Download an episode from its menu to listen without a network."
      ) { EmptyView() }
    case .history:
      PagePlaceholder(
        symbol: "clock", title: "Nothing Played Yet", detail: "The episodes that you play are listed here."
      ) { EmptyView() }
    default:
      PagePlaceholder(
        symbol: "heart", title: "No Favorites Yet", detail: "Mark an episode as a favorite to find it here."
      ) { EmptyView() }
    }
  }
}

extension LibraryPage {
  /// The title of a page that is one list of episodes.
  fileprivate var title: LocalizedStringKey {
    switch self {
    case .downloads: "Downloads"
    case .history: "History"
    default: "Favorites"
    }
  }
}

/// The pictures for the episodes of a list.
package struct EpisodeArtworks {
  private let store: StoreOf<LibraryFeature>

  package init(_ store: StoreOf<LibraryFeature>) { self.store = store }

  /// Returns the picture of an episode, or the show's picture if the episode has none. If the library has not returned
  /// the show, the result is the placeholder with the name of the show.
  @MainActor func artwork(of episode: StoreOf<EpisodeFeature>) -> Artwork {
    Artwork(of: episode.episode, show: store.artworks[episode.episode.showID], showTitle: episode.showTitle)
  }
}

/// The rows of a list of episodes. A row's content is loaded when the row is visible or near the visible rows.
struct EpisodeRows: View {
  let store: StoreOf<EpisodeListFeature>
  let player: StoreOf<PlayerFeature>
  /// The pictures of the rows. `nil` in a list of one show, whose rows have no pictures.
  var artworks: EpisodeArtworks?
  /// Whether the rows are the queue, which the user can reorder.
  var isQueue = false

  var body: some View {
    ForEach(store.indexedEpisodes) { element in
      PageRow { IndexedEpisodeRow(store: store, player: player, artworks: artworks, element: element) }
        .onAppear { send(.rowAppeared(element)) }
        .onDisappear { send(.rowDisappeared(element.id)) }
        // Letters are keyboard shortcuts of the row. Without this modifier, they would start a search in the list.
        .typeSelectEquivalent(nil)
    }
    .onMove(perform: isQueue ? move : nil)
    .onDelete(perform: isQueue ? remove : nil)
  }

  private var move: @MainActor (RowOffsets, Int) -> Void { { send(.moved($0, to: $1)) } }
  private var remove: @MainActor (RowOffsets) -> Void { { send(.rowsRemoved($0)) } }

  private func send(_ action: EpisodeListFeature.Action) { store.sendIfPresent(action) }
}

extension Store where State == EpisodeListFeature.State, Action == EpisodeListFeature.Action {
  /// Sends an action if the state of the list still exists. When the user leaves the page, its rows disappear after the
  /// state is removed.
  @MainActor fileprivate func sendIfPresent(_ action: Action) {
    if core.isPresent { send(action) }
  }
}

/// The first rows of a list of episodes, below other views of a page.
struct FirstEpisodeRows: View {
  let store: StoreOf<EpisodeListFeature>
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks?
  /// The maximum number of rows.
  let count: Int

  var body: some View {
    ForEach(Array(store.indexedEpisodes.prefix(count))) { element in
      PageRow { IndexedEpisodeRow(store: store, player: player, artworks: artworks, element: element) }
        .onAppear { store.sendIfPresent(.rowAppeared(element)) }
        .onDisappear { store.sendIfPresent(.rowDisappeared(element.id)) }
    }
  }
}

/// The row of an episode. In the first row of a day, the heading of the day is above the episode. The rows between two
/// headings look like one card. Until the episode is loaded, the row is empty and has about the height of a loaded row.
private struct IndexedEpisodeRow: View {
  let store: StoreOf<EpisodeListFeature>
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks?
  /// The episode's id and its position in the list.
  let element: IndexedEpisodes.Element
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      let row = store.scope(state: \.rows[id: element.id], action: \.rows[id: element.id])
      if let day = row?.dayHeading {
        Text(day).font(.headline).foregroundStyle(.secondary).padding(.top, 12).padding(.bottom, 6)
          .accessibilityAddTraits(.isHeader)
      }
      VStack(alignment: .leading, spacing: 0) {
        if element.index > 0, row?.dayHeading == nil { Divider() }
        if let row {
          EpisodeRow(store: row, player: player, artwork: artworks?.artwork(of: row)).padding(.horizontal, 12)
        } else {
          VStack(alignment: .leading, spacing: 3) {
            Text(verbatim: " ")
            Text(verbatim: " ").font(.caption)
          }
          .frame(
            maxWidth: .infinity,
            // The play button has a height of 36 pixels. In a list with pictures, the picture has 44 pixels.
            minHeight: (artworks == nil ? 36 : 44) * .lengthScale(textScale, isLimited: sizeClass == .compact),
            alignment: .leading
          )
          .padding(.vertical, 8)
        }
      }
      .background { RowCard(isFirst: element.index == 0 || row?.dayHeading != nil, isLast: isLastOfCard) }
    }
  }

  /// Whether the row is the last one of its card, because the next row has a heading or there is no next row.
  private var isLastOfCard: Bool {
    let next = element.index + 1
    guard store.ids.indices.contains(next) else { return true }
    return store.state.rows[id: store.ids[next]]?.dayHeading != nil
  }
}

/// A header or a row of a page. All headers and rows have the same margins and the same maximum width, so that lines in
/// a wide window stay short enough to read.
struct PageRow<Content: View>: View {
  @ViewBuilder let content: Content
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.pageMargin) private var margin

  var body: some View {
    content
      .padding(.horizontal, margin ?? (sizeClass == .compact ? 14 : 32))
      .frame(maxWidth: 900, alignment: .topLeading)
      .frame(maxWidth: .infinity, alignment: margin == nil ? .top : .topLeading)
  }
}

private struct PageMarginKey: EnvironmentKey {
  static var defaultValue: Double? { nil }
}

extension EnvironmentValues {
  /// The horizontal margins of the rows of a page, in logical pixels. `nil` for the standard margins, which depend on
  /// the window's width. With other margins, the rows are not centered in a wide window.
  var pageMargin: Double? {
    get { self[PageMarginKey.self] }
    set { self[PageMarginKey.self] = newValue }
  }
}

/// The row with a spinner on a page that is still loading.
struct LoadingRow: View {
  var body: some View { PageRow { ProgressView().padding(24).frame(maxWidth: .infinity) } }
}

/// The title at the top of a page.
struct PageTitle: View {
  private let title: LocalizedStringKey

  init(title: LocalizedStringKey) { self.title = title }

  var body: some View {
    Text(title).font(.title).bold().frame(maxWidth: .infinity, alignment: .leading).padding(.vertical, 18)
      .accessibilityAddTraits(.isHeader)
  }
}

/// The title of a section of a page.
struct SectionTitle: View {
  private let title: LocalizedStringKey

  init(title: LocalizedStringKey) { self.title = title }

  var body: some View {
    Text(title).font(.title3).bold().frame(maxWidth: .infinity, alignment: .leading).padding(.vertical, 8)
      .accessibilityAddTraits(.isHeader)
  }
}
