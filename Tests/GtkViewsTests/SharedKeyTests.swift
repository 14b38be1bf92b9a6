import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The keys without a modifier that commands and widgets share. `Tests/Outside/journeys.py` types them in the
  /// program.
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

    private func first(
      _ type: GType, in window: UnsafeMutablePointer<GtkWindow>, named name: String? = nil
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(
        widgets(ofType: type, in: window).first { name == nil || texts(in: $0).contains(name!) }, "\(name ?? "")")
    }

    @Test func `Control with a letter precedes a selectable text, except to copy and select`() {
      func precedes(_ key: KeyEquivalent, _ modifiers: EventModifiers) -> Bool {
        KeyboardShortcut(key, modifiers: modifiers).precedesLabels
      }
      for key in ["f", "b", "e", "n", "F"] as [KeyEquivalent] {
        #expect(precedes(key, .command))
        #expect(precedes(key, [.command, .shift]))
        #expect(!precedes(key, []))
        #expect(!precedes(key, .option))
      }
      for key in ["a", "c", "1", "/", .leftArrow, .home] as [KeyEquivalent] { #expect(!precedes(key, .command)) }
    }

    @Test func `controls keep the shared keys that they need, and list rows do not`() async throws {
      let shown = await show(width: 600, height: 800) { Controls(model: Model()) }
      let window = try #require(shown.window)
      // The scroll view gets the width of its content in the first frame.
      await drawFrame(of: window)
      let text = try first(gtk_text_get_type(), in: window)
      let editor = try first(gtk_text_view_get_type(), in: window)
      let button = try first(gtk_button_get_type(), in: window, named: "Button")
      let check = try first(gtk_check_button_get_type(), in: window)
      let toggle = try first(gtk_switch_get_type(), in: window)
      let slider = try first(gtk_scale_get_type(), in: window)
      let segment = try first(gtk_toggle_button_get_type(), in: window, named: "One")
      let plain = try first(gtk_label_get_type(), in: window, named: "plain")
      let selectable = try first(gtk_label_get_type(), in: window, named: "selectable")
      let wide = try first(gtk_button_get_type(), in: window, named: "Wide")
      let list = try first(gtk_list_view_get_type(), in: window)
      let row = try #require(gtk_widget_get_first_child(list))
      let buttonInRow = try first(gtk_button_get_type(), in: window, named: "In Row 1")

      for needing in [text, editor, button, check, toggle, segment, wide, buttonInRow] {
        #expect(SharedKey.space.isNeeded(by: needing))
      }
      for free in [slider, plain, selectable, list, row] { #expect(!SharedKey.space.isNeeded(by: free)) }
      for needing in [text, editor, check, slider, segment, selectable, wide] {
        #expect(SharedKey.sideArrow.isNeeded(by: needing), "\(describe(needing))")
      }
      for free in [button, toggle, plain, list, row, buttonInRow] { #expect(!SharedKey.sideArrow.isNeeded(by: free)) }
      shown.close()
    }

    @Test func `an open menu keeps the shared keys`() async throws {
      let shown = await show(width: 400) { Menu("Menu") { Button("Entry") {} } }
      let window = try #require(shown.window)
      let button = try first(gtk_menu_button_get_type(), in: window)
      let menu = try #require(await ShownMenu(opening: button))
      let popover = try #require(widgets(ofType: gtk_popover_get_type(), in: window).first)
      let entry = try #require(gtk_widget_get_first_child(popover))
      #expect(SharedKey.space.isNeeded(by: entry) && SharedKey.sideArrow.isNeeded(by: entry))
      await menu.close()
      shown.close()
    }

    @Test func `the space bar belongs to type-ahead while a search is active`() async throws {
      let shown = await show(width: 400, height: 300) {
        List(selection: .constant(Int?.some(1))) { ForEach(1..<4, id: \.self) { Text("Row \($0)") } }
      }
      let list = try #require(ShownList(in: shown))
      let time = TypedLetters.time
      defer { TypedLetters.time = time }
      TypedLetters.time = { 1_000_000 }
      let row = list.rows[0]
      await performInSource { _ = RowFocus.giveFocus(to: row) }
      try #require(gtk_widget_is_focus(row) != 0)
      #expect(!SharedKey.space.isNeeded(by: row))
      #expect(await pressKey(UInt32(GDK_KEY_r), on: list.view.widget))
      #expect(SharedKey.space.isNeeded(by: row))
      TypedLetters.time = { 1_000_002 }
      #expect(!SharedKey.space.isNeeded(by: row))
      shown.close()
    }

    @Test func `only the bare space bar and the bare side arrows are shared`() {
      #expect(KeyboardShortcut(.space, modifiers: []).isSharedKey)
      #expect(KeyboardShortcut(.leftArrow, modifiers: []).isSharedKey)
      #expect(!KeyboardShortcut(.space).isSharedKey)
      #expect(!KeyboardShortcut(.rightArrow, modifiers: .shift).isSharedKey)
      #expect(!KeyboardShortcut("n", modifiers: []).isSharedKey)
      #expect(!KeyboardShortcut(.downArrow, modifiers: []).isSharedKey)
    }
  }
}
