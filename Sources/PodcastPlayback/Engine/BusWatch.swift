import CGStreamer

/// Receives the messages of a pipeline's bus, which is GStreamer's queue of messages for the program. GStreamer's
/// threads post messages on the bus. A *watch* is a source of GLib's main loop that delivers them on the main actor.
@MainActor
enum BusWatch {
  private final class Receiver {
    let receive: (UnsafeMutablePointer<GstMessage>) -> Void
    init(_ receive: @escaping (UnsafeMutablePointer<GstMessage>) -> Void) { self.receive = receive }
  }

  /// Adds a watch to the bus of a pipeline. Until the watch is removed, `receive` is called with each message. The
  /// message is borrowed for the call. A bus can have only one watch.
  static func add(
    to pipeline: UnsafeMutablePointer<GstElement>, receive: @escaping (UnsafeMutablePointer<GstMessage>) -> Void
  ) {
    let bus = gst_element_get_bus(pipeline)
    defer { gst_object_unref(bus) }
    // Safe because the destroy notify releases this receiver once, after the last call.
    let receiver = Unmanaged.passRetained(Receiver(receive)).toOpaque()
    gst_bus_add_watch_full(
      bus, G_PRIORITY_DEFAULT,
      { _, message, receiver in
        // The result 1 keeps the watch.
        guard let message, let receiver else { return 1 }
        // Safe because the watch is on GLib's default main context, which runs on the main actor's thread.
        MainActor.assumeIsolated {
          // Safe because the watch retains the receiver until the destroy notify below.
          Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue().receive(message)
        }
        return 1
      },
      receiver,
      // Safe because GLib calls this destroy notify once, when the watch is removed.
      { Unmanaged<Receiver>.fromOpaque($0!).release() })
  }

  /// Removes the watch from the bus of a pipeline. No message is delivered after this call.
  static func remove(from pipeline: UnsafeMutablePointer<GstElement>) {
    let bus = gst_element_get_bus(pipeline)
    gst_bus_remove_watch(bus)
    gst_object_unref(bus)
  }

  /// Whether a message ends the settling of a pipeline, which is its loading or seeking. Settling ends with success,
  /// with an error, or with the end of the stream.
  static func endsSettling(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
    let type = message.pointee.type
    return type == GST_MESSAGE_ASYNC_DONE || type == GST_MESSAGE_ERROR || type == GST_MESSAGE_EOS
  }
}
