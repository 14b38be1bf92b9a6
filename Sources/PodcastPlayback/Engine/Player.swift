import CGStreamer
import Foundation
import GLibSupport
import Podcasts

/// Plays one audio at a time. It executes the commands of ``PlaybackLogic`` with a ``Pipeline``.
@MainActor
final class Player {
  /// An order to the player.
  enum Order: Sendable {
    case play(URL, from: Duration, source: (@Sendable () async -> PlaybackSource)? = nil)
    case prepare(URL, source: @Sendable () async -> PlaybackSource)
    case pause
    case resume
    case seek(Duration)
    case adjust(SoundSetting)
    case showVideo(VideoViewer)
    case hideVideo(VideoViewer)
    case stop
  }

  private let sink: String
  private let timeLimits: Pipeline.TimeLimits
  /// The time between two positions while playing, in milliseconds.
  private let tickInterval: guint
  let log: (String) -> Void
  let hub: PlayerEventHub
  /// The settings of the sound for all audio.
  private var sound = SoundSettings()
  var audio: URL?
  /// The address of the bytes of the audio. `nil` until it is known.
  private(set) var source: URL?
  /// The number of `play` orders, so that a late source of an earlier audio is ignored.
  private var plays = 0
  private(set) var logic: PlaybackLogic?
  private(set) var pipeline: Pipeline? {
    didSet { if pipeline !== oldValue { endVideo() } }
  }
  /// Whether the video of the audio could not be decoded. Then the sound is decoded alone.
  private var hasVideoFailed = false
  /// The receiver of the pictures.
  var viewer: VideoViewer?
  /// The video that is decoded for ``viewer``, in step with ``pipeline``.
  var video: VideoPipeline?
  /// The audio that is likely to be played next.
  private var prepared: PreparedAudio?
  /// The prepared audio that is played, which receives its pipeline's messages.
  private var played: PreparedAudio?
  /// The id of the selected device, or `nil` for the default sink.
  private var output: AudioOutput.ID?
  /// The selected device, or `nil` if none is selected, or if it is not connected.
  private var device: OutputDevice?
  private var isSearchingDevice = false
  /// The number of searches for a device, so that a late result of an earlier one is ignored.
  private var deviceSearches = 0
  /// Ends a search to which the sound server does not answer.
  private let deviceTimer = GLibTimer()
  /// Finds the source of the audio. `nil` if the audio is its own source.
  private var findSource: (@Sendable () async -> PlaybackSource)?
  /// Whether an audio waits for the end of the search.
  private var isWaitingForDevice = false
  /// Runs only while it plays.
  let ticks = GLibTimer()

  /// Creates a player. `sink` describes the sink in the syntax of `gst-launch-1.0`. `log` receives GStreamer's message
  /// about a failure without a case of its own. By default it writes to the standard error.
  init(
    sink: String, hub: PlayerEventHub, tickInterval: guint = 250, timeLimits: Pipeline.TimeLimits = .init(),
    log: @escaping (String) -> Void = Player.writeToStandardError
  ) {
    self.sink = sink
    self.hub = hub
    self.tickInterval = tickInterval
    self.timeLimits = timeLimits
    self.log = log
  }

  isolated deinit {
    prepared?.close()
    unload()
    viewer?.finish()
  }

  func execute(_ order: Order) {
    switch order {
    case .play(let audio, let position, let source): play(audio, from: position, source)
    case .prepare(let audio, let source): prepare(audio, source)
    case .pause: perform(logic?.pause(at: place))
    case .resume: perform(logic?.resume())
    case .seek(let position): perform(logic?.seek(to: position, from: place))
    case .adjust(.output(let output)): change(output)
    case .adjust(let setting):
      sound.set(setting)
      pipeline?.apply(sound)
    case .showVideo(let viewer): showVideo(to: viewer)
    case .hideVideo(let viewer): hideVideo(from: viewer)
    case .stop: unload()
    }
  }

  var place: PlaybackLogic.Place { pipeline?.place ?? .init() }

  /// Plays an audio. Until the source is known, the logic is in its loading phase and receives all orders.
  private func play(_ audio: URL, from position: Duration, _ source: (@Sendable () async -> PlaybackSource)?) {
    unload()
    self.audio = audio
    findSource = source
    logic = PlaybackLogic(audio: audio, start: position)
    plays += 1
    // The device may have been connected since.
    if output != nil, device == nil, !isSearchingDevice { searchDevice() }
    if playPrepared() { return }
    forgetPrepared()
    guard source != nil else {
      self.source = audio
      return load()
    }
    loadFromSource()
  }

