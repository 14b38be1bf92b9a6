import GLibSupport
import Podcasts

/// A consumer of the video, which receives the pictures as a stream.
final class VideoViewer: Sendable {
  private let pictures: AsyncStream<VideoFrame>.Continuation

  init(_ pictures: AsyncStream<VideoFrame>.Continuation) { self.pictures = pictures }

  func show(_ frame: VideoFrame) { pictures.yield(frame) }

  func finish() { pictures.finish() }
}

/// The video is decoded only while there is a viewer.
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
    guard video == nil, let viewer, let pipeline, pipeline.isVideoReported, let source else { return }
    let sound = VideoPipeline.Sound(
      place: { [weak self] in self?.place.position }, isPlaying: { [weak self] in self?.ticks.isRunning ?? false })
    video = VideoPipeline(
      source: source, agent: logic?.agent ?? .own, sound: sound, show: { viewer.show($0) },
      failed: { [weak self] in self?.videoFailed($0, package: $1) })
    if video == nil { videoFailed("GStreamer's element appsink is missing", package: "gstreamer1.0-plugins-base") }
  }

  func endVideo() {
    video?.close()
    video = nil
  }

  private func videoFailed(_ reason: String, package: String?) {
    log("the video cannot be shown: \(reason)" + (package.map { ": install \($0)" } ?? ""))
    if let package, let audio { hub.emit(.videoUndecodable(audio, package: package)) }
    endVideo()
    viewer?.finish()
    viewer = nil
  }
}
