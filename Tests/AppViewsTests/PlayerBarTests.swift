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
  /// The transitions of the player bar. The test advances the frames.
  @MainActor @Suite struct PlayerBarTests {
    /// Returns the distance of the bar's slider from the top of the window, or `nil` if there is no bar.
    private func sliderTop(in window: AppWindow) -> Double? {
      widgets(ofType: gtk_scale_get_type(), in: window.window).first.map { bounds(of: $0, in: window.window).y }
    }

    /// Returns the height of the library above the bar.
    private func libraryHeight(in window: AppWindow) -> Double {
      widgets(ofType: gtk_list_view_get_type(), in: window.window).first.map {
        bounds(of: $0, in: window.window).height
      } ?? 0
    }

    /// Whether the part of a widget outside of the window's content is clipped, so that it is not drawn over the
    /// window's shadow.
    private func isCutOff(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
      let parents = sequence(first: widget) { gtk_widget_get_parent($0) }
      return parents.contains {
        !$0.isA(gtk_window_get_type()) && $0 != widget && gtk_widget_get_overflow($0) == GTK_OVERFLOW_HIDDEN
      }
    }

    /// Advances the time and draws a frame.
    private func advance(_ frames: SteppedFrames, by seconds: Double, in window: AppWindow) async {
      frames.advance(by: seconds)
      await drawFrame(of: window.window)
    }

    /// Advances through the movement, and returns the distance of the slider from the top and the height of the library
    /// at each quarter.
    private func quarters(
      of frames: SteppedFrames, in window: AppWindow
    ) async throws -> [(slider: Double, library: Double)] {
      var places: [(slider: Double, library: Double)] = []
      for _ in 1...4 {
        await advance(frames, by: 0.0625, in: window)
        places.append((try #require(sliderTop(in: window)), libraryHeight(in: window)))
        if places.count == 2 { await window.takePicture("player-bar-moving") }
      }
      return places
    }

    private func begin(in window: AppWindow) async {
      await performInSource { _ = window.store.send(.player(.playToggled(Self.item, isPlaying: true))) }
      await drawFrame(of: window.window)
    }

    private func end(in window: AppWindow) async {
      await performInSource { _ = window.store.send(.player(.showRemovalConfirmed(Show.ID(rawValue: 1)))) }
      await drawFrame(of: window.window)
    }

    private static let item = PlayerFeature.Item(episode: .sample(14), showTitle: "Birds at Breakfast")

    @Test func `the player bar moves in and out at the bottom within a quarter of a second`() async throws {
      // Given a window in which nothing was played
      let frames = SteppedFrames()
      let window = await AppWindow(.withThreeShows(), frames: frames)
      let whole = libraryHeight(in: window)
      #expect(sliderTop(in: window) == nil)

      // When an episode is played
      // Then the bar starts below the window, and the library keeps its height
      await begin(in: window)
      let below = try #require(sliderTop(in: window))
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(isCutOff(try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)))

      // Then the bar follows an ease-out curve, measured at each quarter of the duration
      let places = try await quarters(of: frames, in: window)
      let height = below - places[3].slider
      #expect(height > 60)
      #expect(!frames.isTicking)

      // And the library ends where the bar begins
      for (place, share) in zip(places, [0.3782, 0.6846, 0.9066, 1]) {
        #expect(isClose(place.slider, below - share * height), "at \(share)")
        #expect(isClose(place.library, whole - share * height), "at \(share)")
      }

      // When the episode ends
      // Then the bar moves out with the same curve
      await end(in: window)
      await advance(frames, by: 0.125, in: window)
      #expect(isClose(try #require(sliderTop(in: window)), places[3].slider + 0.6846 * height))
      await advance(frames, by: 0.125, in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(!frames.isTicking)
      await window.close()
    }

    @Test func `the player bar appears and disappears without animation if animations are disabled`() async throws {
      let frames = SteppedFrames()
      let window = await AppWindow(.withThreeShows(), frames: frames)
      allowAnimations(false)
      let whole = libraryHeight(in: window)

      // When an episode is played
      // Then the bar has its final position in the next frame
      await begin(in: window)
      let slider = try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)
      let bottom = bounds(of: slider, in: window.window)
      #expect(bottom.y + bottom.height <= Double(gtk_widget_get_height(window.window.widget)))
      #expect(whole - libraryHeight(in: window) > 60)
      #expect(!frames.isTicking)

      // And when the episode ends, the bar is removed in the next frame
      await end(in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(!frames.isTicking)
      await window.close()
    }

    /// Whether two positions differ by at most one pixel, because of rounding.
    private func isClose(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 1 }
  }
}
