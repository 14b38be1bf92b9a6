public import CGtk
internal import CGtkBridge
internal import CMainLoopTesting
internal import GtkBridge

/// Presses Escape in a window, as `pressKey(_:in:)` does.
@MainActor public func pressEscape(in window: UnsafeMutablePointer<GtkWindow>) async {
  await pressKey(UInt32(GDK_KEY_Escape), in: window)
}

/// Presses a key in a window, through the window's key controllers. A `GtkDialog` handles Escape with a key binding and
/// not with a controller, so Escape emits the dialog's `close` signal instead.
@MainActor public func pressKey(_ key: UInt32, in window: UnsafeMutablePointer<GtkWindow>) async {
  await performInEventHandler {
    if key == UInt32(GDK_KEY_Escape), window.isA(g_type_from_name("GtkDialog")) {
      return mainloop_testing_emit(window, "close")
    }
    mainloop_testing_press_key(window.widget, key)
  }
}

/// Presses a key in a widget, through the widget's own key controllers. Returns whether a controller has handled the
/// key.
@MainActor @discardableResult
public func pressKey(_ key: UInt32, on widget: UnsafeMutablePointer<GtkWidget>) async -> Bool {
  await performInEventHandler { mainloop_testing_press_key(widget, key) }
}

/// Presses a key in a widget while modifier keys are held, through the key controllers of the widget. Returns whether a
/// controller has handled the key.
@MainActor @discardableResult
public func pressKey(
  _ key: Int32, holding modifiers: GdkModifierType, on widget: UnsafeMutablePointer<GtkWidget>
) async -> Bool {
  await performInEventHandler { mainloop_testing_press_key_holding(widget, UInt32(key), modifiers) }
}

/// Presses a key as if a widget had the focus. The key goes to the widget and then to each ancestor, until a widget
/// handles it. Returns whether a widget has handled the key.
@MainActor public func pressKey(_ key: UInt32, from widget: UnsafeMutablePointer<GtkWidget>) async -> Bool {
  var receiver: UnsafeMutablePointer<GtkWidget>? = widget
  while let current = receiver {
    if await pressKey(key, on: current) { return true }
    receiver = gtk_widget_get_parent(current)
  }
  return false
}

/// Performs a long press at a point of a widget, through the widget's own gestures. A long press opens the
/// context menu, as a right click does.
@MainActor public func longPress(_ widget: UnsafeMutablePointer<GtkWidget>, at x: Double, _ y: Double) async {
  await performInEventHandler { mainloop_testing_long_press(widget, x, y) }
}

/// Double-clicks the middle of a widget with a mouse, and then moves the mouse away, to the last pixel of the tests'
/// monitor (1280 × 1024). Does not wait for the clicks. The widget's window must be at the upper left corner of the
/// screen.
@MainActor public func doubleClick(_ widget: UnsafeMutablePointer<GtkWidget>) {
  guard let window = gtk_widget_get_root(widget) else { return }
  let widgetBounds = bounds(of: widget, in: window)
  var (x, y) = (0.0, 0.0)
  gtk_native_get_surface_transform(window, &x, &y)
  let (middleX, middleY) = (x + widgetBounds.x + widgetBounds.width / 2, y + widgetBounds.y + widgetBounds.height / 2)
  let point = "\(Int(middleX)) \(Int(middleY))"
  g_spawn_command_line_async("xdotool mousemove \(point) click --repeat 2 --delay 20 1 mousemove 1279 1023", nil)
}

/// Replaces the text of an entry, as the user would by selecting the whole text and typing.
@MainActor public func enter(_ text: String, into entry: UnsafeMutablePointer<GtkWidget>) async {
  await performInEventHandler { gtk_editable_set_text(entry.opaque, text) }
}

/// Multiplies the size of text by a factor, as the desktop's setting for large text does.
@MainActor public func useTextScale(_ scale: Double) {
  mainloop_testing_set_text_scale(scale)
}

/// Selects the light or the dark theme.
@MainActor public func useDarkTheme(_ isDark: Bool) {
  mainloop_testing_use_dark_theme(isDark)
}

/// Sets whether the desktop's settings allow animations.
@MainActor public func allowAnimations(_ isAllowed: Bool) {
  mainloop_testing_allow_animations(isAllowed)
}
