import CSoup
import Foundation

/// Writes the same bytes to a connection repeatedly, on its own thread.
final class Flood: Sendable {
  /// Owned by this object.
  // Safe because GLib locks a cancellable.
  nonisolated(unsafe) private let cancellable: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  /// Starts writing. The connection is borrowed, and a reference is kept until writing ends.
  init(_ data: Data, on connection: UnsafeMutablePointer<GIOStream>) {
    let piece = (0..<max(1, 65_536 / max(data.count, 1))).reduce(into: Data()) { piece, _ in piece += data }
    g_object_ref(connection)
    let bits = UInt(bitPattern: connection)
    Thread.detachNewThread { [self] in
      let connection = UnsafeMutablePointer<GIOStream>(bitPattern: bits)!
      let output = g_io_stream_get_output_stream(connection)
      let isWriting = {
        piece.withUnsafeBytes {
          g_output_stream_write_all(output, $0.baseAddress, gsize($0.count), nil, self.cancellable, nil) != 0
        }
      }
      while isWriting() {}
      g_object_unref(connection)
    }
  }

  deinit { g_object_unref(cancellable) }

  /// Requests that the thread stops writing. Does not wait for it.
  func stop() { g_cancellable_cancel(cancellable) }
}
