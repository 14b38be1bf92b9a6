import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import Testing

extension GalleryTests {
  /// Tests of the page whose pictures are loaded from addresses. Each colour button selects the address of a picture.
  @MainActor @Suite struct LoadedImagesTests {
    @Test func `the page shows the pictures of the selected address, or a failure`() async throws {
      // Given the page with two pictures of the colour blue, and the message about an address that is not supported
      let fixture = try await PageFixture(page: "loaded-images")
      let paintables = {
        widgets(ofType: gtk_picture_get_type(), in: fixture.window).map { gtk_picture_get_paintable($0.opaque) }
      }
      await waitUntil("both pictures") { paintables().count == 2 }
      #expect(fixture.texts.contains("Pictures cannot be loaded from this address."))
      let bluePaintables = paintables()

      // When another colour is selected, then the first of the two pictures changes
      await fixture.press("Green")
      await waitUntil("the other pictures") { paintables().count == 2 && paintables()[0] != bluePaintables[0] }

      // And when an address without a picture is selected, then the page shows the failure instead of the pictures
      await fixture.press("Not a Color")
      await waitUntil("the failure") { fixture.texts.contains("No Picture") }
      #expect(paintables().isEmpty)

      // And when the first colour is selected again, its cached picture is shown without a wait
      await fixture.press("Blue")
      #expect(paintables().count == 2 && paintables()[0] == bluePaintables[0])
      await fixture.close()
    }
  }
}
