import CGStreamer
import CGStreamerShims
import Foundation
import GLibSupport
import Podcasts

/// Plays one audio in a GStreamer pipeline, from loading to the end. GStreamer's element playbin3 is the pipeline. It
/// plays the sound with a sink, the element for a sound device.
///
/// Each audio has its own pipeline, so that a late message about the previous audio cannot be confused with a message
/// about this one. ``PlaybackLogic`` decides how the player responds to a message.
@MainActor
final class Pipeline {
  /// Owned: transferred to ``PipelineTeardown`` in ``close()``, and `nil` afterwards.
  private var playbin: UnsafeMutablePointer<GstElement>?
  /// Converts GStreamer's messages to ``PipelineMessage``. The context also contains the borrowed playbin and sink, and
  /// whether the audio is remote.
  private var context: PipelineContext
  /// Borrowed: the element that changes the speed, shortens silence and levels voices. `nil` if its plugin is missing.
  /// Valid until ``close()``.
  private let soundFilter: UnsafeMutablePointer<GstElement>?
  /// Whether the pipeline is loading or seeking, and has no sound of the new position yet.
  private var isSettling = false {
    didSet { if isSettling { watchForStall() } else { stallTimer.stop() } }
  }
  /// Whether the file has a video. GStreamer lists the streams of the file before the first sound is ready. After that,
  /// the value no longer changes.
  private(set) var hasVideo = false
  /// Whether ``Player`` has emitted the event that the file has a video.
  var isVideoReported = false
  /// Whether a message arrived since the stall timer last fired. Also `true` until the timer fires for the first time.
  private var hasReceivedMessage = false
  /// Fires repeatedly while the pipeline is loading or seeking (``watchForStall()``).
  private let stallTimer = GLibTimer()
  /// The interval of the stall timer, in milliseconds.
  private let timeLimit: guint
  private let onMessage: (PipelineMessage) -> Void

  /// Creates a pipeline that is not loaded yet. Throws if GStreamer's playbin3 is missing, or if the sink cannot be
  /// created.
  ///
  /// - Parameters:
  ///   - audio: The address of the audio's bytes.
  ///   - description: The sink that is used if `output` is `nil` or has no sink, in the syntax of `gst-launch-1.0`.
  ///   - output: The device that plays the sound. `nil` for the sink of the description.
  ///   - agent: The user agent for servers.
  ///   - decodesVideo: `false` if the video of the file cannot be decoded. Then only the sound is decoded.
  ///   - sound: The settings of the sound.
  ///   - timeLimits: The intervals of the stall timer for files and for servers.
  ///   - log: Receives the reason if a part of the pipeline cannot be created.
  ///   - onMessage: Receives the pipeline's messages. It is not called after ``close()``.
  init(
    audio: URL, sink description: String, output: OutputDevice? = nil, agent: UserAgent = .own,
    decodesVideo: Bool = true,
    sound: SoundSettings, timeLimits: TimeLimits, log: (String) -> Void,
    onMessage: @escaping (PipelineMessage) -> Void
  ) throws(PlaybackError) {
    let sink = if let sink = output?.makeSink() { sink } else { try Self.makeSink(description, log: log) }
    soundFilter = sound_filter_new()
    if soundFilter == nil { log("GStreamer's element scaletempo is missing: install gstreamer1.0-plugins-good") }
    guard let playbin = playback_player_new(audio.absoluteString, soundFilter, sink) else {
      throw .failed(reason: "GStreamer's element playbin3 is missing: install gstreamer1.0-plugins-base")
    }
    gst_object_ref_sink(playbin)
    self.playbin = playbin
    self.onMessage = onMessage
    timeLimit = audio.isFileURL ? timeLimits.disk : timeLimits.network
    context = PipelineContext(playbin: playbin, sink: sink, isRemote: !audio.isFileURL)
    playback_set_user_agent(playbin, agent.rawValue)
    if !decodesVideo { playback_decode_audio_alone(playbin) }
    apply(sound)
    BusWatch.add(to: playbin) { [weak self] message in self?.received(message) }
  }

  isolated deinit { close() }

