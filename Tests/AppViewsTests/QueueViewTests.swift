import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

@testable import AppViews

extension AppViewsTests {
  /// The queue page, and the queue in menus, in keys and in the player.
  @MainActor @Suite struct QueueViewTests {
    /// The titles of the episodes in the tests' queues. The number of an episode is the value of its id.
    private let titlesByNumber = [
      11: "Blackbirds at dusk", 12: "Rain", 13: "Why starlings fly together, and what it sounds like from below",
      14: "The robin's second song",
      21: "Episode 21",
    ]

    /// Returns a library whose queue contains the episodes with these numbers.
    private func library(queue: [Int64]) async throws -> FakeLibrary {
      let library = FakeLibrary.withThreeShows()
      try await library.queueClient.playLast(queue.map { Episode.ID(rawValue: $0) })
      return library
    }

    /// Returns the numbers of the episodes in the order of their titles in the window.
    private func titleOrder(in window: AppWindow) -> [Int] {
      texts(in: window.window).compactMap { text in titlesByNumber.first { $0.value == text }?.key }
    }

    /// Waits until the window shows the titles of the episodes with these numbers, in this order.
    private func waitForRows(_ order: [Int], in window: AppWindow) async {
      await waitUntil("the order \(order)") { self.titleOrder(in: window) == order }
    }

    @Test func `the menu of an episode adds it to the queue and removes it`() async throws {
      // Given a show, whose first row is episode 14 and whose third row is episode 12
      let window = await AppWindow(.withThreeShows())

      // When the user adds episode 12 to the end of the queue and then episode 14 to its start, in their menus
      // Then a message is shown for each, and the list of pages shows the number of queued episodes
      await (try window.openMenu("More", at: 2)).select("Play Last")
      await waitUntil("the message") { texts(in: window.window).contains("Added to the Queue") }
      await (try window.openMenu("More", at: 0)).select("Play Next")
      await waitUntil("the message") { texts(in: window.window).contains("Plays Next") }
      await until { window.store.queue.entries.map(\.id.rawValue) == [14, 12] }
      await waitUntil("the number of entries") { texts(in: window.window).contains("2") }

      // And when the user removes episode 14 in its menu, which shows the position in the queue, Undo restores the
      // episode
      await (try window.openMenu("More", at: 0)).select("Remove from Queue (Position 1)")
      await waitUntil("the message") { texts(in: window.window).contains("Removed from the Queue") }
      #expect(window.libraryFile.queue.map(\.rawValue) == [12])
      await window.press("Undo")
      await until { window.store.queue.entries.map(\.id.rawValue) == [14, 12] }
      await window.close()
    }

    @Test func `the Q key adds the episode of the row to the queue and removes it`() async throws {
      // Given a show, whose third row is episode 12
      let window = await AppWindow(.withThreeShows())
      let row = try #require(gtk_widget_get_parent(window.buttons(named: "Play")[2]))

      // When the user presses Q in the row, then the episode is added
      #expect(await pressKey(UInt32(GDK_KEY_q), from: row))
      await until { window.store.queue.entries.map(\.id.rawValue) == [12] }
      await waitUntil("the row to be queued") {
        window.store.library.show?.list.rows[id: Episode.ID(rawValue: 12)]?.isQueued == true
      }

      // When the user presses Q again, then the episode is removed
      #expect(await pressKey(UInt32(GDK_KEY_q), from: row))
      await until { window.store.queue.entries.isEmpty }
      await window.close()
    }

    @Test(arguments: [LibraryPage.show(Show.ID(rawValue: 1)), .home])
    func `the keys F and D mark and download the focused episode`(page: LibraryPage) async throws {
      // Given a page with a focused episode
      let window = await AppWindow(.withThreeShows(), page: page)
      await waitUntil("the episodes") {
        page == .home ? texts(in: window.window).contains("19 min left") : window.buttons(named: "Play").count > 2
      }
      // On the home page, the focused widget is the button of episode 13, which shows the remaining time. On the page
      // of the show, the focused widget is the third row, which belongs to episode 12 and contains a button “Play”.
      let button = try #require(
        page == .home
          ? widgets(ofType: gtk_button_get_type(), in: window.window).first { texts(in: $0).contains("19 min left") }
          : window.buttons(named: "Play")[2])
      let focusedWidget = page == .home ? button : try #require(gtk_widget_get_parent(button))
      let id = Episode.ID(rawValue: page == .home ? 13 : 12)

      // When the user presses F, then the episode is a favorite
      #expect(await pressKey(UInt32(GDK_KEY_f), from: focusedWidget))
      await window.libraryFile.waitUntilWritten(.setFavorite(id, isFavorite: true))

      // When the user presses D, then the episode is downloaded
      #expect(await pressKey(UInt32(GDK_KEY_d), from: focusedWidget))
      await window.downloads.waitUntilRequested { $0.contains(.start([id], isAutomatic: false)) }
      await window.close()
    }

