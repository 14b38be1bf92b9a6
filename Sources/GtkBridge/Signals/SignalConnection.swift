internal import CGtk

/// Connects a closure to a signal of an object.
///
/// The object owns the closure. The closure and its captured values live until the object is finalized or
/// ``SignalConnection/disconnect()`` is called. A closure that captures a ``GObjectReference`` to the object, or to an
/// owner of the object, creates a reference cycle. The closure and the object are then never released. Capture the
/// borrowed pointer instead, which is valid while the signal is emitted.
///
/// - Parameters:
///   - object: The object that emits the signal. It must have a signal with the name and the handler type of `signal`.
///   - signal: The name of the signal, and the type of its handler.
///   - order: Whether the closure runs before or after the object's own handling of the signal.
///   - handler: The closure, which runs on the main actor.
/// - Returns: The connection, with which the caller can disconnect or block the closure. Releasing the connection does
///   not disconnect the closure.
@MainActor @discardableResult
public func connect<Handler>(
  _ object: some GObjectPointer, _ signal: Signal<Handler>, order: SignalOrder = .before, _ handler: Handler
) -> SignalConnection {
  let connection = HandlerConnection(object: object.gobject, handler: handler)
  // Safe because GObject calls `releaseConnection` exactly once, and that function releases the reference.
  let data = Unmanaged<SignalConnection>.passRetained(connection).toOpaque()
  let id = signal.name.withUTF8Buffer { name in
    name.withMemoryRebound(to: CChar.self) { name in
      g_signal_connect_data(
        object.rawPointer, name.baseAddress, signal.trampoline, data, releaseConnection, order.flags)
    }
  }
  precondition(id != 0, "A \(object.typeName) has no signal \(signal.name).")
  connection.id = id
  return connection
}

/// The time at which a closure runs, relative to the object's own handling of a signal.
public enum SignalOrder: Sendable {
  /// Before the object's own handling. A few signals run the object's own handling first in any case.
  case before
  /// After the object's own handling.
  case after

  /// The flags for GObject that have this meaning.
  var flags: GConnectFlags {
    switch self {
    case .before: GConnectFlags(rawValue: 0)
    case .after: G_CONNECT_AFTER
    }
  }
}

/// The connection of a closure to a signal of an object.
///
/// A connection does not retain the object. When the object is finalized, the connection releases the closure, so code
/// may keep the connection for any time.
@MainActor
public class SignalConnection {
  /// Borrowed. `nil` after the connection has ended.
  private var object: UnsafeMutablePointer<GObject>?
  /// The identifier of the handler in GObject.
  fileprivate var id: gulong = 0

  init(object: UnsafeMutablePointer<GObject>) {
    self.object = object
  }

  /// Whether the closure is still connected to the signal.
  public var isConnected: Bool { object != nil }

  /// Ends the connection and releases the closure. If the closure is running, it is released when it returns. A second
  /// call has no effect.
  public func disconnect() {
    guard let object else { return }
    self.object = nil
    g_signal_handler_disconnect(object, id)
  }

  /// Runs `change` without calling the connected closure for the signals that the change causes. Use this function
  /// when code changes a value, but the closure must handle only the user's changes.
  public func withHandlerBlocked<Result>(_ change: () throws -> Result) rethrows -> Result {
    guard let object else { return try change() }
    g_signal_handler_block(object, id)
    // The change may finalize the object or disconnect the closure.
    defer { if let object = self.object { g_signal_handler_unblock(object, id) } }
    return try change()
  }

  /// Called when the object has released the closure.
  fileprivate func closureWasReleased() {
    object = nil
  }
}

/// A connection that stores its closure, so that both need only one allocation.
final class HandlerConnection<Handler>: SignalConnection {
  /// The closure. `nil` after the object has released it.
  // Safe because the property is changed only on the first thread. It is read only by the signals' trampolines, the C
  // functions that GObject calls, and they check that they are on the first thread.
  @exclusivity(unchecked) private(set) nonisolated(unsafe) var handler: Handler?

  init(object: UnsafeMutablePointer<GObject>, handler: Handler) {
    self.handler = handler
    super.init(object: object)
  }

  fileprivate override func closureWasReleased() {
    super.closureWasReleased()
    handler = nil
  }
}

private let releaseConnection: GClosureNotify = { data, _ in
  guard let data else { return }
  // Safe because this function releases the reference that `connect` took, and GTK requires that objects are released
  // on the first thread.
  let connection = Unmanaged<SignalConnection>.fromOpaque(data)
  MainActor.assumeIsolated {
    connection.takeUnretainedValue().closureWasReleased()
  }
  connection.release()
}
