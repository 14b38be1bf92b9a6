package import CGtk

/// Adds a keyboard shortcut that runs an action. The keys can be pressed anywhere in the widget's window while the
/// widget is on screen and sensitive.
///
/// The widget owns the closure.
///
/// - Parameters:
///   - key: One of GDK's `GDK_KEY_…`.
///   - modifiers: The modifier keys that must be held, such as Control.
///   - widget: The widget whose window receives the keys.
///   - phase: `GTK_PHASE_CAPTURE` if the action receives the keys before the focused widget, and `GTK_PHASE_BUBBLE` if
///     after it.
///   - action: The action. The result is whether the action has handled the keys. If it is `false`, other widgets
///     receive the keys.
/// - Returns: The event controller, borrowed from the widget.
@MainActor @discardableResult
package func addWindowShortcut(
  _ key: Int32, _ modifiers: GdkModifierType, to widget: UnsafeMutablePointer<GtkWidget>,
  in phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
  _ action: @escaping RequestHandler
) -> OpaquePointer {
  // Safe because the `GtkCallbackAction` releases the reference when it is finalized.
  let data = Unmanaged.passRetained(ShortcutAction(action)).toOpaque()
  let keys = gtk_shortcut_controller_new()!
  gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_GLOBAL)
  gtk_event_controller_set_propagation_phase(keys, phase)
  let trigger = gtk_keyval_trigger_new(UInt32(key), modifiers)
  gtk_shortcut_controller_add_shortcut(
    keys, gtk_shortcut_new(trigger, gtk_callback_action_new(runShortcut, data, releaseShortcut)))
  gtk_widget_add_controller(widget, keys)
  return keys
}

/// The closure that is passed to C as a retained pointer.
@MainActor
private final class ShortcutAction {
  let run: RequestHandler

  init(_ run: @escaping RequestHandler) {
    self.run = run
  }
}

private let runShortcut: GtkShortcutFunc = { _, _, data in
  // Safe because the action holds the reference as long as it lives, and keys are received on the first thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated {
    data.map { Unmanaged<ShortcutAction>.fromOpaque($0).takeUnretainedValue().run() } ?? false
  } ? 1 : 0
}

private let releaseShortcut: GDestroyNotify = { data in
  // Safe because this function is called once and releases the reference that `addWindowShortcut` took.
  if let data { Unmanaged<ShortcutAction>.fromOpaque(data).release() }
}
