package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The list of the library's pages next to the selected page. Shows, the home page, the queue, lists of episodes and
/// the search are pages. If the library is empty or not available, a text is shown instead.
package struct LibraryView: View {
  @Bindable private var store: StoreOf<LibraryFeature>
  private let player: StoreOf<PlayerFeature>
  private let queue: StoreOf<QueueFeature>
  private let isFetchingAddresses: Bool
  private let isProgressShown: Bool

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - store: The store of the library.
  ///   - player: The store of the player.
  ///   - queue: The store of the queue.
  ///   - isFetchingAddresses: Whether feeds whose addresses were given on the command line are being fetched.
  ///   - isProgressShown: Whether a spinner for these fetches is shown above the list of pages.
  package init(
    store: StoreOf<LibraryFeature>, player: StoreOf<PlayerFeature>, queue: StoreOf<QueueFeature>,
    isFetchingAddresses: Bool, isProgressShown: Bool
  ) {
    self.store = store
    self.player = player
    self.queue = queue
    self.isFetchingAddresses = isFetchingAddresses
    self.isProgressShown = isProgressShown
  }

  package var body: some View {
    Group {
      switch store.phase {
      case .filled: LibraryColumns(store: store, player: player, queue: queue, isProgressShown: isProgressShown)
      case .loading: LoadingIndicator().toolbar { AddButton(store: store) }
      case .empty where isFetchingAddresses: LoadingIndicator().toolbar { AddButton(store: store) }
      case .empty: EmptyLibrary(store: store).toolbar { AddButton(store: store) }
      case .unavailable: UnavailableLibrary().toolbar { AddButton(store: store) }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .sheet(item: $store.scope(state: \.destination?.subscribe, action: \.destination.subscribe)) {
      SubscribeView(store: $0)
    }
  }
}

/// The button in the toolbar that adds a podcast. A narrow window with a selected page does not show the button, but
/// the main menu has the same action.
private struct AddButton: View {
  let store: StoreOf<LibraryFeature>

  var body: some View {
    ToolbarItem(placement: .navigation) {
      Button {
        store.send(.addButtonClicked)
      } label: {
        Image(systemName: "plus")
      }
      .disabled(!store.isAddButtonEnabled)
      .accessibilityLabel("Add Podcast")
      .help("Add Podcast")
    }
  }
}

/// The list of pages next to the selected page. A narrow window shows one of the two.
private struct LibraryColumns: View {
  @Bindable var store: StoreOf<LibraryFeature>
  let player: StoreOf<PlayerFeature>
  let queue: StoreOf<QueueFeature>
  let isProgressShown: Bool
  @Environment(\.textScale) private var textScale

  var body: some View {
    NavigationSplitView {
      SidebarView(store: store, queue: queue)
        // The list grows with the text only up to a factor of 1.5, because the page next to it needs room too.
        .navigationSplitViewColumnWidth(248 * min(textScale, 1.5))
        .toolbar {
          AddButton(store: store)
          if isProgressShown {
            ToolbarItem(placement: .navigation) {
              ProgressView().accessibilityLabel("Adding podcasts…").help("Adding podcasts…")
            }
          }
          ToolbarItem(placement: .navigation) {
            Button {
              store.send(.searchButtonClicked)
            } label: {
              Image(systemName: "magnifyingglass")
            }
            .accessibilityLabel("Search All Episodes")
            .help("Search All Episodes")
          }
        }
    } detail: {
      NavigationStack {
        PageView(store: store, player: player, queue: queue)
          .navigationDestination(item: $store.scope(state: \.episode, action: \.episode)) { episode in
            EpisodePage(store: episode, player: player, artworks: EpisodeArtworks(store))
          }
      }
      // With the normal text size, a wide window has at least 720 pixels: 248 for the list of pages, and 472 for the
      // selected page. Both together are ideally 1000 pixels wide.
      .navigationSplitViewColumnWidth(min: 472, ideal: 752)
    }
    .toast(item: $store.playedNotice.sending(\.playedNoticeChanged)) { notice in
      notice.toast.action("Undo") { store.send(.undoButtonClicked) }
    }
  }
}

/// The selected page.
private struct PageView: View {
  let store: StoreOf<LibraryFeature>
  let player: StoreOf<PlayerFeature>
  let queue: StoreOf<QueueFeature>

  var body: some View {
    if let show = store.scope(state: \.show, action: \.show) {
      ShowView(store: show, player: player).id(show.id)
    } else if let home = store.scope(state: \.home, action: \.home) {
      HomeView(store: home, player: player, artworks: EpisodeArtworks(store))
    } else if let list = store.scope(state: \.list, action: \.list), list.query.scope == .queue {
      QueueView(store: list, queue: queue, player: player, artworks: EpisodeArtworks(store)).id(list.query.scope)
    } else if let list = store.scope(state: \.list, action: \.list) {
      EpisodeListView(store: list, player: player, artworks: EpisodeArtworks(store)).id(list.query.scope)
    } else if let search = store.scope(state: \.search, action: \.search) {
      SearchView(store: search, shows: store.foundShows, player: player, artworks: EpisodeArtworks(store)) {
        store.send(.pageSelected(.show($0)))
      }
    } else {
      PagePlaceholder(
        symbol: "headphones", title: "No Podcast Selected", detail: "Choose one in the list to see its episodes."
      ) { EmptyView() }
    }
  }
}

extension PlayedNotice {
  /// The message for the user.
  @MainActor fileprivate var toast: Toast {
    switch (isPlayed, count) {
    case (true, 1): Toast("Marked as Played")
    case (false, 1): Toast("Marked as Unplayed")
    case (true, let count): Toast("\(count) episodes marked as played")
    case (false, let count): Toast("\(count) episodes marked as unplayed")
    }
  }
}

/// The page of a library without shows: a short text and the ways to add shows.
private struct EmptyLibrary: View {
  let store: StoreOf<LibraryFeature>

  var body: some View {
    PagePlaceholder(
      symbol: "headphones", title: "No Podcasts Yet",
      detail: "Add a podcast by its address, or bring your shows along from a file or from another player."
    ) {
      VStack(spacing: 8) {
        Button("Add Podcast") { store.send(.addButtonClicked) }
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Add Podcast")
        Button("Import OPML…") { store.send(.importButtonClicked(.list)) }.accessibilityLabel("Import OPML…")
        Button("Import From Another Player…") { store.send(.importButtonClicked(.otherPlayer)) }
          .accessibilityLabel("Import From Another Player…")
        if store.sampleShow != nil {
          Button("Listen to a Sample Show") { store.send(.sampleShowButtonClicked) }
            .buttonStyle(.borderless)
            .accessibilityLabel("Listen to a Sample Show")
        }
      }
    }
  }
}

/// The page of a library that cannot be read. The user has seen the reason in an alert.
private struct UnavailableLibrary: View {
  var body: some View {
    PagePlaceholder(
      symbol: "exclamationmark.triangle", title: "Your Library Is Not Available",
      detail: "Nothing of it was changed. Start the program again when the problem is solved."
    ) {
      EmptyView()
    }
  }
}

/// A spinner, while the library is being read, or feeds that were given on the command line are being fetched.
private struct LoadingIndicator: View {
  var body: some View {
    ProgressView().frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

/// The replacement for a page without content: a large icon, a title and a sentence, above optional controls.
struct PagePlaceholder<Content: View>: View {
  let symbol: String
  let title: LocalizedStringKey
  let detail: LocalizedStringKey
  @ViewBuilder let content: Content

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: symbol).font(.system(size: 64)).foregroundStyle(.secondary).accessibilityHidden(true)
      Text(title).font(.title).multilineTextAlignment(.center)
      Text(detail).foregroundStyle(.secondary).multilineTextAlignment(.center)
      content
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}
