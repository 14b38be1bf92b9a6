package import AppFeatures
import Foundation
package import GtkViews
package import Podcasts
package import ReducerStore

/// The main window's content: the library above the bar of the player.
package struct AppView: View {
  /// The maximum number of pixels of a cached picture, so that the pictures of many shows fit into the cache. The
  /// number is enough for a card of 176 × 176 logical pixels on a screen with a scale factor of almost 3.
  private static let maxPicturePixels = 512 * 512

  @Bindable private var store: StoreOf<AppFeature>
  /// The page of the library that was selected last. It is saved for the next start of the program.
  @AppStorage("page") private var page = LibraryPage.home
  /// Whether the page of the last session was restored. Until then the selected page is not saved, because it
  /// would replace the saved page.
  @State private var isPageRestored = false
  /// The cache of the pictures of shows and episodes.
  @State private var pictures = ImageCache(pixelLimit: maxPicturePixels)
  private let artwork: ArtworkClient
  private let video: @Sendable () -> AsyncStream<VideoFrame>
  private let quit: @MainActor () -> Void

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - store: The store to show.
  ///   - artwork: Fetches the pictures of shows.
  ///   - video: Decodes the frames of the video in the player.
  ///   - quit: Ends the program.
  package init(
    store: StoreOf<AppFeature>, artwork: ArtworkClient, video: @escaping @Sendable () -> AsyncStream<VideoFrame>,
    quit: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.artwork = artwork
    self.video = video
    self.quit = quit
  }

  package var body: some View {
    VStack(spacing: 0) {
      NavigationStack {
        LibraryView(
          store: store.scope(state: \.library, action: \.library),
          player: store.scope(state: \.player, action: \.player),
          queue: store.scope(state: \.queue, action: \.queue), isFetchingAddresses: store.isOpening,
          isProgressShown: store.isProgressShownInHeaderBar
        )
        .navigationDestination(item: $store.scope(state: \.player.nowPlaying, action: \.player.nowPlaying)) { episode in
          NowPlayingView(
            store: store.scope(state: \.player, action: \.player), episode: episode,
            contents: store.scope(state: \.playing, action: \.playing),
            queue: store.scope(state: \.queue, action: \.queue),
            artworks: EpisodeArtworks(store.scope(state: \.library, action: \.library)), showQueue: showQueue)
        }
      }
      PlayerBar(store: store.scope(state: \.player, action: \.player), artwork: artworkInPlayer, showQueue: showQueue)
        .keptClearOfToasts()
    }
    .environment(\.chapterMarks, store.playing?.playableChapters.chapters.map(\.start) ?? [])
    .animation(.easeOut(duration: 0.25), value: store.player.item == nil)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    // The player's bar slides in from below the window. Without the clipping, its lower part would cover the window's
    // shadow.
    .clipped()
    .navigationTitle("Podcaster")
    .windowStyle(.flat)
    .onAppear {
      isPageRestored = true
      store.send(.library(.pageRestored(page)))
      // The library may have selected a page before the view appeared, such as a show that was just added.
      if let selected = store.library.selection { page = selected }
    }
    .onChange(of: store.library.selection) { _, selected in
      if isPageRestored, let selected { page = selected }
    }
    .commands { AppCommands(store: store, quit: quit) }
    .alert($store.scope(state: \.alert, action: \.alert))
    .dropDestination(for: LinkAddress.self) { links, _ in
      store.send(.openRequested(links.map(\.address)))
      return !links.isEmpty
    }
    .queueNotices(store.scope(state: \.queue, action: \.queue))
    .maintenance(store.scope(state: \.maintenance, action: \.maintenance))
    .videoWindow(store.scope(state: \.player, action: \.player), frames: video)
    .toolbar {
      ToolbarItem(placement: .navigation) {
        RefreshButton(store: store.scope(state: \.maintenance.refresh, action: \.maintenance.refresh))
      }
    }
    .toast(item: $store.downloads.notice.sending(\.downloads.noticeChanged)) { notice in
      let toast = Toast(notice.text)
      return notice.restorable == nil ? toast : toast.action("Undo") { store.send(.downloads(.undoButtonClicked)) }
    }
    .environment(\.downloads, store.scope(state: \.downloads, action: \.downloads))
    .environment(\.refreshes, store.scope(state: \.maintenance.refresh, action: \.maintenance.refresh))
    .environment(\.imageLoader, ImageLoader(artwork))
    .environment(\.imageCache, pictures)
  }
}

extension AppView {
  /// Selects the page of the queue. First closes the page *Now Playing*, which covers the library, if it is open.
  private func showQueue() {
    if store.player.nowPlaying != nil { store.send(.player(.nowPlaying(.dismiss))) }
    store.send(.library(.pageSelected(.queue)))
  }

  /// The picture of the episode in the player.
  private var artworkInPlayer: Artwork? {
    store.player.item.map {
      Artwork(of: $0.episode, show: store.library.artworks[$0.episode.showID], showTitle: $0.showTitle)
    }
  }
}

extension ImageLoader {
  /// Fetches pictures with the program's client, from the web and from files.
  fileprivate init(_ artwork: ArtworkClient) {
    self.init { address in
      guard let picture = FeedPicture(address) else { throw ArtworkError.notAnAddress }
      return try await artwork.fetch(picture.address, picture.feed)
    }
  }
}

/// The commands of the program, in the main menu.
private struct AppCommands: Commands {
  let store: StoreOf<AppFeature>
  let quit: @MainActor () -> Void

  var body: some Commands {
    CommandGroup(after: .newItem) {
      Button("Add Podcast") { store.send(.library(.addButtonClicked)) }
        .keyboardShortcut("n")
        .disabled(!store.library.isAddButtonEnabled)
      if let show = store.library.searchableShow {
        Button("Search in This Show") { store.send(.library(.show(.searchButtonClicked))) }.keyboardShortcut("f").id(
          show)
      }
      Button("Search All Episodes") { store.send(.library(.searchButtonClicked)) }
        .keyboardShortcut("f", modifiers: store.library.searchableShow == nil ? .command : [.command, .shift])
        .disabled(store.library.phase != .filled)
    }
    MaintenanceCommands(
      store: store.scope(state: \.maintenance, action: \.maintenance), selectedShow: store.library.show?.id)
    PlayerCommands(store: store.scope(state: \.player, action: \.player))
    EpisodeCommands(store: store)
    QueueCommands(
      queue: store.scope(state: \.queue, action: \.queue), player: store.scope(state: \.player, action: \.player),
      library: store.scope(state: \.library, action: \.library))
    ChapterCommands(isEnabled: store.playing?.playableChapters.chapters.isEmpty == false) {
      store.send(.chapterSkipped($0))
    }
    // These entries only list keys in the window of keyboard shortcuts. `GtkViews` handles the keys. U+F70D is F10.
    ListedShortcut(title: "Back", .leftArrow, modifiers: .option)
    ListedShortcut(title: "Main Menu", KeyEquivalent("\u{F70D}"))
    ListedShortcut(title: "Menu of the Focused Row", KeyEquivalent("\u{F70D}"), modifiers: .shift)
    ListedShortcut(title: "Close the Window in Front", "w", modifiers: .command)
    CommandGroup(after: .appTermination) { Button("Quit", action: quit).keyboardShortcut("q") }
  }
}
