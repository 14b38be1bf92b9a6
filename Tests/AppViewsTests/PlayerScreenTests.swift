import AppFeatures
import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The actions in the player bar and on the page of the playing episode.
  @MainActor @Suite struct PlayerScreenTests {
    private static let audio = Episode.sample(13).enclosure.url

    /// Opens a window in which episode 13, the second row, plays at 4:11 (251 s) of 23:13 (1393 s).
    private func openPlayingWindow(size: (width: Int32, height: Int32) = (1000, 700)) async -> AppWindow {
      let window = await AppWindow(.withThreeShows(), size: size)
      await click(window.buttons(named: "Play")[1])
      window.sound.send(.playing(Self.audio), .position(Self.audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()
      return window
    }

    /// Opens the page of a playing episode in a narrow window. The transcript has 200 lines of five seconds each.
    private func openWindowWithTranscript() async -> AppWindow {
      let library = FakeLibrary.withThreeShows()
      var details = EpisodeDetails()
      details.transcripts = [TranscriptLink(url: .sample("13.vtt"))]
      library.setNotes(EpisodeNotes(id: Episode.sample(13).id, markup: "<p>Notes</p>", details: details))
      let window = await AppWindow(library, size: (360, 720))
      window.savedTranscript.change {
        $0 = Transcript(lines: (0..<200).map { .init(id: $0, start: .seconds(5 * $0), text: "Line \($0).") })
      }
      await click(window.buttons(named: "Play")[1])
      window.sound.send(.playing(Self.audio), .position(Self.audio, .seconds(251), duration: .seconds(1393)))
      await until { window.store.playing?.transcript != nil }
      window.store.send(.player(.titleClicked))
      await waitUntil("the page") { texts(in: window.window).contains("Now Playing") }
      window.store.send(.playing(.transcript(.openButtonClicked)))
      await until { window.store.playing?.transcript?.phase == .loaded }
      await mainLoopSettles()
      return window
    }

    @Test func `the bar skips, changes the speed and sets the sleep timer`() async throws {
      // Given a playing episode
      let window = await openPlayingWindow()
      let slider = try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)
      #expect(hasAccessibleValue("4:11 of 23:13", slider))

      // When the user presses the buttons next to the play button
      // Then the playback position skips
      await window.press("Forward 30 Seconds")
      await window.press("Back 15 Seconds")
      // The first command has started the playback. The sound was at 251 s before the skips.
      #expect(window.sound.commands.dropFirst() == [.seek(.seconds(281)), .seek(.seconds(266))])

      // When the user selects a speed
      // Then the player uses the speed, and the speed button shows it
      await (try window.openMenu("Speed: 1×")).select("1.5×")
      await mainLoopSettles()
      #expect(window.sound.settings.contains(.rate(1.5)))
      #expect(window.menuButtons(named: "Speed: 1.5×").count == 1)

      // When the user sets the sleep timer
      // Then the bar shows the remaining time
      await (try window.openMenu("Sleep Timer")).select("In 15 Minutes")
      await mainLoopSettles()
      #expect(texts(in: window.window).contains("15:00"))
      await window.takePicture("player-bar-timer")
      await (try window.openMenu("Sleep Timer")).select("Off")
      await mainLoopSettles()
      #expect(window.store.player.sleepTimer == nil)
      await window.close()
    }

    @Test func `a problem is shown above the bar, with a button to try again`() async throws {
      // Given a playing episode
      let window = await openPlayingWindow()
      // When its audio is not found
      window.sound.send(.failed(Self.audio, .notFound))
      await until { window.store.player.problem != nil }
      await mainLoopSettles()
      // Then the message is in the main window, and no other window opens
      #expect(texts(in: window.window).contains("This Episode Was Not Found"))
      #expect(openWindows().filter { gtk_widget_get_mapped($0.widget) != 0 } == [window.window])
      await window.takePicture("player-problem-light-1000-en")
      // And the user can try again
      await window.press("Try Again")
      #expect(window.sound.commands.last == .play(Self.audio, .seconds(251)))
      #expect(!texts(in: window.window).contains("This Episode Was Not Found"))
      await window.close()
    }

    @Test func `a narrow player page follows the transcript only while the transcript is visible`() async throws {
      // Given the page of a playing episode with a transcript of many lines, in a narrow window
      let window = await openWindowWithTranscript()
      func isVisible(_ line: Int) -> Bool {
        widgets(ofType: gtk_label_get_type(), in: window.window).contains { label in
          guard gtk_widget_get_mapped(label) != 0, texts(in: label) == ["Line \(line)."] else { return false }
          let frame = bounds(of: label, in: window.window)
          // The window is 720 pixels high.
          return frame.y > 0 && frame.y + frame.height < 720
        }
      }
      // The list that contains the whole page.
      let pageList = try #require(
        widgets(ofType: gtk_list_view_get_type(), in: window.window).last { gtk_widget_get_mapped($0) != 0 })
      let adjustment = try #require(gtk_scrollable_get_vadjustment(pageList.opaque))

      // When playback reaches line 60, at 300 seconds, while the controls are visible, then the page does not scroll
      window.sound.send(.position(Self.audio, .seconds(301), duration: .seconds(1393)))
      await until { window.store.playing?.transcript?.currentIndex == 60 }
      await mainLoopSettles()
      await drawFrame(of: window.window)
      #expect(gtk_adjustment_get_value(adjustment) == 0)

      // When the user has scrolled to the transcript, then the page scrolls to the current line: to a distant line, to
      // the next line, and to a distant line again
      await performInEventHandler { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) / 2) }
      await drawFrame(of: window.window)
      await mainLoopSettles()
      for line in [100, 101, 150] {
        window.sound.send(.position(Self.audio, .seconds(5 * line + 1), duration: .seconds(1393)))
        await waitUntil("line \(line) to be visible") { isVisible(line) }
      }
      await window.close()
    }

    @Test(arguments: [Int32(360), 1080])
    func `the page of the playing episode opens from the bar and can be left`(width: Int32) async throws {
      // Given a playing episode, in a narrow and in a wide window
      let window = await openPlayingWindow(size: (width, 720))
      #expect(gtk_widget_get_width(window.window.widget) <= width)
      await window.takePicture("player-bar-\(width)")
      // When the user clicks the episode in the bar
      await window.press("Now Playing")
      await waitUntil("the page") { texts(in: window.window).contains("Now Playing") }
      await mainLoopSettles()
      // Then the page of the episode opens, and the controls of the bar are hidden
      #expect(window.buttons(named: "Pause").count == 1)
      #expect(
        widgets(ofType: gtk_scale_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }.count == 1)
      #expect(gtk_widget_get_width(window.window.widget) <= width)
      await window.takePicture("now-playing-light-\(width)-en")
      // And a wide page has a tab for the chapters
      if width == 1080, let id = window.store.player.item?.episode.id {
        let chapters = EpisodeChapters(merging: [
          [Chapter(start: .zero, title: "Opening"), Chapter(start: .seconds(240), title: "The gate")]
        ])
        window.store.send(.playing(.chaptersReceived(id, chapters)))
        await waitUntil("the tab for the chapters") { !window.buttons(named: "Chapters").isEmpty }
        await window.press("Chapters")
        await waitUntil("the chapters") { texts(in: window.window).contains("The gate") }
        // The notes begin with “What you hear”.
        #expect(!texts(in: window.window).contains { $0.hasPrefix("What you hear") })
        await window.takePicture("now-playing-chapters-light-1080-en")
        await window.press("Notes")
        await waitUntil("the notes") { texts(in: window.window).contains { $0.hasPrefix("What you hear") } }
        #expect(!texts(in: window.window).contains("The gate"))
      }
      // And the library is visible again after the user leaves the page
      window.store.send(.player(.nowPlaying(.dismiss)))
      // The row and the bar have a Pause button each.
      await waitUntil("the library") { window.buttons(named: "Pause").count == 2 }
      await window.close()
    }
  }
}
