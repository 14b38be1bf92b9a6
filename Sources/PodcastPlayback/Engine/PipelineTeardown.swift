import CGStreamer
import GLibSupport

/// The end of a pipeline without a listener.
///
/// In GStreamer 1.22, a change to NULL while playbin3 builds its elements can block forever. An element that was just added misses the
/// change, and its thread blocks the others. So a loading pipeline first finishes loading without sound. A silent server delays this, so the
/// pipeline ends after a limit, because no element is being built then.
@MainActor
final class PipelineTeardown {
  /// How long loading may take, in milliseconds.
  private static let patience: guint = 3000

  /// Owned: released at the end.
  private let player: UnsafeMutablePointer<GstElement>
  private let timer = GLibTimer()

  /// Takes over a reference to a pipeline, whose bus has no watch, and gives it back when it has come to NULL.
  static func end(_ player: UnsafeMutablePointer<GstElement>, isSettling: Bool) {
    let teardown = PipelineTeardown(player)
    if isSettling { teardown.waitUntilSettled() } else { teardown.release() }
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

  /// The change to NULL waits for GStreamer's threads. One of them may wait for a server, or forever because of a bug in playbin3. So one of
  /// GStreamer's threads performs the change and releases the last reference, and the window is never blocked.
  private func release() {
    gst_element_call_async(player, goToNull, nil, nil)
    gst_object_unref(player)
  }
}

/// A function and not a closure in the class: a thread of GStreamer's calls it, and not the main actor.
private func goToNull(_ player: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
  gst_element_set_state(player, GST_STATE_NULL)
}
