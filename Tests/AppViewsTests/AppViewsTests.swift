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
  @MainActor @Suite struct LibraryViewTests {
    @Test func `the window lists the shows and the episodes of the first`() async {
      // Given a library with three shows
      let window = await AppWindow(.furnished())

      // Then all titles can be read, and each episode has its buttons
      let texts = texts(in: window.window)
      for title in ["Birds at Breakfast", "Ina Lark", "듣는 마음", "Rain", "The robin's second song"] {
        #expect(texts.contains(title), "“\(title)” is missing")
      }
      #expect(window.buttons(named: "Play").count == 4)
      #expect(window.buttons(named: "Favorite").count == 4)
      #expect(window.buttons(named: "Details").count == 4)
      #expect(window.buttons(named: "Pause").isEmpty)
      await window.close()
    }

    @Test func `choosing a show shows its episodes`() async {
      let window = await AppWindow(.furnished())
      window.store.send(.library(.showSelected(Show.ID(rawValue: 2))))
      await waitUntil("the other show") { texts(in: window.window).contains("Episode 21") }
      #expect(!texts(in: window.window).contains("Rain"))
      await window.close()
    }

    @Test func `an empty library offers to add a podcast`() async {
      // Given an empty library
      let window = await AppWindow(FakeLibrary())
      #expect(texts(in: window.window).contains("No Podcasts Yet"))

      // When its button is chosen
      await window.press("Add Podcast")

      // Then the sheet opens, and Escape closes it
      let sheet = await window.modal("Add Podcast")
      #expect(!window.buttons(named: "Cancel", in: sheet).isEmpty)
      await pressEscape(in: sheet)
      await window.modalsGone()
      #expect(window.store.library.destination == nil)
      await window.close()
    }

    @Test func `a library that cannot be read says so, with an alert and in the window`() async {
      let library = FakeLibrary()
      let window = await AppWindow(library)
      library.tellShows(.failure(.damaged(path: "/library.sqlite")))
      let alert = await window.modal("Your Library Is Damaged")
      await window.takePicture("alert-library", of: alert)
      await window.press("OK", in: alert)
      await window.modalsGone()
      #expect(window.store.alert == nil)
      await window.close()
    }
  }

  @MainActor @Suite struct ProgressInBarTests {
    @Test func `a spinner beside the button that adds turns while podcasts are added`() async {
      // Given a library with shows
      let window = await AppWindow(.furnished())
      let gate = Gate()
      window.feeds.serve(.sample("slow.xml"), .success(.sample("Slow")), after: gate)
      func spinners() -> [UnsafeMutablePointer<GtkWidget>] {
        widgets(ofType: gtk_spinner_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }
      }
      #expect(spinners().isEmpty)

      // When a second start adds one from a slow server
      window.store.send(.openRequested(["/feeds/slow.xml"]))

      // Then a spinner is there until it is added
      await waitUntil("a spinner") { spinners().count == 1 }
      await window.takePicture("adding")
      gate.open()
      await waitUntil("the show") { texts(in: window.window).contains("Slow") }
      await waitUntil("the spinner to go") { spinners().isEmpty }
      await window.close()
    }
  }

  @MainActor @Suite struct SubscribeViewTests {
    private func open() async -> (AppWindow, UnsafeMutablePointer<GtkWindow>, UnsafeMutablePointer<GtkWidget>) {
      let window = await AppWindow(FakeLibrary())
      await window.press("Add Podcast")
      let sheet = await window.modal("Add Podcast")
      let entry = widgets(ofType: gtk_entry_get_type(), in: sheet)[0]
      return (window, sheet, entry)
    }

    @Test func `an address that is typed is added, and the sheet closes`() async {
      // Given the sheet
      let (window, sheet, entry) = await open()
      window.feeds.serve(.sample("a.xml"), .success(.sample("Birds")))
      #expect(gtk_widget_is_sensitive(window.buttons(named: "Add", in: sheet)[0]) == 0)

      // When an address is typed and added
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)

      // Then the show is there
      await window.modalsGone()
      await waitUntil("the show") { texts(in: window.window).contains("Birds") }
      await window.close()
    }

    @Test func `a feed that cannot be read is an alert over the sheet, which stays`() async {
      let (window, sheet, entry) = await open()
      window.feeds.serve(.sample("a.xml"), .failure(.webPage))
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)
      let alert = await window.modal("This Is a Web Page, Not a Podcast Feed")
      await window.takePicture("alert-web-page", of: alert)
      await window.press("OK", in: alert)
      await waitUntil("the alert to go") { window.store.library.destination?.subscribe?.alert == nil }
      #expect(gtk_widget_get_mapped(sheet.widget) != 0)
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "/feeds/a.xml")
      await window.press("Cancel", in: sheet)
      await window.modalsGone()
      await window.close()
    }

    @Test func `closing the sheet stops its transfer`() async {
      let (window, sheet, entry) = await open()
      let gate = Gate()
      window.feeds.serve(.sample("a.xml"), .success(.sample("Birds")), after: gate)
      await enter("/feeds/a.xml", into: entry)
      await mainLoopSettles()
      await window.press("Add", in: sheet)
      await gate.arrived(1)
      await mainLoopSettles()
      await window.takePicture("fetching", of: sheet)
      await closeWindow(sheet)
      await window.feeds.cancelled(.sample("a.xml"))
      await window.modalsGone()
      #expect(window.libraryFile.writes.isEmpty)
      await window.close()
    }
  }

  @MainActor @Suite struct ShowViewTests {
    @Test func `a favorite that cannot be written goes back, and an alert tells why`() async {
      // Given a library that cannot be written
      let window = await AppWindow(.furnished())
      window.libraryFile.failWrites(with: .diskFull(path: "/library"))
      let toggle = window.buttons(named: "Favorite")[1].cast(to: GtkToggleButton.self, gtk_toggle_button_get_type())

      // When an episode is marked
      await performInSource { gtk_toggle_button_set_active(toggle, 1) }
      let alert = await window.modal("The Disk Is Full")

      // Then the button shows what is true
      #expect(gtk_toggle_button_get_active(toggle) == 0)
      await window.press("OK", in: alert)
      await window.modalsGone()

      // And when it can be written, it stays
      window.libraryFile.failWrites(with: nil)
      await performInSource { gtk_toggle_button_set_active(toggle, 1) }
      await window.libraryFile.written(.setFavorite(Episode.ID(rawValue: 13), true))
      await mainLoopSettles()
      #expect(gtk_toggle_button_get_active(toggle) == 1)
      await window.close()
    }

    @Test func `removing asks first, and Cancel keeps the show`() async {
      let window = await AppWindow(.furnished())
      await window.press("Remove Show")
      let dialog = await window.modal("Remove “Birds at Breakfast”?")
      await window.takePicture("remove", of: dialog)
      await window.press("Cancel", in: dialog)
      await window.modalsGone()
      #expect(window.libraryFile.writes.isEmpty)
      #expect(window.store.library.show?.destination == nil)
      await window.close()
    }

    @Test func `Remove removes the show and shows its neighbour`() async {
      let window = await AppWindow(.furnished())
      await window.press("Remove Show")
      let dialog = await window.modal("Remove “Birds at Breakfast”?")
      await window.press("Remove", in: dialog)
      await window.modalsGone()
      await waitUntil("the neighbour") { texts(in: window.window).contains("Episode 21") }
      #expect(!texts(in: window.window).contains("Birds at Breakfast"))
      await window.close()
    }

    @Test func `details show the notes, follow the favorite, and close`() async {
      // Given the details of an episode
      let window = await AppWindow(.furnished())
      await window.press("Details")
      let details = await window.modal("The robin's second song")
      #expect(texts(in: details).contains { $0.contains("one microphone on a windowsill, nothing else") })
      await window.takePicture("details", of: details)

      // When the favourite is taken away there
      await performInSource {
        gtk_toggle_button_set_active(
          window.buttons(named: "Favorite", in: details)[0].cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 0)
      }
      await window.libraryFile.written(.setFavorite(Episode.ID(rawValue: 14), false))
      await mainLoopSettles()

      // Then the row has lost it too
      let row = window.buttons(named: "Favorite")[0].cast(to: GtkToggleButton.self, gtk_toggle_button_get_type())
      #expect(gtk_toggle_button_get_active(row) == 0)

      // And Close closes, as Escape does
      await window.press("Close", in: details)
      await window.modalsGone()
      await window.press("Details")
      await pressEscape(in: await window.modal("The robin's second song"))
      await window.modalsGone()
      #expect(window.store.library.show?.destination == nil)
      await window.close()
    }
  }

  @MainActor @Suite struct PlayerViewTests {
    @Test func `the play button of a row and of the bar are one`() async {
      // Given a window in which nothing was played: it has no bar
      let window = await AppWindow(.furnished())
      #expect(widgets(ofType: gtk_scale_get_type(), in: window.window).isEmpty)

      // When the second episode is played
      let button = window.buttons(named: "Play")[1]
      await click(button)
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()

      // Then it goes on where it was left, both buttons say “Pause”, and the bar shows the place
      #expect(window.sound.commands == [.play(audio, .seconds(250))])
      #expect(window.buttons(named: "Pause").count == 2)
      #expect(texts(in: window.window).contains("4:11"))
      #expect(texts(in: window.window).contains("−19:02"))
      let slider = widgets(ofType: gtk_scale_get_type(), in: window.window)[0]
      #expect(gtk_range_get_value(slider.cast(to: GtkRange.self, gtk_range_get_type())) == 251)
      await window.takePicture("playing-light-wide-en")

      // When it is paused in the bar
      await click(window.buttons(named: "Pause")[1])
      await mainLoopSettles()

      // Then both say “Play”
      #expect(window.sound.commands.last == .pause)
      #expect(window.buttons(named: "Pause").isEmpty)
      await window.close()
    }

    @Test func `the main menu plays, skips, adds and quits`() async throws {
      // Given a window in which nothing was played
      let window = await AppWindow(.furnished())
      let bar = try #require(gtk_window_get_titlebar(window.window))
      let button = try #require(widgets(ofType: gtk_menu_button_get_type(), in: bar).first)

      // Then there is nothing to play or skip
      var menu = try #require(await ShownMenu(opening: button))
      #expect(
        Set(menu.titles) == [
          "Add Podcast", "Refresh All", "Feed Health", "Import…", "Export…", "Playback", "Play", "Back 15 Seconds", "Forward 30 Seconds",
          "Settings", "Keyboard Shortcuts", "About Podcaster", "Quit",
        ])
      #expect(menu.isSensitive("Play") == false)
      #expect(menu.isSensitive("Forward 30 Seconds") == false)
      await menu.close()

      // When an episode plays, then its commands do what they say
      await click(window.buttons(named: "Play")[1])
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()
      for title in ["Forward 30 Seconds", "Back 15 Seconds", "Pause", "Quit", "Add Podcast"] {
        menu = try #require(await ShownMenu(opening: button))
        #expect(menu.isSensitive(title) == true)
        await menu.choose(title)
      }
      #expect(window.sound.commands.dropFirst() == [.seek(.seconds(281)), .seek(.seconds(266)), .pause])
      #expect(window.quits == 1)
      await pressEscape(in: await window.modal("Add Podcast"))
      await window.modalsGone()
      await window.close()
    }

    @Test func `the sound's own news do not make the slider seek`() async {
      let window = await AppWindow(.furnished())
      await click(window.buttons(named: "Play")[0])
      let audio = Episode.sample(14).enclosure.url
      window.sound.send(.playing(audio))
      for quarter in 1...20 { window.sound.send(.position(audio, .milliseconds(250 * quarter + 3), duration: .seconds(1454))) }
      await until { window.store.player.position == .milliseconds(5003) }
      await mainLoopSettles()
      #expect(window.sound.commands == [.play(audio, .zero)])

      // And when the listener moves it, it does, once
      let range = widgets(ofType: gtk_scale_get_type(), in: window.window)[0].cast(to: GtkRange.self, gtk_range_get_type())
      await performInSource { gtk_range_set_value(range, 700) }
      await mainLoopSettles()
      #expect(window.sound.commands == [.play(audio, .zero), .seek(.seconds(700))])
      await window.close()
    }
  }
}
