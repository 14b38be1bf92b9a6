import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Shared keys: the space bar and the side arrows (left and right) without a modifier. A command gets a shared key
  /// unless the focused widget needs the key. `Tests/Outside/journeys.py` types shared keys in the program.
  @MainActor @Suite struct SharedKeyTests {
    @Observable @MainActor final class Model {
      var text = "text"
      var isOn = true
      var value = 0.5
      var selection = 1
    }

    struct Controls: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          TextField("Field", text: $model.text)
          TextField("Long Field", text: $model.text, axis: .vertical).frame(height: 60)
          Button("Button") {}
          Toggle("Check", isOn: $model.isOn).toggleStyle(.checkbox)
          Toggle("Switch", isOn: $model.isOn).toggleStyle(.switch)
          Slider(value: $model.value, in: 0...1)
          Picker("Part", selection: $model.selection) {
            Text("One").tag(1)
            Text("Two").tag(2)
          }
          .pickerStyle(.segmented)
          Text("plain")
          Text("selectable").textSelection(.enabled)
          ScrollView(.horizontal) { Button("Wide") {}.frame(width: 3000) }
          List(1..<4, id: \.self) { row in
            HStack {
              Text("Row \(row)")
              Button("In Row \(row)") {}
            }
          }
          .frame(height: 120)
        }
      }
    }

    private func firstWidget(
      ofType type: GType, in window: UnsafeMutablePointer<GtkWindow>, withText text: String? = nil
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(
        widgets(ofType: type, in: window).first { text == nil || texts(in: $0).contains(text!) }, "\(text ?? "")")
    }

    @Test func `a shortcut with Control and a letter precedes a selectable text, except Control-A and Control-C`() {
      /// Returns whether a shortcut receives its key before a selectable text with the focus. `.command` is Control,
      /// and `.option` is Alt.
      func precedes(_ key: KeyEquivalent, _ modifiers: EventModifiers) -> Bool {
        KeyboardShortcut(key, modifiers: modifiers).precedesSelectableTexts
      }
      for key in ["f", "b", "e", "n", "F"] as [KeyEquivalent] {
        #expect(precedes(key, .command))
        #expect(precedes(key, [.command, .shift]))
        #expect(!precedes(key, []))
        #expect(!precedes(key, .option))
      }
      for key in ["a", "c", "1", "/", .leftArrow, .home] as [KeyEquivalent] { #expect(!precedes(key, .command)) }
    }

    @Test func `controls keep the shared keys that they need, and list rows keep none`() async throws {
      let viewWindow = await show(width: 600, height: 800) { Controls(model: Model()) }
      let window = try #require(viewWindow.window)
      // The scroll view gets the width of its content in the first frame.
      await drawFrame(of: window)
      let text = try firstWidget(ofType: gtk_text_get_type(), in: window)
      let editor = try firstWidget(ofType: gtk_text_view_get_type(), in: window)
      let button = try firstWidget(ofType: gtk_button_get_type(), in: window, withText: "Button")
      let check = try firstWidget(ofType: gtk_check_button_get_type(), in: window)
      let switchWidget = try firstWidget(ofType: gtk_switch_get_type(), in: window)
      let slider = try firstWidget(ofType: gtk_scale_get_type(), in: window)
      let segment = try firstWidget(ofType: gtk_toggle_button_get_type(), in: window, withText: "One")
      let plain = try firstWidget(ofType: gtk_label_get_type(), in: window, withText: "plain")
      let selectable = try firstWidget(ofType: gtk_label_get_type(), in: window, withText: "selectable")
      // A button in a view that scrolls sideways.
      let wide = try firstWidget(ofType: gtk_button_get_type(), in: window, withText: "Wide")
      let list = try firstWidget(ofType: gtk_list_view_get_type(), in: window)
      let row = try #require(gtk_widget_get_first_child(list))
      let buttonInRow = try firstWidget(ofType: gtk_button_get_type(), in: window, withText: "In Row 1")

      for widget in [text, editor, button, check, switchWidget, segment, wide, buttonInRow] {
        #expect(SharedKey.space.isNeeded(by: widget))
      }
      for widget in [slider, plain, selectable, list, row] { #expect(!SharedKey.space.isNeeded(by: widget)) }
      for widget in [text, editor, check, slider, segment, selectable, wide] {
        #expect(SharedKey.horizontalArrow.isNeeded(by: widget), "\(describe(widget))")
      }
      for widget in [button, switchWidget, plain, list, row, buttonInRow] {
        #expect(!SharedKey.horizontalArrow.isNeeded(by: widget))
      }
      viewWindow.close()
    }

    @Test func `an open menu keeps the shared keys`() async throws {
      let viewWindow = await show(width: 400) { Menu("Menu") { Button("Entry") {} } }
      let window = try #require(viewWindow.window)
      let button = try firstWidget(ofType: gtk_menu_button_get_type(), in: window)
      let menu = try #require(await ShownMenu(opening: button))
      let popover = try #require(widgets(ofType: gtk_popover_get_type(), in: window).first)
      let entry = try #require(gtk_widget_get_first_child(popover))
      #expect(SharedKey.space.isNeeded(by: entry) && SharedKey.horizontalArrow.isNeeded(by: entry))
      await menu.close()
      viewWindow.close()
    }

    /// Type-ahead searches the rows of a list for typed letters.
    @Test func `the space bar belongs to type-ahead while a search is active`() async throws {
      let viewWindow = await show(width: 400, height: 300) {
        List(selection: .constant(Int?.some(1))) { ForEach(1..<4, id: \.self) { Text("Row \($0)") } }
      }
      let list = try #require(ShownList(in: viewWindow))
      let formerClock = TypedLetters.currentTime
      defer { TypedLetters.currentTime = formerClock }
      // Any time in seconds, which stands still so that the search does not end
      TypedLetters.currentTime = { 1_000_000 }
      let row = list.rows[0]
      await performInEventHandler { _ = RowFocus.giveFocus(to: row) }
      try #require(gtk_widget_is_focus(row) != 0)
      #expect(!SharedKey.space.isNeeded(by: row))
      #expect(await pressKey(UInt32(GDK_KEY_r), on: list.listView.widget))
      #expect(SharedKey.space.isNeeded(by: row))
      // A search ends when more than one second has passed since its last letter. Two have passed.
      TypedLetters.currentTime = { 1_000_002 }
      #expect(!SharedKey.space.isNeeded(by: row))
      viewWindow.close()
    }

    @Test func `only the bare space bar and the bare side arrows are shared`() {
      #expect(KeyboardShortcut(.space, modifiers: []).isSharedKey)
      #expect(KeyboardShortcut(.leftArrow, modifiers: []).isSharedKey)
      // Without the parameter, the modifier is Control.
      #expect(!KeyboardShortcut(.space).isSharedKey)
      #expect(!KeyboardShortcut(.rightArrow, modifiers: .shift).isSharedKey)
      #expect(!KeyboardShortcut("n", modifiers: []).isSharedKey)
      #expect(!KeyboardShortcut(.downArrow, modifiers: []).isSharedKey)
    }
  }
}
