import AppFeatures
import GtkViews
import Podcasts
import ReducerStore

/// The list of pages: first the general pages, then the shows.
struct SidebarView: View {
  @Bindable var store: StoreOf<LibraryFeature>
  let queue: StoreOf<QueueFeature>
  @Environment(\.downloads) private var downloads
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    List(selection: $store.selection.sending(\.pageSelected)) {
      SidebarRow(title: "Home", symbol: "house", isSelected: store.selection == .home).tag(LibraryPage.home)
      SidebarRow(
        title: "Queue", symbol: "list.bullet", count: queue.entries.count, isSelected: store.selection == .queue
      ).tag(LibraryPage.queue)
      SidebarRow(title: "Favorites", symbol: "heart.fill", isSelected: store.selection == .favorites).tag(
        LibraryPage.favorites)
      SidebarRow(
        title: "Downloads", symbol: "arrow.down.circle", size: downloadsSize, isSelected: store.selection == .downloads
      )
      .tag(LibraryPage.downloads)
      SidebarRow(title: "History", symbol: "clock", isSelected: store.selection == .history).tag(LibraryPage.history)
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

  /// The size of the downloads. `nil` if there are none.
  private var downloadsSize: String? { downloads.flatMap { $0.items.isEmpty ? nil : $0.totalText } }

  /// The background of the list, which is darker than the page next to it. In a narrow window there is no page next to
  /// it.
  private var backgroundColor: Color {
    if contrast == .increased || sizeClass == .compact { return .clear }
    return colorScheme == .dark
      ? Color(red: 0.165, green: 0.165, blue: 0.184) : Color(red: 0.941, green: 0.941, blue: 0.945)
  }
}

/// The row of a general page.
private struct SidebarRow: View {
  let title: LocalizedStringKey
  let symbol: String
  /// The number of episodes on the page. 0 is not displayed.
  var count = 0
  /// The size of the files on the page as text, or `nil`.
  var size: String?
  let isSelected: Bool

  var body: some View {
    HStack(spacing: 14) {
      Image(systemName: symbol).accessibilityHidden(true)
      Text(title).fontWeight(isSelected ? .semibold : nil).lineLimit(1).frame(maxWidth: .infinity, alignment: .leading)
      if count > 0 {
        Text(verbatim: String(count)).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
          .accessibilityLabel(count == 1 ? "1 episode" : "\(count) episodes")
      }
      if let size { Text(verbatim: size).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1) }
    }
    .padding(.horizontal, 10)
    .padding(.vertical, 8)
  }
}

/// The row of a show: its picture, its name, and the number of its unplayed episodes.
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
  fileprivate var hasFeedError: Bool {
    switch feedStatus {
    case .failed, .gone: true
    case .neverFetched, .current: false
    }
  }
}
