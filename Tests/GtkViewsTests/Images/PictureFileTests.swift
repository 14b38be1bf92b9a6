import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The decoding of picture files: the time at which a picture appears, and the thread that decodes the picture.
  @MainActor @Suite struct PictureFileTests {
    @Observable @MainActor final class Model {
      var path = ""
    }

    struct PathImage: View {
      let model: Model

      var body: some View {
        if !model.path.isEmpty { Image(path: model.path) }
      }
    }

    /// Returns the path in a `file://` address.
    private func path(of address: String) -> String { String(address.dropFirst("file://".count)) }

    /// Returns the `GtkPicture` in a window.
    private func pictureWidget<Content>(in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first }
    }

    private func paintable<Content>(in window: ViewWindow<Content>) -> OpaquePointer? {
      pictureWidget(in: window).flatMap { gtk_picture_get_paintable($0.opaque) }
    }

    /// Whether the picture on screen has pixels, and is not a placeholder of the same size.
    private func isDecoded<Content>(in window: ViewWindow<Content>) -> Bool {
      paintable(in: window).map {
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self).isA(gdk_texture_get_type())
      } ?? false
    }

    /// Returns the width and the height of the picture or its placeholder. Empty if there is neither.
    private func pictureSize<Content>(in window: ViewWindow<Content>) -> [Int32] {
      paintable(in: window).map { [gdk_paintable_get_intrinsic_width($0), gdk_paintable_get_intrinsic_height($0)] }
        ?? []
    }

    @Test func `a small picture is decoded when its view is created`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      // The largest picture that is decoded on the main thread has 256 by 256 pixels.
      let filePath = path(of: try files.writePNG("small.png", width: 256, height: 256))
      let window = ViewWindow(gtk_window_new().window) { Image(path: filePath) }
      #expect(isDecoded(in: window))
      #expect(pictureSize(in: window) == [256, 256])
      window.close()
    }

    @Test func `a large picture reserves its space and appears after it is decoded`() async throws {
      // Given a red picture with more pixels than are decoded on the main thread
      let files = try SamplePictures()
      defer { files.remove() }
      let filePath = path(of: try files.writePNG("large.png", width: 600, height: 300))

      // When a view shows the picture, then the space of the picture is reserved
      let window = ViewWindow(gtk_window_new().window) { Image(path: filePath) }
      #expect(!isDecoded(in: window))
      #expect(pictureSize(in: window) == [600, 300])
      window.present()

      // And the picture appears in this space
      await waitUntil("the picture") { isDecoded(in: window) }
      #expect(pictureSize(in: window) == [600, 300])
      await drawFrame(of: try #require(window.window))
      #expect(
        pixels(of: try #require(pictureWidget(in: window)), at: [(300, 150)])[0].isClose(
          to: Pixel(red: 255, green: 0, blue: 0)))
      window.close()
    }

    @Test func `the last of two files is shown, and a picture removed while it is decoded is freed`() async throws {
      // Given a view that begins with a large picture, and receives another picture at once
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model()
      model.path = path(of: try files.writePNG("red.png", width: 1200, height: 900))
      let window = await show { PathImage(model: model) }
      model.path = path(of: try files.writePNG("blue.png", width: 300, height: 300, color: 0x0000_ffff))
      await waitUntil("the second picture") { isDecoded(in: window) }
      await mainLoopSettles()

      // Then the second picture stays
      #expect(pictureSize(in: window) == [300, 300])

      // And when a third picture is removed while it is decoded, then its widget is freed
      model.path = path(of: try files.writePNG("green.png", width: 1200, height: 900, color: 0x00ff_00ff))
      await waitUntil("the space for the third picture") { pictureSize(in: window) == [1200, 900] }
      let deallocations = DeallocationWatch()
      deallocations.watch(try #require(pictureWidget(in: window)), "the picture")
      model.path = ""
      await waitUntil("the picture is removed") { pictureWidget(in: window) == nil }
      await deallocations.expectAll()
      window.close()
    }

    @Test func `an undecodable large picture is reported once and shows nothing`() async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      // Given a view with a file that ends too early
      let filePath = path(of: try files.writePNG("broken.png", width: 600, height: 600, writtenShare: 0.6))
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      model.path = filePath
      let window = await show { PathImage(model: model) }

      // Then the file is reported, and the widget of the picture is empty
      await waitUntil("the picture is reported") { reports.all.count == 1 }
      #expect(reports.all.first?.message.contains("of an Image in PathImage is none that GTK can decode") == true)
      #expect(pictureWidget(in: window) != nil && paintable(in: window) == nil)

      // And the view can show another picture, without a second report
      model.path = path(of: try files.writePNG("red.png"))
      await waitUntil("the picture") { isDecoded(in: window) }
      #expect(reports.all.count == 1)
      window.close()
    }

    /// The picture at a `file://` address, in an `AsyncImage` or in an `Image`.
    struct LargePicture: View {
      let address: String
      let isAsync: Bool

      var body: some View {
        if isAsync {
          AsyncImage(url: address) { $0.image?.resizable() }.frame(width: 60, height: 60)
        } else {
          Image(path: String(address.dropFirst("file://".count))).resizable().frame(width: 60, height: 60)
        }
      }
    }

    @Test(arguments: [true, false]) func `a large picture is not decoded on the main thread`(isAsync: Bool) async throws
    {
      // Given a picture of 16 million pixels, and the time that the main thread needs to decode it
      let files = try SamplePictures()
      defer { files.remove() }
      let address = try files.writePNG("large.png", width: 4096, height: 4096)
      let bytes = try files.bytes("large.png")
      let decodingStart = mainThreadTime()
      let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      g_object_unref(UnsafeMutableRawPointer(try #require(gdk_texture_new_from_bytes(data, nil))))
      g_bytes_unref(data)
      let decodingTime = mainThreadTime() - decodingStart

      // When a view shows the picture, and the time of the main thread is measured until the picture is decoded. The
      // view has a separate cache, so it cannot get the picture of the other test argument from a shared cache
      var environment = EnvironmentValues()
      environment.imageCache = ImageCache(byteLimit: 1 << 20)
      var busyTime: Int?
      let presentationStart = mainThreadTime()
      let window = ViewWindow(gtk_window_new().window, environment: environment) {
        LargePicture(address: address, isAsync: isAsync)
      }
      window.present()
      await waitUntil("the picture") {
        if busyTime == nil, isDecoded(in: window) { busyTime = mainThreadTime() - presentationStart }
        return busyTime != nil
      }

      // Then the main thread was busy for less than half of the time that decoding needs
      #expect(try #require(busyTime) < decodingTime / 2, "\(busyTime ?? 0) of \(decodingTime) microseconds")
      window.close()
    }

    /// Returns how long the main thread has been busy, in microseconds. The time that it waits does not count.
    private func mainThreadTime() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
  }
}
