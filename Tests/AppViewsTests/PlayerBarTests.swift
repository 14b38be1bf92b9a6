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
  /// How the player's bar comes and goes, on frames that the test steps through.
  @MainActor @Suite struct PlayerBarTests {
    /// Where the slider of the bar is drawn, from the top of the window; `nil`: there is no bar.
    private func sliderTop(in window: AppWindow) -> Double? {
      widgets(ofType: gtk_scale_get_type(), in: window.window).first.map { bounds(of: $0, in: window.window).y }
    }

    /// How high the library above the bar is.
    private func libraryHeight(in window: AppWindow) -> Double {
      widgets(ofType: gtk_list_view_get_type(), in: window.window).first.map { bounds(of: $0, in: window.window).height } ?? 0
    }

    /// Whether what of a widget is outside of the window's content is not drawn, over the window's shadow for example.
    private func isCutOff(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
      let parents = sequence(first: widget) { gtk_widget_get_parent($0) }
      return parents.contains { !$0.isA(gtk_window_get_type()) && $0 != widget && gtk_widget_get_overflow($0) == GTK_OVERFLOW_HIDDEN }
    }

    /// Goes on by a part of a second, and draws a frame.
    private func advance(_ frames: SteppedFrames, by seconds: Double, in window: AppWindow) async {
      frames.advance(by: seconds)
      await drawFrame(of: window.window)
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

    @Test func `it moves in from below, and out again, in a quarter of a second`() async throws {
      // Given a window in which nothing was played
      let frames = SteppedFrames()
      let window = await AppWindow(.furnished(), frames: frames)
      let whole = libraryHeight(in: window)
      #expect(sliderTop(in: window) == nil)

      // When something is played, then the bar begins below the window, and the library has its room yet
      await begin(in: window)
      let below = try #require(sliderTop(in: window))
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(isCutOff(try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)))

      // Then it is where a curve that eases out says, in steps of a quarter of the time
      var places: [(slider: Double, library: Double)] = []
      for _ in 1...4 {
        await advance(frames, by: 0.0625, in: window)
        places.append((try #require(sliderTop(in: window)), libraryHeight(in: window)))
        if places.count == 2 { await window.takePicture("player-bar-moving") }
      }
      let height = below - places[3].slider
      #expect(height > 60)
      #expect(!frames.isTicking)

      // And the library ends where the bar begins
      for (place, share) in zip(places, [0.3782, 0.6846, 0.9066, 1]) {
        #expect(isClose(place.slider, below - share * height), "at \(share)")
        #expect(isClose(place.library, whole - share * height), "at \(share)")
      }

      // When it goes, then it goes as it came
      await end(in: window)
      await advance(frames, by: 0.125, in: window)
      #expect(isClose(try #require(sliderTop(in: window)), places[3].slider + 0.6846 * height))
      await advance(frames, by: 0.125, in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(!frames.isTicking)
      await window.close()
    }

    @Test func `it comes and goes at once on a desktop that wants less movement`() async throws {
      let frames = SteppedFrames()
      let window = await AppWindow(.furnished(), frames: frames)
      allowAnimations(false)
      let whole = libraryHeight(in: window)

      // When something is played, then the bar has its place in the next frame
      await begin(in: window)
      let slider = try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)
      let bottom = bounds(of: slider, in: window.window)
      #expect(bottom.y + bottom.height <= Double(gtk_widget_get_height(window.window.widget)))
      #expect(whole - libraryHeight(in: window) > 60)
      #expect(!frames.isTicking)

      // And when it ends, the bar is gone in the next frame
      await end(in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(libraryHeight(in: window), whole))
      #expect(!frames.isTicking)
      await window.close()
    }

    /// Whether two places are the same but for what a screen rounds away.
    private func isClose(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 1 }
  }
}
