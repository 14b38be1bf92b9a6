import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import Testing

extension GalleryTests {
  /// The gallery's pages with the examples of Apple's article on managing user interface state, and the page “Scale and
  /// Color”. The tests operate the pages as a user does.
  @MainActor @Suite struct InterfaceStateTests {
    private let playSymbol = "gtkviews-play-circle-symbolic"
    private let pauseSymbol = "gtkviews-pause-circle-symbolic"

    @Test func `the play button toggles its symbol and the text next to it`() async throws {
      // Given the page, on which nothing is playing
      let fixture = try await PageFixture(page: "playing-state")
      #expect(fixture.symbols() == [playSymbol])
      #expect(fixture.texts.contains("Paused"))

      // When the button is clicked
      await fixture.press("Play")

      // Then the symbol, the accessible name and the text next to the button change
      #expect(fixture.symbols() == [pauseSymbol])
      #expect(fixture.texts.contains("Playing"))
      await fixture.press("Pause")
      #expect(fixture.symbols() == [playSymbol])
      #expect(fixture.texts.contains("Paused"))
      await fixture.close()
    }

    @Test func `a view keeps its state when its parent passes another value for a constant property`() async throws {
      // Given an episode that is playing
      let fixture = try await PageFixture(page: "immutable-properties")
      #expect(fixture.texts.contains("The robin’s second song"))
      await fixture.press("Play")

      // When the parent view passes another episode
      await fixture.press("Another Episode")

      // Then the other episode is shown, and the view is still playing
      #expect(fixture.texts.contains("Why starlings fly together"))
      #expect(!fixture.texts.contains("The robin’s second song"))
      #expect(fixture.symbols() == [pauseSymbol])
      await fixture.close()
    }

    @Test func `two buttons with bindings to one state show the same symbol`() async throws {
      // Given two play buttons, and nothing is playing
      let fixture = try await PageFixture(page: "bindings")
      #expect(fixture.symbols() == [playSymbol, playSymbol])

      // When the second button is clicked, then both show the pause symbol
      let secondButton = try #require(fixture.buttons("Play").last)
      await click(secondButton)
      await fixture.settle()
      #expect(fixture.symbols() == [pauseSymbol, pauseSymbol])
      await fixture.close()
    }

    @Test func `a toggle writes a property of an episode that another view owns`() async throws {
      // Given an episode that is not a favorite
      let fixture = try await PageFixture(page: "favorite")
      #expect(fixture.symbols() == ["non-starred-symbolic"])
      #expect(fixture.texts.contains("It is no favorite."))

      // When the switch of the editor, which is bound to `$episode.isFavorite`, is turned on
      let favoriteSwitch = try #require(widgets(ofType: gtk_switch_get_type(), in: fixture.window).first)
      await performInEventHandler { gtk_switch_set_active(favoriteSwitch.opaque, 1) }
      await fixture.settle()

      // Then the view that owns the episode shows the change, and the title of the episode is unchanged
      #expect(fixture.symbols() == ["starred-symbolic"])
      #expect(fixture.texts.contains("It is a favorite."))
      #expect(fixture.texts.contains("The robin’s second song"))
      await fixture.close()
    }

    @Test func `withAnimation animates changes, and an inserted or removed view has its transition`() async throws {
      // Given the play button, which is enlarged to 1.5 times its normal size
      let fixture = try await PageFixture(page: "animated-transitions")
      let button = try #require(fixture.buttons("Play").first)
      let enlargedWidth = fixture.bounds(of: button).width

      // When the button is clicked, and half a second has passed
      await fixture.press("Play")
      #expect(fixture.symbols(in: button) == [pauseSymbol], "the symbol changes at once")
      #expect(isClose(fixture.bounds(of: button).width, enlargedWidth))
      await fixture.advance(by: 0.5)

      // Then the button is halfway to its normal size, and the title is moving in from the bottom. The animation takes
      // one second, and its two halves are symmetric
      #expect(isClose(fixture.bounds(of: button).width, enlargedWidth / 1.5 * 1.25))
      let title = try #require(fixture.labels("The robin’s second song").first)
      let halfwayY = fixture.bounds(of: title).y
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds(of: button).width, enlargedWidth / 1.5))
      #expect(fixture.bounds(of: title).y < halfwayY)
      #expect(!fixture.frames.isTicking, "the animation has ended")

      // And when the title is removed, it is gone after its transition
      await fixture.press("Pause")
      await fixture.advance(by: 1)
      #expect(fixture.labels("The robin’s second song").isEmpty)
      await fixture.close()
    }

    @Test func `a view with its own animation animates changes of its value`() async throws {
      // Given the symbol of a speaker, and a toggle button that enlarges the symbol to 1.5 times its size
      let fixture = try await PageFixture(page: "animated-transitions")
      let loud = try #require(fixture.buttons("Loud").first)
      let speaker = try #require(
        widgets(ofType: gtk_image_get_type(), in: fixture.window).first {
          gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } == "audio-volume-high-symbolic"
        })
      let initialWidth = fixture.bounds(of: speaker).width

      // When the button is turned on, then the symbol is halfway to its new size after half a second, and has this size
      // after one second
      await performInEventHandler {
        gtk_toggle_button_set_active(loud.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 1)
      }
      await fixture.settle()
      #expect(isClose(fixture.bounds(of: speaker).width, initialWidth))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds(of: speaker).width, initialWidth * 1.25))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds(of: speaker).width, initialWidth * 1.5))
      await fixture.close()
    }

    @Test func `the animation page scales a card and changes its color within one second`() async throws {
      // Given the red card
      let fixture = try await PageFixture(page: "scale-and-color")
      let cardLabel = try #require(fixture.labels("Robin").first)
      let startBounds = fixture.bounds(of: cardLabel)
      // The card is 120 pixels wide and 60 pixels high, and the label is in its center. The point is inside the card,
      // 10 pixels from the left edge and the top edge, where there is no text
      let point = (
        x: Int(startBounds.x + startBounds.width / 2) - 50, y: Int(startBounds.y + startBounds.height / 2) - 20
      )
      func color() -> Pixel { pixels(of: fixture.window, at: [point])[0] }
      // The page's red and green
      let (startColor, endColor) = (Pixel(red: 224, green: 28, blue: 36), Pixel(red: 46, green: 194, blue: 125))
      func component(_ path: KeyPath<Pixel, Int>, at progress: Double) -> Int {
        Int(Double(startColor[keyPath: path]) + Double(endColor[keyPath: path] - startColor[keyPath: path]) * progress)
      }
      #expect(color().isClose(to: startColor))

      // When the card is animated
      await fixture.press("Animate")

      // Then after each quarter of a second, the size and the color have progressed by a quarter. The card and its
      // label grow to 1.5 times their size
      for progress in [0.25, 0.5, 0.75, 1] {
        await fixture.advance(by: 0.25)
        let expectedWidth = startBounds.width * (1 + 0.5 * progress)
        #expect(isClose(fixture.bounds(of: cardLabel).width, expectedWidth), "at \(progress)")
        let expectedColor = Pixel(
          red: component(\.red, at: progress), green: component(\.green, at: progress),
          blue: component(\.blue, at: progress))
        #expect(color().isClose(to: expectedColor), "\(color()) is not \(expectedColor) at \(progress)")
      }
      #expect(!fixture.frames.isTicking, "the animation has ended")
      await fixture.close()
    }
  }
}