  /// Loads the audio again. The source of a download or of a kept stream is requested again, because it may have
  /// changed.
  private func reload() {
    let isTemporary = isServedHere || source?.path.hasPrefix("/proc/self/fd/") == true
    if isTemporary { loadFromSource() } else { load() }
  }

  /// Finds the present source of the audio, and loads it.
  private func loadFromSource() {
    guard let findSource else { return load() }
    pipeline?.close()
    pipeline = nil
    Task { [weak self, plays] in
      let source = await findSource()
      guard let self, plays == self.plays, audio != nil else { return }
      take(source)
      load()
    }
  }

  private func take(_ source: PlaybackSource?) {
    self.source = source?.url
    if let audio, let source { hub.emit(.sourceFound(audio, source.kind)) }
  }

  private func load() {
    guard let audio = source else { return }
    pipeline?.close()
    pipeline = nil
    isWaitingForDevice = isSearchingDevice
    if isSearchingDevice { return }
    do throws(PlaybackError) {
      try GStreamer.start()
      // Weak: a message on its way must not keep the player alive.
      let pipeline = try Pipeline(
        audio: audio, sink: sink, output: device, agent: logic?.agent ?? .own, decodesVideo: !hasVideoFailed,
        sound: sound, timeLimits: timeLimits, log: log, onMessage: { [weak self] in self?.received($0) })
      self.pipeline = pipeline
      pipeline.load()
    } catch {
      perform(logic?.failed(error))
    }
  }

  /// Whether the audio is a file on the disk that is too short for more than a header.
  private var hasOnlyHeader: Bool {
    guard let source, source.isFileURL else { return false }
    // `stat` follows links, such as the one of a file without a name.
    var status = stat()
    return stat(source.path, &status) == 0 && status.st_size < 128
  }

  /// Whether the audio comes from an address of this program, which becomes invalid when a download or a kept stream
  /// ends. Then another source may play.
  private var isServedHere: Bool { source?.host == "127.0.0.1" && source != audio && findSource != nil }

  private func received(_ message: PipelineMessage) {
    switch message {
    case .prerolled: prerolled()
    case .soundChanged(let isPlaying): perform(logic?.soundChanged(isPlaying: isPlaying))
    case .durationChanged: perform(logic?.durationChanged(place))
    case .buffering(let percent): perform(logic?.buffering(percent: percent))
    case .ended: perform(logic?.reachedEnd(place, isComplete: pipeline?.knowsSize ?? true))
    case .lostClock: perform(logic?.lostClock())
    case .pauseRequested: perform(logic?.pause(at: place))
    case .refusedRange(let reason): perform(logic?.refusedRange(reason: reason))
    case .refusedAgent: perform(logic?.refusedAgent())
    case .videoFailed: videoFailed()
    case .failed(.noSoundDevice) where device != nil: forgetDevice()
    case .failed(.unreachable) where isServedHere:
      let commands = logic?.stalled(isRemote: true) ?? []
      perform(commands.isEmpty ? logic?.failed(.unreachable) : commands)
    case .failed(let error): perform(logic?.failed(error))
    // GStreamer waits forever for the first sample of a file that has only a header.
    case .stalled where hasOnlyHeader: perform(logic?.failed(.notAudio))
    case .stalled: perform(logic?.stalled(isRemote: source?.isFileURL == false))
    }
  }

  /// Loads the audio again without its video, and continues at its position. Audio that would start over fails instead.
  private func videoFailed() {
    let commands = hasVideoFailed ? logic?.failed(.notAudio) : logic?.videoFailed(place)
    hasVideoFailed = true
    perform(commands)
  }

  private func prerolled() {
    let isSeekable = pipeline?.isSeekable ?? false
    perform(logic?.prerolled(place, isSeekable: isSeekable, isRemote: source?.isFileURL == false))
    // The pictures are decoded from the position of the sound, which needs a seek.
    guard let audio, let pipeline, pipeline.hasVideo, isSeekable, !pipeline.isVideoReported else { return }
    pipeline.isVideoReported = true
    hub.emit(.video(audio))
    startVideo()
  }

  private func perform(_ commands: [PlaybackLogic.Command]?) {
    for command in commands ?? [] { perform(command) }
    video?.wake()
  }

  private func perform(_ command: PlaybackLogic.Command) {
    switch command {
    case .setPlaying(let isPlaying): pipeline?.setPlaying(isPlaying)
    case .seek(let position):
      if pipeline?.seek(to: position) != true { perform(logic?.seekFailed(place)) }
    case .startTicking: startTicking()
    case .stopTicking: ticks.stop()
    case .reload: reload()
    case .unload: unload()
    case .emit(let event):
      if case .failed(_, .failed(let reason)) = event { log(reason) }
      hub.emit(event)
    }
  }