    @Test func `the queue page lists the queue in order and can be reordered by keys and dragging`() async throws {
      // Given a queue of three episodes
      let window = await AppWindow(try await library(queue: [12, 21, 14]), page: .queue)
      await waitForRows([12, 21, 14], in: window)
      // The episodes have 1332, 600 and 1454 seconds. The sum is 3386 seconds, or 56 minutes.
      #expect(texts(in: window.window).contains("3 episodes · 56 min"))
      await window.takePicture("queue-light-1000-en")

      // When the user moves the first row down with Alt+Down
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window.window).last)
      gtk_widget_grab_focus(window.buttons(named: "Play")[0])
      #expect(await pressKey(GDK_KEY_Down, holding: GDK_ALT_MASK, on: list))

      // Then the first row is below the second
      await waitForRows([21, 12, 14], in: window)
      await window.libraryFile.waitUntilWritten(
        .queue(.move([Episode.ID(rawValue: 12)], before: Episode.ID(rawValue: 14))))

      // And when the user drags the last row to the top, it becomes the first row
      let playButtons = window.buttons(named: "Play").map { bounds(of: $0, in: list) }
      // The drag begins in the third row, and ends at the top of the first row, 10 pixels above its button. 60 pixels
      // from the left edge are inside each row.
      let drag = try #require(TestDrag(from: list, 60, playButtons[2].y + 4))
      #expect(drag.move(over: list, x: 60, y: playButtons[0].y - 10))
      #expect(await drag.drop(on: list, x: 60, y: playButtons[0].y - 10))
      await waitForRows([14, 21, 12], in: window)
      await window.libraryFile.waitUntilWritten(
        .queue(.move([Episode.ID(rawValue: 14)], before: Episode.ID(rawValue: 21))))
      await window.close()
    }

    @Test func `a cleared queue shows a message, and Undo restores the entries`() async throws {
      let window = await AppWindow(try await library(queue: [12, 21]), page: .queue)
      await waitForRows([12, 21], in: window)
      await window.press("Clear")
      await waitUntil("the page to be empty") { texts(in: window.window).contains("The Queue Is Empty") }
      await waitUntil("the message") { texts(in: window.window).contains("2 episodes removed from the queue") }
      await window.takePicture("queue-empty-light-1000-en")
      await window.press("Undo")
      await waitForRows([12, 21], in: window)
      await window.close()
    }

    @Test(arguments: [("dark", Int32(1000), "en_US"), ("light", 360, "en_US"), ("light", 360, "ko_KR")])
    func `the queue page fits into the width of the window`(theme: String, width: Int32, language: String) async throws
    {
      let translation = language == "ko_KR" ? try KoreanTranslation() : nil
      defer { translation?.remove() }
      useDarkTheme(theme == "dark")
      let window = await AppWindow(
        try await library(queue: [13, 21, 14, 11]), size: (width, 600), language: language, page: .queue)
      await waitForRows([13, 21, 14, 11], in: window)
      #expect(gtk_widget_get_width(window.window.widget) <= width)
      await window.takePicture("queue-\(theme)-\(width)-\(language.prefix(2))")
      await window.close()
      useDarkTheme(false)
    }

    @Test(arguments: ["en_US", "ko_KR"])
    func `a narrow page of the player lists the next episodes`(language: String) async throws {
      // Given episode 13, which plays in a narrow window, and three other episodes in the queue. The Korean names below
      // mean “Play” and “Now Playing”. The second button “Play” belongs to episode 13
      let translation = language == "ko_KR" ? try KoreanTranslation() : nil
      defer { translation?.remove() }
      let window = await AppWindow(try await library(queue: [12, 21, 14]), size: (360, 720), language: language)
      await click(window.buttons(named: language == "ko_KR" ? "재생" : "Play")[1])
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }

      // When the page of the player is open
      let name = language == "ko_KR" ? "지금 재생 중" : "Now Playing"
      await waitUntil("the bar") { !window.buttons(named: name).isEmpty }
      await window.press(name)

      // Then the queued episodes are the last ones on the page
      await waitUntil("the episodes") { self.titleOrder(in: window).suffix(3) == [12, 21, 14] }
      let scrolledPage = try #require(
        widgets(ofType: gtk_scrolled_window_get_type(), in: window.window).last { gtk_widget_get_mapped($0) != 0 })
      let adjustment = try #require(gtk_scrolled_window_get_vadjustment(scrolledPage.opaque))
      await performInEventHandler { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment)) }
      await drawFrame(of: window.window)
      await window.takePicture("now-playing-up-next-light-360-\(language.prefix(2))")

      // And an episode that leaves the queue, because its playback starts, is removed from the list. The third title
      // from the end is then the title of episode 13, which the page shows above the list
      window.store.send(.queue(.playbackStarted(Episode.ID(rawValue: 12))))
      await waitUntil("two episodes") { self.titleOrder(in: window).suffix(3) == [13, 21, 14] }
      await window.close()
    }

    @Test func `Up Next follows the queue`() async throws {
      // Given the list “Up Next” in a window of its own
      let window = await AppWindow(try await library(queue: [12, 21]), page: .home)
      let upNext = gtk_window_new()!.window
      gtk_window_set_default_size(upNext, 420, 400)
      let artworks = EpisodeArtworks(window.store.scope(state: \.library, action: \.library))
      let views = ViewWindow(upNext) { [store = window.store] in
        UpNextView(
          queue: store.scope(state: \.queue, action: \.queue), player: store.scope(state: \.player, action: \.player),
          artworks: artworks)
      }
      views.present()
      await waitUntil("its rows") { texts(in: upNext).contains("Rain") && texts(in: upNext).contains("Episode 21") }
      #expect(texts(in: upNext).contains("Up Next"))
      await window.takePicture("up-next-light-420-en", of: upNext)

      // When an episode leaves the queue because its playback starts
      // Then the row of the episode is removed
      window.store.send(.queue(.playbackStarted(Episode.ID(rawValue: 12))))
      await waitUntil("the row to disappear") { !texts(in: upNext).contains("Rain") }

      // And an empty queue shows a message
      window.store.send(.queue(.playbackStarted(Episode.ID(rawValue: 21))))
      await waitUntil("the text") { texts(in: upNext).contains("Nothing follows.") }
      await destroyWindow(upNext)
      await window.close()
    }
  }
}
