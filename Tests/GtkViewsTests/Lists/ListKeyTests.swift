import CGtk
import CMainLoopTesting
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Keyboard navigation in lists.
  @MainActor @Suite struct ListKeyTests {
    @Observable @MainActor final class Model {
      var selectedNumber: Int?
    }

    struct Sections: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selectedNumber) {
          Section("First") { ForEach(0..<2, id: \.self) { Text(verbatim: "\($0)") } }
          Section("Second") { ForEach(2..<4, id: \.self) { Text(verbatim: "\($0)") } }
        }
      }
    }

    /// Presses a key in a list, and ignores whether the list handles it.
    private func press(_ key: Int32, _ list: ShownList) async {
      await performInEventHandler { _ = mainloop_testing_press_key(list.listView.widget, UInt32(key)) }
    }

    @Test func `the arrow keys skip headers`() async throws {
      // Given two sections, and the focus on the last row of the first section. Row 0 and row 3 are headers.
      let model = Model()
      let window = await show { Sections(model: model) }
      let list = try #require(ShownList(in: window))
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[2]) }
      try #require(gtk_widget_is_focus(list.rows[2]) != 0)

      // When the Down key is pressed, and then the Up key
      await press(GDK_KEY_Down, list)
      #expect(gtk_widget_is_focus(list.rows[4]) != 0)
      #expect(model.selectedNumber == 2)
      await press(GDK_KEY_Up, list)
      #expect(gtk_widget_is_focus(list.rows[2]) != 0)
      #expect(model.selectedNumber == 1)
      window.close()
    }

    struct LongSections: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selectedNumber) {
          Section {
            ForEach(0..<200, id: \.self) { Text(verbatim: "\($0)") }
          } header: {
            Text("Header")
          } footer: {
            Text("Footer")
          }
        }
      }
    }

    @Test func `Home, End and Page Up skip the header and the footer`() async throws {
      // Given a section with a header, the rows 0 to 199 and a footer, and the focus near the start of the section
      let model = Model()
      let window = await show(width: 300, height: 400) { LongSections(model: model) }
      let list = try #require(ShownList(in: window))
      // The list is laid out in the first frames.
      for _ in 0..<3 { await drawFrame(of: try #require(window.window)) }
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[3]) }

      // When a key is pressed, then the last or the first row is selected. In the first row, Page Up does not move the
      // focus to the header
      for (key, expected) in [(GDK_KEY_End, 199), (GDK_KEY_Home, 0), (GDK_KEY_Page_Up, 0)] {
        await press(key, list)
        await waitUntil("row \(expected) is selected") { model.selectedNumber == expected }
        await waitUntil("the row has the focus") {
          list.rows.first { gtk_widget_is_focus($0) != 0 }.map { texts(in: $0) } == ["\(expected)"]
        }
      }
      window.close()
    }

    @Observable @MainActor final class MultipleSelectionModel {
      var selection: Set<Int> = []
    }

    struct MultipleSelectionSections: View {
      @Bindable var model: MultipleSelectionModel

      var body: some View {
        List(selection: $model.selection) {
          Section("First") { ForEach(0..<2, id: \.self) { Text(verbatim: "\($0)") } }
          Section("Second") { ForEach(2..<4, id: \.self) { Text(verbatim: "\($0)") } }
        }
      }
    }

    @Test func `Shift with an arrow extends the selection over a header, and Control moves the focus`() async throws {
      // Given two sections with multiple selection. Row 0 and row 3 are headers. The Up key has moved the focus from
      // the second section to the last row of the first section.
      let model = MultipleSelectionModel()
      let window = await show { MultipleSelectionSections(model: model) }
      let list = try #require(ShownList(in: window))
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[4]) }
      await press(GDK_KEY_Up, list)
      try #require(gtk_widget_is_focus(list.rows[2]) != 0)
      #expect(model.selection == [1])

      // When the Down key is pressed with Control, then the focus alone moves
      #expect(await pressKey(GDK_KEY_Down, holding: GDK_CONTROL_MASK, on: list.listView.widget))
      #expect(gtk_widget_is_focus(list.rows[4]) != 0)
      #expect(model.selection == [1])

      // When the focus is back on row 2 and the Down key is pressed with Shift, then the selection is extended to row 4
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[2]) }
      #expect(await pressKey(GDK_KEY_Down, holding: GDK_SHIFT_MASK, on: list.listView.widget))
      #expect(gtk_widget_is_focus(list.rows[4]) != 0)
      #expect(model.selection == [1, 2])
      window.close()
    }

    struct PlainTexts: View {
      var body: some View {
        List(0..<1000) { number in Text(verbatim: "\(number)").padding() }
      }
    }

    @Test func `in a list without selection, the keys move the focus from row to row`() async throws {
      // Given a long list of texts, and the focus on the first row
      let window = await show(width: 300, height: 400) { PlainTexts() }
      let list = try #require(ShownList(in: window))
      let root = try #require(window.window)
      for _ in 0..<3 { await drawFrame(of: root) }
      await performInEventHandler { _ = RowFocus.giveFocus(to: list.rows[0]) }
      func focusedTexts() -> [String] { list.rows.first { gtk_widget_is_focus($0) != 0 }.map { texts(in: $0) } ?? [] }
      try #require(focusedTexts() == ["0"])

      // When keys are pressed, the focus moves to the corresponding row, and never beyond the first or the last row
      for (key, expected) in [
        (GDK_KEY_Down, "1"), (GDK_KEY_Up, "0"), (GDK_KEY_Up, "0"), (GDK_KEY_End, "999"), (GDK_KEY_Down, "999"),
        (GDK_KEY_Home, "0"),
      ] {
        await press(key, list)
        await waitUntil("row \(expected) has the focus") { focusedTexts() == [expected] }
      }

      // And Page Down moves the focus by about as many rows as are visible. In a window of 400 pixels, the limits below
      // correspond to rows of 20 to 100 pixels
      for _ in 0..<2 { await drawFrame(of: root) }
      await press(GDK_KEY_Page_Down, list)
      let row = try #require(Int(focusedTexts().first ?? ""))
      #expect(row > 3 && row < 20)
      await press(GDK_KEY_Page_Up, list)
      await waitUntil("the first row has the focus again") { focusedTexts() == ["0"] }
      window.close()
    }

    /// A list whose rows have two buttons, except for row 3, which has only a text.
    struct ControlRows: View {
      var body: some View {
        VStack {
          List(0..<200) { number in
            HStack {
              Text(verbatim: "\(number)")
              if number != 3 { Button("First \(number)") {} }
              if number != 3 { Button("Second \(number)") {} }
            }
            .padding()
          }
          Button("After") {}
        }
      }
    }

    @Test func `from a control in a row, arrow keys and Tab move the focus to other rows`() async throws {
      // Given a long list with two buttons in each row except row 3, and the focus on the first button
      let window = await show(width: 300, height: 300) { ControlRows() }
      let list = try #require(ShownList(in: window))
      let root = try #require(window.window)
      for _ in 0..<3 { await drawFrame(of: root) }
      let button = try #require(widgets(ofType: gtk_button_get_type(), in: list.rows[0]).first)
      await performInEventHandler { _ = gtk_widget_grab_focus(button) }
      func focusedText() -> String {
        guard let widget = gtk_root_get_focus(gtk_widget_get_root(list.listView.widget)) else { return "" }
        return texts(in: widget).joined(separator: " ")
      }
      func moveFocus(
        _ key: Int32, to expected: String, holding modifiers: GdkModifierType = GdkModifierType(rawValue: 0)
      ) async {
        _ = await pressKey(key, holding: modifiers, on: list.listView.widget)
        await waitUntil("“\(expected)” has the focus, and not “\(focusedText())”") { focusedText() == expected }
      }
      try #require(focusedText() == "First 0")

      // When arrow keys are pressed, then the first control of the next row has the focus
      await moveFocus(GDK_KEY_Down, to: "First 1")
      await moveFocus(GDK_KEY_Down, to: "First 2")
      await moveFocus(GDK_KEY_Up, to: "First 1")

      // And Tab moves from control to control, also to rows that were offscreen. Row 3 has no control, so this row gets
      // the focus
      for expected in ["Second 1", "First 2", "Second 2", "3", "First 4"] { await moveFocus(GDK_KEY_Tab, to: expected) }
      for number in 4..<12 {
        await moveFocus(GDK_KEY_Tab, to: "Second \(number)")
        await moveFocus(GDK_KEY_Tab, to: "First \(number + 1)")
      }

      // And Shift+Tab moves back to the previous control
      await moveFocus(GDK_KEY_ISO_Left_Tab, to: "Second 11", holding: GDK_SHIFT_MASK)
      window.close()
    }

    /// A button above a list whose first row is a header, or above a lazy stack with three texts and a button.
    struct ListBelowButton: View {
      let model: Model
      let isLazyStack: Bool

      var body: some View {
        VStack {
          Button("Before") {}
          if isLazyStack {
            ScrollView {
              LazyVStack {
                ForEach(0..<3, id: \.self) { Text(verbatim: "\($0)") }
                Button("In the stack") {}
              }
            }
          } else {
            Sections(model: model)
          }
        }
      }
    }

    @Test(arguments: [false, true]) func `Tab enters and leaves a list whose first row is not focusable`(
      isLazyStack: Bool
    ) async throws {
      // Given a list or a lazy stack, and the focus on the button above
      let model = Model()
      let window = await show(width: 300, height: 400) { ListBelowButton(model: model, isLazyStack: isLazyStack) }
      let root = try #require(window.window)
      let buttonBefore = try #require(button("Before", in: root))
      let list = try #require(ShownList(in: window))
      for _ in 0..<3 { await drawFrame(of: root) }
      await performInEventHandler { _ = gtk_widget_grab_focus(buttonBefore) }

      // When Tab is pressed, then the first focusable row of the list, or the button in the lazy stack, gets the focus
      await performInEventHandler { _ = gtk_widget_child_focus(root.widget, GTK_DIR_TAB_FORWARD) }
      // In the list, row 0 is a header.
      let expected = try #require(isLazyStack ? button("In the stack", in: root) : list.rows[1])
      await waitUntil("the list has the focus") { gtk_widget_is_focus(expected) != 0 }

      // When Shift+Tab is pressed, then the focus returns to the button before the list
      await performInEventHandler { _ = gtk_widget_child_focus(root.widget, GTK_DIR_TAB_BACKWARD) }
      await waitUntil("the button has the focus") { gtk_widget_is_focus(buttonBefore) != 0 }
      window.close()
    }
  }
}
