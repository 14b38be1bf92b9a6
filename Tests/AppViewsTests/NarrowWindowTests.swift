import AppFeatures
import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The library in a narrow window. Either the list of shows or the page of one show is visible.
  @MainActor @Suite struct NarrowWindowTests {
    /// Returns the texts of all labels on screen. In a narrow window, they belong to either the list or the show's
    /// page.
    private func visibleTexts(in window: AppWindow) -> [String] {
      widgets(ofType: gtk_label_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }
        .map { String(cString: gtk_label_get_text($0.opaque)) }
    }

    @Test func `the Back button returns from a show to the list, where another show can be selected`() async {
      // Given a narrow window with the page of the first show, whose third episode is “Rain”. The list, which is
      // hidden, contains the second show, “듣는 마음”
      let window = await AppWindow(.withThreeShows(), size: (360, 560))
      #expect(visibleTexts(in: window).contains("Rain"))
      #expect(!visibleTexts(in: window).contains("듣는 마음"))

      // When the user goes back
      await window.press("Back")
      await waitUntil("the list") {
        visibleTexts(in: window).contains("듣는 마음") && !window.buttons(named: "Add Podcast").isEmpty
      }

      // Then no show is selected, the search button is hidden, and the button to add podcasts is visible
      #expect(window.store.library.selection == nil)
      #expect(!visibleTexts(in: window).contains("Rain"))
      #expect(window.buttons(named: "Search").isEmpty)
      #expect(window.buttons(named: "Add Podcast").count == 1)
      await window.takePicture("list-light-360-en")

      // And after a change of the library, no show is selected until the user selects one
      window.libraryFile.emitShows(.success(window.store.library.shows.reversed()))
      await mainLoopSettles()
      #expect(window.store.library.selection == nil)
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 2)))))
      await waitUntil("the show") {
        visibleTexts(in: window).contains("Episode 21") && !window.buttons(named: "Back").isEmpty
      }
      await window.close()
    }

    @Test func `narrowing the window hides the list of shows, and widening it shows the list again`() async {
      let window = await AppWindow(.withThreeShows())
      gtk_window_set_default_size(window.window, 400, 600)
      await waitUntil("the list to be hidden") {
        !visibleTexts(in: window).contains("듣는 마음") && !window.buttons(named: "Back").isEmpty
      }
      #expect(visibleTexts(in: window).contains("Rain"))
      gtk_window_set_default_size(window.window, 1000, 600)
      await waitUntil("the list to be visible") {
        visibleTexts(in: window).contains("듣는 마음") && window.buttons(named: "Back").isEmpty
      }
      #expect(visibleTexts(in: window).contains("Rain"))
      await window.close()
    }
  }

  /// The list of a show's episodes, and the search in this list.
  @MainActor @Suite struct EpisodeListTests {
    /// Returns a library with one show of this many episodes, from “Episode 0” on.
    private func library(episodeCount: Int64) -> FakeLibrary {
      let show = Show.sample(1, title: "Every Day")
      return FakeLibrary(shows: [show], episodes: [show.id: (0..<episodeCount).map { Episode.sample($0) }])
    }

    private func search(_ text: String, in window: AppWindow) async throws {
      await enter(text, into: try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first))
    }

    private func rowCount(of list: UnsafeMutablePointer<GtkWidget>) -> UInt32 {
      g_list_model_get_n_items(gtk_list_view_get_model(list.opaque))
    }

    @Test func `a list of 100,000 episodes creates widgets only for rows near the visible ones`() async throws {
      // Given a show with 100,000 episodes
      let window = await AppWindow(library(episodeCount: 100_000))
      await waitUntil("the first episode") { texts(in: window.window).contains("Episode 0") }

      // Then only some episodes have widgets: the visible ones, and about 200 that GTK creates besides. Each of these
      // episodes has a button “More”. The list has a row for each episode, and two rows for the content above the
      // episodes
      #expect((5...250).contains(window.menuButtons(named: "More").count))
      // The window has two lists. The list of shows has fewer than 100 rows.
      let list = try #require(
        widgets(ofType: gtk_list_view_get_type(), in: window.window).first { rowCount(of: $0) > 100 })
      #expect(rowCount(of: list) == 100_002)

      // When the list scrolls to the last episode, in the row with the index 100,001
      // Then its row is created, and offscreen rows are removed
      await performInEventHandler {
        _ = gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(100_001))
      }
      await waitUntil("the last episode") { texts(in: window.window).contains("Episode 99999") }
      #expect(!texts(in: window.window).contains("Episode 0"))
      #expect(window.menuButtons(named: "More").count <= 250)

      // When the user searches for one episode
      // Then the list finds it among all episodes
      await window.press("Search")
      try await search("54321", in: window)
      await waitUntil("the search result") { window.store.library.show?.list.ids == [Episode.ID(rawValue: 54321)] }
      await waitUntil("the row of the episode") { texts(in: window.window).contains("Episode 54321") }
      // The episode and the two rows above it
      #expect(rowCount(of: list) == 3)
      await window.close()
    }

    @Test func `the search field filters the episodes, and closing it shows all episodes`() async throws {
      // Given a show with four episodes
      let window = await AppWindow(.withThreeShows())

      // When the user types a word, which only the title of episode 13 contains
      // Then the list shows only the episodes with this word, and their buttons work
      await window.press("Search")
      try await search("starlings", in: window)
      await waitUntil("the search result") { window.menuButtons(named: "More").count == 1 }
      #expect(!texts(in: window.window).contains("Rain"))
      await window.takePicture("search-light-1000-en")
      await click(window.buttons(named: "Play")[0])
      #expect(window.store.player.item?.episode.id == Episode.ID(rawValue: 13))

      // When no episode contains the words
      // Then a message is shown
      try await search("starlings in snow", in: window)
      await waitUntil("the message") { texts(in: window.window).contains("No Episodes Found") }
      await window.takePicture("search-none-light-1000-en")

      // When the user closes the search field
      // Then the list shows all episodes
      await window.press("Search")
      await waitUntil("all episodes") { window.menuButtons(named: "More").count == 4 }
      #expect(window.store.library.show?.list.query.text == "")
      await window.close()
    }
  }
}
