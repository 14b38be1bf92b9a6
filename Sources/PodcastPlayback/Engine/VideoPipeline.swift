import CGStreamer
import CGStreamerShims
import Foundation
import GLibSupport
import Podcasts

/// Decodes the pictures of a video in a separate pipeline while there is a viewer.
///
/// The pipeline of the sound is not changed, so the sound has no gap when the pictures begin and end. Pictures that are
/// late are not shown.
@MainActor
final class VideoPipeline {
  /// The time between two checks for a due picture, in milliseconds.
  private static let checkInterval: guint = 20

  /// The time limit for the first picture, in milliseconds. GStreamer does not report every missing decoder.
  private static let firstPictureTimeLimit: guint = 20_000

  /// Owned: transferred to `PipelineTeardown` in `close()`, and `nil` afterwards.
  private var pipeline: UnsafeMutablePointer<GstElement>?
  /// Borrowed: the sink that holds decoded pictures. Valid until `close()`.
  private let sink: UnsafeMutablePointer<GstElement>
  /// Decides when the pictures seek. It is settling while the pipeline loads the pictures or seeks.
  private var sync = VideoSync()
  /// The next picture, which is decoded, but not due yet. A picture is due when the sound has reached its position.
  private var nextPicture: VideoFrame?
  /// Whether the first picture was decoded. Only then is a seek possible.
  private var isLoaded = false
  /// The position of the last shown picture. `nil` if none was shown since the last seek.
  private var shownPosition: Duration?
  /// Checks for due pictures each time it fires. Stopped while the pipeline rests (``isResting``).
  private let timer = GLibTimer()
  /// Reports a failure when the time limit for the first picture is over.
  private let firstPictureTimer = GLibTimer()
  /// Called when the pipeline begins to rest (``isResting``).
  var onRest: () -> Void = {}
  private let sound: Sound
  private let display: (VideoFrame) -> Void
  private let failed: (_ reason: String, _ package: String?) -> Void

  /// The sound that the pictures follow.
  struct Sound {
    /// Returns the position of the sound, or `nil` if it is unknown.
    var position: () -> Duration?
    /// Returns whether the position advances by itself.
    var isPlaying: () -> Bool
  }

  /// Begins to decode the pictures of a source. Returns `nil` if a plugin of GStreamer is missing.
  ///
  /// `display` receives each due picture that is not skipped. If the pictures cannot be decoded, `failed` receives the
  /// reason, and the Debian package with the missing decoder, if a decoder is missing. Neither closure is called after
  /// `close()`.
  init?(
    source: URL, agent: UserAgent, sound: Sound, display: @escaping (VideoFrame) -> Void,
    failed: @escaping (_ reason: String, _ package: String?) -> Void
  ) {
    var sink: UnsafeMutablePointer<GstElement>?
    guard let pipeline = playback_video_new(source.absoluteString, agent.rawValue, &sink), let sink else { return nil }
    gst_object_ref_sink(pipeline)
    self.pipeline = pipeline
    self.sink = sink
    self.sound = sound
    self.display = display
    self.failed = failed
    BusWatch.add(to: pipeline) { [weak self] message in self?.received(message) }
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    firstPictureTimer.start(everyMilliseconds: Self.firstPictureTimeLimit) { [weak self] in
      self?.failed("no picture comes", nil)
    }
    wake()
  }

  isolated deinit { close() }

  /// Shows due pictures from now on, until the sound is paused and the picture at the position of the sound is shown.
  func wake() {
    guard pipeline != nil, !timer.isRunning else { return }
    timer.start(everyMilliseconds: Self.checkInterval) { [weak self] in self?.showDuePictures() }
  }

  /// Whether the pipeline rests: the sound is paused, the picture at the position of the sound is shown, and no other
  /// picture is shown until ``wake()`` is called. Also `true` after ``close()``.
  var isResting: Bool { !timer.isRunning }

  /// Stops and releases the pipeline. No picture follows.
  func close() {
    guard let pipeline else { return }
    self.pipeline = nil
    nextPicture = nil
    timer.stop()
    firstPictureTimer.stop()
    BusWatch.remove(from: pipeline)
    PipelineTeardown.end(pipeline, isSettling: sync.isSettling)
  }

  /// Shows the last picture that is due, and skips earlier ones. Seeks if the sound has jumped. Lets the pipeline rest
  /// if the sound is paused.
  private func showDuePictures() {
    guard let pipeline, let soundPosition = sound.position() else { return }
    if !isLoaded, let first = VideoFrame(takenFrom: sink) {
      (isLoaded, nextPicture) = (true, first)
      sync.settled()
    }
    if let target = sync.soundMoved(to: soundPosition, showing: shownPosition) {
      (nextPicture, shownPosition) = (nil, nil)
      playback_seek_video(pipeline, target.gstreamerTime)
    }
    guard !sync.isSettling else { return }
    var due: VideoFrame?
    while let frame = nextPicture ?? VideoFrame(takenFrom: sink) {
      nextPicture = frame
      // The first picture after a seek is shown even if it is not due, because there may be no earlier picture.
      guard frame.position <= soundPosition || shownPosition == nil && due == nil else { break }
      due = frame
      nextPicture = nil
    }
    if let due {
      firstPictureTimer.stop()
      shownPosition = due.position
      display(due)
    }
    // Without a next picture, one that is due may still be decoded, unless the video is at its end.
    guard !sound.isPlaying(), nextPicture != nil || playback_video_is_at_end(sink) != 0 else { return }
    timer.stop()
    onRest()
  }

  private func received(_ message: UnsafeMutablePointer<GstMessage>) {
    if playback_is_missing_plugin(message) != 0 {
      return failed("a decoder is missing", MissingFormat(message)?.package)
    }
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: failed(Self.reason(of: message), nil)
    // `playback_seek_video` posts such a message at the end of a seek. The message says whether the seek succeeded.
    case GST_MESSAGE_APPLICATION:
      guard playback_is_seek_done(message) != 0 else { return failed("the pictures cannot be sought", nil) }
      sync.settled()
      wake()
    default: break
    }
  }

  private static func reason(of message: UnsafeMutablePointer<GstMessage>) -> String {
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    return error.map { String(cString: $0.pointee.message) } ?? ""
  }
}

extension VideoFrame {
  /// Takes the next decoded picture, if there is one. Its bytes are not copied.
  fileprivate init?(takenFrom sink: UnsafeMutablePointer<GstElement>) {
    guard let frame = playback_take_frame(sink) else { return nil }
    let (width, height, stride) = (Int(frame.pointee.width), Int(frame.pointee.height), Int(frame.pointee.stride))
    let bytes = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(frame.pointee.pixels!))
    // Safe because the pixels are only read, and the frame is freed once, with the last copy of the data.
    nonisolated(unsafe) let owned = frame
    let pixels = Data(
      bytesNoCopy: bytes, count: stride * height, deallocator: .custom { _, _ in playback_frame_free(owned) })
    self.init(
      position: Duration(gstreamerTime: frame.pointee.time) ?? .zero, width: width, height: height, bytesPerRow: stride,
      pixels: pixels)
  }
}