  nonisolated private static func writeToStandardError(_ text: String) {
    g_log_default_handler("podcaster", G_LOG_LEVEL_MESSAGE, text, nil)
  }

  private func unload() {
    ticks.stop()
    pipeline?.close()
    pipeline = nil
    played = nil
    hasVideoFailed = false
    isWaitingForDevice = false
    logic = nil
    audio = nil
    source = nil
  }
}

extension Player {
  /// The time limit for an answer of the sound server, in milliseconds.
  private static let deviceLimit: guint = 3000

  private func change(_ output: AudioOutput.ID?) {
    guard output != self.output else { return }
    self.output = output
    // The prepared pipeline uses the former device.
    forgetPrepared()
    searchDevice()
  }

  /// Searches for the selected device, and continues the audio there. Loading waits for the end of the search, so that
  /// no sound comes from another device first.
  private func searchDevice() {
    deviceSearches += 1
    guard let output else { return found(nil) }
    isSearchingDevice = true
    deviceTimer.start(everyMilliseconds: Self.deviceLimit) { [weak self] in
      self?.log("the sound server does not answer")
      self?.found(nil)
    }
    Task { [weak self, log, deviceSearches] in
      let device = await OutputDevice.all().first { $0.output.id == output }
      guard let self, deviceSearches == self.deviceSearches, isSearchingDevice else { return }
      if device == nil { log("the sound device “\(output)” is not connected") }
      found(device)
    }
  }

  private func found(_ device: OutputDevice?) {
    deviceTimer.stop()
    isSearchingDevice = false
    let isSame = self.device == nil && device == nil
    self.device = device
    if isWaitingForDevice { load() } else if pipeline != nil, !isSame { perform(logic?.pipelineChanged(place)) }
  }

  /// Stops using a device that has failed. The audio continues with the default sink. Audio that would start over there
  /// fails instead.
  private func forgetDevice() {
    log("the sound device “\(output ?? "")” does not play")
    device = nil
    forgetPrepared()
    let commands = logic?.pipelineChanged(place) ?? []
    perform(commands.isEmpty ? logic?.failed(.noSoundDevice) : commands)
  }

  /// How long a prepared audio is kept, in milliseconds.
  private static let preparationLimit: guint = 60_000

  private func prepare(_ audio: URL, _ source: @escaping @Sendable () async -> PlaybackSource) {
    guard audio != self.audio, audio != prepared?.audio else { return }
    forgetPrepared()
    let prepared = PreparedAudio(audio: audio)
    self.prepared = prepared
    Task { [weak self] in
      let source = await source()
      guard let self, self.prepared === prepared else { return }
      do throws(PlaybackError) {
        try GStreamer.start()
        prepared.source = source
        prepared.pipeline = try Pipeline(
          audio: source.url, sink: sink, output: device, sound: sound, timeLimits: timeLimits, log: log,
          onMessage: { [weak self, weak prepared] in if let prepared { self?.received($0, from: prepared) } })
        prepared.pipeline?.load()
        // Discard audio that is not played soon: its connection would break, and its download may be complete by then.
        prepared.expiry.start(everyMilliseconds: Self.preparationLimit) { [weak self, weak prepared] in
          if let self, let prepared, self.prepared === prepared { forgetPrepared() }
        }
      } catch {
        forgetPrepared()
      }
    }
  }

  private func received(_ message: PipelineMessage, from prepared: PreparedAudio) {
    if played === prepared { return received(message) }
    switch message {
    // Playing will load the audio again, and handle the problem.
    case .failed, .videoFailed, .stalled, .refusedRange, .refusedAgent, .ended, .pauseRequested: forgetPrepared()
    case .prerolled: prepared.isPrerolled = true
    case .buffering(let percent): prepared.bufferingPercent = percent
    case .soundChanged, .durationChanged, .lostClock: break
    }
  }

  /// Continues with the prepared pipeline if it has this audio. Returns `false` otherwise.
  private func playPrepared() -> Bool {
    guard !isSearchingDevice, let prepared, prepared.audio == audio, let pipeline = prepared.pipeline else {
      return false
    }
    self.prepared = nil
    prepared.expiry.stop()
    take(prepared.source)
    self.pipeline = pipeline
    played = prepared
    pipeline.apply(sound)
    if let percent = prepared.bufferingPercent { received(.buffering(percent: percent)) }
    if prepared.isPrerolled { received(.prerolled) }
    return true
  }

  private func forgetPrepared() {
    prepared?.close()
    prepared = nil
  }

  private func startTicking() {
    guard !ticks.isRunning else { return }
    ticks.start(everyMilliseconds: tickInterval) { [weak self] in
      guard let self else { return }
      perform(logic?.ticked(place))
    }
  }
}
