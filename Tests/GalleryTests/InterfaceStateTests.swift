import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import Testing

extension GalleryTests {
  /// The examples of Apple's article on managing user interface state, operated like a user does.
  @MainActor @Suite struct InterfaceStateTests {
    private let play = "gtkviews-play-circle-symbolic"
    private let pause = "gtkviews-pause-circle-symbolic"

    @Test func `the play button changes its symbol, and back`() async throws {
      // Given the page, paused
      let stage = try await PageStage(page: "playing-state")
      #expect(stage.symbols() == [play])
      #expect(stage.texts.contains("Paused"))

      // When the button is clicked
      await stage.press("Play")

      // Then its symbol, its name and the text next to it change
      #expect(stage.symbols() == [pause])
      #expect(stage.texts.contains("Playing"))
      await stage.press("Pause")
      #expect(stage.symbols() == [play])
      #expect(stage.texts.contains("Paused"))
      await stage.close()
    }

    @Test func `a view with another constant keeps its state`() async throws {
      // Given an episode that plays
      let stage = try await PageStage(page: "immutable-properties")
      #expect(stage.texts.contains("The robin’s second song"))
      await stage.press("Play")

      // When the view above gives another episode
      await stage.press("Another Episode")

      // Then that one is shown, and the view still plays
      #expect(stage.texts.contains("Why starlings fly together"))
      #expect(!stage.texts.contains("The robin’s second song"))
      #expect(stage.symbols() == [pause])
      await stage.close()
    }

    @Test func `two buttons with a binding to one state follow each other`() async throws {
      let stage = try await PageStage(page: "bindings")
      #expect(stage.symbols() == [play, play])
      let second = try #require(stage.buttons("Play").last)
      await click(second)
      await stage.settle()
      #expect(stage.symbols() == [pause, pause])
      await stage.close()
    }

    @Test func `a toggle writes the property of the episode that another view keeps`() async throws {
      // Given an episode that is no favorite
      let stage = try await PageStage(page: "favorite")
      #expect(stage.symbols() == ["non-starred-symbolic"])
      #expect(stage.texts.contains("It is no favorite."))

      // When the switch in the editor is turned on, which has $episode.isFavorite
      let control = try #require(widgets(ofType: gtk_switch_get_type(), in: stage.window).first)
      await performInSource { gtk_switch_set_active(control.opaque, 1) }
      await stage.settle()

      // Then the view that keeps the episode shows it, and only that has changed
      #expect(stage.symbols() == ["starred-symbolic"])
      #expect(stage.texts.contains("It is a favorite."))
      #expect(stage.texts.contains("The robin’s second song"))
      await stage.close()
    }

    @Test func `a change within withAnimation moves, and what comes has its transition`() async throws {
      // Given the play button at one and a half of its size
      let stage = try await PageStage(page: "animated-transitions")
      let button = try #require(stage.buttons("Play").first)
      let large = stage.bounds(of: button)

      // When it is clicked, and half a second has gone
      await stage.press("Play")
      #expect(stage.symbols(in: button) == [pause], "the symbol changes at once")
      #expect(isClose(stage.bounds(of: button).width, large.width))
      await stage.advance(by: 0.5)

      // Then it is halfway, and so is the title that comes from the bottom
      #expect(isClose(stage.bounds(of: button).width, large.width / 1.5 * 1.25))
      let title = try #require(stage.labels("The robin’s second song").first)
      let halfway = stage.bounds(of: title).y
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds(of: button).width, large.width / 1.5))
      #expect(stage.bounds(of: title).y < halfway)
      #expect(!stage.frames.isTicking)

      // And when it goes, it is gone once it has arrived
      await stage.press("Pause")
      await stage.advance(by: 1)
      #expect(stage.labels("The robin’s second song").isEmpty)
      await stage.close()
    }

    @Test func `a view with an animation of its own moves by its value alone`() async throws {
      let stage = try await PageStage(page: "animated-transitions")
      let loud = try #require(stage.buttons("Loud").first)
      let speaker = try #require(
        widgets(ofType: gtk_image_get_type(), in: stage.window).first {
          gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } == "audio-volume-high-symbolic"
        })
      let size = stage.bounds(of: speaker).width
      await performInSource {
        gtk_toggle_button_set_active(loud.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 1)
      }
      await stage.settle()
      #expect(isClose(stage.bounds(of: speaker).width, size))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds(of: speaker).width, size * 1.25))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds(of: speaker).width, size * 1.5))
      await stage.close()
    }

    @Test func `the animation page scales from 1 to 1,5 and goes from red to green in one second`() async throws {
      // Given the red card
      let stage = try await PageStage(page: "scale-and-color")
      let card = try #require(stage.labels("Robin").first)
      let start = stage.bounds(of: card)
      let corner = (x: Int(start.x + start.width / 2) - 50, y: Int(start.y + start.height / 2) - 20)
      func color() -> Pixel { pixels(of: stage.window, at: [corner])[0] }
      #expect(color().isClose(to: Pixel(red: 224, green: 28, blue: 36)))

      // When it is animated
      await stage.press("Animate")

      // Then each quarter of a second it is a quarter of the way on, in size and in colour
      for share in [0.25, 0.5, 0.75, 1] {
        await stage.advance(by: 0.25)
        #expect(isClose(stage.bounds(of: card).width, start.width * (1 + 0.5 * share)), "at \(share)")
        let wanted = Pixel(
          red: Int(224 + (46 - 224) * share), green: Int(28 + (194 - 28) * share), blue: Int(36 + (125 - 36) * share))
        #expect(color().isClose(to: wanted), "\(color()) is not \(wanted) at \(share)")
      }
      #expect(!stage.frames.isTicking)
      await stage.close()
    }
  }
}