  /// Borrowed: the playbin, valid until ``close()``. A test observes the finalization of this object.
  var element: UnsafeMutableRawPointer { UnsafeMutableRawPointer(context.playbin) }

  /// Begins to load the audio. A failure is reported as a message.
  func load() {
    isSettling = true
    setState(GST_STATE_PAUSED)
  }

  /// Sets the state to PLAYING or PAUSED. While the audio is loading, GStreamer changes the state only after loading. A
  /// failure is reported as a message.
  func setPlaying(_ isPlaying: Bool) {
    setState(isPlaying ? GST_STATE_PLAYING : GST_STATE_PAUSED)
  }

  /// Applies settings of the sound from now on.
  func apply(_ sound: SoundSettings) {
    guard let playbin else { return }
    // GStreamer's volume is a factor of the amplitude. The cube of the setting matches perceived loudness: 0.5 sounds
    // about half as loud as 1.
    playback_set_volume(playbin, sound.volume * sound.volume * sound.volume, sound.isMuted ? 1 : 0)
    guard let soundFilter else { return }
    sound_filter_set_rate(soundFilter, sound.rate)
    sound_filter_set_shortens_silence(soundFilter, sound.shortensSilence ? 1 : 0)
    sound_filter_set_levels_voices(soundFilter, sound.levelsVoices ? 1 : 0)
  }

  /// Begins a seek, and returns `false` if that is not possible. In a file, the seek is exact. On the network, the
  /// position is estimated: for an exact seek in MP3 or another format without an index, GStreamer would read all audio
  /// before the position.
  func seek(to position: Duration) -> Bool {
    guard let playbin else { return false }
    let exactness = context.isRemote ? 0 : GST_SEEK_FLAG_ACCURATE.rawValue
    let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | exactness)
    let hasBegun = gst_element_seek_simple(playbin, GST_FORMAT_TIME, flags, position.gstreamerTime) != 0
    if hasBegun { isSettling = true }
    return hasBegun
  }

  /// The present position and the length of the audio.
  var progress: PlaybackLogic.Progress {
    guard let playbin else { return .init() }
    var time: gint64 = -1
    let hasPosition = gst_element_query_position(playbin, GST_FORMAT_TIME, &time) != 0
    let position = hasPosition ? Duration(gstreamerTime: time) : nil
    time = -1
    let hasDuration = gst_element_query_duration(playbin, GST_FORMAT_TIME, &time) != 0
    let duration = hasDuration ? Duration(gstreamerTime: time) : nil
    return .init(position: position, duration: duration)
  }

  /// Whether a seek is possible. A server may support seeks at first and refuse one later.
  var isSeekable: Bool {
    guard let playbin, let query = gst_query_new_seeking(GST_FORMAT_TIME) else { return false }
    defer { gst_mini_object_unref(UnsafeMutableRawPointer(query).assumingMemoryBound(to: GstMiniObject.self)) }
    var isSeekable: gboolean = 0
    if gst_element_query(playbin, query) != 0 { gst_query_parse_seeking(query, nil, &isSeekable, nil, nil) }
    return isSeekable != 0
  }

  /// Whether the disk or the server reported the size of the audio in bytes. If fewer bytes arrive, GStreamer requests
  /// the missing bytes or fails.
  var hasKnownSize: Bool {
    guard let playbin else { return false }
    return playback_has_known_size(playbin) != 0
  }

  /// Whether sound has reached the sink.
  private var hasSound: Bool {
    guard playbin != nil, let pad = gst_element_get_static_pad(context.sink, "sink") else { return false }
    defer { gst_object_unref(pad) }
    guard let caps = gst_pad_get_current_caps(pad) else { return false }
    gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self))
    return true
  }

  /// Stops and releases the pipeline. If the pipeline is loading or seeking, ``PipelineTeardown`` delays the stop until
  /// stopping is safe. `onMessage` is not called after this.
  func close() {
    guard let playbin else { return }
    self.playbin = nil
    stallTimer.stop()
    BusWatch.remove(from: playbin)
    PipelineTeardown.end(playbin, isSettling: isSettling)
  }

  private func setState(_ state: GstState) {
    guard let playbin else { return }
    // Normally, GStreamer posts a message when a paused pipeline is prerolled, which means that its first sound is
    // loaded. For a live stream, a paused pipeline loads nothing and posts no such message. So the live stream counts
    // as prerolled at once.
    if gst_element_set_state(playbin, state) == GST_STATE_CHANGE_NO_PREROLL, state == GST_STATE_PAUSED {
      onMessage(.prerolled)
    }
  }

  /// Creates a sink from a description. Throws `.noSoundDevice` if the sink cannot be created, for example because its
  /// plugin is missing.
  private static func makeSink(
    _ description: String, log: (String) -> Void
  ) throws(PlaybackError) -> UnsafeMutablePointer<GstElement> {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let bin = gst_parse_bin_from_description_full(description, 1, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    guard let bin else {
      log("the audio sink “\(description)”: \(error.map { String(cString: $0.pointee.message) } ?? "")")
      throw .noSoundDevice
    }
    return bin
  }
}

