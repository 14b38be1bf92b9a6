import CGStreamer

/// A pipeline's bus: GStreamer's threads post messages there, and GLib's main loop brings them to the main actor.
@MainActor
enum BusWatch {
  private final class Receiver {
    let receive: (UnsafeMutablePointer<GstMessage>) -> Void
    init(_ receive: @escaping (UnsafeMutablePointer<GstMessage>) -> Void) { self.receive = receive }
  }

  /// Calls a closure with each message, borrowed, until the watch is removed. A bus can have one watch.
  static func add(
    to player: UnsafeMutablePointer<GstElement>, receive: @escaping (UnsafeMutablePointer<GstMessage>) -> Void
  ) {
    let bus = gst_element_get_bus(player)
    defer { gst_object_unref(bus) }
    // Safe because the destroy notify releases what is retained here, once, after the last call.
    let receiver = Unmanaged.passRetained(Receiver(receive)).toOpaque()
    gst_bus_add_watch_full(
      bus, G_PRIORITY_DEFAULT,
      { _, message, receiver in
        guard let message, let receiver else { return 1 }
        // Safe because the watch is on GLib's default main context, which runs on the main actor's thread.
        MainActor.assumeIsolated {
          // Safe because the bus keeps the receiver until its destroy notify.
          Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue().receive(message)
        }
        return 1
      },
      receiver,
      // Safe because GLib calls it once, when the watch is removed.
      { Unmanaged<Receiver>.fromOpaque($0!).release() })
  }

  static func remove(from player: UnsafeMutablePointer<GstElement>) {
    let bus = gst_element_get_bus(player)
    gst_bus_remove_watch(bus)
    gst_object_unref(bus)
  }

  /// Whether a message says that loading or seeking is over, well or badly.
  static func settles(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
    let type = message.pointee.type
    return type == GST_MESSAGE_ASYNC_DONE || type == GST_MESSAGE_ERROR || type == GST_MESSAGE_EOS
  }
}

/// The end of a pipeline that nobody listens to any more.
///
/// To go to NULL while playbin3 builds its parts can wait for ever, in GStreamer 1.22: a part that has just been added misses the order,
/// and keeps a thread that the others wait for. So a pipeline that is loading loads first, silently, and ends then; or after a while, when
/// a server says nothing, since nothing is being built then.
@MainActor
final class Retirement {
  /// How long loading may take, in milliseconds.
  private static let patience: guint = 3000

  /// Owned: released at the end.
  private let player: UnsafeMutablePointer<GstElement>
  /// Owned: GLib's source, 0 once it is gone.
  private var timer: guint = 0

  /// Takes over a reference to a pipeline, whose bus has no watch, and gives it back when it has come to NULL.
  static func end(_ player: UnsafeMutablePointer<GstElement>, isSettling: Bool) {
    let retirement = Retirement(player)
    if isSettling { retirement.waitUntilSettled() } else { retirement.release() }
  }

  private init(_ player: UnsafeMutablePointer<GstElement>) { self.player = player }

  private func waitUntilSettled() {
    // It may be sounding while it seeks.
    gst_element_set_state(player, GST_STATE_PAUSED)
    // The watch and the timer keep this object, until one of them ends both.
    BusWatch.add(to: player) { message in
      if BusWatch.settles(message) { self.finish() }
    }
    timer = g_timeout_add_full(
      G_PRIORITY_DEFAULT, Self.patience,
      { retirement in
        guard let retirement else { return 0 }
        // Safe because the source is on GLib's default main context, which runs on the main actor's thread.
        MainActor.assumeIsolated {
          // Safe because GLib keeps the object until the source's destroy notify.
          Unmanaged<Retirement>.fromOpaque(retirement).takeUnretainedValue().finish()
        }
        return 0
      },
      // Safe because the destroy notify releases it, once.
      Unmanaged.passRetained(self).toOpaque(),
      // Safe because GLib calls it once, when the source goes away.
      { Unmanaged<Retirement>.fromOpaque($0!).release() })
  }

  private func finish() {
    guard timer != 0 else { return }
    g_source_remove(timer)
    timer = 0
    BusWatch.remove(from: player)
    release()
  }

  private func release() {
    gst_element_set_state(player, GST_STATE_NULL)
    gst_object_unref(player)
  }
}
