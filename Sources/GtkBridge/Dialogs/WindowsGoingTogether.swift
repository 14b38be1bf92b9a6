internal import CGtk

/// Gives the keys to the window that is left when several that stood on one another go at once.
///
/// Openbox gives them to the window below each that goes: to one that is going too. What stays then has them not, and the desktop says that a
/// window is active which is gone. So the window that is left asks for them, as it may after a click of the user. One window that goes alone
/// leaves nothing to ask for, nor do Wayland's desktops, which see all windows go.
@MainActor
enum WindowsGoingTogether {
  private static var count = 0
  private static var wasOneActive = false
  private static var host: WeakGObjectReference?
  private static let end = ScheduledUpdate(.idle) { askForKeys() }

  /// Says that a window is gone.
  ///
  /// - Parameters:
  ///   - host: What it stood on.
  ///   - wasActive: Whether it had the keys.
  static func isGone(from host: UnsafeMutablePointer<GtkWindow>, wasActive: Bool) {
    count += 1
    wasOneActive = wasOneActive || wasActive
    self.host = WeakGObjectReference(host)
    end.schedule()
  }

  private static func askForKeys() {
    defer { (count, wasOneActive, host) = (0, false, nil) }
    guard count > 1, wasOneActive, let window = host?.pointer, gtk_widget_get_mapped(window.widget) != 0 else { return }
    guard gtk_window_is_active(window.window) == 0, let surface = gtk_native_get_surface(window.opaque) else { return }
    guard let display = gdk_surface_get_display(surface), display.typeName == "GdkX11Display" else { return }
    gdk_toplevel_focus(surface, guint32(GDK_CURRENT_TIME))
  }
}
