import AppFeatures
import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The library in a window with room for one of its columns.
  @MainActor @Suite struct NarrowWindowTests {
    private func seen(in window: AppWindow) -> [String] {
      widgets(ofType: gtk_label_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }
        .map { String(cString: gtk_label_get_text($0.opaque)) }
    }

    @Test func `one goes from a show back to the list, and on to another`() async {
      // Given a narrow window: the first show is seen
      let window = await AppWindow(.furnished(), size: (360, 560))
      #expect(seen(in: window).contains("Rain"))
      #expect(!seen(in: window).contains("듣는 마음"))

      // When one goes back
      await window.press("Back")
      await waitUntil("the list") { seen(in: window).contains("듣는 마음") && !window.buttons(named: "Add Podcast").isEmpty }

      // Then no show is selected, nothing can be searched, and podcasts can be added
      #expect(window.store.library.selection == nil)
      #expect(!seen(in: window).contains("Rain"))
      #expect(window.buttons(named: "Search").isEmpty)
      #expect(window.buttons(named: "Add Podcast").count == 1)
      await window.takePicture("list-light-360-en")

      // And it stays so when the library changes, until a show is chosen
      window.libraryFile.tellShows(.success(window.store.library.shows.reversed()))
      await mainLoopSettles()
      #expect(window.store.library.selection == nil)
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 2)))))
      await waitUntil("the show") { seen(in: window).contains("Episode 21") && !window.buttons(named: "Back").isEmpty }
      await window.close()
    }

    @Test func `a window that becomes narrow shows the selected show, and both when it becomes wide again`() async {
      let window = await AppWindow(.furnished())
      gtk_window_set_default_size(window.window, 400, 600)
      await waitUntil("it folds") { !seen(in: window).contains("듣는 마음") && !window.buttons(named: "Back").isEmpty }
      #expect(seen(in: window).contains("Rain"))
      gtk_window_set_default_size(window.window, 1000, 600)
      await waitUntil("it unfolds") { seen(in: window).contains("듣는 마음") && window.buttons(named: "Back").isEmpty }
      #expect(seen(in: window).contains("Rain"))
      await window.close()
    }
  }

  /// A show with very many episodes, and the search for some of them.
  @MainActor @Suite struct EpisodeListTests {
    /// A library with one show, whose episodes have their numbers in their names.
    private func library(of count: Int64) -> FakeLibrary {
      let show = Show.sample(1, title: "Every Day")
      return FakeLibrary(shows: [show], episodes: [show.id: (0..<count).map { Episode.sample($0) }])
    }

    private func search(_ text: String, in window: AppWindow) async throws {
      await enter(text, into: try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first))
    }

    private func rowCount(of list: UnsafeMutablePointer<GtkWidget>) -> UInt32 { g_list_model_get_n_items(gtk_list_view_get_model(list.opaque)) }

    @Test func `of 100,000 episodes only those are made that are seen`() async throws {
      // Given a show with 100,000 episodes
      let window = await AppWindow(library(of: 100_000))
      await waitUntil("they are there") { texts(in: window.window).contains("Episode 0") }

      // Then only some of them have widgets, while the list knows all of them and what is above them
      #expect((5...250).contains(window.menuButtons(named: "More").count))
      let list = try #require(widgets(ofType: gtk_list_view_get_type(), in: window.window).first { rowCount(of: $0) > 100 })
      #expect(rowCount(of: list) == 100_002)

      // When the last one is scrolled to, then it is made, and others are not kept
      await performInSource { _ = gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(100_001)) }
      await waitUntil("it is there") { texts(in: window.window).contains("Episode 99999") }
      #expect(!texts(in: window.window).contains("Episode 0"))
      #expect(window.menuButtons(named: "More").count <= 250)

      // When one is searched, then it is found among all
      await window.press("Search")
      try await search("54321", in: window)
      await waitUntil("it is found") { window.store.library.show?.list.ids == [Episode.ID(rawValue: 54321)] }
      await waitUntil("it is shown") { texts(in: window.window).contains("Episode 54321") }
      #expect(rowCount(of: list) == 3)
      await window.close()
    }

    @Test func `typing in the search field shows the episodes with these words, and closing it all`() async throws {
      // Given a show with four episodes
      let window = await AppWindow(.furnished())

      // When a word is typed, then the episodes with it are left, with all that can be done to them
      await window.press("Search")
      try await search("starlings", in: window)
      await waitUntil("it is found") { window.menuButtons(named: "More").count == 1 }
      #expect(!texts(in: window.window).contains("Rain"))
      await window.takePicture("search-light-1000-en")
      await click(window.buttons(named: "Play")[0])
      #expect(window.store.player.item?.episode.id == Episode.ID(rawValue: 13))

      // When none has it, then that is said
      try await search("starlings in snow", in: window)
      await waitUntil("none is found") { texts(in: window.window).contains("No Episodes Found") }
      await window.takePicture("search-none-light-1000-en")

      // When the field is closed, then all are there
      await window.press("Search")
      await waitUntil("all are there") { window.menuButtons(named: "More").count == 4 }
      #expect(window.store.library.show?.list.query.text == "")
      await window.close()
    }
  }
}
