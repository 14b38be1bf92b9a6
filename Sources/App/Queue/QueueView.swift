package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The page of the queue: its episodes in order, below their number and total length.
package struct QueueView: View {
  private let store: StoreOf<EpisodeListFeature>
  private let queue: StoreOf<QueueFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - store: The store of the list of the queue's episodes.
  ///   - queue: The store of the queue.
  ///   - player: The store of the player.
  ///   - artworks: The pictures of the shows.
  package init(
    store: StoreOf<EpisodeListFeature>, queue: StoreOf<QueueFeature>, player: StoreOf<PlayerFeature>,
    artworks: EpisodeArtworks
  ) {
    self.store = store
    self.queue = queue
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    List {
      PageRow { QueueHeader(queue: queue, title: "Queue", font: .title).padding(.vertical, 18) }
      if store.isLoading {
        LoadingRow()
      } else if store.ids.isEmpty {
        PagePlaceholder(
          symbol: "list.bullet", title: "The Queue Is Empty",
          detail: "Choose “Play Next” or “Play Last” in the menu of an episode."
        ) {
          EmptyView()
        }
      }
      EpisodeRows(store: store, player: player, artworks: artworks, isQueue: true)
    }
    .accessibilityLabel("Queue")
    .restoringScrollPosition(store)
  }
}

/// The list “Up Next” on the page of the episode in the player. The rows are loaded when the list appears.
package struct UpNextView: View {
  private let queue: StoreOf<QueueFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - queue: The store of the queue.
  ///   - player: The store of the player.
  ///   - artworks: The pictures of the shows.
  package init(queue: StoreOf<QueueFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.queue = queue
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    let upNext = queue.scope(state: \.upNext, action: \.upNext)
    List {
      PageRow { QueueHeader(queue: queue, title: "Up Next", font: .headline).padding(.vertical, 8) }
      if queue.entries.isEmpty {
        PageRow { Text("Nothing follows.").foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading) }
      }
      EpisodeRows(store: upNext, player: player, artworks: artworks, isQueue: true)
    }
    .accessibilityLabel("Up Next")
    .loadingVisibleRows(of: upNext)
    .onAppear { upNext.send(.opened) }
  }
}

/// The first episodes of the queue, for a page with other views, and a button that shows the whole queue.
struct UpNextRows: View {
  /// The maximum number of rows. All rows are created when the page opens, so each row costs time.
  private static let maxRows = 5

  let queue: StoreOf<QueueFeature>
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks
  let showQueue: @MainActor () -> Void

  var body: some View {
    let upNext = queue.scope(state: \.upNext, action: \.upNext)
    VStack(alignment: .leading, spacing: 0) {
      PageRow { QueueHeader(queue: queue, title: "Up Next", font: .headline).padding(.vertical, 8) }
      FirstEpisodeRows(store: upNext, player: player, artworks: artworks, count: Self.maxRows)
      if queue.entries.count > Self.maxRows {
        PageRow { Button("Show Queue") { showQueue() }.padding(.vertical, 8) }
      }
    }
    .onAppear { upNext.send(.opened) }
  }
}

/// A title, the number and the total length of the queue's episodes, and the button that removes all episodes.
private struct QueueHeader: View {
  let queue: StoreOf<QueueFeature>
  let title: LocalizedStringKey
  let font: Font

  var body: some View {
    HStack(spacing: 12) {
      VStack(alignment: .leading, spacing: 4) {
        Text(title).font(font).bold().accessibilityAddTraits(.isHeader)
        if !queue.entries.isEmpty {
          Text(queue.state.caption).font(.caption).foregroundStyle(.secondary)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      if !queue.entries.isEmpty {
        Button("Clear") { queue.send(.requested(.clear)) }.accessibilityLabel("Clear the Queue").help("Clear the Queue")
      }
    }
  }
}

/// The commands for the queue, in the main menu and on the keyboard.
package struct QueueCommands: Commands {
  private let queue: StoreOf<QueueFeature>
  private let player: StoreOf<PlayerFeature>
  private let library: StoreOf<LibraryFeature>

  /// Creates the commands.
  ///
  /// - Parameters:
  ///   - queue: The store of the queue.
  ///   - player: The store of the player.
  ///   - library: The store of the list of shows, which selects the page of the window.
  package init(queue: StoreOf<QueueFeature>, player: StoreOf<PlayerFeature>, library: StoreOf<LibraryFeature>) {
    self.queue = queue
    self.player = player
    self.library = library
  }

  package var body: some Commands {
    CommandMenu("Queue") {
      Button("Next Episode") { queue.send(.nextButtonClicked(current: player.item)) }
        .keyboardShortcut("n", modifiers: [])
        .disabled(!queue.state.hasNext(after: player.item?.episode.id))
      Button("Show Queue") { library.send(.pageSelected(.queue)) }
        .keyboardShortcut("u")
        .disabled(library.phase != .filled)
      // The rows of the queue handle these keys. These menu entries only list the keys in the window of
      // keyboard shortcuts.
      ListedShortcut(title: "Move Up in the Queue", .upArrow, modifiers: .option)
      ListedShortcut(title: "Move Down in the Queue", .downArrow, modifiers: .option)
      ListedShortcut(title: "Remove from the Queue", .deleteForward)
    }
  }
}

extension View {
  /// Shows the toasts about the queue, with a button that undoes a removal.
  func queueNotices(_ store: StoreOf<QueueFeature>) -> some View { modifier(QueueNotices(store: store)) }
}

private struct QueueNotices: ViewModifier {
  @Bindable var store: StoreOf<QueueFeature>

  func body(content: Content) -> some View {
    content.toast(item: $store.notice.sending(\.noticeChanged)) { notice in
      let toast = Toast(notice.text)
      return notice.canUndo ? toast.action("Undo") { store.send(.undoButtonClicked) } : toast
    }
  }
}
