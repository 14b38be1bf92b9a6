import Foundation
import GLibSupport
import Podcasts

/// An audio that is likely to be played next. It is loaded, and paused until the user plays it.
@MainActor
final class PreparedAudio {
  let audio: URL
  /// The address and the kind of the bytes. `nil` until they are known.
  var source: PlaybackSource?
  /// The pipeline that loads the audio. `nil` until the source is known.
  var pipeline: Pipeline?
  /// Whether the first sound of the pipeline is ready.
  var isPrerolled = false
  /// How full the buffer is, in percent. `nil` before the first message about the buffer.
  var bufferingPercent: Int?
  /// Fires if the audio was not played in time. Then ``Player`` discards the audio.
  let expiryTimer = GLibTimer()

  init(audio: URL) { self.audio = audio }

  func close() {
    expiryTimer.stop()
    pipeline?.close()
  }
}
