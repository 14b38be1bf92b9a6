import CGStreamer

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
  private let timer = MainLoopTimer()

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
    timer.start(everyMilliseconds: Self.patience) { self.finish() }
  }

  private func finish() {
    guard timer.isRunning else { return }
    timer.stop()
    BusWatch.remove(from: player)
    release()
  }

  /// The way to NULL waits for GStreamer's threads, one of which may wait for a server, or, by a fault of playbin3's, for ever. So it is left
  /// to a thread of GStreamer's own, which gives back the last reference: the window goes on, whatever happens there.
  private func release() {
    gst_element_call_async(player, goToNull, nil, nil)
    gst_object_unref(player)
  }
}

/// A function and not a closure in the class: a thread of GStreamer's calls it, and not the main actor.
private func goToNull(_ player: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
  gst_element_set_state(player, GST_STATE_NULL)
}
