import CGStreamer
import CGStreamerShims
import Foundation
import Podcasts

/// A message from a pipeline of GStreamer to the player. Most messages are converted from GStreamer's own messages.
enum PipelineMessage: Sendable {
  /// GStreamer has prerolled the audio: the first sound at the current position is ready.
  case prerolled
  /// The pipeline has entered or left the state PLAYING.
  case stateChanged(isPlaying: Bool)
  case durationChanged
  /// The fill level of the buffer changed. Playback must wait until the level is 100 percent.
  case buffering(percent: Int)
  /// The end of the data was reached.
  case ended
  /// The clock of the sound device was lost, perhaps because the device was disconnected.
  case lostClock
  /// Another program requests a pause, for example for a telephone call.
  case pauseRequested
  /// The server refuses a request for a part of the file (a byte range). `reason` is GStreamer's message.
  case refusedRange(reason: String)
  /// The server refuses the request, perhaps because of the user agent.
  case refusedAgent
  /// The video of the file cannot be decoded. This failure also ends the sound of the pipeline.
  case videoFailed
  case failed(PlaybackError)
  /// The pipeline is loading or seeking, and no message arrived for a long time.
  case stalled
}

/// The facts about a pipeline that are needed to interpret its messages.
struct PipelineContext {
  /// Borrowed: GStreamer's element `playbin3`, which is the whole pipeline. State changes of its parts are ignored.
  let playbin: UnsafeMutablePointer<GstElement>
  /// Borrowed: the sink, the element that plays the sound. The errors of the sink are errors of the sound
  /// device.
  let sink: UnsafeMutablePointer<GstElement>
  /// Whether the audio comes over the network.
  let isRemote: Bool
  /// The format of a "missing-plugin" message. GStreamer posts such a message before the error. If there are several
  /// messages, the first format of sound is kept, or else the last format. Formats of pictures are ignored.
  var missingFormat: MissingFormat?

  /// The error for the missing format, or `nil` if no format is missing.
  var missingDecoderError: PlaybackError? {
    missingFormat.map { .missingDecoder(format: $0.name, package: $0.package) }
  }
}

extension PipelineContext {
  /// Converts a message of GStreamer, which is borrowed. Returns `nil` if the player ignores the message.
  ///
  /// - Parameter isSettling: Whether the pipeline is loading or seeking.
  mutating func convert(_ message: UnsafeMutablePointer<GstMessage>, isSettling: Bool) -> PipelineMessage? {
    switch message.pointee.type {
    case GST_MESSAGE_ASYNC_DONE: return .prerolled
    case GST_MESSAGE_STATE_CHANGED: return stateChange(message)
    case GST_MESSAGE_DURATION_CHANGED: return .durationChanged
    case GST_MESSAGE_BUFFERING: return buffering(message)
    case GST_MESSAGE_EOS: return .ended
    case GST_MESSAGE_CLOCK_LOST: return .lostClock
    case GST_MESSAGE_REQUEST_STATE: return stateRequest(message)
    case GST_MESSAGE_ERROR: return convertError(message)
    case GST_MESSAGE_WARNING: return isSettling ? convertWarning(message) : nil
    case GST_MESSAGE_ELEMENT:
      rememberMissingFormat(message)
      return nil
    default: return nil
    }
  }

