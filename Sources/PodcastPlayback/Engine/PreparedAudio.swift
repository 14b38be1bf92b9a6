import Foundation
import GLibSupport
import Podcasts

/// An audio that is loaded, paused, before it is played.
@MainActor
final class PreparedAudio {
  let audio: URL
  /// The address of the bytes. `nil` until it is known.
  var source: PlaybackSource?
  /// `nil` until the source is known.
  var pipeline: Pipeline?
  /// Whether the first sound of the pipeline is ready.
  var isPrerolled = false
  /// The last message about the buffer, in percent.
  var bufferingPercent: Int?
  /// Discards the audio after a time.
  let expiry = GLibTimer()

  init(audio: URL) { self.audio = audio }

  func close() {
    expiry.stop()
    pipeline?.close()
  }
}
