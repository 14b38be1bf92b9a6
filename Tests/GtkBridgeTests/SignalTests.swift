import CGtk
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Swift closures that are connected to GTK's signals.
  @MainActor @Suite struct SignalTests {
    @Test func `a connected closure runs for each emission of its signal`() async {
      let button = GObjectReference(gtk_button_new()!)
      var clicks = 0
      connect(button.pointer, .clicked) { clicks += 1 }
      await click(button.widget)
      await click(button.widget)
      #expect(clicks == 2)
    }

    @Test func `a connected closure is released with the object that emits the signal`() {
      // Given a closure that retains `captured`, and a button to whose signal the closure is connected
      var button: GObjectReference? = GObjectReference(gtk_button_new()!)
      var captured: CapturedByHandler? = CapturedByHandler()
      weak let weakCaptured = captured
      let connection = connect(button!.pointer, .clicked) { [captured] in _ = captured }
      captured = nil
      #expect(weakCaptured != nil)
      #expect(connection.isConnected)

      // When the button is finalized, then the closure is freed too, although the test retains the connection
      button = nil
      #expect(weakCaptured == nil)
      #expect(!connection.isConnected)
      // After the object is finalized, this call has no effect.
      connection.disconnect()
    }

    @Test func `a closure that disconnects itself is not called again, and is released`() {
      let button = GObjectReference(gtk_button_new()!)
      var captured: CapturedByHandler? = CapturedByHandler()
      weak let weakCaptured = captured
      var connection: SignalConnection?
      var calls = 0
      connection = connect(button.pointer, .clicked) { [captured] in
        connection?.disconnect()
        _ = captured
        calls += 1
      }
      captured = nil
      emit("clicked", on: button.pointer)
      emit("clicked", on: button.pointer)
      #expect(calls == 1)
      #expect(weakCaptured == nil)
      // A second call has no effect.
      connection?.disconnect()
    }

    @Test func `withHandlerBlocked suppresses a signal only during its closure`() {
      let toggle = GObjectReference(gtk_toggle_button_new()!)
      let toggleButton = toggle.pointer.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type())
      var changes = 0
      let connection = connect(toggle.pointer, .toggled) { changes += 1 }
      connection.withHandlerBlocked { gtk_toggle_button_set_active(toggleButton, 1) }
      #expect(changes == 0)
      gtk_toggle_button_set_active(toggleButton, 0)
      #expect(changes == 1)
    }

    @Test func `a change of a property runs the connected closure`() {
      let label = GObjectReference(gtk_label_new("a")!)
      var changes = 0
      connect(label.pointer, .notify("notify::label")) { changes += 1 }
      gtk_label_set_text(label.opaque, "b")
      #expect(changes == 1)
    }

    @Test func `the return value of a close request handler decides whether the window closes`() async {
      // Given a window whose handler returns `true`, which keeps the window open
      let window = await presentWindow()
      var keepsOpen = true
      connect(window, .closeRequest) { keepsOpen }

      // When the user asks to close the window, then it stays open until the handler returns `false`
      await closeWindow(window)
      #expect(openWindows().count == 1)
      keepsOpen = false
      await closeWindow(window)
      #expect(openWindows().isEmpty)
    }

    @Test func `a key handler receives the pressed key`() async {
      let window = await presentWindow()
      let keys = gtk_event_controller_key_new()!
      var pressed: [UInt32] = []
      connect(keys, .keyPressed) { press in
        pressed.append(press.key)
        // `true` means that the key was handled.
        return true
      }
      gtk_widget_add_controller(window.widget, keys)
      await pressEscape(in: window)
      #expect(pressed == [UInt32(GDK_KEY_Escape)])
      await destroyWindow(window)
    }

    @Test func `a closure connected after the default handler runs after other closures`() {
      let button = GObjectReference(gtk_button_new()!)
      var order: [String] = []
      connect(button.pointer, .clicked, order: .after) { order.append("after") }
      connect(button.pointer, .clicked) { order.append("before") }
      emit("clicked", on: button.pointer)
      #expect(order == ["before", "after"])
    }

    @Test func `a signal's pointer argument, such as a GVariant, is passed to the closure`() {
      let action = GObjectReference(g_simple_action_new("greet", g_variant_type_new("s"))!)
      var texts: [String] = []
      connect(action.pointer, .pointer("activate")) { argument in
        guard let argument else { return }
        texts.append(String(cString: g_variant_get_string(OpaquePointer(argument), nil)))
      }
      g_action_activate(action.opaque, g_variant_new_string("hello"))
      #expect(texts == ["hello"])
    }
  }
}

private final class CapturedByHandler {}
