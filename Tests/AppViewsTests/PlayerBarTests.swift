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
  /// The transitions of the player bar: its insertion when playback starts, and its removal when the episode leaves the
  /// player. The time of the animation passes only when a test advances the frames.
  @MainActor @Suite struct PlayerBarTests {
    /// Returns the distance of the bar's slider from the top of the window, or `nil` if there is no bar.
    private func sliderTop(in window: AppWindow) -> Double? {
      widgets(ofType: gtk_scale_get_type(), in: window.window).first.map { bounds(of: $0, in: window.window).y }
    }

    /// A lower limit for the height of the player bar, in pixels.
    private static let minimumBarHeight = 60.0

    /// Returns the height of the first list of the window, which ends where the bar begins.
    private func listHeight(in window: AppWindow) -> Double {
      widgets(ofType: gtk_list_view_get_type(), in: window.window).first.map {
        bounds(of: $0, in: window.window).height
      } ?? 0
    }

    /// Whether an ancestor other than the window clips a widget. Without clipping, the moving bar is drawn over the
    /// window's shadow.
    private func isClipped(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
      let ancestors = sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst()
      return ancestors.contains {
        !$0.isA(gtk_window_get_type()) && gtk_widget_get_overflow($0) == GTK_OVERFLOW_HIDDEN
      }
    }

    /// Advances the time by seconds, and draws a frame.
    private func advance(_ frames: SteppedFrames, by seconds: Double, in window: AppWindow) async {
      frames.advance(by: seconds)
      await drawFrame(of: window.window)
    }

    /// Advances through the movement of 0.25 seconds in four steps. Returns the distance of the slider from the top and
    /// the height of the list after each step. Takes a picture in the middle of the movement.
    private func positionsAtQuarters(
      of frames: SteppedFrames, in window: AppWindow
    ) async throws -> [(sliderTop: Double, listHeight: Double)] {
      var positions: [(sliderTop: Double, listHeight: Double)] = []
      for _ in 1...4 {
        await advance(frames, by: 0.25 / 4, in: window)
        positions.append((try #require(sliderTop(in: window)), listHeight(in: window)))
        if positions.count == 2 { await window.takePicture("player-bar-moving") }
      }
      return positions
    }

    /// Starts the playback of an episode, and draws the first frame.
    private func startPlayback(in window: AppWindow) async {
      await performInEventHandler { _ = window.store.send(.player(.playToggled(Self.item, isPlaying: true))) }
      await drawFrame(of: window.window)
    }

    /// Confirms the removal of the show, which removes the show's episode from the player. Draws the first frame.
    private func endPlayback(in window: AppWindow) async {
      await performInEventHandler { _ = window.store.send(.player(.showRemovalConfirmed(Show.ID(rawValue: 1)))) }
      await drawFrame(of: window.window)
    }

    private static let item = PlayerFeature.Item(episode: .sample(14), showTitle: "Birds at Breakfast")

    @Test func `the player bar moves in and out at the bottom within a quarter of a second`() async throws {
      // Given a window in which nothing was played
      let frames = SteppedFrames()
      let window = await AppWindow(.withThreeShows(), frames: frames)
      let fullHeight = listHeight(in: window)
      #expect(sliderTop(in: window) == nil)

      // When an episode is played
      // Then the bar is inserted below the visible area and clipped, and the list keeps its height
      await startPlayback(in: window)
      let startTop = try #require(sliderTop(in: window))
      #expect(isClose(listHeight(in: window), fullHeight))
      #expect(isClipped(try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)))

      // Then the bar follows an ease-out curve, measured at each quarter of the duration
      let positions = try await positionsAtQuarters(of: frames, in: window)
      let barHeight = startTop - positions[3].sliderTop
      #expect(barHeight > Self.minimumBarHeight)
      // The animation has ended
      #expect(!frames.isTicking)

      // And the list ends where the bar begins. The shares are the values of the ease-out curve after each quarter,
      // that is, the visible parts of the bar
      for (position, share) in zip(positions, [0.3782, 0.6846, 0.9066, 1]) {
        #expect(isClose(position.sliderTop, startTop - share * barHeight), "at \(share)")
        #expect(isClose(position.listHeight, fullHeight - share * barHeight), "at \(share)")
      }

      // When the episode leaves the player
      // Then the bar moves out with the same curve, whose value at half of the duration is 0.6846
      await endPlayback(in: window)
      await advance(frames, by: 0.25 / 2, in: window)
      #expect(isClose(try #require(sliderTop(in: window)), positions[3].sliderTop + 0.6846 * barHeight))
      await advance(frames, by: 0.25 / 2, in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(listHeight(in: window), fullHeight))
      #expect(!frames.isTicking)
      await window.close()
    }

    @Test func `the player bar appears and disappears without animation if animations are disabled`() async throws {
      let frames = SteppedFrames()
      let window = await AppWindow(.withThreeShows(), frames: frames)
      // This call comes after the creation of the window, because an `AppWindow` with stepped frames allows animations.
      allowAnimations(false)
      let fullHeight = listHeight(in: window)

      // When an episode is played
      // Then the bar has its final position in the next frame
      await startPlayback(in: window)
      let slider = try #require(widgets(ofType: gtk_scale_get_type(), in: window.window).first)
      let sliderFrame = bounds(of: slider, in: window.window)
      #expect(sliderFrame.y + sliderFrame.height <= Double(gtk_widget_get_height(window.window.widget)))
      #expect(fullHeight - listHeight(in: window) > Self.minimumBarHeight)
      #expect(!frames.isTicking)

      // And when the episode leaves the player, the bar is removed in the next frame
      await endPlayback(in: window)
      #expect(sliderTop(in: window) == nil)
      #expect(isClose(listHeight(in: window), fullHeight))
      #expect(!frames.isTicking)
      await window.close()
    }

    /// Whether two positions differ by at most one pixel, because of rounding.
    private func isClose(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 1 }
  }
}
