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
  ///   - map: The program or the window, as a `GActionMap`. Borrowed.
  ///   - action: The closure that the action runs.
  init(_ name: String, in map: OpaquePointer, _ action: @escaping @MainActor () -> Void) {
    let object = GObjectReference(takingOver: g_simple_action_new(name, nil))
    reference = WeakGObjectReference(object.pointer)
    connect(object.pointer, .ignoringArgument("activate")) { action() }
    g_action_map_add_action(map, object.opaque)
  }

  /// Creates an action that takes a 64-bit integer, and adds the action to a program. Other processes and notifications
  /// pass the integer when they activate the action.
  init(_ name: String, in map: OpaquePointer, withNumber action: @escaping @MainActor (Int64) -> Void) {
    let type = g_variant_type_new("x")
    defer { g_variant_type_free(type) }
    let object = GObjectReference(takingOver: g_simple_action_new(name, type))
    reference = WeakGObjectReference(object.pointer)
    connect(object.pointer, .pointer("activate")) { parameter in
      if let parameter { action(Int64(g_variant_get_int64(OpaquePointer(parameter)))) }
    }
    g_action_map_add_action(map, object.opaque)
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
