import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Tests of `searchable`: the search field, and the button in the title bar that opens the field.
  ///
  /// The tests use the window of `SplitViewFixture`, but no split view.
  @MainActor @Suite struct SearchableTests {
    @Observable @MainActor final class Model {
      var text = ""
      var isSearchOpen = false
      /// Whether the window has the searchable view.
      var hasNames = true
      /// The texts that the search field has written.
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
      /// Whether `isPresented` is bound to the model.
      var isBound = false

      var body: some View {
        VStack {
          if model.hasNames {
            Names(model: model).searchable(
              text: Binding(get: { model.text }, set: write), isPresented: isBound ? $model.isSearchOpen : nil,
              prompt: "Names")
          }
        }
      }

      private func write(_ text: String) {
        model.writes.append(text)
        // The model keeps the text in lower case.
        model.text = text.lowercased()
      }
    }

    private func searchButton(in fixture: SplitViewFixture) throws -> UnsafeMutablePointer<GtkWidget> {
      let bar = try #require(gtk_window_get_titlebar(fixture.gtkWindow))
      return try #require(widgets(ofType: gtk_toggle_button_get_type(), in: bar).first)
    }

    private func entry(in fixture: SplitViewFixture) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(fixture.firstWidget(ofType: gtk_search_entry_get_type()))
    }

    private func isFieldOpen(in fixture: SplitViewFixture) throws -> Bool {
      gtk_search_bar_get_search_mode(try #require(fixture.firstWidget(ofType: gtk_search_bar_get_type())).opaque) != 0
    }

    @Test func `the search button opens a field that writes typed text at once`() async throws {
      // Given a searchable view, whose field is closed and has an accessible name
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let (searchButton, entry) = (try searchButton(in: fixture), try entry(in: fixture))
      #expect(hasAccessibleName("Search", searchButton))
      #expect(hasAccessibleName("Names", entry))
      #expect(try !isFieldOpen(in: fixture))
      #expect(fixture.visibleTexts == ["All names", "Other"])

      // When the button is clicked, then the field is open and has the focus
      await click(searchButton)
      await waitUntil("the view shows that a search is open") { fixture.visibleTexts.contains("Searching “”") }
      // GTK gives the focus of a field to the text widget inside it.
      #expect(fixture.focusedWidget.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(model.writes.isEmpty)

      // When the user types a text, the text is written, and the field shows the text that the model keeps
      await enter("An", into: entry)
      await waitUntil("the view shows the search text") { fixture.visibleTexts.contains("Searching “an”") }
      #expect(model.writes == ["An"])
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "an")

      // When the button is clicked again, then the field is closed and the text is cleared
      await click(searchButton)
      await waitUntil("the view shows all names") { fixture.visibleTexts.contains("All names") && model.text.isEmpty }
      #expect(try !isFieldOpen(in: fixture))
      fixture.end()
    }

    @Test func `Control with F opens or focuses the search field, and Escape closes and clears it`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let (searchButton, entry) = (try searchButton(in: fixture), try entry(in: fixture))

      // When the shortcut is used while the field is closed, then the field is open and has the focus
      await activateShortcut("<Control>f", on: searchButton)
      await waitUntil("the field is focused") { fixture.focusedWidget.map { gtk_widget_is_ancestor($0, entry) } == 1 }
      await enter("bela", into: entry)

      // When the shortcut is used while another widget has the focus, then the field has the focus and keeps its text
      let other = try #require(button("Other", in: fixture.gtkWindow))
      await performInEventHandler { _ = gtk_widget_grab_focus(other) }
      await activateShortcut("<Control>f", on: searchButton)
      #expect(fixture.focusedWidget.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(try isFieldOpen(in: fixture))
      #expect(model.text == "bela")

      // When Escape is pressed in the field, then the field is closed and the text is cleared
      await performInEventHandler { emit("stop-search", on: entry) }
      await waitUntil("the field is closed") { model.text.isEmpty && fixture.visibleTexts.contains("All names") }
      #expect(try !isFieldOpen(in: fixture))
      #expect(gtk_toggle_button_get_active(UnsafeMutablePointer(searchButton.opaque)) == 0)
      fixture.end()
    }

    @Test func `text written by the program opens the search field`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      model.text = "cora"
      await waitUntil("the field is open") { fixture.visibleTexts.contains("Searching “cora”") }
      #expect(String(cString: gtk_editable_get_text(try entry(in: fixture).opaque)) == "cora")
      #expect(model.writes.isEmpty)
      fixture.end()
    }

    @Test func `an isPresented binding opens and closes the search field, and is true after the user opens it`()
      async throws
    {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model, isBound: true) }
      model.isSearchOpen = true
      await waitUntil("the field is open") { fixture.visibleTexts.contains("Searching “”") }
      await enter("x", into: try entry(in: fixture))
      model.isSearchOpen = false
      await waitUntil("the field is closed") { fixture.visibleTexts.contains("All names") && model.text.isEmpty }
      await click(try searchButton(in: fixture))
      await waitUntil("the binding is true") { model.isSearchOpen }
      fixture.end()
    }

    @Test func `the search button is removed with the searchable view`() async throws {
      let model = Model()
      let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
      let bar = try #require(gtk_window_get_titlebar(fixture.gtkWindow))
      model.hasNames = false
      await waitUntil("the button is removed") { widgets(ofType: gtk_toggle_button_get_type(), in: bar).isEmpty }
      fixture.end()
    }

    @Test func `the widgets and the model of a search are freed with the window`() async throws {
      let deallocations = DeallocationWatch()
      do {
        let model = Model()
        deallocations.watch(model, "the model")
        let fixture = await SplitViewFixture(width: 500) { Screen(model: model) }
        await activateShortcut("<Control>f", on: try searchButton(in: fixture))
        await enter("bela", into: try entry(in: fixture))
        for (number, widget) in ownWidgets(in: fixture.gtkWindow.widget).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        await performInEventHandler { fixture.end() }
      }
      await deallocations.expectAll()
    }
  }
}
