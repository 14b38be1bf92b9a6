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

    private func toggle(in stage: SplitStage) throws -> UnsafeMutablePointer<GtkWidget> {
      let bar = try #require(gtk_window_get_titlebar(stage.gtk))
      return try #require(widgets(ofType: gtk_toggle_button_get_type(), in: bar).first)
    }

    private func entry(in stage: SplitStage) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(stage.widget(gtk_search_entry_get_type()))
    }

    private func isOpen(in stage: SplitStage) throws -> Bool {
      gtk_search_bar_get_search_mode(try #require(stage.widget(gtk_search_bar_get_type())).opaque) != 0
    }

    @Test func `the button opens a field, which writes what is typed at once`() async throws {
      // Given a searchable view: the field is closed, and has a name
      let model = Model()
      let stage = await SplitStage(width: 500) { Screen(model: model) }
      let (toggle, entry) = (try toggle(in: stage), try entry(in: stage))
      #expect(hasAccessibleName("Search", toggle))
      #expect(hasAccessibleName("Names", entry))
      #expect(try !isOpen(in: stage))
      #expect(stage.seen == ["All names", "Other"])

      // When the button is clicked, then the field is open and has the focus
      await click(toggle)
      await waitUntil("the view knows it") { stage.seen.contains("Searching “”") }
      #expect(stage.focus.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(model.writes.isEmpty)

      // When something is typed, it is written, and the field shows the value that the program makes of it
      await enter("An", into: entry)
      await waitUntil("it is searched") { stage.seen.contains("Searching “an”") }
      #expect(model.writes == ["An"])
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "an")

      // When the button is clicked again, then the text is cleared
      await click(toggle)
      await waitUntil("all") { stage.seen.contains("All names") && model.text.isEmpty }
      #expect(try !isOpen(in: stage))
      stage.end()
    }

    @Test func `Control with F opens the field or goes there, and Escape closes and clears it`() async throws {
      let model = Model()
      let stage = await SplitStage(width: 500) { Screen(model: model) }
      let (toggle, entry) = (try toggle(in: stage), try entry(in: stage))
      await activateShortcut("<Control>f", on: toggle)
      await waitUntil("it is open") { stage.focus.map { gtk_widget_is_ancestor($0, entry) } == 1 }
      await enter("bela", into: entry)

      // When the focus is elsewhere, the shortcut moves it back to the field, and the text stays
      let other = try #require(button("Other", in: stage.gtk))
      await performInSource { _ = gtk_widget_grab_focus(other) }
      await activateShortcut("<Control>f", on: toggle)
      #expect(stage.focus.map { gtk_widget_is_ancestor($0, entry) } == 1)
      #expect(try isOpen(in: stage))
      #expect(model.text == "bela")

      // When Escape is pressed in the field
      await performInSource { emit("stop-search", on: entry) }
      await waitUntil("it is closed") { model.text.isEmpty && stage.seen.contains("All names") }
      #expect(try !isOpen(in: stage))
      #expect(gtk_toggle_button_get_active(UnsafeMutablePointer(toggle.opaque)) == 0)
      stage.end()
    }

    @Test func `a text that the program writes opens the field`() async throws {
      let model = Model()
      let stage = await SplitStage(width: 500) { Screen(model: model) }
      model.text = "cora"
      await waitUntil("it is open") { stage.seen.contains("Searching “cora”") }
      #expect(String(cString: gtk_editable_get_text(try entry(in: stage).opaque)) == "cora")
      #expect(model.writes.isEmpty)
      stage.end()
    }

    @Test func `a binding opens and closes the field, and is told`() async throws {
      let model = Model()
      let stage = await SplitStage(width: 500) { Screen(model: model, isBound: true) }
      model.isOpen = true
      await waitUntil("it is open") { stage.seen.contains("Searching “”") }
      await enter("x", into: try entry(in: stage))
      model.isOpen = false
      await waitUntil("it is closed") { stage.seen.contains("All names") && model.text.isEmpty }
      await click(try toggle(in: stage))
      await waitUntil("the binding knows") { model.isOpen }
      stage.end()
    }

    @Test func `the button goes with the view`() async throws {
      let model = Model()
      let stage = await SplitStage(width: 500) { Screen(model: model) }
      let bar = try #require(gtk_window_get_titlebar(stage.gtk))
      model.isShown = false
      await waitUntil("it is gone") { widgets(ofType: gtk_toggle_button_get_type(), in: bar).isEmpty }
      stage.end()
    }

    @Test func `nothing of a search stays alive`() async throws {
      let deaths = DeathWatch()
      do {
        let model = Model()
        deaths.watch(model, "the model")
        let stage = await SplitStage(width: 500) { Screen(model: model) }
        await activateShortcut("<Control>f", on: try toggle(in: stage))
        await enter("bela", into: try entry(in: stage))
        for (number, widget) in ownWidgets(in: stage.gtk.widget).enumerated() {
          deaths.watch(widget, "\(number): \(describe(widget))")
        }
        await performInSource { stage.end() }
      }
      await deaths.expectAll()
    }
  }
}
