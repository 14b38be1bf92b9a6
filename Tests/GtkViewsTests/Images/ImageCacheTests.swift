import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Loads that several views share, cached pictures and cancelled loads.
  @MainActor @Suite struct ImageCacheTests {
    @Observable @MainActor final class Model {
      var addresses: [String] = []
    }

    struct PictureStack: View {
      let model: Model

      var body: some View {
        VStack {
          ForEach(Array(model.addresses.enumerated()), id: \.offset) { _, address in
            AsyncImage(url: address) { phase in
              switch phase {
              case .empty: Text(verbatim: "empty")
              case .success(let image): image
              case .failure: Text(verbatim: "failure")
              }
            }
          }
        }
      }
    }

    /// Returns an environment in which views load pictures with this loader and cache.
    private func environment(_ loader: ImageLoader, _ cache: ImageCache) -> EnvironmentValues {
      var environment = EnvironmentValues()
      environment.imageLoader = loader
      environment.imageCache = cache
      return environment
    }

    private func pictureCount<Content>(in window: ViewWindow<Content>) -> Int {
      window.window.map { widgets(ofType: gtk_picture_get_type(), in: $0).count } ?? 0
    }

    /// Returns the bytes of a picture of 40 by 20 pixels.
    private func png() throws -> [UInt8] {
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.writePNG("a.png")
      return try files.bytes("a.png")
    }

    @Test func `views with the same address share one load`() async throws {
      let requests = PictureRequests()
      let model = Model()
      model.addresses = ["a", "a", "a"]
      let window = await show(environment: environment(requests.loader, ImageCache())) { PictureStack(model: model) }
      await waitUntil("the picture is requested") { !requests.addresses.isEmpty }
      #expect(window.texts == ["empty", "empty", "empty"])
      requests.answer("a", try png())
      await waitUntil("all views have the picture") { pictureCount(in: window) == 3 }
      #expect(requests.addresses == ["a"])
      #expect(requests.cancelledAddresses.isEmpty)
      window.close()
    }

    @Test func `a load is cancelled only when no view needs it any more`() async throws {
      // Given two views with the same picture
      let requests = PictureRequests()
      let model = Model()
      model.addresses = ["a", "a"]
      let window = await show(environment: environment(requests.loader, ImageCache())) { PictureStack(model: model) }
      await waitUntil("the picture is requested") { requests.addresses == ["a"] }

      // When one of the views is removed, nothing is cancelled
      model.addresses = ["a"]
      await waitUntil("one view is left") { window.texts == ["empty"] }
      await mainLoopSettles()
      #expect(requests.cancelledAddresses.isEmpty)

      // When the remaining view requests another picture, the first load is cancelled
      model.addresses = ["b"]
      await waitUntil("the first load is cancelled") { requests.cancelledAddresses == ["a"] }
      await waitUntil("the other picture is requested") { requests.addresses == ["a", "b"] }

      // And when the window closes, the second load is cancelled too
      window.close()
      await waitUntil("the second load is cancelled") { requests.cancelledAddresses == ["a", "b"] }
    }

    @Test func `a failed load is not cached, and the next view requests the picture again`() async throws {
      let requests = PictureRequests()
      let model = Model()
      model.addresses = ["a"]
      let window = await show(environment: environment(requests.loader, ImageCache())) { PictureStack(model: model) }
      await waitUntil("the picture is requested") { requests.addresses == ["a"] }
      requests.fail("a")
      await waitUntil("the failure") { window.texts == ["failure"] }
      model.addresses = ["a", "a"]
      await waitUntil("the picture is requested again") { requests.addresses == ["a", "a"] }
      requests.answer("a", try png())
      await waitUntil("the second view has the picture") { pictureCount(in: window) == 1 }
      #expect(window.texts == ["failure"])
      window.close()
    }

    @Test func `the cache evicts the least recently used picture, and pictures can be removed`() async throws {
      // Given a full cache of two pictures of 40 by 20 pixels, with four bytes per pixel
      let cache = ImageCache(byteLimit: 2 * 4 * 40 * 20)
      let bytes = try png()
      let loader = ImageLoader { _ in bytes }
      for address in ["a", "b"] { _ = try await load(address, loader, cache) }
      #expect(cache.byteCount == cache.byteLimit)

      // When the older picture, “a”, is used again by a lookup, and a third picture is loaded
      #expect(cache.picture(at: "a") != nil)
      _ = try await load("c", loader, cache)

      // Then “b”, whose last use is now the oldest, is evicted
      #expect(cache.byteCount == cache.byteLimit)
      #expect(cache.picture(at: "a") != nil && cache.picture(at: "b") == nil && cache.picture(at: "c") != nil)

      // And pictures that code removes are no longer in the cache
      cache.remove("a")
      #expect(cache.picture(at: "a") == nil && cache.byteCount == cache.byteLimit / 2)
      cache.removeAll()
      #expect(cache.picture(at: "c") == nil && cache.byteCount == 0)
    }

    @Test func `a picture that is larger than the cache is loaded and not cached`() async throws {
      let cache = ImageCache(byteLimit: 100)
      let bytes = try png()
      let loaded = try await load("a", ImageLoader { _ in bytes }, cache)
      #expect(loaded.byteCount == 4 * 40 * 20)
      #expect(cache.picture(at: "a") == nil && cache.byteCount == 0)
    }

    @Test(arguments: [(200, 20), (1 << 30, 40), (0, 1)])
    func `a cache with a pixel limit scales large pictures down`(pixelLimit: Int, expectedWidth: Int) async throws {
      // Given a picture of 40 by 20 pixels, and a cache that permits a quarter of its 800 pixels, more than 800, or 0
      let cache = ImageCache(pixelLimit: pixelLimit)
      let bytes = try png()
      let loaded = try await load("a", ImageLoader { _ in bytes }, cache)

      // Then the picture has at most the permitted number of pixels and its proportions. With the limit 0, one pixel
      // is left
      #expect(gdk_texture_get_width(loaded.texture.opaque) == expectedWidth)
      #expect(gdk_texture_get_height(loaded.texture.opaque) == max(1, expectedWidth / 2))
      #expect(cache.byteCount == 4 * expectedWidth * max(1, expectedWidth / 2))
    }

    @Test func `an uncached picture is freed with the last view that shows it`() async throws {
      let bytes = try png()
      let model = Model()
      model.addresses = ["a"]
      let window = await show(environment: environment(ImageLoader { _ in bytes }, ImageCache(byteLimit: 0))) {
        PictureStack(model: model)
      }
      await waitUntil("the picture is shown") { pictureCount(in: window) == 1 }
      let deallocations = DeallocationWatch()
      try watchPicture(in: window, with: deallocations)
      model.addresses = []
      await deallocations.expectAll()
      window.close()
    }

    /// Watches the picture on screen and its widget. This is a separate function, so that the test keeps no reference
    /// to the picture.
    private func watchPicture<Content>(in window: ViewWindow<Content>, with deallocations: DeallocationWatch) throws {
      let pictureWidget = try #require(window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
      deallocations.watch(try #require(gtk_picture_get_paintable(pictureWidget.opaque)), "the picture")
      deallocations.watch(pictureWidget, "the widget")
    }

    /// Requests a picture from a cache, and waits until it is loaded.
    private func load(_ address: String, _ loader: ImageLoader, _ cache: ImageCache) async throws -> Picture {
      try await withCheckedThrowingContinuation { continuation in
        _ = cache.request(address, loader) { continuation.resume(with: $0) }
      }
    }
  }
}
