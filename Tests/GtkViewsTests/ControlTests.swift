import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Controls and their bindings.
  @MainActor @Suite struct ControlTests {
    @Observable @MainActor final class Model {
      var isOn = false
      var text = ""
      var value = 0.25
      var selection: Int?
      var numbers = [1, 2, 3]
      /// The texts that Return has submitted.
      @ObservationIgnored var submitted: [String] = []
    }

    private func firstWidget<Content>(
      ofType type: GType, in window: ViewWindow<Content>
    ) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: type, in: $0).first }
    }

    struct LabelledToggle: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Toggle("Favorite", isOn: $model.isOn)
          Text(model.isOn ? "on" : "off")
        }
      }
    }

    @Test func `a toggle writes its binding and follows it`() async throws {
      let model = Model()
      let window = await show { LabelledToggle(model: model) }
      let toggle = try #require(firstWidget(ofType: gtk_switch_get_type(), in: window))
      await performInEventHandler { gtk_switch_set_active(toggle.opaque, 1) }
      await waitUntil("the text follows") { window.texts.last == "on" }
      #expect(model.isOn)
      model.isOn = false
      await waitUntil("the switch follows") { gtk_switch_get_active(toggle.opaque) == 0 }
      #expect(window.texts.last == "off")
      window.close()
    }

    @Test func `a toggle goes back when its binding refuses the value`() async throws {
      let window = await show { Toggle("Never", isOn: Binding(get: { false }, set: { _ in })) }
      let toggle = try #require(firstWidget(ofType: gtk_switch_get_type(), in: window))
      await performInEventHandler { gtk_switch_set_active(toggle.opaque, 1) }
      await waitUntil("the toggle is off again") { gtk_switch_get_active(toggle.opaque) == 0 }
      #expect(gtk_switch_get_active(toggle.opaque) == 0)
      window.close()
    }

    struct AddressField: View {
      @Bindable var model: Model

      var body: some View {
        TextField("Address", text: $model.text).onSubmit { model.submitted.append(model.text) }
      }
    }

    @Test func `typing writes the text, and Return submits it`() async throws {
      let model = Model()
      let window = await show { AddressField(model: model) }
      let entry = try #require(firstWidget(ofType: gtk_entry_get_type(), in: window))
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "example.org") }
      #expect(model.text == "example.org")
      await performInEventHandler { emit("activate", on: entry) }
      #expect(model.submitted == ["example.org"])
      window.close()
    }

    @Test func `the cursor stays behind the typed text when the binding changes the text`() async throws {
      // Given a field whose binding converts the text to capitals
      let model = Model()
      let window = await show {
        TextField("Name", text: Binding(get: { model.text }, set: { model.text = $0.uppercased() }))
      }
      let entry = try #require(firstWidget(ofType: gtk_entry_get_type(), in: window))
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "ab") }
      await waitUntil("the field has the capitals") { String(cString: gtk_editable_get_text(entry.opaque)) == "AB" }

      // When something is typed in the middle
      await performInEventHandler {
        var position: Int32 = 1
        gtk_editable_insert_text(entry.opaque, "x", -1, &position)
        gtk_editable_set_position(entry.opaque, position)
      }
      await waitUntil("the field has the capitals") { String(cString: gtk_editable_get_text(entry.opaque)) == "AXB" }

      // Then the cursor is behind the typed text
      #expect(gtk_editable_get_position(entry.opaque) == 2)
      window.close()
    }

    /// A slider whose marks depend on its value. The mark at 7 is outside of its bounds.
    struct MarkedSlider: View {
      @Bindable var model: Model

      var body: some View { Slider(value: $model.value, in: 0...1).marks(model.value < 0.5 ? [0.2, 0.8, 7] : [0.5]) }
    }

    @Test func `a slider shows the marks within its bounds and follows their changes`() async throws {
      let model = Model()
      let window = await show { MarkedSlider(model: model) }
      let scale = try #require(firstWidget(ofType: gtk_scale_get_type(), in: window))
      func markCount() -> Int { widgets(in: scale).count { String(cString: gtk_widget_get_css_name($0)) == "mark" } }
      #expect(markCount() == 2)
      model.value = 0.75
      await waitUntil("one mark replaces the two") { markCount() == 1 }
      #expect(markCount() == 1)
      window.close()
    }

    struct PlainAndMarkedSliders: View {
      @State private var value = 0.5

      var body: some View {
        VStack {
          Slider(value: $value, in: 0...1)
          Slider(value: $value, in: 0...1).marks([0.2])
        }
        .windowStyle(.flat)
      }
    }

    @Test func `marks do not make a slider higher in the flat style`() async throws {
      let window = await show { PlainAndMarkedSliders() }
      let root = try #require(window.window)
      await drawFrame(of: root)
      // Marks make the content of a slider higher. The flat style reduces the padding of a slider with marks by the
      // same amount.
      let sliderHeights = widgets(ofType: gtk_scale_get_type(), in: root).map { bounds(of: $0, in: root).height }
      #expect(sliderHeights.count == 2)
      #expect(sliderHeights.first == sliderHeights.last)
      window.close()
    }

    struct ValueSlider: View {
      @Bindable var model: Model

      var body: some View { Slider(value: $model.value, in: 0...1) }
    }

    @Test func `a slider writes its binding and follows it`() async throws {
      let model = Model()
      let window = await show { ValueSlider(model: model) }
      let scale = try #require(firstWidget(ofType: gtk_scale_get_type(), in: window))
      let range = UnsafeMutablePointer<GtkRange>(scale.opaque)
      #expect(gtk_range_get_value(range) == 0.25)
      await performInEventHandler { gtk_range_set_value(range, 0.5) }
      #expect(model.value == 0.5)
      model.value = 0.75
      await waitUntil("the slider follows") { gtk_range_get_value(range) == 0.75 }
      #expect(gtk_range_get_value(range) == 0.75)
      window.close()
    }

    struct Number: Identifiable {
      let id: Int
    }

    struct SelectableList: View {
      @Bindable var model: Model

      var body: some View {
        List(model.numbers.map { Number(id: $0) }, selection: $model.selection) { Text("Row \($0.id)") }
      }
    }

    @Test func `the selection of a list is bound, also after its rows have moved`() async throws {
      let model = Model()
      let window = await show { SelectableList(model: model) }
      let list = try #require(ShownList(in: window))
      // The row at index 1 is number 2.
      await list.select(1)
      #expect(model.selection == 2)
      model.numbers = [3, 2, 1, 4]
      await waitUntil("the rows follow") { window.texts.count == 4 }
      #expect(model.selection == 2)
      model.selection = 4
      await waitUntil("the list follows") { list.selectedIndices == [3] }
      #expect(window.texts == ["Row 3", "Row 2", "Row 1", "Row 4"])
      window.close()
    }

    @Test func `every symbol has an icon in the desktop's icon theme or in the library`() async throws {
      // Adds the library's own icons to the theme.
      Icons.register()
      let theme = try #require(gtk_icon_theme_get_for_display(gdk_display_get_default()))
      for (symbol, icon) in SymbolIcons.icons {
        #expect(gtk_icon_theme_has_icon(theme, icon) != 0, "\(symbol) is \(icon), which the icon theme lacks")
      }
    }

    @Test func `a symbol without an icon is reported once`() async {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show { VStack { ForEach(0..<3) { _ in Image(systemName: "no.such.symbol") } } }
      // The only report has the line of the `Image`, which is three lines above `#line`
      #expect(reports.all.map(\.fileID) == [#fileID])
      #expect(reports.all.map(\.line) == [#line - 3])
      window.close()
    }

    @Test func `the documented symbols are the library's symbols`() throws {
      let path = #filePath.replacing("Tests/GtkViewsTests/ControlTests.swift", with: "docs/library/symbols.md")
      // Each row of the document's table begins with a symbol.
      let rows = try text(ofFile: path).split(separator: "\n").filter { $0.hasPrefix("| `") }
      #expect(
        rows.map { String($0) }
          == SymbolIcons.icons.sorted { $0.key < $1.key }.map { "| `\($0.key)` | `\($0.value)` |" }
      )
    }

    private func text(ofFile path: String) throws -> String {
      var contents: UnsafeMutablePointer<CChar>?
      try #require(g_file_get_contents(path, &contents, nil, nil) != 0)
      defer { g_free(contents) }
      return String(cString: try #require(contents))
    }

    @Test func `equal styles share one style sheet class, and different styles do not`() async {
      let name = StyleSheet.shared.className(for: "color: rgba(1, 2, 3, 1);")
      #expect(StyleSheet.shared.className(for: "color: rgba(1, 2, 3, 1);") == name)
      #expect(StyleSheet.shared.className(for: "color: rgba(1, 2, 4, 1);") != name)
    }
  }
}

