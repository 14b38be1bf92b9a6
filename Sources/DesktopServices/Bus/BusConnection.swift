import CSecret

/// A connection to a message bus.
final class BusConnection: Sendable {
  /// Owned.
  // Safe because GDBus locks a connection.
  nonisolated(unsafe) let pointer: OpaquePointer
  /// Whether the connection belongs to this object alone.
  private let isPrivate: Bool

  /// Connects to a bus. It blocks the calling thread.
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

  /// Calls a method, and waits for the answer, at most five seconds. It blocks the calling thread, and starts no
  /// service.
  func call(
    _ name: String, path: String, interface: String, method: String, _ arguments: [BusValue] = []
  ) throws(BusFailure) -> BusValue {
    let answer = try withGError {
      g_dbus_connection_call_sync(
        pointer, name, path, interface, method, BusValue.tuple(arguments).makeVariant(), nil,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, nil, $0)
    }
    defer { g_variant_unref(answer) }
    return BusValue(answer) ?? .tuple([])
  }

  /// Emits a signal to all listeners. Can be called on any thread.
  func emit(_ signal: String, path: String, interface: String, _ arguments: [BusValue]) {
    // It fails only after the connection is closed, when there are no listeners.
    g_dbus_connection_emit_signal(pointer, nil, path, interface, signal, BusValue.tuple(arguments).makeVariant(), nil)
  }

  /// Requests a name without waiting for the answer. If another connection has the name, this one gets it after that
  /// connection ends.
  func request(_ name: String) {
    g_dbus_connection_call(
      pointer, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      BusValue.tuple([.string(name), .uint32(0)]).makeVariant(), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil, nil)
  }
}
