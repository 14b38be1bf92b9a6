import AppFeatures
import GtkViews
import Podcasts
import ReducerStore

/// The list of pages: first the general pages, such as the queue, then the pages of the shows.
struct SidebarView: View {
  @Bindable var store: StoreOf<LibraryFeature>
  let queue: StoreOf<QueueFeature>
  @Environment(\.downloads) private var downloads
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    List(selection: $store.selection.sending(\.pageSelected)) {
      GeneralPageRow(title: "Home", symbol: "house", isSelected: store.selection == .home).tag(LibraryPage.home)
      GeneralPageRow(
        title: "Queue", symbol: "list.bullet", episodeCount: queue.entries.count,
        isSelected: store.selection == .queue
      ).tag(LibraryPage.queue)
      GeneralPageRow(title: "Favorites", symbol: "heart.fill", isSelected: store.selection == .favorites).tag(
        LibraryPage.favorites)
      GeneralPageRow(
        title: "Downloads", symbol: "arrow.down.circle", sizeText: downloadsSizeText,
        isSelected: store.selection == .downloads
      )
      .tag(LibraryPage.downloads)
      GeneralPageRow(title: "History", symbol: "clock", isSelected: store.selection == .history)
        .tag(LibraryPage.history)
      Text("Shows").font(.caption).bold().foregroundStyle(.secondary).padding(.horizontal, 12).padding(.top, 12)
        .padding(.bottom, 4)
        .accessibilityAddTraits(.isHeader)
      ForEach(store.shows, id: \.page) { show in
        ShowRow(show: show, isSelected: store.selection == show.page)
      }
    }
    .accessibilityLabel("Shows")
    .background(backgroundColor)
  }

  /// The total size of the downloads. `nil` if there are no downloads.
  private var downloadsSizeText: String? { downloads.flatMap { $0.items.isEmpty ? nil : $0.totalText } }

  /// The background of the list: darker than the page next to the list. Clear in a narrow window, which shows either
  /// the list or a page, and with increased contrast.
  private var backgroundColor: Color {
    if contrast == .increased || sizeClass == .compact { return .clear }
    return colorScheme == .dark
      ? Color(red: 0.165, green: 0.165, blue: 0.184) : Color(red: 0.941, green: 0.941, blue: 0.945)
  }
}

/// The row of a general page.
private struct GeneralPageRow: View {
  let title: LocalizedStringKey
  let symbol: String
  /// The number of episodes on the page. 0 is not displayed.
  var episodeCount = 0
  /// The total size of the files on the page. `nil` for pages without files.
  var sizeText: String?
  let isSelected: Bool

  var body: some View {
    HStack(spacing: 14) {
      Image(systemName: symbol).accessibilityHidden(true)
      Text(title).fontWeight(isSelected ? .semibold : nil).lineLimit(1).frame(maxWidth: .infinity, alignment: .leading)
      if episodeCount > 0 {
        Text(verbatim: String(episodeCount)).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
          .accessibilityLabel(episodeCount == 1 ? "1 episode" : "\(episodeCount) episodes")
      }
      if let sizeText {
        Text(verbatim: sizeText).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
      }
    }
    .padding(.horizontal, 10)
    .padding(.vertical, 8)
  }
}

/// The row of a show: the picture, the title, a warning sign if the feed has an error, and the number of unplayed
/// episodes unless it is 0.
private struct ShowRow: View {
  let show: Show
  let isSelected: Bool

  var body: some View {
    HStack(spacing: 12) {
      ArtworkView(artwork: Artwork(of: show), size: 34)
      Text(verbatim: show.title).fontWeight(isSelected ? .semibold : nil).lineLimit(1).frame(
        maxWidth: .infinity, alignment: .leading)
      if show.hasFeedError {
        Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityLabel(
          "The last refresh failed"
        )
        .help("The last refresh failed")
      }
      if show.unplayedCount > 0 {
        Text(verbatim: String(show.unplayedCount)).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
          .accessibilityLabel("\(show.unplayedCount) unplayed")
      }
    }
    .padding(.horizontal, 8)
    .padding(.vertical, 6)
    .help(show.title)
  }
}

extension Show {
  /// Whether the last refresh failed, or the server reported that the feed is gone.
  fileprivate var hasFeedError: Bool {
    switch feedStatus {
    case .failed, .gone: true
    case .neverFetched, .current: false
    }
  }
}