/// The name that the player sends to servers.
enum UserAgent: String, Sendable {
  case own = "Podcaster"
  /// The name of a browser, because some servers refuse unknown programs.
  case browser = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
}

extension Pipeline {
  /// The intervals of the stall timer, in milliseconds. A pipeline that loads or seeks has stalled if it posts no
  /// message during an interval. The first interval never counts as stalled, because the start counts as a message.
  struct TimeLimits {
    /// For a file. A disk may have to start spinning first.
    var disk: guint = 5000
    /// For audio of a server. Longer than 15 seconds, after which GStreamer reports that a server does not answer.
    var network: guint = 20_000
  }

  /// Detects a pipeline that loads or seeks without progress.
  ///
  /// This was observed with GStreamer 1.22 on a very busy machine: playbin3 loads, its data are lost between the
  /// decoder and the sink, and no message follows, not even an error. The user would have waited forever. The cause in
  /// playbin3 is unknown. Loading again helped.
  ///
  /// So a timer runs from the beginning of loading, or of a seek, until a message reports its success or failure
  /// (``BusWatch/endsSettling(_:)``). If no message arrived between two firings of the timer, `onMessage` receives
  /// ``PipelineMessage/stalled``. ``PlaybackLogic/stalled(isRemote:)`` then loads the audio again. If loading again
  /// does not help, playback fails. A silent server does not cause a stall, because GStreamer reports an error earlier.
  /// A very slow disk can cause a stall.
  private func watchForStall() {
    hasReceivedMessage = true
    stallTimer.start(everyMilliseconds: timeLimit) { [weak self] in
      guard let self else { return }
      if !hasReceivedMessage { onMessage(.stalled) }
      hasReceivedMessage = false
    }
  }

  private func received(_ message: UnsafeMutablePointer<GstMessage>) {
    // GStreamer requires the program to recalculate the latency after this message.
    if message.pointee.type == GST_MESSAGE_LATENCY, let playbin {
      gst_bin_recalculate_latency(UnsafeMutableRawPointer(playbin).assumingMemoryBound(to: GstBin.self))
    }
    hasReceivedMessage = true
    if playback_has_video(message) != 0 { hasVideo = true }
    if BusWatch.endsSettling(message) { isSettling = false }
    guard let converted = context.convert(message, isSettling: isSettling) else { return }
    // If the file contains nothing that playbin3 can play, playbin3 prerolls without sound and without an error.
    if case .prerolled = converted, !hasSound {
      onMessage(.failed(context.missingDecoderError ?? .notAudio))
    } else {
      onMessage(converted)
    }
  }
}

extension Duration {
  /// Converts GStreamer's time in nanoseconds. Returns `nil` for a negative time, which means “unknown”.
  init?(gstreamerTime time: gint64) {
    guard time >= 0 else { return nil }
    self = .nanoseconds(time)
  }

  /// GStreamer's time in nanoseconds. A larger duration becomes the longest time, 292 years.
  var gstreamerTime: gint64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, multiplicationOverflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (time, additionOverflows) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    return multiplicationOverflows || additionOverflows ? .max : gint64(time)
  }
}
