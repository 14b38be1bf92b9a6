import CSoup
import Foundation

/// Writes the same bytes to a connection repeatedly, on its own thread, until it is stopped or the client disconnects.
final class Flood: Sendable {
  /// Cancels the writes of the thread. Owned by this object.
  // Safe because a `GCancellable` is thread-safe.
  nonisolated(unsafe) private let cancellable: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  /// Starts writing. The thread keeps a reference to the connection until writing ends.
  init(_ data: Data, on connection: UnsafeMutablePointer<GIOStream>) {
    // The bytes are repeated up to about 64 KiB, so that each write is large.
    let block = (0..<max(1, 65_536 / max(data.count, 1))).reduce(into: Data()) { block, _ in block += data }
    g_object_ref(connection)
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

  /// Requests that the thread stops writing. Does not wait for it.
  func stop() { g_cancellable_cancel(cancellable) }
}
