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
  /// Playback with the buttons of a row, of the player bar and of the main menu.
  @MainActor @Suite struct PlayerViewTests {
    @Test func `the play buttons of the row and of the bar show the same state`() async {
      // Given a window without a player bar, because nothing was played
      let window = await AppWindow(.withThreeShows())
      #expect(widgets(ofType: gtk_scale_get_type(), in: window.window).isEmpty)

      // When episode 13, the second row, is played
      let button = window.buttons(named: "Play")[1]
      await click(button)
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()

      // Then playback starts at the stored position of 250 s, both buttons are named “Pause”, and the bar shows the
      // position
      #expect(window.sound.commands == [.play(audio, .seconds(250))])
      #expect(window.buttons(named: "Pause").count == 2)
      // 251 s have been played, and 1393 s − 251 s = 1142 s remain.
      #expect(texts(in: window.window).contains("4:11"))
      #expect(texts(in: window.window).contains("−19:02"))
      let slider = widgets(ofType: gtk_scale_get_type(), in: window.window)[0]
      #expect(gtk_range_get_value(slider.cast(to: GtkRange.self, gtk_range_get_type())) == 251)
      await window.takePicture("playing-light-wide-en")

      // When the user pauses the episode in the bar
      await click(window.buttons(named: "Pause")[1])
      await mainLoopSettles()

      // Then both buttons are named “Play”
      #expect(window.sound.commands.last == .pause)
      #expect(window.buttons(named: "Pause").isEmpty)
      await window.close()
    }

    /// The titles of the commands and the submenus.
    private static let mainMenuTitles: Set = [
      "Add Podcast", "Search in This Show", "Search All Episodes", "Refresh All", "Feed Health", "Import…",
      "Export…", "Playback",
      "Play", "Back 15 Seconds", "Forward 30 Seconds",
      "Slower", "Faster", "Now Playing", "Show Video", "Sleep in 5 More Minutes", "Chapters", "Previous Chapter",
      "Next Chapter",
      "Episode", "Add to Queue or Remove", "Favorite or Not", "Download or Stop", "Queue", "Next Episode",
      "Show Queue",
      "Settings", "Keyboard Shortcuts", "About Podcaster", "Quit",
    ]

    @Test func `the main menu has commands for playback, adding a podcast and quitting`() async throws {
      // Given a window in which nothing was played
      let window = await AppWindow(.withThreeShows())
      let button = try #require(window.menuButtons(named: "Main Menu").first)

      // Then the menu has these commands, and those to play and skip are disabled
      var menu = try #require(await ShownMenu(opening: button))
      #expect(Set(menu.titles) == Self.mainMenuTitles)
      #expect(menu.isSensitive("Play") == false)
      #expect(menu.isSensitive("Forward 30 Seconds") == false)
      await menu.close()

      // When an episode plays
      // Then the commands to skip, pause, quit and add a podcast work
      await click(window.buttons(named: "Play")[1])
      let audio = Episode.sample(13).enclosure.url
      window.sound.send(.playing(audio), .position(audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()
      for title in ["Forward 30 Seconds", "Back 15 Seconds", "Pause", "Quit", "Add Podcast"] {
        menu = try #require(await ShownMenu(opening: button))
        #expect(menu.isSensitive(title) == true)
        await menu.select(title)
      }
      // The first command to the sound has started the playback. The others are those of the menu: they move the
      // position to 251 + 30 = 281 s and to 281 − 15 = 266 s, and pause.
      #expect(window.sound.commands.dropFirst() == [.seek(.seconds(281)), .seek(.seconds(266)), .pause])
      #expect(window.quitRequestCount == 1)
      await pressEscape(in: await window.waitForModal("Add Podcast"))
      await window.waitUntilModalsClose()
      await window.close()
    }

    @Test func `the slider seeks when the user moves it, and not when position events move it`() async {
      // Given an episode that plays, and whose position events do not seek
      let window = await AppWindow(.withThreeShows())
      await click(window.buttons(named: "Play")[0])
      let audio = Episode.sample(14).enclosure.url
      window.sound.send(.playing(audio))
      // Twenty events, one each quarter of a second. The last position is 250 · 20 + 3 = 5003 ms of 1454 s. With the
      // additional 3 ms, the slider's number of seconds represents the positions only approximately.
      for index in 1...20 {
        window.sound.send(.position(audio, .milliseconds(250 * index + 3), duration: .seconds(1454)))
      }
      await until { window.store.player.position == .milliseconds(5003) }
      await mainLoopSettles()
      #expect(window.sound.commands == [.play(audio, .zero)])

      // When the user moves the slider, then the slider seeks once
      let range = widgets(ofType: gtk_scale_get_type(), in: window.window)[0].cast(
        to: GtkRange.self, gtk_range_get_type())
      await performInEventHandler { gtk_range_set_value(range, 700) }
      await mainLoopSettles()
      #expect(window.sound.commands == [.play(audio, .zero), .seek(.seconds(700))])
      await window.close()
    }
  }
}
