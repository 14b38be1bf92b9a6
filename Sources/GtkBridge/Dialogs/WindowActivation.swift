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
  /// The windows that have closed since the main loop was last idle. The key is the lowest window below them.
  private static var closedWindows: [UnsafeMutablePointer<GtkWindow>: ClosedWindows] = [:]
  /// Activates the remaining windows when the main loop is idle.
  private static let activation = ScheduledUpdate(.idle) {
    for window in takeWindowsToActivate() { activate(window) }
  }

  /// Windows that have closed above one another.
  private struct ClosedWindows {
    var count = 0
    /// Whether one of the windows was active when it closed.
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
    closedWindows[lowest, default: ClosedWindows()].count += 1
    if wasActive { closedWindows[lowest]?.hadActiveWindow = true }
    closedWindows[lowest]?.host = WeakGObjectReference(host)
    activation.schedule()
  }

  /// Returns each visible window above which several windows have closed, if one of these was active and if no modal
  /// window is above the visible window now. Forgets the closed windows.
  static func takeWindowsToActivate() -> [UnsafeMutablePointer<GtkWindow>] {
    defer { closedWindows = [:] }
    return closedWindows.values.compactMap { closed in
      guard closed.count > 1, closed.hadActiveWindow, let window = closed.host?.pointer?.window else { return nil }
      return gtk_widget_get_mapped(window.widget) != 0 && DialogStack.topmost(over: window) == window ? window : nil
    }
  }

  /// Requests the activation of a window, if the window is not active and the desktop uses X11.
  private static func activate(_ window: UnsafeMutablePointer<GtkWindow>) {
    guard gtk_window_is_active(window) == 0, let surface = gtk_native_get_surface(window.opaque) else { return }
    guard let display = gdk_surface_get_display(surface), display.typeName == "GdkX11Display" else { return }
    gdk_toplevel_focus(surface, guint32(GDK_CURRENT_TIME))
  }
}
