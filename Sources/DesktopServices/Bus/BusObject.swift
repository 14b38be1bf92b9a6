import CSecret

/// An object with one or several D-Bus interfaces, which other processes use through the bus.
protocol BusObject: Sendable {
  /// Returns the value of a property, or `nil` if there is no such property.
  func property(_ name: String, of interface: String) -> BusValue?
  /// Sets a property. Throws if it cannot be set to the value.
  func set(_ name: String, of interface: String, to value: BusValue) throws(BusRefusal)
  /// Executes a method, and returns the values of the reply. Throws if there is no such method, or if an argument is
  /// invalid.
  func call(_ method: String, of interface: String, _ arguments: [BusValue]) throws(BusRefusal) -> [BusValue]
}

/// The refusal to execute a method or to set a property, with a message for the caller.
struct BusRefusal: Error {
  let message: String
}

/// Exports objects on a connection, so that other processes can use them. GDBus calls an object on the thread that has
/// exported it.
enum BusExport {
  /// Holds an object, for the pointer that C code passes to the callbacks.
  private final class Box {
    let object: any BusObject
    init(_ object: any BusObject) { self.object = object }
  }

  /// Exports an object at a path, until the connection is closed. `xml` describes the interfaces of the object, in the
  /// format of D-Bus introspection.
  static func export(
    _ object: any BusObject, xml: String, path: String, on connection: BusConnection
  ) throws(BusFailure) {
    let node = try withGError { g_dbus_node_info_new_for_xml(xml, $0) }
    defer { g_dbus_node_info_unref(node) }
    // GDBus copies this table when an interface is registered.
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, interface, method, arguments, invocation, data in
      BusExport.answer(interface, method, arguments, invocation, data)
    }
    table.get_property = { _, _, _, interface, name, error, data in
      guard let interface, let name,
        let value = BusExport.object(data).property(String(cString: name), of: String(cString: interface))
      else {
        g_set_error_literal(
          error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_UNKNOWN_PROPERTY.rawValue), "There is no such property.")
        return nil
      }
      return value.makeGVariant()
    }
    table.set_property = { _, _, _, interface, name, value, error, data in
      BusExport.set(interface, name, value, error, data)
    }
    // A null pointer ends the array of interfaces.
    var index = 0
    while let info = node.pointee.interfaces[index] {
      // Each interface has a box of its own. Safe because GDBus releases the box once, when the interface is removed.
      let box = Unmanaged.passRetained(Box(object)).toOpaque()
      _ = try withGError { error -> guint? in
        let id = g_dbus_connection_register_object(
          connection.pointer, path, info, &table, box, { Unmanaged<Box>.fromOpaque($0!).release() }, error)
        return id == 0 ? nil : id
      }
      index += 1
    }
  }

  /// Returns the object in the ``Box`` to which a callback's pointer refers.
  private static func object(_ data: UnsafeMutableRawPointer?) -> any BusObject {
    // Safe because GDBus keeps the box as long as it calls the object.
    Unmanaged<Box>.fromOpaque(data!).takeUnretainedValue().object
  }

  /// Executes a method, and replies to the caller with the values or with the error.
  private static func answer(
    _ interface: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ arguments: OpaquePointer?,
    _ invocation: OpaquePointer?,
    _ data: UnsafeMutableRawPointer?
  ) {
    guard let interface, let method else { return }
    do throws(BusRefusal) {
      let values = try object(data).call(
        String(cString: method), of: String(cString: interface), BusValue(arguments)?.elements ?? [])
      g_dbus_method_invocation_return_value(invocation, BusValue.tuple(values).makeGVariant())
    } catch {
      g_dbus_method_invocation_return_error_literal(
        invocation, g_dbus_error_quark(), Int32(G_DBUS_ERROR_INVALID_ARGS.rawValue), error.message)
    }
  }

  /// Sets a property, and returns 1. If the type of the value is not supported, or if the object refuses the value,
  /// sets `error` and returns 0.
  private static func set(
    _ interface: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: OpaquePointer?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    guard let interface, let name else { return 0 }
    do throws(BusRefusal) {
      guard let value = BusValue(value) else { throw BusRefusal(message: "Values of this type are not supported.") }
      try object(data).set(String(cString: name), of: String(cString: interface), to: value)
      return 1
    } catch let refusal {
      g_set_error_literal(error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_INVALID_ARGS.rawValue), refusal.message)
      return 0
    }
  }
}
