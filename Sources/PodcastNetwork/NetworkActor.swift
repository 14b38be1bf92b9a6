import CSoup

/// The actor of all transfers. It runs on a thread with a `GMainContext` of its own, so no server can block the main
/// loop.
@globalActor
actor NetworkActor {
  static let shared = NetworkActor()

  private static let thread = GLibThread(name: "podcast-net")

  nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.asUnownedSerialExecutor() }

  /// Runs a closure that is isolated to this actor. GLib's callbacks on the actor's thread call this function.
  // Safe because ``preconditionIsolated`` ends the program on any other thread.
  static func assumeIsolated<Value>(_ operation: @NetworkActor () -> Value) -> Value {
    shared.preconditionIsolated()
    return withoutActuallyEscaping(operation) { (operation: @escaping @NetworkActor () -> Value) -> Value in
      // Safe because this is the actor's thread, as was just checked. The types differ only in the isolation.
      unsafeBitCast(operation, to: (() -> Value).self)()
    }
  }
}

/// Uses a Swift closure as the callback of a GIO operation.
@NetworkActor
enum GLibCallback {
  /// A closure as the user data of a GIO operation.
  private final class Box {
    let body: @NetworkActor (OpaquePointer) -> Void
    init(_ body: @escaping @NetworkActor (OpaquePointer) -> Void) { self.body = body }
  }

  /// Returns the user data for ``function``, which calls the closure once. The closure receives the operation's
  /// `GAsyncResult`, which is valid only during the call.
  static func data(_ body: @escaping @NetworkActor (_ result: OpaquePointer) -> Void) -> UnsafeMutableRawPointer {
    // Safe because GIO calls the callback of an operation once, and the callback releases the box.
    Unmanaged.passRetained(Box(body)).toOpaque()
  }

  /// The C callback. Its user data must be the result of ``data(_:)``.
  static let function: GAsyncReadyCallback = { _, result, data in
    // Pointers are not `Sendable`, so the isolated closure captures integers.
    let result = UInt(bitPattern: result)
    let data = UInt(bitPattern: data)
    // Safe because the operation was started on the actor's thread, and GIO calls this function on that thread.
    NetworkActor.assumeIsolated {
      // Safe because ``data(_:)`` retained the box, and GIO calls this function once.
      let box = Unmanaged<Box>.fromOpaque(UnsafeMutableRawPointer(bitPattern: data)!).takeRetainedValue()
      box.body(OpaquePointer(bitPattern: result)!)
    }
  }
}
