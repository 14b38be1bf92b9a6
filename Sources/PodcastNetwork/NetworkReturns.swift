import CSoup
import Synchronization

/// Reports each time the network becomes available again, according to GIO's network monitor.
enum NetworkReturns {
  /// The user data of the signal handler. It compares each state of the network with the state before.
  private final class Watch: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    /// Whether the network was available after the last change.
    private let lastState: Mutex<Bool>

    init(_ continuation: AsyncStream<Void>.Continuation, isAvailable: Bool) {
      self.continuation = continuation
      lastState = Mutex(isAvailable)
    }

    func changed(isAvailable: Bool) {
      let wasAvailable = lastState.withLock { lastState in
        defer { lastState = isAvailable }
        return lastState
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

  /// Connects to the monitor, which lives until the process ends. Returns the id of the signal handler. The monitor
  /// emits its signals on the thread of its first use.
  @NetworkActor
  private static func connect(_ continuation: AsyncStream<Void>.Continuation) -> gulong {
    let monitor = g_network_monitor_get_default()
    let watch = Watch(continuation, isAvailable: g_network_monitor_get_network_available(monitor) != 0)
    let changed: @convention(c) (OpaquePointer, gboolean, UnsafeMutableRawPointer) -> Void = { _, isAvailable, watch in
      // Safe because GLib keeps the watch until its destroy notify.
      Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue().changed(isAvailable: isAvailable != 0)
    }
    return g_signal_connect_data(
      UnsafeMutableRawPointer(monitor), "network-changed",
      // Safe because the function has the type that the signal's documentation names.
      unsafeBitCast(changed, to: GCallback.self),
      // Safe because GLib calls the destroy notify once, when the handler is disconnected.
      Unmanaged.passRetained(watch).toOpaque(), { watch, _ in Unmanaged<Watch>.fromOpaque(watch!).release() },
      GConnectFlags(0))
  }
}
