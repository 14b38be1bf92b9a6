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
  /// The separate window with the video of the episode in the player.
  @MainActor @Suite struct VideoViewTests {
    /// The enclosure of the episode, by which the player's events name the episode.
    private static let enclosureURL = Episode.sample(13).enclosure.url
    private static let episodeTitle = "Why starlings fly together, and what it sounds like from below"

    /// Opens a window in which episode 13, the second row, plays at 251 of 1393 seconds. The player has not reported a
    /// video.
    private func windowWithPlayback() async -> AppWindow {
      let window = await AppWindow(.withThreeShows())
      await click(window.buttons(named: "Play")[1])
      window.sound.send(
        .playing(Self.enclosureURL), .position(Self.enclosureURL, .seconds(251), duration: .seconds(1393)))
      await until { window.store.player.position == .seconds(251) }
      await mainLoopSettles()
      return window
    }

    /// Plays an episode with a video, and opens the window of the video. Returns the main window and the window of the
    /// video.
    private func windowWithVideo() async -> (AppWindow, UnsafeMutablePointer<GtkWindow>) {
      let window = await windowWithPlayback()
      window.sound.send(.video(Self.enclosureURL))
      await until { window.store.player.hasVideo }
      await mainLoopSettles()
      await window.press("Show Video")
      return (window, await window.waitForModal(Self.episodeTitle))
    }

    @Test func `an episode without a video has no Show Video button`() async {
      let window = await windowWithPlayback()
      #expect(window.buttons(named: "Show Video").isEmpty)
      #expect(window.sound.videoRequestCount == 0)
      await window.close()
    }

    @Test func `the video is decoded only while its separate window is open`() async throws {
      // Given an episode with a video
      let window = await windowWithPlayback()
      window.sound.send(.video(Self.enclosureURL))
      await until { window.store.player.hasVideo }
      await mainLoopSettles()
      #expect(window.sound.videoRequestCount == 0)

      // When the user opens the window of the video
      await window.press("Show Video")
      let videoWindow = await window.waitForModal(Self.episodeTitle)
      await until { window.sound.videoRequestCount == 1 }

      // Then this window has the episode's title and shows the pictures, and the main window stays usable
      let twoPixels = Data([10, 20, 200, 255] + [10, 20, 200, 255])
      window.sound.emit(VideoFrame(position: .seconds(251), width: 2, height: 1, bytesPerRow: 8, pixels: twoPixels))
      let picture = try #require(widgets(ofType: gtk_picture_get_type(), in: videoWindow).first)
      await waitUntil("a picture to be shown") { gtk_picture_get_paintable(picture.opaque) != nil }
      #expect(gtk_window_get_title(videoWindow).map { String(cString: $0) } == Self.episodeTitle)
      #expect(gtk_window_get_modal(videoWindow) == 0)
      // 320 is the minimum width of the view.
      #expect(gtk_widget_get_width(picture) >= 320)
      #expect(hasAccessibleName("Video", picture))
      await window.takePicture("video", of: videoWindow)
      await window.press("Pause", in: videoWindow)
      #expect(window.sound.commands.last == .pause)

      // And closing the window ends the decoding and does not affect the sound
      let commandsBeforeClosing = window.sound.commands
      await pressEscape(in: videoWindow)
      await window.waitUntilModalsClose()
      await window.sound.waitUntilVideoStreamsEnded(1)
      #expect(window.store.player.video == nil)
      #expect(window.sound.commands == commandsBeforeClosing)
      await window.close()
    }

    @Test func `a video that cannot be decoded shows a message`() async {
      let (window, videoWindow) = await windowWithVideo()
      await until { window.sound.videoRequestCount == 1 }
      window.sound.endVideo()
      await waitUntil("a message") { texts(in: videoWindow).contains("The Video Cannot Be Shown") }
      // The message names the usual package, or the missing package after GStreamer has reported it.
      #expect(texts(in: videoWindow).contains { $0.contains("gstreamer1.0-libav") })
      window.sound.send(.videoUndecodable(Self.enclosureURL, package: "gstreamer1.0-plugins-bad"))
      await waitUntil("the package") { texts(in: videoWindow).contains { $0.contains("gstreamer1.0-plugins-bad") } }
      await window.close()
    }

    @Test func `the video window closes when another episode plays`() async {
      let (window, _) = await windowWithVideo()
      let otherItem = PlayerFeature.Item(episode: .sample(14), showTitle: "Birds at Breakfast")
      await performInEventHandler { _ = window.store.send(.player(.playToggled(otherItem, isPlaying: true))) }
      await window.waitUntilModalsClose()
      #expect(!window.store.player.hasVideo)
      await window.sound.waitUntilVideoStreamsEnded(1)
      await window.close()
    }
  }
}
