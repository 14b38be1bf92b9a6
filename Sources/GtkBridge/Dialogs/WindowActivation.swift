internal import CGtk

/// Activates the remaining window when several windows above one another close at once.
///
/// When a window closes, the window manager Openbox activates the window below it, even if the lower window is closing
/// too. The remaining window is then not active, and the desktop reports a closed window as active. Therefore this code
/// requests the activation of the remaining window. Openbox grants a request that follows a click of the user. If a
/// single window closes, no request is needed. Wayland desktops do not need one either, because they see all windows
/// close.
@MainActor
enum WindowActivation {
  /// The windows of each stack that have closed since the loop was last idle. The key is the lowest window of the
  /// stack.
  private static var stacks: [UnsafeMutablePointer<GtkWindow>: Stack] = [:]
  /// Activates the remaining windows when the loop is idle.
  private static let activation = ScheduledUpdate(.idle) {
    for window in takeWindowsToActivate() { activate(window) }
  }

  /// The windows that have closed above one another.
  private struct Stack {
    var closedCount = 0
    /// Whether one of the closed windows was active.
    var hadActiveWindow = false
    /// The window below the window that closed last.
    var host: WeakGObjectReference?
  }

  /// Records that a dialog's window has closed.
  ///
  /// - Parameters:
  ///   - host: The window below the closed window.
  ///   - wasActive: Whether the closed window was active.
  static func windowDidClose(above host: UnsafeMutablePointer<GtkWindow>, wasActive: Bool) {
    var lowest = host
    while gtk_window_get_modal(lowest) != 0, let next = gtk_window_get_transient_for(lowest) { lowest = next }
    stacks[lowest, default: Stack()].closedCount += 1
    if wasActive { stacks[lowest]?.hadActiveWindow = true }
    stacks[lowest]?.host = WeakGObjectReference(host)
    activation.schedule()
  }

  /// Returns each visible window above which several windows have closed, one of them active, and no window is open.
  /// Forgets the closed windows.
  static func takeWindowsToActivate() -> [UnsafeMutablePointer<GtkWindow>] {
    defer { stacks = [:] }
    return stacks.values.compactMap { stack in
      guard stack.closedCount > 1, stack.hadActiveWindow, let window = stack.host?.pointer?.window else { return nil }
      return gtk_widget_get_mapped(window.widget) != 0 && DialogStack.topmost(over: window) == window ? window : nil
    }
  }

  private static func activate(_ window: UnsafeMutablePointer<GtkWindow>) {
    guard gtk_window_is_active(window) == 0, let surface = gtk_native_get_surface(window.opaque) else { return }
    guard let display = gdk_surface_get_display(surface), display.typeName == "GdkX11Display" else { return }
    gdk_toplevel_focus(surface, guint32(GDK_CURRENT_TIME))
  }
}
