import GLibSupport
import Podcasts

/// A consumer of the video, which receives the pictures (``VideoFrame``) in a stream.
final class VideoViewer: Sendable {
  private let continuation: AsyncStream<VideoFrame>.Continuation

  /// Creates the viewer whose stream has this continuation.
  init(_ continuation: AsyncStream<VideoFrame>.Continuation) { self.continuation = continuation }

  /// Sends a picture to the viewer.
  func show(_ frame: VideoFrame) { continuation.yield(frame) }

  /// Ends the viewer's stream.
  func finish() { continuation.finish() }
}

/// The pictures of the audio's video. The player has at most one viewer, and decodes pictures only while there is one.
extension Player {
  /// Shows the video to a new viewer. The stream of the former viewer ends.
  func showVideo(to viewer: VideoViewer) {
    self.viewer?.finish()
    endVideo()
    self.viewer = viewer
    startVideo()
  }

  /// Stops decoding the pictures and removes a viewer. Does nothing if the player has another viewer.
  func hideVideo(from viewer: VideoViewer) {
    guard self.viewer === viewer else { return }
    self.viewer = nil
    endVideo()
  }

  /// Begins to decode the pictures, unless decoding has begun already. Does nothing if there is no viewer, or if the
  /// audio has no video.
  func startVideo() {
    guard videoPipeline == nil, let viewer, let pipeline, pipeline.isVideoReported, let sourceURL else { return }
    // `ticks`, the timer that emits positions, runs only while the sound plays.
    let sound = VideoPipeline.Sound(
      position: { [weak self] in self?.progress.position }, isPlaying: { [weak self] in self?.ticks.isRunning ?? false }
    )
    videoPipeline = VideoPipeline(
      source: sourceURL, agent: logic?.agent ?? .own, sound: sound, display: { viewer.show($0) },
      failed: { [weak self] in self?.endFailedVideo($0, package: $1) })
    if videoPipeline == nil {
      endFailedVideo("GStreamer's element appsink is missing", package: "gstreamer1.0-plugins-base")
    }
  }

  /// Stops decoding the pictures. The viewer remains.
  func endVideo() {
    videoPipeline?.close()
    videoPipeline = nil
  }

  /// Writes the reason for which the pictures cannot be decoded to the log, and ends the viewer's stream. If `package`,
  /// the Debian package with the missing plugin, is known, also emits an event.
  private func endFailedVideo(_ reason: String, package: String?) {
    log("the video cannot be shown: \(reason)" + (package.map { ": install \($0)" } ?? ""))
    if let package, let audio { hub.emit(.videoUndecodable(audio, package: package)) }
    endVideo()
    viewer?.finish()
    viewer = nil
  }
}