  private func stateChange(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineMessage? {
    guard UnsafeMutableRawPointer(message.pointee.src) == UnsafeMutableRawPointer(playbin) else { return nil }
    var old = GST_STATE_NULL
    var new = GST_STATE_NULL
    gst_message_parse_state_changed(message, &old, &new, nil)
    if new == GST_STATE_PLAYING { return .stateChanged(isPlaying: true) }
    return old == GST_STATE_PLAYING ? .stateChanged(isPlaying: false) : nil
  }

  private func buffering(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineMessage {
    var percent: gint = 0
    gst_message_parse_buffering(message, &percent)
    return .buffering(percent: Int(percent))
  }

  private func stateRequest(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineMessage? {
    var state = GST_STATE_NULL
    gst_message_parse_request_state(message, &state)
    return state == GST_STATE_PAUSED ? .pauseRequested : nil
  }

  private mutating func rememberMissingFormat(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let format = MissingFormat(message), format.kind != .pictures else { return }
    // If more than one decoder is missing, keep the format of the sound. Without the decoder of the sound, the file
    // cannot play.
    if missingFormat?.kind != .sound { missingFormat = format }
  }
}

/// Conversion of GStreamer's errors.
extension PipelineContext {
  private func convertError(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineMessage {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    gst_message_parse_error(message, &error, &debug)
    defer {
      g_clear_error(&error)
      g_free(debug)
    }
    guard let error else { return .failed(.failed(reason: "")) }
    let text = String(cString: error.pointee.message) + (debug.map { " (\(String(cString: $0)))" } ?? "")
    // Messages of the HTTP source, the element that reads from a server, contain the address. The address may
    // contain a user name and a password.
    let reason = text.replacing(/:\/\/[^\/\s]*@/, with: "://")
    let domain = error.pointee.domain
    let code = UInt32(bitPattern: error.pointee.code)
    if playback_is_within(message.pointee.src, sink) != 0 { return .failed(.noSoundDevice) }
    if playback_is_video_decoder(message.pointee.src) != 0 { return .videoFailed }
    if domain == gst_resource_error_quark() {
      return resourceError(GstResourceError(rawValue: code), status: playback_http_status(message), reason: reason)
    }
    // If a host is not found, does not answer, or disconnects, the HTTP source may report only this general error.
    if isRemote, domain == gst_stream_error_quark(), code == GST_STREAM_ERROR_FAILED.rawValue,
      playback_is_source(message.pointee.src) != 0
    {
      return .failed(.unreachable)
    }
    if domain == gst_stream_error_quark() {
      return .failed(streamError(GstStreamError(rawValue: code), reason: reason))
    }
    if let missingDecoderError { return .failed(missingDecoderError) }
    // For a web page or a text, GStreamer 1.26 reports a missing plugin, and 1.22 reports no error. No plugin can play
    // such a file.
    if domain == gst_core_error_quark(), code == GST_CORE_ERROR_MISSING_PLUGIN.rawValue { return .failed(.notAudio) }
    return .failed(.failed(reason: reason))
  }

  /// Converts a warning of the sink about a resource to `.noSoundDevice`, and ignores other warnings. If
  /// `autoaudiosink` cannot open a device, it posts only a warning, and continues with a silent sink.
  private func convertWarning(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineMessage? {
    guard playback_is_within(message.pointee.src, sink) != 0 else { return nil }
    var warning: UnsafeMutablePointer<GError>?
    gst_message_parse_warning(message, &warning, nil)
    defer { g_clear_error(&warning) }
    return warning?.pointee.domain == gst_resource_error_quark() ? .failed(.noSoundDevice) : nil
  }

  private func resourceError(_ error: GstResourceError, status: guint, reason: String) -> PipelineMessage {
    switch status {
    case 404, 410: return .failed(.notFound)
    case 403, 406: return .refusedAgent
    case 401, 402, 407, 451: return .failed(.notAllowed)
    default: break
    }
    switch error {
    case GST_RESOURCE_ERROR_SEEK where isRemote: return .refusedRange(reason: reason)
    // The HTTP source may report "not found" also for an unknown host. For a missing page, there is an HTTP status,
    // which is converted above.
    case GST_RESOURCE_ERROR_NOT_FOUND: return .failed(isRemote ? .unreachable : .notFound)
    case GST_RESOURCE_ERROR_NOT_AUTHORIZED: return .failed(.notAllowed)
    case GST_RESOURCE_ERROR_OPEN_READ: return .failed(isRemote ? .unreachable : .notAllowed)
    case GST_RESOURCE_ERROR_READ, GST_RESOURCE_ERROR_CLOSE, GST_RESOURCE_ERROR_BUSY, GST_RESOURCE_ERROR_SYNC:
      return .failed(isRemote ? .unreachable : .failed(reason: reason))
    default: return .failed(.failed(reason: reason))
    }
  }

  private func streamError(_ error: GstStreamError, reason: String) -> PlaybackError {
    if let missingDecoderError { return missingDecoderError }
    switch error {
    case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE, GST_STREAM_ERROR_CODEC_NOT_FOUND,
      GST_STREAM_ERROR_DECODE,
      GST_STREAM_ERROR_DEMUX, GST_STREAM_ERROR_FORMAT, GST_STREAM_ERROR_NOT_IMPLEMENTED:
      return .notAudio
    default: return .failed(reason: reason)
    }
  }
}
