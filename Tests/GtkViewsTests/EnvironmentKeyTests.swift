import CGtk
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

private struct AccentKey: EnvironmentKey {
  static var defaultValue: Color? { .blue }
}

extension EnvironmentValues {
  fileprivate var accent: Color? {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
}

extension GtkViewsTests {
  /// Custom values in the environment, repeated accessibility modifiers on one view, and key equivalents.
  @MainActor @Suite struct EnvironmentKeyTests {
    @Test func `an optional environment key has its default until a value or nil is set`() {
      var values = EnvironmentValues()
      #expect(values.accent == .blue)
      values.accent = .red
      #expect(values.accent == .red)
      values.accent = nil
      #expect(values.accent == nil)
    }

    /// A field with the accessible name “Search” and a title that contains the subject, and three texts, of which some
    /// are hidden from screen readers.
    struct SearchForm: View {
      let subject: String

      var body: some View {
        VStack {
          TextField("Search \(subject)", text: .constant("")).accessibilityLabel("Search")
          Text("hidden and unhidden").accessibilityHidden(true).accessibilityHidden(false)
          Text("unhidden").accessibilityHidden(false)
          Text("hidden").accessibilityHidden(true)
        }
      }
    }

    struct ChangeableSearchForm: View {
      @State private var subject = "shows"

      var body: some View {
        VStack {
          Button("change subject") { subject = "episodes" }
          SearchForm(subject: subject)
        }
      }
    }

    @Test func `a new title does not replace an accessible name, and an outer modifier does not unhide a view`()
      async throws
    {
      let window = await show { ChangeableSearchForm() }
      let root = try #require(window.window)
      let field = try #require(widgets(ofType: gtk_entry_get_type(), in: root).first)
      let labels = widgets(ofType: gtk_label_get_type(), in: root)
      func isHidden(_ text: String) -> Bool? {
        labels.first { texts(in: $0) == [text] }.map { isHiddenFromScreenReaders($0) }
      }
      #expect(hasAccessibleName("Search", field))
      await waitUntil("both texts are hidden") { isHidden("hidden and unhidden") == true && isHidden("hidden") == true }
      #expect(isHidden("unhidden") == false)
      await window.click("change subject")
      await mainLoopSettles()
      #expect(hasAccessibleName("Search", field))
      window.close()
    }

    @Test func `key equivalents have SwiftUI's names and characters`() {
      #expect(KeyEquivalent.home.keyval == UInt32(GDK_KEY_Home))
      // AppKit represents keys that type no text by private Unicode characters: here Home, F1 and F12.
      #expect(KeyEquivalent("\u{F729}") == .home)
      #expect(KeyEquivalent("\u{F704}").keyval == UInt32(GDK_KEY_F1))
      #expect(KeyEquivalent("\u{F70F}").keyval == UInt32(GDK_KEY_F12))
      #expect(KeyEquivalent("é").keyval == UInt32(GDK_KEY_eacute))
    }
  }
}
