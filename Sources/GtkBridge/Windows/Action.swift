internal import CGtk

/// An action of the user, with a name that menus, buttons and keys refer to.
///
/// The program or window that the action was added to owns the action and its closure.
@MainActor
public final class Action {
  private let reference: WeakGObjectReference

  /// Adds an action to a program or a window.
  init(_ name: String, in map: OpaquePointer, _ action: @escaping @MainActor () -> Void) {
    let object = GObjectReference(takingOver: g_simple_action_new(name, nil))
    reference = WeakGObjectReference(object.pointer)
    connect(object.pointer, .ignoringArgument("activate")) { action() }
    g_action_map_add_action(map, object.opaque)
  }

  /// Adds an action that takes a number to a program.
  init(_ name: String, in map: OpaquePointer, taking action: @escaping @MainActor (Int64) -> Void) {
    let type = g_variant_type_new("x")
    defer { g_variant_type_free(type) }
    let object = GObjectReference(takingOver: g_simple_action_new(name, type))
    reference = WeakGObjectReference(object.pointer)
    connect(object.pointer, .pointer("activate")) { parameter in
      if let parameter { action(Int64(g_variant_get_int64(OpaquePointer(parameter)))) }
    }
    g_action_map_add_action(map, object.opaque)
  }

  /// Whether the action is enabled. Menus and buttons follow this property.
  public var isEnabled: Bool {
    get { reference.pointer.map { g_action_get_enabled($0.opaque) != 0 } ?? false }
    set {
      if let action = reference.pointer { g_simple_action_set_enabled(action.opaque, newValue ? 1 : 0) }
    }
  }

  /// Activates the action, as a menu does. A disabled action does nothing.
  public func activate() {
    if let action = reference.pointer { g_action_activate(action.opaque, nil) }
  }
}
