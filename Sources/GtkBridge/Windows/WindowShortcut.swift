package import CGtk

/// Adds a keyboard shortcut that runs an action. The shortcut works in the whole window of a widget while the widget is
/// on screen and sensitive.
///
/// The widget owns the closure.
///
/// - Parameters:
///   - key: One of GDK's `GDK_KEY_…`.
///   - modifiers: The modifier keys that must be held, such as Control.
///   - widget: The widget whose window receives the keys.
///   - phase: `GTK_PHASE_CAPTURE` to run the action before the focused widget receives the keys. `GTK_PHASE_BUBBLE` to
///     run it only if the focused widget has not handled the keys.
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
  let controller = gtk_shortcut_controller_new()!
  gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
  gtk_event_controller_set_propagation_phase(controller, phase)
  let trigger = gtk_keyval_trigger_new(UInt32(key), modifiers)
  gtk_shortcut_controller_add_shortcut(
    controller, gtk_shortcut_new(trigger, gtk_callback_action_new(runShortcut, data, releaseShortcutAction)))
  gtk_widget_add_controller(widget, controller)
  return controller
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
  // Safe because the `GtkCallbackAction` holds the reference, and keys are received on the first thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated {
    data.map { Unmanaged<ShortcutAction>.fromOpaque($0).takeUnretainedValue().run() } ?? false
  } ? 1 : 0
}

private let releaseShortcutAction: GDestroyNotify = { data in
  // Safe because this function is called once and releases the reference that `addWindowShortcut` took.
  if let data { Unmanaged<ShortcutAction>.fromOpaque(data).release() }
}
