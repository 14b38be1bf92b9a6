import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import Testing

extension GalleryTests {
  /// The page of texts with Markdown.
  @MainActor @Suite struct RichTextsTests {
    @Test func `a text on the page is marked, follows its number, and its link says what would be opened`() async throws
    {
      // Given the page
      let stage = try await PageStage(page: "rich-texts")
      #expect(stage.texts.contains("3 birds by weight, sorted, by name: the list"))
      #expect(stage.texts.contains("A name with *asterisks*, and *stars*"))

      // When the number is another one, the text follows
      await stage.press("One More")
      await waitUntil("the text follows") { stage.texts.contains("4 birds by weight, sorted, by name: the list") }

      // And when its link is activated by keyboard, the page shows the address of the link
      let label = try #require(
        widgets(ofType: gtk_label_get_type(), in: stage.window).first { gtk_label_get_use_markup($0.opaque) != 0 })
      #expect(gtk_widget_grab_focus(label) != 0)
      await performInSource { emit("activate-current-link", on: label) }
      await waitUntil("the page says so") { stage.texts.contains("To be opened: https://example.org/list") }
      await stage.close()
    }
  }
}
