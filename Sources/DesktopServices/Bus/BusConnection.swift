import CSecret

/// A connection to a bus of D-Bus, through the library GDBus, which the module `CSecret` contains.
final class BusConnection: Sendable {
  /// The `GDBusConnection`. This object owns a reference to it.
  // Safe because GDBus connections can be used on any thread.
  nonisolated(unsafe) let pointer: OpaquePointer
  /// Whether only this object uses the connection. Then `deinit` closes the connection.
  private let isPrivate: Bool

  /// Connects to a bus. Blocks the calling thread.
  ///
  /// - Parameter address: The address of the bus, or `nil` for the session bus, whose connection is shared in the
  ///   process.
  init(address: String?) throws(BusFailure) {
    isPrivate = address != nil
    if let address {
      let flags =
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
      pointer = try withGError {
        g_dbus_connection_new_for_address_sync(address, GDBusConnectionFlags(flags), nil, nil, $0)
      }
    } else {
      pointer = try withGError { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }
    }
  }

  deinit {
    if isPrivate { g_dbus_connection_close(pointer, nil, nil, nil) }
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  /// Calls a method of the program that has the name `service` on the bus. Blocks the calling thread for up to five
  /// seconds. A program that is not running is not started.
  ///
  /// - Returns: The answer, or an empty tuple if the answer contains values that ``BusValue`` cannot represent.
  func call(
    _ service: String, path: String, interface: String, method: String, _ arguments: [BusValue] = []
  ) throws(BusFailure) -> BusValue {
    let answer = try withGError {
      g_dbus_connection_call_sync(
        pointer, service, path, interface, method, BusValue.tuple(arguments).makeGVariant(), nil,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, nil, $0)
    }
    defer { g_variant_unref(answer) }
    return BusValue(answer) ?? .tuple([])
  }

  /// Emits a signal to all subscribers. Can be called on any thread.
  func emit(_ signal: String, path: String, interface: String, _ arguments: [BusValue]) {
    // Emitting fails only after the connection is closed. Then there are no subscribers.
    g_dbus_connection_emit_signal(pointer, nil, path, interface, signal, BusValue.tuple(arguments).makeGVariant(), nil)
  }

  /// Requests a name on the bus without waiting for the answer. If another connection has the name, this connection
  /// gets the name after the other connection has released it.
  func requestName(_ name: String) {
    // The flags are 0, so that the bus queues this connection for the name.
    g_dbus_connection_call(
      pointer, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      BusValue.tuple([.string(name), .uint32(0)]).makeGVariant(), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil, nil)
  }
}
