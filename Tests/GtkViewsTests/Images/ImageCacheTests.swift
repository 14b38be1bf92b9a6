import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Pictures that are loaded once for all views, pictures that are kept, and loads that are cancelled.
  @MainActor @Suite struct ImageCacheTests {
    @Observable @MainActor final class Model {
      var addresses: [String] = []
      @ObservationIgnored var errors: [any Error] = []
    }

    struct Pictures: View {
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

    private func environment(_ loader: ImageLoader, _ cache: ImageCache) -> EnvironmentValues {
      var environment = EnvironmentValues()
      environment.imageLoader = loader
      environment.imageCache = cache
      return environment
    }

    private func pictureCount<Content>(in window: ViewWindow<Content>) -> Int {
      window.window.map { widgets(ofType: gtk_picture_get_type(), in: $0).count } ?? 0
    }

    private func png(color: UInt32 = 0xff00_00ff) throws -> [UInt8] {
      let files = try SamplePictures()
      defer { files.remove() }
      _ = try files.png("a.png", color: color)
      return try files.bytes("a.png")
    }

    @Test func `views with the same address share one load`() async throws {
      let held = HeldLoader()
      let model = Model()
      model.addresses = ["a", "a", "a"]
      let window = await show(environment: environment(held.loader, ImageCache())) { Pictures(model: model) }
      await waitUntil("it is requested") { !held.requested.isEmpty }
      #expect(window.texts == ["empty", "empty", "empty"])
      held.answer("a", try png())
      await waitUntil("all have it") { pictureCount(in: window) == 3 }
      #expect(held.requested == ["a"])
      #expect(held.cancelled.isEmpty)
      window.close()
    }

    @Test func `a load is cancelled only when no view needs it any more`() async throws {
      // Given two views that want the same picture
      let held = HeldLoader()
      let model = Model()
      model.addresses = ["a", "a"]
      let window = await show(environment: environment(held.loader, ImageCache())) { Pictures(model: model) }
      await waitUntil("it is requested") { held.requested == ["a"] }

      // When one of them goes, nothing is cancelled
      model.addresses = ["a"]
      await waitUntil("one is left") { window.texts == ["empty"] }
      await mainLoopSettles()
      #expect(held.cancelled.isEmpty)

      // When the other one requests another picture, the load is cancelled
      model.addresses = ["b"]
      await waitUntil("it is cancelled") { held.cancelled == ["a"] }
      await waitUntil("the other one is requested") { held.requested == ["a", "b"] }

      // And when the window closes, the second load is cancelled too
      window.close()
      await waitUntil("it is cancelled too") { held.cancelled == ["a", "b"] }
    }

    @Test func `a failed load is not cached, and the next view requests it again`() async throws {
      let held = HeldLoader()
      let model = Model()
      model.addresses = ["a"]
      let window = await show(environment: environment(held.loader, ImageCache())) { Pictures(model: model) }
      await waitUntil("it is requested") { held.requested == ["a"] }
      held.refuse("a")
      await waitUntil("the failure") { window.texts == ["failure"] }
      model.addresses = ["a", "a"]
      await waitUntil("it is requested again") { held.requested == ["a", "a"] }
      held.answer("a", try png())
      await waitUntil("the second view has it") { pictureCount(in: window) == 1 }
      #expect(window.texts == ["failure"])
      window.close()
    }

    @Test func `the cache evicts the least recently shown pictures`() async throws {
      // Given a cache with room for two pictures of 40 by 20 pixels
      let cache = ImageCache(byteLimit: 2 * 4 * 40 * 20)
      let bytes = try png()
      let loader = ImageLoader { _ in bytes }
      for address in ["a", "b"] { _ = try await load(address, loader, cache) }
      #expect(cache.byteCount == cache.byteLimit)

      // When the older one is shown again and a third one comes
      #expect(cache.picture(at: "a") != nil)
      _ = try await load("c", loader, cache)

      // Then the picture is evicted that was not shown since
      #expect(cache.byteCount == cache.byteLimit)
      #expect(cache.picture(at: "a") != nil && cache.picture(at: "b") == nil && cache.picture(at: "c") != nil)

      // And removed pictures are no longer in the cache
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
    func `a cache with a pixel limit scales large pictures down`(pixelLimit: Int, width: Int) async throws {
      // Given a picture of 40 by 20 pixels, and a cache with a limit of pixels
      let cache = ImageCache(pixelLimit: pixelLimit)
      let bytes = try png()
      let loaded = try await load("a", ImageLoader { _ in bytes }, cache)

      // Then the picture is at most as large as the limit, with the same proportions
      #expect(gdk_texture_get_width(loaded.texture.opaque) == width)
      #expect(gdk_texture_get_height(loaded.texture.opaque) == max(1, width / 2))
      #expect(cache.byteCount == 4 * width * max(1, width / 2))
    }

    @Test func `an uncached picture is freed with the last view that shows it`() async throws {
      let bytes = try png()
      let model = Model()
      model.addresses = ["a"]
      let window = await show(environment: environment(ImageLoader { _ in bytes }, ImageCache(byteLimit: 0))) {
        Pictures(model: model)
      }
      await waitUntil("it is shown") { pictureCount(in: window) == 1 }
      let deallocations = DeallocationWatch()
      try watch(window, with: deallocations)
      model.addresses = []
      await deallocations.expectAll()
      window.close()
    }

    /// In its own function, so that no reference is held.
    private func watch<Content>(_ window: ViewWindow<Content>, with deallocations: DeallocationWatch) throws {
      let shown = try #require(window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
      deallocations.watch(try #require(gtk_picture_get_paintable(shown.opaque)), "the picture")
      deallocations.watch(shown, "the widget")
    }

    private func load(_ address: String, _ loader: ImageLoader, _ cache: ImageCache) async throws -> Picture {
      try await withCheckedThrowingContinuation { continuation in
        _ = cache.request(address, loader) { continuation.resume(with: $0) }
      }
    }
  }
}
