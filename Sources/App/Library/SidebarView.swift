import AppFeatures
import GtkViews
import Podcasts
import ReducerStore

/// The list of pages: the general ones, then the shows.
struct SidebarView: View {
  @Bindable var store: StoreOf<LibraryFeature>
  let queue: StoreOf<QueueFeature>

  var body: some View {
    List(selection: $store.selection.sending(\.pageSelected)) {
      SidebarRow(title: "Home", symbol: "house").tag(LibraryPage.home)
      SidebarRow(title: "Queue", symbol: "list.bullet", count: queue.entries.count).tag(LibraryPage.queue)
      SidebarRow(title: "Favorites", symbol: "heart.fill").tag(LibraryPage.favorites)
      SidebarRow(title: "Downloads", symbol: "arrow.down.circle").tag(LibraryPage.downloads)
      SidebarRow(title: "History", symbol: "clock").tag(LibraryPage.history)
      Text("Shows").font(.caption).bold().foregroundStyle(.secondary).padding(.horizontal, 12).padding(.top, 12).padding(.bottom, 4)
        .accessibilityAddTraits(.isHeader)
      ForEach(store.shows, id: \.page) { ShowRow(show: $0) }
    }
    .accessibilityLabel("Shows")
  }
}

/// A general page in the list.
private struct SidebarRow: View {
  let title: LocalizedStringKey
  let symbol: String
  var count = 0

  var body: some View {
    HStack(spacing: 14) {
      Image(systemName: symbol).accessibilityHidden(true)
      Text(title).lineLimit(1).frame(maxWidth: .infinity, alignment: .leading)
      if count > 0 {
        Text(verbatim: String(count)).font(.caption.monospacedDigit()).foregroundStyle(.secondary)
          .accessibilityLabel(count == 1 ? "1 episode" : "\(count) episodes")
      }
    }
    .padding(.horizontal, 10)
    .padding(.vertical, 8)
  }
}

/// A show in the list: its picture, its name, and how many of its episodes are unplayed.
private struct ShowRow: View {
  let show: Show

  var body: some View {
    HStack(spacing: 12) {
      ArtworkView(artwork: Artwork(of: show), size: 34)
      Text(verbatim: show.title).lineLimit(1).frame(maxWidth: .infinity, alignment: .leading)
      if show.hasFeedError {
        Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityLabel("The last refresh failed")
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
