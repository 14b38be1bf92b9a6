internal import CGtk

/// Gives the keys to the window that is left when several that stood on one another go at once.
///
/// Openbox gives them to the window below each that goes: to one that is going too. What stays then has them not, and the desktop says that a
/// window is active which is gone. So the window that is left asks for them, as it may after a click of the user. One window that goes alone
/// leaves nothing to ask for, nor do Wayland's desktops, which see all windows go.
@MainActor
enum WindowsGoingTogether {
  /// What goes of the windows that stand on one another, by the lowest of them.
  private static var stacks: [UnsafeMutablePointer<GtkWindow>: Stack] = [:]
  private static let end = ScheduledUpdate(.idle) {
    for window in windowsLeft() { askForKeys(window) }
  }

  private struct Stack {
    var count = 0
    var wasOneActive = false
    /// What the window stood on that went last.
    var host: WeakGObjectReference?
  }

  /// Says that a window is gone.
  ///
  /// - Parameters:
  ///   - host: What it stood on.
  ///   - wasActive: Whether it had the keys.
  static func isGone(from host: UnsafeMutablePointer<GtkWindow>, wasActive: Bool) {
    var lowest = host
    while gtk_window_get_modal(lowest) != 0, let next = gtk_window_get_transient_for(lowest) { lowest = next }
    stacks[lowest, default: Stack()].count += 1
    if wasActive { stacks[lowest]?.wasOneActive = true }
    stacks[lowest]?.host = WeakGObjectReference(host)
    end.schedule()
  }

  /// The windows on screen that several have gone from, and on which nothing stands. They are forgotten.
  static func windowsLeft() -> [UnsafeMutablePointer<GtkWindow>] {
    defer { stacks = [:] }
    return stacks.values.compactMap { stack in
      guard stack.count > 1, stack.wasOneActive, let window = stack.host?.pointer?.window else { return nil }
      return gtk_widget_get_mapped(window.widget) != 0 && DialogStack.topmost(over: window) == window ? window : nil
    }
  }

  private static func askForKeys(_ window: UnsafeMutablePointer<GtkWindow>) {
    guard gtk_window_is_active(window) == 0, let surface = gtk_native_get_surface(window.opaque) else { return }
    guard let display = gdk_surface_get_display(surface), display.typeName == "GdkX11Display" else { return }
    gdk_toplevel_focus(surface, guint32(GDK_CURRENT_TIME))
  }
}
