import Foundation
import GLibSupport

/// An audio that is loaded, paused, before it is played.
@MainActor
final class PreparedAudio {
  let audio: URL
  /// Where the bytes come from. `nil` until it is known.
  var source: URL?
  /// `nil` until the source is known.
  var pipeline: Pipeline?
  /// Whether the pipeline has its first sound.
  var isPrerolled = false
  /// The last message about the buffer, in percent.
  var bufferingPercent: Int?
  /// Ends the preparation.
  let expiry = GLibTimer()

  init(audio: URL) { self.audio = audio }

  func close() {
    expiry.stop()
    pipeline?.close()
  }
}
