import GLibSupport
import Podcasts

/// A consumer of the video. It receives the pictures as a stream.
final class VideoViewer: Sendable {
  private let pictures: AsyncStream<VideoFrame>.Continuation

  init(_ pictures: AsyncStream<VideoFrame>.Continuation) { self.pictures = pictures }

  func show(_ frame: VideoFrame) { pictures.yield(frame) }

  func finish() { pictures.finish() }
}

/// The pictures of a video. They are decoded only while there is a viewer.
extension Player {
  /// Shows the video to a viewer. The stream of the former viewer ends.
  func showVideo(to viewer: VideoViewer) {
    self.viewer?.finish()
    endVideo()
    self.viewer = viewer
    startVideo()
  }

  /// Ends the video if the viewer is the present one.
  func hideVideo(from viewer: VideoViewer) {
    guard self.viewer === viewer else { return }
    self.viewer = nil
    endVideo()
  }

  /// Begins to decode the pictures, if there is a viewer and the audio has a video.
  func startVideo() {
    guard videoPipeline == nil, let viewer, let pipeline, pipeline.isVideoReported, let sourceURL else { return }
    // The ticks run only while the sound plays.
    let sound = VideoPipeline.Sound(
      position: { [weak self] in self?.progress.position }, isPlaying: { [weak self] in self?.ticks.isRunning ?? false }
    )
    videoPipeline = VideoPipeline(
      source: sourceURL, agent: logic?.agent ?? .own, sound: sound, show: { viewer.show($0) },
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

  /// Reports that the pictures cannot be decoded, and ends the viewer's stream.
  private func endFailedVideo(_ reason: String, package: String?) {
    log("the video cannot be shown: \(reason)" + (package.map { ": install \($0)" } ?? ""))
    if let package, let audio { hub.emit(.videoUndecodable(audio, package: package)) }
    endVideo()
    viewer?.finish()
    viewer = nil
  }
}
