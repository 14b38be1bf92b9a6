import CSoup
import Synchronization

/// The times at which the network becomes available again, according to GIO's network monitor.
enum NetworkReturns {
  /// The user data of the signal handler. Emits a value when the network was unavailable and is available now.
  private final class Watch: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    /// Whether the network was available at the last call of ``record(isAvailable:)``. Before the first call, whether
    /// it was available when this object was created.
    private let lastAvailability: Mutex<Bool>

    init(_ continuation: AsyncStream<Void>.Continuation, isAvailable: Bool) {
      self.continuation = continuation
      lastAvailability = Mutex(isAvailable)
    }

    func record(isAvailable: Bool) {
      let wasAvailable = lastAvailability.withLock { lastAvailability in
        defer { lastAvailability = isAvailable }
        return lastAvailability
      }
      if isAvailable, !wasAvailable { continuation.yield() }
    }
  }

  /// Returns a stream that emits a value each time the network becomes available after it was unavailable.
  static func stream() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      Task { @NetworkActor in
        let handlerID = connect(continuation)
        continuation.onTermination = { _ in
          Task { @NetworkActor in
            g_signal_handler_disconnect(UnsafeMutableRawPointer(g_network_monitor_get_default()), handlerID)
          }
        }
      }
    }
  }

  /// Connects a signal handler to the network monitor, and returns the id of the handler. The monitor lives until the
  /// process ends. It emits its signals on the thread of its first use.
  @NetworkActor
  private static func connect(_ continuation: AsyncStream<Void>.Continuation) -> gulong {
    let monitor = g_network_monitor_get_default()
    let watch = Watch(continuation, isAvailable: g_network_monitor_get_network_available(monitor) != 0)
    let networkChanged: @convention(c) (OpaquePointer, gboolean, UnsafeMutableRawPointer) -> Void = {
      _, isAvailable, watch in
      // Safe because the watch is released only when the handler is disconnected.
      Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue().record(isAvailable: isAvailable != 0)
    }
    return g_signal_connect_data(
      UnsafeMutableRawPointer(monitor), "network-changed",
      // Safe because the function has the type of a handler in the documentation of the signal.
      unsafeBitCast(networkChanged, to: GCallback.self),
      // Safe because GLib calls the closure that releases the watch once, when the handler is disconnected.
      Unmanaged.passRetained(watch).toOpaque(), { watch, _ in Unmanaged<Watch>.fromOpaque(watch!).release() },
      GConnectFlags(0))
  }
}
