import AppFeatures
import AppTestSupport
import AppViews
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import PodcastNetwork
import Podcasts
import ReducerStore
import Testing

/// All tests of the app's views. They run serially.
@MainActor @Suite(.serialized, .gtk) struct AppViewsTests {}

/// The views of the app in a real window, with fake dependencies.
@MainActor
final class AppWindow {
  /// The fake of the library file, which keeps the shows, the episodes and the queue in memory. `store.library` is the
  /// state of the library's screen.
  let libraryFile: FakeLibrary
  let feeds = FakeFeeds()
  /// The fake of the program's sound, a player that records its commands and plays nothing.
  let sound = FakePlayer()
  let subscriptions = FakeSubscriptions()
  let showSettings = FakeShowSettings()
  let credentials = FakeCredentials()
  let directory = FakeDirectory()
  let opml = FakeOPML()
  let otherPlayers = FakeOtherPlayers()
  let backups = FakeBackups()
  let downloads = FakeDownloads()
  /// The user's preferences, without automatic refreshes.
  let preferences: FakePreferences
  /// The texts that were copied to the clipboard.
  let copiedTexts = Recorded<[String]>([])
  /// Set by the test: the transcript that the library returns for every episode, or `nil` if no episode has one.
  let savedTranscript = Recorded<Transcript?>(nil)
  /// Set by the test: the transcript lines that each search finds.
  let transcriptMatches = Recorded<[TranscriptMatch]>([])
  let store: StoreOf<AppFeature>
  let window: UnsafeMutablePointer<GtkWindow>
  /// How often the window requested to quit the program.
  private(set) var quitRequestCount = 0

  /// Opens the window for a library, which may be empty. Waits until the first page is loaded.
  ///
  /// - Parameters:
  ///   - libraryFile: The library.
  ///   - size: The size of the window, in pixels.
  ///   - language: The identifier of the user's locale.
  ///   - page: The first selected page. If this is `nil`, the first page is the page that `settings` contains. If
  ///     `settings` contains no page or the home page, the first page is the first show, or else the home page.
  ///   - startScrollPosition: The last session's scroll position on the page that `settings` contains.
  ///   - artwork: Fetches the pictures of shows.
  ///   - settings: The values that views have stored with `@AppStorage` in the last session, such as the selected page.
  ///   - frames: The frames of animations, which the test advances. `nil` disables animations, so that screenshots and
  ///     clicks do not wait.
  init(
    _ libraryFile: FakeLibrary, size: (width: Int32, height: Int32) = (1000, 700), language: String = "en_US",
    page: LibraryPage? = nil, startScrollPosition: LibraryScrollPosition? = nil, artwork: ArtworkClient = .unavailable,
    settings: AppSettings = AppSettings(inMemory: [:]), frames: SteppedFrames? = nil
  ) async {
    self.libraryFile = libraryFile
    preferences = FakePreferences(Self.withoutRefreshes)
    allowAnimations(frames != nil)
    store = Store(initialState: AppFeature.State(startScrollPosition: startScrollPosition)) {
      AppFeature()
    } withDependencies: {
      [
        feeds, sound, subscriptions, showSettings, credentials, directory, opml, otherPlayers, backups, downloads,
        preferences, copiedTexts, savedTranscript, transcriptMatches
      ] in
      AppWindow.setCommonDependencies(&$0, language: language)
      $0.library = libraryFile.client
      $0.episodes = libraryFile.episodesClient
      $0.queue = libraryFile.queueClient
      $0.downloads = downloads.client
      $0.savedTranscripts = SavedTranscriptsClient(
        transcript: { _ in savedTranscript.current.map { SavedTranscript($0) } }, missing: { $0 }, save: { _, _ in },
        search: { _, _ in transcriptMatches.current })
      $0.feeds = feeds.client
      $0.player = sound.client
      $0.subscriptions = subscriptions.client
      $0.showSettings = showSettings.client
      $0.credentials = credentials.client
      $0.directory = directory.client
      $0.opml = opml.client
      $0.otherPlayers = otherPlayers.client
      $0.backups = backups.client
      $0.preferences = preferences.client
      $0.copyText = { text in copiedTexts.change { $0.append(text) } }
    }
    window = Self.makeWindow(size)
    present(artwork: artwork, settings: settings, frames: frames)
    await showFirstPage(page)
  }

  /// Sets the dependencies that are the same in each window.
  private static func setCommonDependencies(_ dependencies: inout DependencyValues, language: String) {
    dependencies.notes = .live
    dependencies.chapters = .feedOnly
    dependencies.transcripts = .unavailable
    // One hour after the newest episode of `withThreeShows` was published.
    dependencies.now = { Date(timeIntervalSince1970: 1_790_003_600) }
    dependencies.notifications = NotificationsClient(post: { _ in })
    dependencies.mediaControls = MediaControlsClient(update: { _ in }, commands: { AsyncStream { $0.finish() } })
    dependencies.locale = Locale(identifier: language)
    dependencies.log = { _ in }
    dependencies.writes = PendingWrites()
  }

