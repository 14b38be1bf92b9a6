internal import CGtk

/// A command that the user can run: a `GSimpleAction`. Menus, buttons and keys refer to the action by its name.
///
/// The program or window that the action was added to owns the action and its closure.
@MainActor
public final class Action {
  /// Weak. The `GSimpleAction`.
  private let reference: WeakGObjectReference

  /// Creates an action and adds it to a program or a window.
  ///
  /// - Parameters:
  ///   - name: The name, without the prefix `app.` or `win.`.
  ///   - actionMap: The program or the window, as a `GActionMap`. Borrowed.
  ///   - handler: The closure that the action runs.
  init(_ name: String, in actionMap: OpaquePointer, _ handler: @escaping @MainActor () -> Void) {
    let simpleAction = GObjectReference(takingOver: g_simple_action_new(name, nil))
    reference = WeakGObjectReference(simpleAction.pointer)
    connect(simpleAction.pointer, .ignoringArgument("activate")) { handler() }
    g_action_map_add_action(actionMap, simpleAction.opaque)
  }

  /// Creates an action that takes a 64-bit integer, and adds the action to a program. Other processes and notifications
  /// pass the integer when they activate the action.
  init(_ name: String, in actionMap: OpaquePointer, withNumber handler: @escaping @MainActor (Int64) -> Void) {
    let int64Type = g_variant_type_new("x")
    defer { g_variant_type_free(int64Type) }
    let simpleAction = GObjectReference(takingOver: g_simple_action_new(name, int64Type))
    reference = WeakGObjectReference(simpleAction.pointer)
    connect(simpleAction.pointer, .pointer("activate")) { parameter in
      if let parameter { handler(Int64(g_variant_get_int64(OpaquePointer(parameter)))) }
    }
    g_action_map_add_action(actionMap, simpleAction.opaque)
  }

  /// Whether the action is enabled. GTK disables the menu items and buttons of a disabled action. The value is `false`
  /// after the owner of the action was released.
  public var isEnabled: Bool {
    get { reference.pointer.map { g_action_get_enabled($0.opaque) != 0 } ?? false }
    set {
      if let action = reference.pointer { g_simple_action_set_enabled(action.opaque, newValue ? 1 : 0) }
    }
  }

  /// Activates the action, as a menu item does. A disabled action does nothing.
  ///
  /// Call this function only for an action without a parameter. For an action that takes a number, GLib only logs an
  /// error, because no number is passed.
  public func activate() {
    if let action = reference.pointer { g_action_activate(action.opaque, nil) }
  }
}
