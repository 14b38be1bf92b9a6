import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Pickers, which select one of several values.
  @MainActor @Suite struct PickerTests {
    enum Theme: String, CaseIterable {
      case light, dark, sepia
    }

    @Observable @MainActor final class Model {
      var theme = Theme.dark
      var number: Int?
      var themes = Theme.allCases
    }

    struct ThemePicker: View {
      @Bindable var model: Model
      var style = PickerStyleKind.menu

      var body: some View {
        Picker("Theme", selection: $model.theme) {
          ForEach(model.themes, id: \.self) { Text($0.rawValue) }
        }
        .pickerStyle(style)
      }
    }

    private func firstWidget<Content>(
      _ type: GType, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: type, in: $0).first })
    }

    private func titles(of dropDown: UnsafeMutablePointer<GtkWidget>) -> [String] {
      let model = gtk_drop_down_get_model(dropDown.opaque)
      return (0..<g_list_model_get_n_items(model)).compactMap {
        gtk_string_list_get_string(model, $0).map { String(cString: $0) }
      }
    }

    @Test func `a drop-down writes its binding and follows it`() async throws {
      let model = Model()
      let window = await show { ThemePicker(model: model) }
      let dropDown = try firstWidget(gtk_drop_down_get_type(), in: window)
      // The indexes of the entries are 0 for “light”, 1 for “dark” and 2 for “sepia”.
      #expect(titles(of: dropDown) == ["light", "dark", "sepia"])
      #expect(gtk_drop_down_get_selected(dropDown.opaque) == 1)
      #expect(hasAccessibleName("Theme", dropDown))
      await performInEventHandler { gtk_drop_down_set_selected(dropDown.opaque, 2) }
      #expect(model.theme == .sepia)
      model.theme = .light
      await waitUntil("the drop-down follows") { gtk_drop_down_get_selected(dropDown.opaque) == 0 }
      window.close()
    }

    @Test func `the rows of a drop-down have their texts as accessible names`() async throws {
      let model = Model()
      let window = await show { ThemePicker(model: model) }
      let dropDown = try firstWidget(gtk_drop_down_get_type(), in: window)
      // The first child is a toggle button, which opens and closes the list of the rows.
      let button = try #require(gtk_widget_get_first_child(dropDown))
      await performInEventHandler {
        gtk_toggle_button_set_active(button.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 1)
      }
      let list = try firstWidget(gtk_list_view_get_type(), in: window)
      await waitUntil("the list is open") { gtk_widget_get_mapped(list) != 0 }
      let rows = sequence(first: gtk_widget_get_first_child(list)) { gtk_widget_get_next_sibling($0!) }.prefix {
        $0 != nil
      }.compactMap(\.self)
      #expect(rows.count == 3)
      for (row, title) in zip(rows, ["light", "dark", "sepia"]) { #expect(hasAccessibleName(title, row)) }
      await performInEventHandler {
        gtk_toggle_button_set_active(button.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 0)
      }
      await mainLoopSettles()
      window.close()
    }

    @Test func `the selection of a drop-down stays when its options change`() async throws {
      let model = Model()
      let window = await show { ThemePicker(model: model) }
      let dropDown = try firstWidget(gtk_drop_down_get_type(), in: window)
      model.themes = [.sepia, .dark]
      await waitUntil("the options follow") { titles(of: dropDown) == ["sepia", "dark"] }
      // “dark” has the index 1 before and after the change.
      #expect(gtk_drop_down_get_selected(dropDown.opaque) == 1)
      #expect(model.theme == .dark)
      window.close()
    }

    @Test func `a drop-down shows its former value when its binding refuses the new one`() async throws {
      let window = await show {
        Picker("Number", selection: Binding(get: { 1 }, set: { _ in })) {
          Text("One").tag(1)
          Text("Two").tag(2)
        }
      }
      let dropDown = try firstWidget(gtk_drop_down_get_type(), in: window)
      // “Two” has the index 1. The binding ignores the new value and keeps the value 1, the tag of “One”.
      await performInEventHandler { gtk_drop_down_set_selected(dropDown.opaque, 1) }
      await waitUntil("the drop-down shows the former value") { gtk_drop_down_get_selected(dropDown.opaque) == 0 }
      window.close()
    }

    /// Returns the titles of the pressed or checked buttons of a type.
    private func pressedTitles<Content>(_ type: GType, in window: ViewWindow<Content>) -> [String] {
      guard let window = window.window else { return [] }
      return widgets(ofType: type, in: window)
        .filter { gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_CHECKED.rawValue != 0 }
        .compactMap { texts(in: $0).first }
    }

    @Test(arguments: [PickerStyleKind.segmented, .inline])
    func `a picker's buttons select a value, keep it when pressed again, and follow the binding and the options`(
      style: PickerStyleKind
    ) async throws {
      let model = Model()
      let window = await show { ThemePicker(model: model, style: style) }
      let type = style == .segmented ? gtk_toggle_button_get_type() : gtk_check_button_get_type()
      #expect(pressedTitles(type, in: window) == ["dark"])
      let buttons = widgets(ofType: type, in: try #require(window.window))
      #expect(buttons.count == 3)
      #expect(hasAccessibleName("sepia", buttons[2]))
      await performInEventHandler { press(buttons[2]) }
      await waitUntil("the value is selected") { model.theme == .sepia }
      await waitUntil("only this button is pressed") { pressedTitles(type, in: window) == ["sepia"] }
      await performInEventHandler { press(buttons[2]) }
      await mainLoopSettles()
      #expect(pressedTitles(type, in: window) == ["sepia"])
      model.theme = .light
      await waitUntil("the buttons follow") { pressedTitles(type, in: window) == ["light"] }
      model.themes = [.dark, .light]
      await waitUntil("one button is removed") { widgets(ofType: type, in: window.window!).count == 2 }
      #expect(pressedTitles(type, in: window) == ["light"])
      window.close()
    }

    /// Presses a toggle button or a check button, as the user does.
    private func press(_ button: UnsafeMutablePointer<GtkWidget>) {
      if button.isA(gtk_toggle_button_get_type()) { emit("clicked", on: button) } else { emit("activate", on: button) }
    }

    /// Returns the text that a drop-down shows as selected. The text is empty without a selection.
    private func selectedText(of dropDown: UnsafeMutablePointer<GtkWidget>) -> String? {
      let item = OpaquePointer(gtk_drop_down_get_selected_item(dropDown.opaque))
      return item.map { String(cString: gtk_string_object_get_string($0)) }
    }

    @Test func `a value without a tag is reported once, and the picker shows no selection`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show {
        Picker("Number", selection: .constant(7)) {
          Text("One").tag(1)
          Text("Two").tag(2)
        }
      }
      #expect(selectedText(of: try firstWidget(gtk_drop_down_get_type(), in: window)) == "")
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.fileID == #fileID)
      #expect(reports.all.first?.message.contains("“Number” is bound to 7") == true)
      window.close()
    }

    @Test func `a picker shows no selection while its optional is nil, without a report`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show {
        Picker("Number", selection: Binding(get: { model.number }, set: { model.number = $0 })) {
          // A tag of the type `Int` or `Int?` matches a selection of the type `Int?`.
          Text("One").tag(1)
          Text("Two").tag(Optional(2))
        }
      }
      let dropDown = try firstWidget(gtk_drop_down_get_type(), in: window)
      #expect(selectedText(of: dropDown) == "")
      // Until the first selection, the drop-down has an empty first entry, so “One” has the index 1.
      await performInEventHandler { gtk_drop_down_set_selected(dropDown.opaque, 1) }
      #expect(model.number == 1)
      await mainLoopSettles()
      #expect(selectedText(of: dropDown) == "One")
      // The empty entry is removed, so “Two” has the index 1.
      await performInEventHandler { gtk_drop_down_set_selected(dropDown.opaque, 1) }
      #expect(model.number == 2)
      model.number = nil
      await mainLoopSettles()
      #expect(selectedText(of: dropDown) == "")
      #expect(reports.all.isEmpty)
      window.close()
    }

    @Test func `a picker in a menu is a submenu, or inline entries of which one has a check mark`() async throws {
      let model = Model()
      let window = await show {
        Menu("View") {
          ThemePicker(model: model)
          ThemePicker(model: model, style: .inline)
        }
      }
      let button = try firstWidget(gtk_menu_button_get_type(), in: window)
      await performInEventHandler { gtk_menu_button_popup(button.opaque) }
      let menu = ShownMenu(try #require(gtk_menu_button_get_popover(button.opaque)).widget)
      // The entry that opens the submenu, the inline entries, and the entries in the submenu
      #expect(menu.titles == ["Theme", "light", "dark", "sepia", "light", "dark", "sepia"])
      // The first entry with the title “sepia” is the inline entry.
      await menu.select("sepia")
      #expect(model.theme == .sepia)
      await waitUntil("only the selected entry has a check mark") { menu.isTicked("sepia") && !menu.isTicked("dark") }
      await performInEventHandler { gtk_menu_button_popdown(button.opaque) }
      window.close()
    }

    @Test func `a hidden label is still the accessible name of a picker`() async throws {
      let model = Model()
      let window = await show { ThemePicker(model: model).labelsHidden() }
      #expect(!window.texts.contains("Theme"))
      #expect(hasAccessibleName("Theme", try firstWidget(gtk_drop_down_get_type(), in: window)))
      window.close()
    }
  }
}
