import CGStreamer
import GLibSupport

/// Stops and releases a pipeline that has no watch on its bus.
///
/// In GStreamer 1.22, a change to NULL while playbin3 builds its elements can block forever. An element that was just
/// added misses the change, and its thread blocks the others. So a loading pipeline first finishes loading without
/// sound. If a server does not answer, loading takes long, so the pipeline is stopped after a time limit. At that time
/// no element is being built.
@MainActor
final class PipelineTeardown {
  /// The time limit of loading, in milliseconds.
  private static let timeLimit: guint = 3000

  /// Owned: released at the end.
  private let player: UnsafeMutablePointer<GstElement>
  private let timer = GLibTimer()

  /// Takes ownership of a reference to a pipeline whose bus has no watch, and releases it after the state is NULL.
  static func end(_ player: UnsafeMutablePointer<GstElement>, isSettling: Bool) {
    let teardown = PipelineTeardown(player)
    if isSettling { teardown.waitUntilSettled() } else { teardown.release() }
  }

  private init(_ player: UnsafeMutablePointer<GstElement>) { self.player = player }

  private func waitUntilSettled() {
    // A pipeline that is seeking may be playing. Pausing it stops the sound.
    gst_element_set_state(player, GST_STATE_PAUSED)
    // The closures of the watch and of the timer keep this object alive until `finish()` removes both.
    BusWatch.add(to: player) { message in
      if BusWatch.settles(message) { self.finish() }
    }
    timer.start(everyMilliseconds: Self.timeLimit) { self.finish() }
  }

  /// Removes the watch and the timer, and releases the pipeline. Does nothing when called again.
  private func finish() {
    guard timer.isRunning else { return }
    timer.stop()
    BusWatch.remove(from: player)
    release()
  }

  /// Sets the state to NULL, which waits for GStreamer's threads. One of them may wait for a server, or forever because
  /// of a bug in playbin3. So one of GStreamer's threads performs the change and releases the last reference, and the
  /// window is never blocked.
  private func release() {
    gst_element_call_async(player, setStateToNull, nil, nil)
    gst_object_unref(player)
  }
}

/// This is not a closure in the class, because a closure would be isolated to the main actor, and GStreamer calls this
/// function on its own thread.
private func setStateToNull(_ player: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
  gst_element_set_state(player, GST_STATE_NULL)
}
