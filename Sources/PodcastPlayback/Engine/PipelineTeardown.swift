import CGStreamer
import GLibSupport

/// Stops and releases a pipeline whose owner no longer receives its messages: the bus has no ``BusWatch``.
///
/// In GStreamer 1.22, a change to the state NULL while playbin3 builds its elements can block forever. An element that
/// was just added misses the change, and its thread blocks the others. So a pipeline that is settling (loading or
/// seeking) settles first, without sound. If a server does not answer, settling takes long, so the pipeline is stopped
/// after a time limit. While a pipeline waits for a server, no element is being built.
@MainActor
final class PipelineTeardown {
  /// The time limit of settling, in milliseconds.
  private static let timeLimit: guint = 3000

  /// Owned: released at the end.
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let timer = GLibTimer()

  /// Takes ownership of a reference to a pipeline whose bus has no watch. Sets the pipeline's state to NULL, and
  /// releases the reference.
  static func end(_ pipeline: UnsafeMutablePointer<GstElement>, isSettling: Bool) {
    let teardown = PipelineTeardown(pipeline)
    if isSettling { teardown.releaseAfterSettling() } else { teardown.release() }
  }

  private init(_ pipeline: UnsafeMutablePointer<GstElement>) { self.pipeline = pipeline }

  private func releaseAfterSettling() {
    // A pipeline that is seeking may be playing. Pausing it stops the sound.
    gst_element_set_state(pipeline, GST_STATE_PAUSED)
    // The closures of the watch and of the timer keep this object alive until `finish()` removes both.
    BusWatch.add(to: pipeline) { message in
      if BusWatch.endsSettling(message) { self.finish() }
    }
    timer.start(everyMilliseconds: Self.timeLimit) { self.finish() }
  }

  /// Removes the watch and the timer, and releases the pipeline. Does nothing when called again.
  private func finish() {
    guard timer.isRunning else { return }
    timer.stop()
    BusWatch.remove(from: pipeline)
    release()
  }

  /// Sets the state to NULL, and releases the pipeline. The change of the state waits for all threads of the pipeline.
  /// Such a thread may wait for a server, or forever because of a bug in playbin3. So another thread of GStreamer
  /// performs the change, with a reference of its own, and the main actor is never blocked.
  private func release() {
    gst_element_call_async(pipeline, setStateToNull, nil, nil)
    gst_object_unref(pipeline)
  }
}

/// Sets the state to NULL on one of GStreamer's threads. A closure in the class would be isolated to the main actor, so
/// this is a function.
private func setStateToNull(_ pipeline: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
  gst_element_set_state(pipeline, GST_STATE_NULL)
}
