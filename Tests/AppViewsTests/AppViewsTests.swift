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

extension AppViewsTests {
  /// The window with a filled, an empty and an unreadable library.
  @MainActor @Suite struct LibraryViewTests {
    @Test func `the window lists the shows and the episodes of the first show`() async {
      // Given a library with three shows
      let window = await AppWindow(.withThreeShows())

      // Then the titles of shows and episodes and the caption of the first show are visible, and each of the first
      // show's four episodes has its buttons
      let texts = texts(in: window.window)
      for text in ["Birds at Breakfast", "Ina Lark · weekly · 4 episodes", "듣는 마음", "Rain", "The robin's second song"] {
        #expect(texts.contains(text), "“\(text)” is missing")
      }
      #expect(window.buttons(named: "Play").count == 4)
      #expect(window.menuButtons(named: "More").count == 4)
      #expect(window.buttons(named: "Pause").isEmpty)
      await window.close()
    }

    @Test func `selecting a show shows its episodes`() async {
      // “Rain” is an episode of the first show, and “Episode 21” is one of the second show.
      let window = await AppWindow(.withThreeShows())
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 2)))))
      await waitUntil("the second show") { texts(in: window.window).contains("Episode 21") }
      #expect(!texts(in: window.window).contains("Rain"))
      await window.close()
    }

    @Test func `the empty library has a button that opens the sheet to add a podcast`() async {
      // Given an empty library
      let window = await AppWindow(FakeLibrary())
      #expect(texts(in: window.window).contains("No Podcasts Yet"))

      // When the button is pressed
      await window.press("Add Podcast")

      // Then the sheet opens, and Escape closes it
      let sheet = await window.waitForModal("Add Podcast")
      #expect(!window.buttons(named: "Cancel", in: sheet).isEmpty)
      await pressEscape(in: sheet)
      await window.waitUntilModalsClose()
      #expect(window.store.library.destination == nil)
      await window.close()
    }

    @Test func `a library that cannot be read presents an alert`() async {
      let library = FakeLibrary()
      let window = await AppWindow(library)
      library.emitShows(.failure(.damaged(path: "/library.sqlite")))
      let alert = await window.waitForModal("Your Library Is Damaged")
      await window.takePicture("alert-library", of: alert)
      await window.press("OK", in: alert)
      await window.waitUntilModalsClose()
      #expect(window.store.alert == nil)
      await window.close()
    }
  }

  /// The spinner in the title bar while a podcast is added.
  @MainActor @Suite struct ProgressInBarTests {
    @Test func `a spinner is visible while a podcast is added`() async {
      // Given a library with shows
      let window = await AppWindow(.withThreeShows())
      let gate = Gate()
      window.feeds.setFetchResult(of: .sample("slow.xml"), .success(.sample("Slow")), after: gate)
      func spinners() -> [UnsafeMutablePointer<GtkWidget>] {
        widgets(ofType: gtk_spinner_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }
      }
      #expect(spinners().isEmpty)

      // When the program is started a second time, with the path of `URL.sample("slow.xml")`, a slow feed
      window.store.send(.openRequested(["/feeds/slow.xml"]))

      // Then a spinner is visible until the podcast is added
      await waitUntil("a spinner") { spinners().count == 1 }
      await window.takePicture("adding")
      gate.open()
      await waitUntil("the show") { texts(in: window.window).contains("Slow") }
      await waitUntil("the spinner to disappear") { spinners().isEmpty }
      await window.close()
    }
  }

  /// The sheet that adds a podcast by its address.
  @MainActor @Suite struct SubscribeViewTests {
    /// Opens the sheet that adds a podcast. Returns the window, the sheet and the entry for the address.
    private func openSheet() async -> (AppWindow, UnsafeMutablePointer<GtkWindow>, UnsafeMutablePointer<GtkWidget>) {
      let window = await AppWindow(FakeLibrary())
      await window.press("Add Podcast")
      let sheet = await window.waitForModal("Add Podcast")
      let entry = widgets(ofType: gtk_entry_get_type(), in: sheet)[0]
      return (window, sheet, entry)
    }

    @Test func `adding a typed address adds the show and closes the sheet`() async {
      // Given the sheet
      let (window, sheet, entry) = await openSheet()
      window.feeds.setFetchResult(of: .sample("a.xml"), .success(.sample("Birds")))
      // Without an address, the button “Add” is disabled.
      #expect(gtk_widget_is_sensitive(window.buttons(named: "Add", in: sheet)[0]) == 0)

      // When the user types the path of `URL.sample("a.xml")` and presses “Add”
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)

      // Then the show is in the library
      await window.waitUntilModalsClose()
      await waitUntil("the show") { texts(in: window.window).contains("Birds") }
      await window.close()
    }

    @Test func `the sheet stays open with a message if the address leads to a web page`() async {
      let (window, sheet, entry) = await openSheet()
      window.feeds.setFetchResult(of: .sample("a.xml"), .failure(.webPage))
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)
      await waitUntil("the message") { texts(in: sheet.widget).contains("This Is a Web Page, Not a Podcast Feed") }
      await window.takePicture("adding-web-page", of: sheet)
      #expect(gtk_widget_get_mapped(sheet.widget) != 0)
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "/feeds/a.xml")
      await window.press("Cancel", in: sheet)
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test func `closing the sheet cancels its transfer`() async {
      // Given a sheet that waits for a slow feed
      let (window, sheet, entry) = await openSheet()
      let gate = Gate()
      window.feeds.setFetchResult(of: .sample("a.xml"), .success(.sample("Birds")), after: gate)
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)
      await gate.waitForArrivals(1)
      await mainLoopSettles()
      await window.takePicture("fetching", of: sheet)

      // When the sheet is closed, then the transfer is cancelled and the library is unchanged
      await closeWindow(sheet)
      await window.feeds.waitUntilCancelled(.sample("a.xml"))
      await window.waitUntilModalsClose()
      #expect(window.libraryFile.writes.isEmpty)
      await window.close()
    }
  }

  /// The page of a show, its menus, and the pages of its episodes.
  @MainActor @Suite struct ShowViewTests {
    /// Returns the number of visible heart icons. The row of a favourite has a heart.
    private func heartCount(in window: AppWindow) -> Int {
      widgets(ofType: gtk_image_get_type(), in: window.window).count {
        gtk_widget_get_mapped($0) != 0
          && gtk_image_get_icon_name($0.opaque).map { String(cString: $0).contains("heart") } == true
      }
    }

    @Test func `a favourite mark that cannot be written is reverted, and an alert shows the reason`() async throws {
      // Given a library whose writes fail
      let window = await AppWindow(.withThreeShows())
      window.libraryFile.failWrites(with: .diskFull(path: "/library"))
      let formerHeartCount = heartCount(in: window)

      // When the user marks episode 13, in the second row, as a favourite
      await (try window.openMenu("More", at: 1)).select("Favorite")
      let alert = await window.waitForModal("The Disk Is Full")

      // Then the row shows the stored value again, so no heart was added
      #expect(heartCount(in: window) == formerHeartCount)
      await window.press("OK", in: alert)
      await window.waitUntilModalsClose()

      // And when writes succeed again, the row shows a heart
      window.libraryFile.failWrites(with: nil)
      await (try window.openMenu("More", at: 1)).select("Favorite")
      await window.libraryFile.waitUntilWritten(.setFavorite(Episode.ID(rawValue: 13), isFavorite: true))
      await waitUntil("the heart") { heartCount(in: window) == formerHeartCount + 1 }
      await window.close()
    }

    @Test func `marking an episode as played shows a toast, and Undo restores its place`() async throws {
      // Given a started episode, the second one of the first show. Its length is 1393 s and its place is 250 s, so 19
      // minutes are left.
      let window = await AppWindow(.withThreeShows())
      #expect(texts(in: window.window).contains("19 min left"))

      // When the user marks it as played, then its row and a toast show the change
      await (try window.openMenu("More", at: 1)).select("Mark as Played")
      await waitUntil("the toast") { texts(in: window.window).contains("Marked as Played") }
      await waitUntil("the row") { !texts(in: window.window).contains("19 min left") }
      await window.takePicture("marked-light-1000-en")

      // And Undo restores its place
      await window.press("Undo")
      await waitUntil("the place") { texts(in: window.window).contains("19 min left") }
      #expect(window.libraryFile.episode(Episode.ID(rawValue: 13))?.playPosition == .seconds(250))
      await window.close()
    }

    @Test func `a show whose last refresh failed has a banner with a Try Again button`() async {
      // The last refresh of show 3 has failed.
      let window = await AppWindow(.withThreeShows(), page: .show(Show.ID(rawValue: 3)))
      #expect(window.buttons(named: "Try Again").count == 1)
      await window.takePicture("banner-light-1000-en")
      await window.close()
    }

    @Test func `removing a show presents a confirmation, and Cancel keeps the show`() async throws {
      let window = await AppWindow(.withThreeShows())
      await (try window.openMenu("More about This Show")).select("Remove Show")
      let dialog = await window.waitForModal("Remove “Birds at Breakfast”?")
      await window.takePicture("remove", of: dialog)
      await window.press("Cancel", in: dialog)
      await window.waitUntilModalsClose()
      #expect(window.libraryFile.writes.isEmpty)
      #expect(window.store.library.show?.destination == nil)
      await window.close()
    }

    @Test func `Remove removes the show and opens the next one`() async throws {
      let window = await AppWindow(.withThreeShows())
      await (try window.openMenu("More about This Show")).select("Remove Show")
      let dialog = await window.waitForModal("Remove “Birds at Breakfast”?")
      await window.press("Remove", in: dialog)
      await window.waitUntilModalsClose()
      await waitUntil("the next show") { texts(in: window.window).contains("Episode 21") }
      #expect(!texts(in: window.window).contains("Birds at Breakfast"))
      await window.close()
    }

    @Test func `the page of an episode shows its notes and changes its favourite mark`() async throws {
      // Given the page of an episode
      let window = await AppWindow(.withThreeShows())
      await (try window.openMenu("More")).select("Show Details")
      await waitUntil("the notes") {
        texts(in: window.window).contains { $0.contains("one microphone on a windowsill, nothing else") }
      }
      await window.takePicture("episode-light-1000-en")

      // When the user removes the favourite mark of the episode, which is episode 14, on the page
      let toggle = try #require(window.buttons(named: "Favorite").first)
      await performInEventHandler {
        gtk_toggle_button_set_active(toggle.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 0)
      }
      await window.libraryFile.waitUntilWritten(.setFavorite(Episode.ID(rawValue: 14), isFavorite: false))
      await mainLoopSettles()

      // Then the row of the episode has no favourite mark after the user goes back
      await window.press("Back")
      await waitUntil("the list") { window.menuButtons(named: "More").count == 4 }
      #expect(window.store.library.episode == nil)
      #expect(window.store.library.show?.list.rows[id: Episode.ID(rawValue: 14)]?.isFavorite == false)
      await window.close()
    }
  }

  /// The other pages of the library, the title bar, the search in all shows, and the progress of a refresh.
  @MainActor @Suite struct PageTests {
    @Test func `the home page shows started and new episodes`() async {
      let window = await AppWindow(.withThreeShows(), page: .home)
      let texts = texts(in: window.window)
      for text in ["Home", "Continue Listening", "19 min left", "New Episodes", "Today", "Episode 21"] {
        #expect(texts.contains(text), "“\(text)” is missing")
      }
      await window.takePicture("home-light-1000-en")
      await window.close()
    }

    @Test(arguments: [LibraryPage.favorites, .history])
    func `the favourites page and the history page list their episodes`(page: LibraryPage) async {
      // “The robin's second song” is the only favourite, and the other title is the only episode in the history. The
      // episode “Rain” is on neither page.
      let window = await AppWindow(.withThreeShows(wasPlayed: true), page: page)
      let title =
        page == .favorites
        ? "The robin's second song" : "Why starlings fly together, and what it sounds like from below"
      #expect(texts(in: window.window).contains(title))
      #expect(!texts(in: window.window).contains("Rain"))
      await window.takePicture("\(page.rawValue)-light-1000-en")
      await window.close()
    }

    @Test func `the buttons of the title bar keep their order when the first show is added`() async throws {
      // Given an empty library
      let window = await AppWindow(FakeLibrary())
      let bar = try #require(gtk_window_get_titlebar(window.window))
      /// Returns the left edges of the buttons of the title bar with these names.
      func positions(_ names: [String]) throws -> [Double] {
        try names.map { name in
          let button = window.buttons(named: name).first { gtk_widget_is_ancestor($0, bar) != 0 }
          return bounds(of: try #require(button, "\(name)"), in: bar).x
        }
      }
      await waitUntil("the buttons") {
        !window.buttons(named: "Refresh All").isEmpty && !window.buttons(named: "Add Podcast").isEmpty
      }
      await drawFrame(of: window.window)
      let formerPositions = try positions(["Add Podcast", "Refresh All"])
      #expect(formerPositions == formerPositions.sorted())

      // When the first show is added
      window.libraryFile.change { shows, _ in shows = [.sample(1)] }
      await waitUntil("the page of the show") { !window.buttons(named: "Search All Episodes").isEmpty }
      await drawFrame(of: window.window)

      // Then the search button is between the other buttons, and the button “Add Podcast” has not moved
      let newPositions = try positions(["Add Podcast", "Search All Episodes", "Refresh All"])
      #expect(newPositions == newPositions.sorted())
      #expect(newPositions[0] == formerPositions[0])
      await window.close()
    }

    @Test func `the search finds episodes of all shows, and closing it restores the previous page`() async throws {
      let window = await AppWindow(.withThreeShows(), page: .home)
      await window.press("Search All Episodes")
      let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first)
      await enter("episode 21", into: entry)
      await waitUntil("the search result") { texts(in: window.window).contains("Episode 21") }
      await window.takePicture("search-all-light-1000-en")
      window.store.send(.library(.search(.closed)))
      await waitUntil("the home page") { texts(in: window.window).contains("Continue Listening") }
      await window.close()
    }

    @Test func `the search finds shows, and a click opens the show`() async throws {
      let window = await AppWindow(.withThreeShows(), page: .home)
      await window.press("Search All Episodes")
      let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first)
      // A word of the first show's title and a word of its author, with other capital letters
      await enter("BREAKFAST lark", into: entry)
      let foundShows = {
        widgets(ofType: gtk_button_get_type(), in: window.window).filter {
          // The texts in the button: the first letter of the title in place of a picture, the title, and the author.
          texts(in: $0) == ["B", "Birds at Breakfast", "Ina Lark"]
        }
      }
      await waitUntil("the search result") { foundShows().count == 1 }
      // The second show, whose author this is, is not found.
      #expect(!texts(in: window.window).contains("라디오 동네"))
      await window.takePicture("search-shows-light-1000-en")
      await click(foundShows()[0])
      await waitUntil("the page of the show") {
        window.store.library.show?.id == Show.ID(rawValue: 1) && texts(in: window.window).contains("Rain")
      }
      await window.close()
    }

    @Test func `the page of the playing episode has a menu, and the main menu changes the favourite mark`() async throws
    {
      // Given the page of episode 13, which plays
      let window = await AppWindow(.withThreeShows())
      await click(window.buttons(named: "Play")[1])
      window.store.send(.player(.titleClicked))
      let title = try #require(window.store.player.item?.episode.title)
      await waitUntil("the page of the episode") { window.menuButtons(named: "More about \(title)").count == 1 }
      let wasFavorite = window.store.player.nowPlaying?.isFavorite
      await window.takePicture("now-playing-menu-light-1000-en")

      // When the main menu changes the favourite mark of the episode, then the player and the library have the new mark
      await (try window.openMenu("Main Menu")).select("Favorite or Not")
      await waitUntil("the favorite to change") { window.store.player.nowPlaying?.isFavorite != wasFavorite }
      #expect(window.libraryFile.episode(Episode.ID(rawValue: 13))?.isFavorite != wasFavorite)
      await window.close()
    }

    @Test func `the page of a show has a button that cancels a running refresh`() async throws {
      // Given a slow feed
      let window = await AppWindow(.withThreeShows())
      let subscription = Subscription.sample(1)
      let gate = Gate()
      window.subscriptions.change { $0 = [subscription] }
      window.feeds.setRefreshResult(of: subscription.feedURL, .success(FeedResponse(content: .unchanged)), after: gate)
      #expect(window.buttons(named: "Cancel the Refresh").isEmpty)

      // When the feed is refreshed, then the page has a cancel button
      window.store.send(.maintenance(.refresh(.refreshShowRequested(Show.ID(rawValue: 1)))))
      await waitUntil("the cancel button") { !window.buttons(named: "Cancel the Refresh").isEmpty }
      await gate.waitForArrivals(1)
      await window.takePicture("show-refreshing-light-1000-en")

      // And the button cancels the refresh
      await window.press("Cancel the Refresh")
      await window.feeds.waitUntilCancelled(subscription.feedURL)
      await waitUntil("the button to disappear") { window.buttons(named: "Cancel the Refresh").isEmpty }
      await window.close()
    }

    @Test(arguments: ["en_US", "ko_KR"])
    func `the search finds transcript lines, and clicking a line plays the episode from the time of the line`(
      language: String
    ) async throws {
      // Given a library that finds the same five lines of a transcript for each search text
      let window = await AppWindow(.withThreeShows(), language: language, page: .home)
      let line = Transcript.Line(
        id: 7, start: .seconds(754),
        text: "A robin has a territory of its own, and sings there in winter too, when most other birds are silent.")
      window.transcriptMatches.change { matches in
        matches = (0..<5).map { offset in
          var numberedLine = line
          numberedLine.id += offset
          return TranscriptMatch(
            episode: Episode.ID(rawValue: 21), episodeTitle: "Episode 21", showTitle: "Field Notes", line: numberedLine)
        }
      }
      window.store.send(.library(.searchButtonClicked))
      await mainLoopSettles()

      // When a word of the transcript is typed
      let entry = try #require(widgets(ofType: gtk_search_entry_get_type(), in: window.window).first)
      await enter("robin", into: entry)

      // Then the first three of the five lines are shown, each with its time. All lines have the same time: 754 seconds
      // are 12:34.
      await waitUntil("the search result") { texts(in: window.window).contains(line.text) }
      #expect(texts(in: window.window).filter { $0 == "12:34" }.count == 3)
      await window.takePicture("search-transcripts-light-1000-\(language.prefix(2))")

      // And a button shows the other lines
      await window.press("Show More Lines")
      await waitUntil("all lines") { texts(in: window.window).filter { $0 == "12:34" }.count == 5 }

      // And the action of a click on a line plays the episode from the time of the line
      window.store.send(.library(.search(.matchClicked(window.transcriptMatches.current[0]))))
      await waitUntil("the episode to play") {
        window.sound.commands.contains { if case .play(_, .seconds(754)) = $0 { true } else { false } }
      }
      await window.close()
    }

    @Test func `the page of the last session is restored`() async {
      // Given a session that ended on the History page
      let settings = AppSettings(inMemory: [:])
      let firstWindow = await AppWindow(.withThreeShows(), page: .history, settings: settings)
      await mainLoopSettles()
      await firstWindow.close()

      // When the program starts again, then it shows the History page
      let secondWindow = await AppWindow(.withThreeShows(), settings: settings)
      #expect(secondWindow.store.library.selection == .history)
      await secondWindow.close()
    }
  }
}
