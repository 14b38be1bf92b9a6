import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import LoopbackTesting
import PodcastNetwork
import Podcasts
import Presentation
import ReducerStore
import Synchronization
import Testing

extension AppViewsTests {
  /// The pictures of shows, in the list of shows and above the episodes. They come from a local HTTP server or from
  /// files.
  @MainActor @Suite struct ArtworkViewTests {
    /// Fetches pictures over HTTP and from files.
    private let liveClient = ArtworkClient.live(version: "0")

    /// Returns a library with two shows. The first one, which the window selects, has this picture. The second one has
    /// no picture.
    private func library(artworkURL: URL?) -> FakeLibrary {
      var show = Show.sample(1, title: "Zebra Crossings")
      show.artworkURL = artworkURL
      return FakeLibrary(
        shows: [show, .sample(2, title: "Quiet")],
        episodes: [show.id: [.sample(11)], Show.ID(rawValue: 2): [.sample(21, of: 2)]])
    }

    /// Returns a red PNG picture.
    private func redPNG(side: Int32) throws -> Data {
      let picture = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, side, side))
      defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
      gdk_pixbuf_fill(picture, 0xff00_00ff)
      var buffer: UnsafeMutablePointer<CChar>?
      var length: gsize = 0
      try #require(gdk_pixbuf_save_to_bufferv(picture, &buffer, &length, "png", nil, nil, nil) != 0)
      defer { g_free(buffer) }
      return Data(bytes: try #require(buffer), count: Int(length))
    }

    /// Returns the visible pictures.
    private func pictures(in window: AppWindow) -> [UnsafeMutablePointer<GtkWidget>] {
      widgets(ofType: gtk_picture_get_type(), in: window.window).filter { gtk_widget_get_mapped($0) != 0 }
    }

    /// Returns the number of places that show the first letter of the first show's title instead of its picture.
    private func letterCount(in window: AppWindow) -> Int { texts(in: window.window).count { $0 == "Z" } }

    private func middlePixel(of widget: UnsafeMutablePointer<GtkWidget>) -> Pixel {
      pixels(of: widget, at: [(Int(gtk_widget_get_width(widget)) / 2, Int(gtk_widget_get_height(widget)) / 2)])[0]
    }

    /// Returns a client that fetches pictures when the gate is open.
    private func artwork(behind gate: Gate) -> ArtworkClient {
      ArtworkClient { [liveClient] address, feed throws(ArtworkError) in
        guard await gate.pass() else { throw .cancelled }
        return try await liveClient.fetch(address, feed)
      }
    }

    @Test func `a letter is visible until the picture is loaded, and the list and the show's page share one fetch`()
      async throws
    {
      // Given a show whose picture is on a slow server
      let picture = try redPNG(side: 800)
      let server = try LoopbackServer { _ in .page(picture, type: "image/png") }
      let gate = Gate()
      let window = await AppWindow(library(artworkURL: server.url("/cover.png")), artwork: artwork(behind: gate))
      await gate.waitForArrivals(1)
      // The letter is in the list of shows and above the episodes.
      #expect((letterCount(in: window), pictures(in: window).count) == (2, 0))

      // When the picture arrives
      gate.open()
      await waitUntil("the picture") { pictures(in: window).count == 2 }

      // Then the red picture replaces the letter in both places, in the size of each place
      #expect(letterCount(in: window) == 0)
      await window.takePicture("artwork-light-1000-en")
      // The first width is in the list of shows, and the second one is above the episodes.
      #expect(pictures(in: window).map { gtk_widget_get_width($0) } == [34, 168])
      #expect(pictures(in: window).allSatisfy { middlePixel(of: $0).isClose(to: Pixel(red: 255, green: 0, blue: 0)) })
      #expect(server.requests.map(\.path) == ["/cover.png"])

      // And the picture is decoded with a width below its 800 pixels, because the app limits pictures to 512 × 512
      // pixels. The width stays above 336 pixels, which the larger place needs on a screen with a scale factor of 2.
      let paintable = try #require(gtk_picture_get_paintable(pictures(in: window)[0].opaque))
      #expect((400...512).contains(gdk_paintable_get_intrinsic_width(paintable)))

      // When the user selects another show, and then the first one again
      // Then the picture is visible without another fetch
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 2)))))
      await waitUntil("the other show") {
        texts(in: window.window).contains("Episode 21") && pictures(in: window).count == 1
      }
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 1)))))
      await waitUntil("the picture again") { pictures(in: window).count == 2 }
      #expect(server.requests.count == 1)
      await window.close()
    }

    @Test func `a picture from a file is shown`() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "podcaster 커버 \(UUID()).png")
      try redPNG(side: 20).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let window = await AppWindow(library(artworkURL: file), artwork: liveClient)
      await waitUntil("the picture") { pictures(in: window).count == 2 }
      await window.takePicture("artwork-file")
      #expect(pictures(in: window).allSatisfy { middlePixel(of: $0).isClose(to: Pixel(red: 255, green: 0, blue: 0)) })
      await window.close()
    }

    @Test(arguments: [UInt32(404), 200])
    func `a missing or invalid picture leaves the letter visible`(status: UInt32) async throws {
      // Given a server that returns a web page instead of a picture, as an error or as if it were the picture
      let fetchCount = Recorded(0)
      let server = try LoopbackServer { _ in .page(Data("<p>No picture</p>".utf8), type: "image/png", status: status) }
      let artwork = ArtworkClient { [liveClient] address, feed throws(ArtworkError) in
        defer { fetchCount.change { $0 += 1 } }
        return try await liveClient.fetch(address, feed)
      }
      let reports = MisuseReports()
      defer { reports.stop() }

      // When the window shows the show
      // Then the letter stays
      let window = await AppWindow(library(artworkURL: server.url("/cover.png")), artwork: artwork)
      await fetchCount.until { $0 > 0 }
      // The decoding thread detects invalid picture data and reports it.
      if status == 200 { await waitUntil("the report") { !reports.all.isEmpty } }
      await mainLoopSettles()
      #expect(letterCount(in: window) == 2)
      #expect(pictures(in: window).isEmpty)
      // One report names the invalid picture. A missing picture is not reported.
      #expect(reports.all.map { $0.message.contains("/cover.png") } == (status == 200 ? [true] : []))

      // And the rest of the window is correct
      #expect(texts(in: window.window).contains("Episode 11"))
      await window.close()
    }
  }
}

/// Records the reported misuses until `stop()` is called.
private final class MisuseReports: Sendable {
  private let formerReporter = MisuseReporter.processWide
  private let recorded: RecordedMisuses

  /// A separate object, because the new reporter needs it while ``MisuseReports`` is still being initialized.
  private final class RecordedMisuses: Sendable {
    let all = Mutex<[Misuse]>([])
  }

  init() {
    let recorded = RecordedMisuses()
    self.recorded = recorded
    MisuseReporter.processWide = MisuseReporter { misuse in recorded.all.withLock { $0.append(misuse) } }
  }

  var all: [Misuse] { recorded.all.withLock { $0 } }

  func stop() { MisuseReporter.processWide = formerReporter }
}