extension GtkViewsTests {
  /// Views with several modifiers that change the same property, and hidden views.
  @MainActor @Suite struct ModifierTests {
    @Observable @MainActor final class Model {
      var isBusy = false
      var isEmpty = true
    }

    struct TwiceDisabledButton: View {
      let model: Model

      var body: some View { Button("Add") {}.disabled(model.isEmpty).disabled(model.isBusy) }
    }

    @Test func `a button is enabled only if no modifier disables it`() async throws {
      let model = Model()
      let window = await show { TwiceDisabledButton(model: model) }
      let button = try #require(window.window.flatMap { GtkTestSupport.button("Add", in: $0) })
      for (isBusy, isEmpty) in [
        (true, true), (true, false), (false, false), (true, false), (false, true), (false, false),
      ] {
        model.isBusy = isBusy
        model.isEmpty = isEmpty
        await mainLoopSettles()
        #expect((gtk_widget_get_sensitive(button) != 0) == (!isBusy && !isEmpty), "busy \(isBusy), empty \(isEmpty)")
      }
      window.close()
    }

    struct EnabledText: View {
      @Environment(\.isEnabled) private var isEnabled

      var body: some View { Text(verbatim: isEnabled ? "enabled" : "disabled") }
    }

    @Test func `a view inside a disabled view is disabled`() async {
      let window = await show { VStack { EnabledText().disabled(false) }.disabled(true) }
      #expect(window.texts == ["disabled"])
      window.close()
    }

