public import CGtk
internal import GtkBridge
public import Testing

/// Returns all windows that are not destroyed, oldest first. A window may be offscreen. The pointers are borrowed.
@MainActor public func openWindows() -> [UnsafeMutablePointer<GtkWindow>] {
  let list = gtk_window_get_toplevels()
  return (0..<g_list_model_get_n_items(list)).compactMap { position -> UnsafeMutablePointer<GtkWindow>? in
    guard let item = g_list_model_get_item(list, position) else { return nil }
    // GTK keeps a reference to each window until the window is destroyed.
    g_object_unref(item)
    return item.window
  }
}

/// Creates a window, presents it, and waits until it is on screen.
///
/// - Returns: The window, borrowed: GTK owns it until `gtk_window_destroy`.
@MainActor public func presentWindow(
  title: String = "Test", width: Int32 = 400, height: Int32 = 300, child: UnsafeMutablePointer<GtkWidget>? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> UnsafeMutablePointer<GtkWindow> {
  let window = gtk_window_new()!.window
  gtk_window_set_title(window, title)
  gtk_window_set_default_size(window, width, height)
  if let child { gtk_window_set_child(window, child) }
  gtk_window_present(window)
  await waitUntil("the window to be on screen", sourceLocation: sourceLocation) {
    gtk_widget_get_mapped(window.widget) != 0
  }
  return window
}

/// Destroys a window in an event handler, and waits until the main loop has settled.
@MainActor public func destroyWindow(_ window: UnsafeMutablePointer<GtkWindow>) async {
  await performInEventHandler { gtk_window_destroy(window) }
  await mainLoopSettles()
}

/// Requests that a window closes, as the window manager's close button does. A window with a handler for such requests
/// may stay open.
@MainActor public func closeWindow(_ window: UnsafeMutablePointer<GtkWindow>) async {
  await performInEventHandler { gtk_window_close(window) }
}
