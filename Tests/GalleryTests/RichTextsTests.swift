import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import Testing

extension GalleryTests {
  /// The page of texts with Markdown.
  @MainActor @Suite struct RichTextsTests {
    @Test func `a Markdown text is updated when its number changes, and its link can be activated`() async throws {
      // Given the page, whose labels contain the texts without the Markdown syntax
      let fixture = try await PageFixture(page: "rich-texts")
      #expect(fixture.texts.contains("3 birds by weight, sorted, by name: the list"))
      // Asterisks in an interpolated value and after a backslash are not Markdown.
      #expect(fixture.texts.contains("A name with *asterisks*, and *stars*"))

      // When the number changes, then the text is updated
      await fixture.press("One More")
      await waitUntil("the updated text") { fixture.texts.contains("4 birds by weight, sorted, by name: the list") }

      // And when the link in the text is activated by keyboard, the page shows the address of the link. Only labels
      // with links use markup, and the label of this text is the first of them.
      let label = try #require(
        widgets(ofType: gtk_label_get_type(), in: fixture.window).first { gtk_label_get_use_markup($0.opaque) != 0 })
      #expect(gtk_widget_grab_focus(label) != 0)
      await performInEventHandler { emit("activate-current-link", on: label) }
      await waitUntil("the address on the page") { fixture.texts.contains("To be opened: https://example.org/list") }
      await fixture.close()
    }
  }
}
