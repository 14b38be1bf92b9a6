import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The search field, in real windows.
  @MainActor @Suite struct SearchableTests {
    @Observable @MainActor final class Model {
      var text = ""
      var isOpen = false
      var isShown = true
      @ObservationIgnored var writes: [String] = []
    }

    struct Names: View {
      let model: Model
      @Environment(\.isSearching) private var isSearching

      var body: some View {
        VStack {
          Text(isSearching ? "Searching “\(model.text)”" : "All names")
          Button("Other") {}
        }
        .frame(minWidth: 300, minHeight: 200)
      }
    }

    struct Screen: View {
      @Bindable var model: Model
      var isBound = false

      var body: some View {
        VStack {
          if model.isShown {
            Names(model: model).searchable(
              text: Binding(get: { model.text }, set: write), isPresented: isBound ? $model.isOpen : nil,
              prompt: "Names")
          }
        }
      }

      private func write(_ text: String) {
        model.writes.append(text)
        // Only lower-case letters.
        model.text = text.lowercased()
      }
    }

    private func toggle(in fixture: SplitViewFixture) throws -> UnsafeMutablePointer<GtkWidget> {
      let bar = try #require(gtk_window_get_titlebar(fixture.gtk))
      return try #require(widgets(ofType: gtk_toggle_button_get_type(), in: bar).first)
    }

    private func entry(in fixture: SplitViewFixture) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(fixture.widget(gtk_search_entry_get_type()))
    }

    private func isOpen(in fixture: SplitViewFixture) throws -> Bool {
      gtk_search_bar_get_search_mode(try #require(fixture.widget(gtk_search_bar_get_type())).opaque) != 0
    }

    @Test func `the search button opens a field that writes typed text at once`() async throws {
      // Given a searchable view: the field is closed, and has a name
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let (toggle, entry) = (try toggle(in: fixture), try entry(in: fixture))
      #expect(hasAccessibleName("Search", toggle))
      #expect(hasAccessibleName("Names", entry))
      #expect(try !isOpen(in: fixture))
      #expect(fixture.visibleTexts == ["All names", "Other"])

      // When the button is clicked, then the field is open and has the focus
      await click(toggle)
      await waitUntil("the view knows it") { fixture.visibleTexts.contains("Searching “”") }
      #expect(fixture.focus.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(model.writes.isEmpty)

      // When something is typed, it is written, and the field shows the value that the program makes of it
      await enter("An", into: entry)
      await waitUntil("it is searched") { fixture.visibleTexts.contains("Searching “an”") }
      #expect(model.writes == ["An"])
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "an")

      // When the button is clicked again, then the text is cleared
      await click(toggle)
      await waitUntil("all") { fixture.visibleTexts.contains("All names") && model.text.isEmpty }
      #expect(try !isOpen(in: fixture))
      fixture.end()
    }

    @Test func `Control with F opens or focuses the search field, and Escape closes and clears it`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let (toggle, entry) = (try toggle(in: fixture), try entry(in: fixture))
      await activateShortcut("<Control>f", on: toggle)
      await waitUntil("it is open") { fixture.focus.map { gtk_widget_is_ancestor($0, entry) } == 1 }
      await enter("bela", into: entry)

      // When the focus is elsewhere, the shortcut moves it back to the field, and the text stays
      let other = try #require(button("Other", in: fixture.gtk))
      await performInSource { _ = gtk_widget_grab_focus(other) }
      await activateShortcut("<Control>f", on: toggle)
      #expect(fixture.focus.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(try isOpen(in: fixture))
      #expect(model.text == "bela")

      // When Escape is pressed in the field
      await performInSource { emit("stop-search", on: entry) }
      await waitUntil("it is closed") { model.text.isEmpty && fixture.visibleTexts.contains("All names") }
      #expect(try !isOpen(in: fixture))
      #expect(gtk_toggle_button_get_active(UnsafeMutablePointer(toggle.opaque)) == 0)
      fixture.end()
    }

    @Test func `text written by the program opens the search field`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      model.text = "cora"
      await waitUntil("it is open") { fixture.visibleTexts.contains("Searching “cora”") }
      #expect(String(cString: gtk_editable_get_text(try entry(in: fixture).opaque)) == "cora")
      #expect(model.writes.isEmpty)
      fixture.end()
    }

    @Test func `an isPresented binding opens and closes the search field and follows it`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model, isBound: true) }
      model.isOpen = true
      await waitUntil("it is open") { fixture.visibleTexts.contains("Searching “”") }
      await enter("x", into: try entry(in: fixture))
      model.isOpen = false
      await waitUntil("it is closed") { fixture.visibleTexts.contains("All names") && model.text.isEmpty }
      await click(try toggle(in: fixture))
      await waitUntil("the binding knows") { model.isOpen }
      fixture.end()
    }

    @Test func `the search button is removed with its view`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let bar = try #require(gtk_window_get_titlebar(fixture.gtk))
      model.isShown = false
      await waitUntil("it is gone") { widgets(ofType: gtk_toggle_button_get_type(), in: bar).isEmpty }
      fixture.end()
    }

    @Test func `a search field is freed with its window`() async throws {
      let deallocations = DeallocationWatch()
      do {
        let model = Model()
        deallocations.watch(model, "the model")
        let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
        await activateShortcut("<Control>f", on: try toggle(in: fixture))
        await enter("bela", into: try entry(in: fixture))
        for (number, widget) in ownWidgets(in: fixture.gtk.widget).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        await performInSource { fixture.end() }
      }
      await deallocations.expectAll()
    }
  }
}
