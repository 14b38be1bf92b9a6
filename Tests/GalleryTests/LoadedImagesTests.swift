import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import Testing

extension GalleryTests {
  /// The page with loaded pictures.
  @MainActor @Suite struct LoadedImagesTests {
    @Test func `the page shows a loaded picture, another address's picture, or a failure`() async throws {
      // Given the page, whose pictures are loaded when it is on a screen
      let fixture = try await PageFixture(page: "loaded-images")
      let pictures = {
        widgets(ofType: gtk_picture_get_type(), in: fixture.window).map { gtk_picture_get_paintable($0.opaque) }
      }
      await waitUntil("both pictures") { pictures().count == 2 }
      #expect(fixture.texts.contains("Pictures cannot be loaded from this address."))
      let blue = pictures()

      // When another picture is selected
      await fixture.press("Green")
      await waitUntil("the other pictures") { pictures().count == 2 && pictures()[0] != blue[0] }

      // And when an invalid address is selected
      await fixture.press("Not a Color")
      await waitUntil("the failure") { fixture.texts.contains("No Picture") }
      #expect(pictures().isEmpty)

      // Then the page shows the failure, and the first picture is shown at once when it is selected again
      await fixture.press("Blue")
      #expect(pictures().count == 2 && pictures()[0] == blue[0])
      await fixture.close()
    }
  }
}
