import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The environment that views get from their window and the desktop, a `GtkView`, keyboard shortcuts, the default
  /// button, and the release of all views when a window closes.
  @MainActor @Suite struct WindowTests {
    struct ColorSchemeText: View {
      @Environment(\.colorScheme) private var colorScheme

      var body: some View { Text(verbatim: colorScheme == .dark ? "dark" : "light") }
    }

    @Test func `a view follows the desktop's colour scheme`() async {
      useDarkTheme(false)
      let window = await show { VStack { ColorSchemeText() } }
      #expect(window.texts == ["light"])
      useDarkTheme(true)
      await waitUntil("the text follows") { window.texts == ["dark"] }
      useDarkTheme(false)
      await waitUntil("the text is light again") { window.texts == ["light"] }
      window.close()
    }

    struct CloseButton: View {
      @Environment(\.dismiss) private var dismiss

      var body: some View { Button("Close") { dismiss() } }
    }

    @Test func `dismiss closes the window`() async {
      let window = await show { CloseButton() }
      await window.click("Close")
      await waitUntil("the window is gone") { window.window == nil }
      #expect(window.window == nil)
    }

    @Observable @MainActor final class Model {
      var level = 0.25
      var isShown = true
    }

    struct LevelBar: View {
      let model: Model

      var body: some View {
        GtkView {
          gtk_level_bar_new()
        } update: {
          gtk_level_bar_set_value($0.opaque, model.level)
        }
      }
    }

    @Test func `a GtkView follows the state that its update closure reads`() async throws {
      let model = Model()
      let window = await show { LevelBar(model: model) }
      let bar = try #require(window.window.flatMap { widgets(ofType: gtk_level_bar_get_type(), in: $0).first })
      #expect(gtk_level_bar_get_value(bar.opaque) == 0.25)
      model.level = 0.75
      await waitUntil("the level bar follows") { gtk_level_bar_get_value(bar.opaque) == 0.75 }
      #expect(gtk_level_bar_get_value(bar.opaque) == 0.75)
      window.close()
    }

    struct ManyViews: View {
      @Bindable var model: Model
      @State private var text = ""
      @State private var isOn = false
      @State private var selection: Int?

      var body: some View {
        VStack {
          Text("text")
          Button("button") { isOn.toggle() }.keyboardShortcut("b")
          Toggle("switch", isOn: $isOn)
          Toggle("check", isOn: $isOn).toggleStyle(.checkbox)
          TextField("field", text: $text).onSubmit { isOn = true }
          Slider(value: $model.level)
          ProgressView(value: model.level)
          Label("label", systemImage: "heart").padding().background(.red).frame(width: 200)
          ZStack { Image(systemName: "star") }
          ScrollView { Divider() }
          if model.isShown { List([1, 2, 3], id: \.self, selection: $selection) { Text("Row \($0)") } }
          LevelBar(model: model).disabled(isOn).help("help").task {}.onAppear {}
        }
      }
    }

    @Test func `a window and its views are freed when the window closes`() async throws {
      // Given a window with many kinds of views, of which the list is already removed
      let deallocations = DeallocationWatch()
      do {
        let model = Model()
        let window = await show { ManyViews(model: model) }
        deallocations.watch(model, "the model")
        deallocations.watch(window, "the view window")
        for (number, widget) in widgets(in: try #require(window.window?.widget)).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        model.isShown = false
        await mainLoopSettles()

        // When the window closes
        await performInEventHandler { window.close() }
      }

      // Then the view window, all widgets and the model are freed
      await deallocations.expectAll()
    }

    /// Returns the first shortcut of a widget that works in the whole window, or `nil` without such a shortcut. The
    /// widget owns the shortcut.
    private func shortcut(on widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
      let controllers = gtk_widget_observe_controllers(widget)!
      defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
      for position in 0..<g_list_model_get_n_items(controllers) {
        guard let controller = g_list_model_get_item(controllers, position) else { continue }
        defer { g_object_unref(controller) }
        guard controller.isA(gtk_shortcut_controller_get_type()),
          gtk_shortcut_controller_get_scope(controller.opaque) == GTK_SHORTCUT_SCOPE_GLOBAL
        else { continue }
        let item = g_list_model_get_item(controller.opaque, 0)
        defer { g_object_unref(item) }
        return item?.opaque
      }
      return nil
    }

    /// A button whose shortcut has the key N, or M if `hasOtherKey` is set.
    struct ShortcutButton: View {
      let hasOtherKey: Bool
      let press: @MainActor () -> Void

      var body: some View {
        Button("New", action: press).keyboardShortcut(hasOtherKey ? "m" : "n", modifiers: [.command, .shift])
      }
    }

    @Test func `a keyboard shortcut presses its button and can be changed`() async throws {
      var pressCount = 0
      let window = await show { ShortcutButton(hasOtherKey: false) { pressCount += 1 } }
      let button = try #require(window.window.flatMap { GtkTestSupport.button("New", in: $0) })
      let firstShortcut = try #require(shortcut(on: button))
      let firstTrigger = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(firstShortcut)).map {
        String(cString: $0)
      }
      #expect(firstTrigger == "<Shift><Control>n")
      _ = await performInEventHandler {
        gtk_shortcut_action_activate(
          gtk_shortcut_get_action(firstShortcut), GtkShortcutActionFlags(rawValue: 0), button, nil)
      }
      #expect(pressCount == 1)
      window.update { ShortcutButton(hasOtherKey: true) { pressCount += 1 } }
      await mainLoopSettles()
      let changedShortcut = try #require(shortcut(on: button))
      #expect(
        gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(changedShortcut)).map { String(cString: $0) }
          == "<Shift><Control>m")
      window.close()
    }

    /// A switch and a button with shortcuts. The padding and the background put modifier boxes, that is, other widgets,
    /// around the button.
    struct ControlsWithBox: View {
      @State private var isOn = false
      let press: @MainActor () -> Void

      var body: some View {
        VStack {
          Toggle("switch", isOn: $isOn).keyboardShortcut("t")
          Button("padded", action: press).padding().background(.blue).keyboardShortcut("p")
          Text(isOn ? "on" : "off")
        }
      }
    }

    @Test func `a keyboard shortcut toggles a switch and presses a button in a modifier box`() async throws {
      var pressCount = 0
      let window = await show { ControlsWithBox { pressCount += 1 } }
      let root = try #require(window.window)
      let switchWidget = try #require(widgets(ofType: gtk_switch_get_type(), in: root).first)
      let paddedButton = try #require(window.window.flatMap { GtkTestSupport.button("padded", in: $0) })
      for control in [switchWidget, paddedButton] { try await performShortcut(of: control) }
      #expect(pressCount == 1)
      await waitUntil("the switch is on") { window.texts.contains("on") }
      window.close()
    }

    /// Performs the shortcut of a control, or of a box around it.
    private func performShortcut(of control: UnsafeMutablePointer<GtkWidget>) async throws {
      var next: UnsafeMutablePointer<GtkWidget>? = control
      while let widget = next, shortcut(on: widget) == nil { next = gtk_widget_get_parent(widget) }
      let widget = try #require(next)
      let gtkShortcut = try #require(shortcut(on: widget))
      _ = await performInEventHandler {
        gtk_shortcut_action_activate(
          gtk_shortcut_get_action(gtkShortcut), GtkShortcutActionFlags(rawValue: 0), widget, nil)
      }
    }

    struct OneOrTwoButtons: View {
      var isBoxed = true
      var hasFirst = true
      var isFirstEnabled = true
      let press: @MainActor (String) -> Void

      var body: some View {
        Group {
          if isBoxed { HStack { buttons } } else { buttons }
        }
        .keyboardShortcut("k")
      }

      @ViewBuilder var buttons: some View {
        if hasFirst { Button("first") { press("first") }.disabled(!isFirstEnabled) }
        Button("second") { press("second") }
      }
    }

    @Test func `a shortcut on several controls in a box triggers the first one, and only if it is enabled`()
      async throws
    {
      var presses: [String] = []
      let press = { @MainActor in presses.append($0) }
      let window = await show { OneOrTwoButtons(hasFirst: false, press: press) }
      let second = try #require(window.window.flatMap { GtkTestSupport.button("second", in: $0) })
      try await performShortcut(of: second)
      #expect(presses == ["second"])

      // When the first button is inserted before the second one, then the shortcut triggers the first button, and does
      // nothing while the first button is disabled
      window.update { OneOrTwoButtons(press: press) }
      await mainLoopSettles()
      try await performShortcut(of: second)
      #expect(presses == ["second", "first"])
      window.update { OneOrTwoButtons(isFirstEnabled: false, press: press) }
      await mainLoopSettles()
      try await performShortcut(of: second)
      #expect(presses == ["second", "first"])
      window.close()
    }

    @Test func `without a box, only the first of several controls has the shortcut`() async throws {
      let window = await show { OneOrTwoButtons(isBoxed: false, hasFirst: false) { _ in } }
      let second = try #require(window.window.flatMap { GtkTestSupport.button("second", in: $0) })
      #expect(shortcut(on: second) != nil)
      window.update { OneOrTwoButtons(isBoxed: false) { _ in } }
      await mainLoopSettles()
      let first = try #require(window.window.flatMap { GtkTestSupport.button("first", in: $0) })
      #expect(shortcut(on: first) != nil)
      #expect(shortcut(on: second) == nil)
      window.close()
    }

    @Test func `Return in a field presses the default button, unless the field has onSubmit`() async throws {
      var events: [String] = []
      let window = await show {
        VStack {
          TextField("plain", text: .constant(""))
          TextField("submitting", text: .constant("")).onSubmit { events.append("submitted") }
          Button("Add") { events.append("added") }.keyboardShortcut(.defaultAction)
        }
      }
      let root = try #require(window.window)
      let button = try #require(window.window.flatMap { GtkTestSupport.button("Add", in: $0) })
      #expect(gtk_window_get_default_widget(root) == button)
      let entries = widgets(ofType: gtk_entry_get_type(), in: root)
      for entry in entries {
        // GTK emits `activate` on the text in an entry when Return is pressed.
        let text = try #require(gtk_widget_get_first_child(entry))
        await performInEventHandler { emit("activate", on: text) }
      }
      await waitUntil("both fields have acted") { events.count >= 2 }
      await mainLoopSettles()
      #expect(Set(events) == ["added", "submitted"])
      #expect(events.count == 2)
      window.close()
    }
  }
}