    @Test func `a font keeps the weight and the italics that other modifiers set`() async throws {
      let window = await show {
        VStack {
          Text("A").font(.title3).fontWeight(.light)
          Text("B").bold().font(.title3)
          VStack { Text("C").font(.title3) }.fontWeight(.light)
          VStack { Text("D").italic() }.font(.title3)
        }
      }
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      let attributes = labels.map { textAttributes(of: $0) }
      try #require(attributes.count == 4)
      // The font `title3` is bold, and 1.2 times as large as the body font.
      #expect(attributes.allSatisfy { $0.contains("scale 1.2") }, "\(attributes)")
      #expect(attributes[0].contains("weight light"))
      #expect(attributes[1].contains("weight bold"))
      #expect(attributes[2].contains("weight light"))
      #expect(attributes[3].contains("weight bold") && attributes[3].contains("style italic"))
      window.close()
    }

    @Test func `a hidden view keeps its space and can be neither clicked nor focused`() async throws {
      let window = await show { Button("Secret") {}.hidden() }
      let button = try #require(window.window.flatMap { GtkTestSupport.button("Secret", in: $0) })
      #expect(gtk_widget_get_opacity(button) == 0)
      await waitUntil("the button has a width") { gtk_widget_get_width(button) > 0 }
      #expect(gtk_widget_get_can_target(button) == 0)
      #expect(gtk_widget_get_can_focus(button) == 0)
      window.close()
    }
  }
}
