import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import Testing

extension GalleryTests {
  /// The page of pictures that are loaded.
  @MainActor @Suite struct LoadedImagesTests {
    @Test func `a picture is loaded, another address shows another one, and what is none says so`() async throws {
      // Given the page, whose pictures are loaded when it is on a screen
      let stage = try await PageStage(page: "loaded-images")
      let pictures = {
        widgets(ofType: gtk_picture_get_type(), in: stage.window).map { gtk_picture_get_paintable($0.opaque) }
      }
      await waitUntil("both pictures") { pictures().count == 2 }
      #expect(stage.texts.contains("Pictures cannot be loaded from this address."))
      let blue = pictures()

      // When it is to be another one
      await stage.press("Green")
      await waitUntil("the other pictures") { pictures().count == 2 && pictures()[0] != blue[0] }

      // And then none
      await stage.press("Not a Color")
      await waitUntil("the failure") { stage.texts.contains("No Picture") }
      #expect(pictures().isEmpty)

      // Then the first one is there at once when it is wanted again
      await stage.press("Blue")
      #expect(pictures().count == 2 && pictures()[0] == blue[0])
      await stage.close()
    }
  }
}