  /// Preferences without automatic refreshes.
  private static var withoutRefreshes: Preferences {
    var preferences = Preferences()
    preferences.refreshesAtStart = false
    preferences.refreshInterval = .never
    return preferences
  }

  private static func makeWindow(_ size: (width: Int32, height: Int32)) -> UnsafeMutablePointer<GtkWindow> {
    let window = gtk_window_new()!.window
    gtk_window_set_title(window, "Podcaster")
    gtk_window_set_default_size(window, size.width, size.height)
    return window
  }

  /// Launches the app, and shows its views in the window.
  private func present(artwork: ArtworkClient, settings: AppSettings, frames: SteppedFrames?) {
    store.send(.launched([]))
    var environment = EnvironmentValues()
    if let frames { environment.animationClock = frames.clock }
    let views = ViewWindow(window, environment: environment) { [store, sound, unowned self] in
      AppView(store: store, artwork: artwork, video: sound.client.video) { self.quitRequestCount += 1 }
        .defaultAppStorage(settings)
        .environment(\.programVersion, "1.2.3")
    }
    views.present()
  }

  /// Waits for the window, selects `page`, and waits until the page is loaded. If `page` is `nil` and the home page is
  /// selected, selects the first show, if there is one.
  private func showFirstPage(_ page: LibraryPage?) async {
    await waitUntil("the window to be on screen") { [window] in gtk_widget_get_mapped(window.widget) != 0 }
    await until { [store] in store.library.phase != .loading }
    // The page of the last session is restored before another page is selected.
    await mainLoopSettles()
    let firstPage = page ?? (store.library.selection == .home ? store.library.shows.first?.page : nil)
    if let firstPage { store.send(.library(.pageSelected(firstPage))) }
    await until { [store] in store.library.isContentLoaded }
    await mainLoopSettles()
  }

  /// Closes the window. Each test calls this method at its end.
  func close() async {
    await destroyWindow(window)
    allowAnimations(true)
  }

  /// Waits until a window other than the main window is on screen and has the title `title`, or contains `title` as a
  /// text. Returns that window, or the main window if the wait fails. All other windows of the app are modal, except
  /// the window of a video.
  func waitForModal(_ title: String) async -> UnsafeMutablePointer<GtkWindow> {
    func find() -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().first { candidate in
        candidate != self.window && gtk_widget_get_mapped(candidate.widget) != 0
          && (gtk_window_get_title(candidate).map { String(cString: $0) } == title
            || texts(in: candidate).contains(title))
      }
    }
    await waitUntil("a window “\(title)” among \(openWindows().map { describe($0.widget) })") { find() != nil }
    return find() ?? window
  }

  /// Waits until only the main window is on screen.
  func waitUntilModalsClose() async {
    await waitUntil("the modal windows to disappear") { [window] in
      openWindows().allSatisfy { $0 == window || gtk_widget_get_mapped($0.widget) == 0 }
    }
    await mainLoopSettles()
  }

  /// Saves a screenshot of a window after all changes are drawn. The default is the main window.
  func takePicture(
    _ name: String, of window: UnsafeMutablePointer<GtkWindow>? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let window = window ?? self.window
    // The first frame performs the layout. The second frame draws the changes of the layout.
    await waitUntilFrameIsDrawn(in: window)
    await waitUntilFrameIsDrawn(in: window)
    await writeScreenshot(of: window, name, sourceLocation: sourceLocation)
  }

  private func waitUntilFrameIsDrawn(in window: UnsafeMutablePointer<GtkWindow>) async {
    guard let clock = gtk_widget_get_frame_clock(window.widget) else { return }
    var isDrawn = false
    let connection = connect(clock.opaque, .plain("after-paint")) { isDrawn = true }
    gtk_widget_queue_draw(window.widget)
    await waitUntil("a frame to be drawn") { isDrawn }
    connection.disconnect()
  }

  /// Presses the first button with this text or tooltip.
  func press(
    _ name: String, in root: UnsafeMutablePointer<GtkWindow>? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard let button = buttons(named: name, in: root ?? window).first else {
      Issue.record("There is no button “\(name)” in \(texts(in: root ?? window))", sourceLocation: sourceLocation)
      return
    }
    let wasClicked = await click(button)
    #expect(wasClicked, "“\(name)” is disabled", sourceLocation: sourceLocation)
    await mainLoopSettles()
  }

  /// Opens the menu whose button has this name.
  ///
  /// - Parameter index: The position of the button among the visible menu buttons with this name.
  func openMenu(
    _ name: String, at index: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ShownMenu {
    let buttons = menuButtons(named: name)
    try #require(buttons.indices.contains(index), "There is no menu “\(name)”", sourceLocation: sourceLocation)
    return try #require(await ShownMenu(opening: buttons[index]), sourceLocation: sourceLocation)
  }

  /// Returns all visible menu buttons whose tooltip is `name`. “More” stands for the menus of all episodes, whose
  /// tooltips are “More about ” and the episode's title. The menu of the show, “More about This Show”, is not one of
  /// these.
  func menuButtons(named name: String) -> [UnsafeMutablePointer<GtkWidget>] {
    widgets(ofType: gtk_menu_button_get_type(), in: window).filter { button in
      guard gtk_widget_get_mapped(button) != 0,
        let tooltip = gtk_widget_get_tooltip_text(button).map({ String(cString: $0) })
      else { return false }
      return tooltip == name
        || (name == "More" && tooltip.hasPrefix("More about ") && tooltip != "More about This Show")
    }
  }

  /// Returns all visible buttons whose only text, or whose tooltip, is this name. The default of `root` is the main
  /// window.
  func buttons(named name: String, in root: UnsafeMutablePointer<GtkWindow>? = nil) -> [UnsafeMutablePointer<GtkWidget>]
  {
    widgets(ofType: gtk_button_get_type(), in: root ?? window).filter { button in
      gtk_widget_get_mapped(button) != 0
        && (texts(in: button) == [name] || gtk_widget_get_tooltip_text(button).map { String(cString: $0) } == name)
    }
  }
}

