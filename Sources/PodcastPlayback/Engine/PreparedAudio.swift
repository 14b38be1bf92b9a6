import Foundation
import GLibSupport
import Podcasts

/// An audio that is loaded, but paused, before the user plays it.
@MainActor
final class PreparedAudio {
  let audio: URL
  /// The address of the bytes. `nil` until it is known.
  var source: PlaybackSource?
  /// `nil` until the source is known.
  var pipeline: Pipeline?
  /// Whether the first sound of the pipeline is ready.
  var isPrerolled = false
  /// How full the buffer is, in percent. `nil` before the first message about the buffer.
  var bufferingPercent: Int?
  /// Fires when the audio was not played in time and is discarded.
  let expiry = GLibTimer()

  init(audio: URL) { self.audio = audio }

  func close() {
    expiry.stop()
    pipeline?.close()
  }
}
