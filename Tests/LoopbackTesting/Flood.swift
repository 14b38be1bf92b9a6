import CSoup
import Foundation

/// Writes the same bytes to a connection repeatedly, until ``stop()`` is called or the client disconnects. Each flood
/// has its own thread.
final class Flood: Sendable {
  /// Cancels the writes of the thread. The flood owns a reference.
  // Safe because a `GCancellable` is thread-safe.
  nonisolated(unsafe) private let cancellable: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  /// Starts writing. The thread keeps a reference to the connection until writing ends.
  init(_ data: Data, on connection: UnsafeMutablePointer<GIOStream>) {
    // Data of less than 64 KiB is repeated up to this size, so that each write is large.
    let block = (0..<max(1, 65_536 / max(data.count, 1))).reduce(into: Data()) { block, _ in block += data }
    g_object_ref(connection)
    // A pointer is not `Sendable`, so the thread receives its address. The thread releases the reference at the end.
    let connectionBits = UInt(bitPattern: connection)
    Thread.detachNewThread { [self] in
      let connection = UnsafeMutablePointer<GIOStream>(bitPattern: connectionBits)!
      let output = g_io_stream_get_output_stream(connection)
      let writeBlock = {
        block.withUnsafeBytes {
          g_output_stream_write_all(output, $0.baseAddress, gsize($0.count), nil, self.cancellable, nil) != 0
        }
      }
      while writeBlock() {}
      g_object_unref(connection)
    }
  }

  deinit { g_object_unref(cancellable) }

  /// Requests that the thread stops writing. Does not wait for the end of the thread.
  func stop() { g_cancellable_cancel(cancellable) }
}
