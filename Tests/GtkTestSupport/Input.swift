public import CGtk
internal import CGtkBridge
internal import CMainLoopTesting
internal import GtkBridge

/// Presses Escape in a window, as its key controllers and GTK's own bindings see it.
@MainActor public func pressEscape(in window: UnsafeMutablePointer<GtkWindow>) async {
  await pressKey(UInt32(GDK_KEY_Escape), in: window)
}

/// Presses a key in a window, as its key controllers see it. A dialog of GTK's takes Escape by a binding, which is what happens there.
@MainActor public func pressKey(_ key: UInt32, in window: UnsafeMutablePointer<GtkWindow>) async {
  await performInSource {
    if key == UInt32(GDK_KEY_Escape), window.isA(g_type_from_name("GtkDialog")) {
      return mainloop_testing_emit(window, "close")
    }
    mainloop_testing_press_key(window.widget, key)
  }
}

/// Presses a key in a widget, as its own key controllers see it.
@MainActor public func pressKey(_ key: UInt32, in widget: UnsafeMutablePointer<GtkWidget>) async {
  await performInSource { _ = mainloop_testing_press_key(widget, key) }
}

/// Types into an entry, as a person would who has selected all of it.
@MainActor public func enter(_ text: String, into entry: UnsafeMutablePointer<GtkWidget>) async {
  await performInSource { gtk_editable_set_text(entry.opaque, text) }
}

/// Chooses the light or the dark theme.
@MainActor public func useDarkTheme(_ isDark: Bool) {
  mainloop_testing_use_dark_theme(isDark)
}