extension LibraryFeature.State {
  /// Whether the lists of the selected page are loaded.
  fileprivate var isContentLoaded: Bool {
    let lists = [show?.list, list, home?.continueListening, home?.newEpisodes].compactMap(\.self)
    return lists.allSatisfy { !$0.isLoading }
  }
}

extension ArtworkClient {
  /// A client that has no pictures.
  static let unavailable = ArtworkClient { _, _ throws(ArtworkError) in
    throw .unavailable(reason: "no picture in this test")
  }
}

extension FakeLibrary {
  /// Returns a library with three shows and realistic texts: long titles, notes with markup and Korean.
  ///
  /// Show 1 has the episodes 14 to 11, newest first. Episode 13, the second row, was played up to 4:10 (250 s) of 23:13
  /// (1393 s), and episode 11 was played completely. Show 2 has the episode 21, and show 3 has the episodes 300 to 339.
  ///
  /// - Parameter wasPlayed: Whether episode 13 was the last played episode of an earlier session, so that the player
  ///   contains this episode.
  static func withThreeShows(wasPlayed: Bool = false) -> FakeLibrary {
    var birds = Show(
      id: Show.ID(rawValue: 1), feedURL: .sample("birds.xml"), title: "Birds at Breakfast", author: "Ina Lark",
      summary: "<p>Ten quiet minutes with the birds of one garden, recorded every Sunday before anybody is awake.</p>")
    var korean = Show(
      id: Show.ID(rawValue: 2), feedURL: .sample("korean.xml"), title: "듣는 마음", author: "라디오 동네",
      summary: "작은 소리에 귀를 기울이는 짧은 프로그램입니다.")
    var long = Show(
      id: Show.ID(rawValue: 3), feedURL: .sample("long.xml"),
      title: "The Extraordinarily Long-Winded History of Short Wave Radio, Told Slowly",
      author: "Department of Spare Time",
      summary: "It is what it says.")
    var episodes = [
      "The robin's second song", "Why starlings fly together, and what it sounds like from below", "Rain",
      "Blackbirds at dusk",
    ]
    .enumerated().map { index, title in episode(Int64(14 - index), title: title) }
    episodes[0].isFavorite = true
    episodes[1].playPosition = .seconds(250)
    if wasPlayed { episodes[1].lastPlayedAt = Date(timeIntervalSince1970: 1_790_000_000) }
    episodes[3].isPlayed = true
    var new = Episode.sample(21, of: 2)
    new.isNew = true
    birds.episodeCount = 4
    birds.unplayedCount = 2
    korean.unplayedCount = 1
    long.feedStatus = .failed(.timedOut(host: "example.org"))
    return FakeLibrary(
      shows: [birds, korean, long],
      episodes: [
        birds.id: episodes, korean.id: [new], long.id: (0..<40).map { Episode.sample(300 + $0, of: 3) },
      ])
  }

  /// Returns an episode of show 1. Episode 14 is the newest, and the earlier episodes were published at intervals of a
  /// week (604,800 seconds).
  private static func episode(_ number: Int64, title: String) -> Episode {
    var episode = Episode.sample(number)
    episode.title = title
    episode.summary = """
      <p>What you hear is one microphone on a windowsill, <b>nothing</b> else.</p><ul><li>0:00 The first robin</li>\
      <li>4:10 The neighbour's gate</li></ul><p>조용한 방에서 들어 보세요.</p>
      """
    episode.duration = .seconds(600 + 61 * number)
    episode.publishedAt = Date(timeIntervalSince1970: 1_790_000_000 - Double(14 - number) * 604_800)
    return episode
  }
}
