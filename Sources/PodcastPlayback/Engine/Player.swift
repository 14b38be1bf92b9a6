import CGStreamer
import Foundation
import GLibSupport
import Podcasts

/// Plays one audio at a time. It executes the commands of ``PlaybackLogic`` with a ``Pipeline``.
@MainActor
final class Player {
  /// An order to the player.
  enum Order: Sendable {
    /// Play an audio from a position. The URL identifies the audio. `source` finds the address of its bytes. Without
    /// `source`, the bytes are at the URL itself.
    case play(URL, from: Duration, source: (@Sendable () async -> PlaybackSource)? = nil)
    /// Load an audio without playing it, because it is likely to be played next.
    case prepare(URL, source: @Sendable () async -> PlaybackSource)
    case pause
    case resume
    case seek(Duration)
    case adjust(SoundSetting)
    case showVideo(VideoViewer)
    case hideVideo(VideoViewer)
    case stop
  }

  /// The default sink (the element that plays the sound), in the syntax of `gst-launch-1.0`.
  private let sink: String
  private let timeLimits: Pipeline.TimeLimits
  /// The time between two position events while playing, in milliseconds.
  private let tickInterval: guint
  let log: (String) -> Void
  let hub: PlayerEventHub
  /// The settings of the sound, which apply to every audio.
  private var sound = SoundSettings()
  /// The audio of the last `play` order, which identifies it in events. `nil` if nothing is loaded.
  var audio: URL?
  /// The address of the bytes of the audio. `nil` until it is known.
  private(set) var sourceURL: URL?
  /// The number of `play` orders. It identifies the order, so that the source of an earlier order is ignored if it is
  /// found late.
  private var playCount = 0
  /// The logic of the loaded audio. `nil` if nothing is loaded.
  private(set) var logic: PlaybackLogic?
  private(set) var pipeline: Pipeline? {
    didSet { if pipeline !== oldValue { endVideo() } }
  }
  /// Whether the video of the audio could not be decoded. Then the sound is decoded alone.
  private var hasVideoFailed = false
  /// The receiver of the video's pictures. `nil` if no view shows the video, or after decoding it has failed.
  var viewer: VideoViewer?
  /// The pipeline of the pictures that are decoded for ``viewer``, in step with the sound of ``pipeline``.
  var videoPipeline: VideoPipeline?
  /// The audio that is likely to be played next. `nil` if none was prepared, or if the prepared audio was discarded.
  private var prepared: PreparedAudio?
  /// The prepared audio that the last `play` order plays. `nil` if the audio was not prepared.
  private var playedPreparation: PreparedAudio?
  /// The id of the selected device, or `nil` for the default sink.
  private var output: AudioOutput.ID?
  /// The selected device. `nil` if none is selected, or if the device is not connected or has failed.
  private var device: OutputDevice?
  /// Whether the selected device is being searched for.
  private var isSearchingDevice = false
  /// The number of searches for a device. It identifies the search, so that a late result of an earlier one is ignored.
  private var deviceSearchCount = 0
  /// Ends a search for a device if the sound server does not answer.
  private let deviceTimer = GLibTimer()
  /// Finds the source of the audio. `nil` if the bytes are at the URL of the audio itself.
  private var findSource: (@Sendable () async -> PlaybackSource)?
  /// Whether loading waits for the end of the search for the device.
  private var isWaitingForDevice = false
  /// Fires each time a position event is due. Runs only while sound plays.
  let ticks = GLibTimer()

  /// Creates a player. `sink` describes the sink in the syntax of `gst-launch-1.0`. `log` receives technical messages
  /// about failures. By default, these messages are written to the standard error.
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
    case .pause: perform(logic?.pause(at: progress))
    case .resume: perform(logic?.resume())
    case .seek(let position): perform(logic?.seek(to: position, from: progress))
    case .adjust(.output(let output)): selectOutput(output)
    case .adjust(let setting):
      sound.set(setting)
      pipeline?.apply(sound)
    case .showVideo(let viewer): showVideo(to: viewer)
    case .hideVideo(let viewer): hideVideo(from: viewer)
    case .stop: unload()
    }
  }

  /// The position and the length of the loaded audio.
  var progress: PlaybackLogic.Progress { pipeline?.progress ?? .init() }

  /// Plays an audio. Until the source is known, the logic is in its loading phase and receives all orders.
  private func play(_ audio: URL, from position: Duration, _ source: (@Sendable () async -> PlaybackSource)?) {
    unload()
    self.audio = audio
    findSource = source
    logic = PlaybackLogic(audio: audio, start: position)
    playCount += 1
    // The device may have been connected after the last search.
    if output != nil, device == nil, !isSearchingDevice { searchDevice() }
    if playPrepared() { return }
    discardPrepared()
    guard source != nil else {
      sourceURL = audio
      return load()
    }
    loadFromSource()
  }

  /// Loads the audio again. If the address of its bytes is temporary, finds the source again. By now, a download, or
  /// a stream that is kept on the disk, may be complete and have another address.
  private func reload() {
    // A complete stream is kept in a file without a name. The file has only a path below `/proc/self/fd/`, which is
    // invalid after the program has closed the file.
    let isAddressTemporary = isServedHere || sourceURL?.path.hasPrefix("/proc/self/fd/") == true
    if isAddressTemporary { loadFromSource() } else { load() }
  }

  /// Finds the present source of the audio, and loads it.
  private func loadFromSource() {
    guard let findSource else { return load() }
    pipeline?.close()
    pipeline = nil
    Task { [weak self, playCount] in
      let source = await findSource()
      guard let self, playCount == self.playCount, audio != nil else { return }
      setSource(source)
      load()
    }
  }

  /// Sets the address of the bytes, and emits the kind of the source.
  private func setSource(_ source: PlaybackSource?) {
    sourceURL = source?.url
    if let audio, let source { hub.emit(.sourceFound(audio, source.kind)) }
  }

  private func load() {
    guard let sourceURL else { return }
    pipeline?.close()
    pipeline = nil
    isWaitingForDevice = isSearchingDevice
    if isSearchingDevice { return }
    do throws(PlaybackError) {
      try GStreamer.start()
      // The reference is weak, because the pipeline must not keep its player alive.
      let pipeline = try Pipeline(
        audio: sourceURL, sink: sink, output: device, agent: logic?.agent ?? .own, decodesVideo: !hasVideoFailed,
        sound: sound, timeLimits: timeLimits, log: log, onMessage: { [weak self] in self?.received($0) })
      self.pipeline = pipeline
      pipeline.load()
    } catch {
      perform(logic?.failed(error))
    }
  }

  /// Whether the audio is a file on the disk with less than 128 bytes, which is too short for more than a header.
  private var hasOnlyHeader: Bool {
    guard let sourceURL, sourceURL.isFileURL else { return false }
    // `stat` follows links. The path `/proc/self/fd/…` of a file without a name is a link.
    var status = stat()
    return stat(sourceURL.path, &status) == 0 && status.st_size < 128
  }

  /// Whether the program itself serves the bytes of the audio, at an address of this computer. The program does so
  /// while it downloads the audio, and while it receives a stream that it keeps on the disk. Afterwards, the address is
  /// invalid, and the audio may have another source.
  private var isServedHere: Bool { sourceURL?.host == "127.0.0.1" && sourceURL != audio && findSource != nil }

  private func received(_ message: PipelineMessage) {
    switch message {
    case .prerolled: prerolled()
    case .stateChanged(let isPlaying): perform(logic?.stateChanged(isPlaying: isPlaying))
    case .durationChanged: perform(logic?.durationChanged(progress))
    case .buffering(let percent): perform(logic?.buffering(percent: percent))
    // If the size is known and bytes are missing, GStreamer fails instead of reporting the end.
    case .ended: perform(logic?.reachedEnd(progress, isComplete: pipeline?.hasKnownSize ?? true))
    case .lostClock: perform(logic?.lostClock())
    case .pauseRequested: perform(logic?.pause(at: progress))
    case .refusedRange(let reason): perform(logic?.refusedRange(reason: reason))
    case .refusedAgent: perform(logic?.refusedAgent())
    case .videoFailed: reloadWithoutVideo()
    case .failed(.noSoundDevice) where device != nil: forgetDevice()
    case .failed(.unreachable) where isServedHere:
      // Load the audio again, as after a stall, because the audio may have another source now. If the logic returns no
      // commands, because the pipeline neither loads nor seeks, the failure is reported.
      let commands = logic?.stalled(isRemote: true) ?? []
      perform(commands.isEmpty ? logic?.failed(.unreachable) : commands)
    case .failed(let error): perform(logic?.failed(error))
    // GStreamer waits forever for the first sample of a file that has only a header.
    case .stalled where hasOnlyHeader: perform(logic?.failed(.notAudio))
    case .stalled: perform(logic?.stalled(isRemote: sourceURL?.isFileURL == false))
    }
  }

  /// Loads the audio again without its video, and continues at its position. Reports a failure instead if that is not
  /// possible (``PlaybackLogic/videoFailed(_:)``), or if the audio was already loaded without its video.
  private func reloadWithoutVideo() {
    let commands = hasVideoFailed ? logic?.failed(.notAudio) : logic?.videoFailed(progress)
    hasVideoFailed = true
    perform(commands)
  }

  /// Handles the end of loading or of a seek: the pipeline has decoded the first sample at the position.
  private func prerolled() {
    let isSeekable = pipeline?.isSeekable ?? false
    perform(logic?.prerolled(progress, isSeekable: isSeekable, isRemote: sourceURL?.isFileURL == false))
    // The pictures are decoded from the position of the sound, so their pipeline has to seek to this position.
    guard let audio, let pipeline, pipeline.hasVideo, isSeekable, !pipeline.isVideoReported else { return }
    pipeline.isVideoReported = true
    hub.emit(.video(audio))
    startVideo()
  }

  private func perform(_ commands: [PlaybackLogic.Command]?) {
    for command in commands ?? [] { perform(command) }
    // The commands may have started the sound or changed its position, so other pictures may be due.
    videoPipeline?.wake()
  }

  private func perform(_ command: PlaybackLogic.Command) {
    switch command {
    case .setPlaying(let isPlaying): pipeline?.setPlaying(isPlaying)
    case .seek(let position):
      if pipeline?.seek(to: position) != true { perform(logic?.seekFailed(progress)) }
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
    playedPreparation = nil
    hasVideoFailed = false
    isWaitingForDevice = false
    logic = nil
    audio = nil
    sourceURL = nil
  }
}

extension Player {
  /// The time limit for an answer of the sound server, in milliseconds.
  private static let deviceTimeLimit: guint = 3000

  private func selectOutput(_ output: AudioOutput.ID?) {
    guard output != self.output else { return }
    self.output = output
    // The prepared pipeline uses the former device.
    discardPrepared()
    searchDevice()
  }

  /// Searches for the selected device, and continues the audio on it. The audio continues on the default sink if no
  /// device is selected, or if the device is not found. Loading waits for the end of the search, so that the audio does
  /// not start on another device.
  private func searchDevice() {
    deviceSearchCount += 1
    guard let output else { return endDeviceSearch(with: nil) }
    isSearchingDevice = true
    deviceTimer.start(everyMilliseconds: Self.deviceTimeLimit) { [weak self] in
      self?.log("the sound server does not answer")
      self?.endDeviceSearch(with: nil)
    }
    Task { [weak self, log, deviceSearchCount] in
      let device = await OutputDevice.all().first { $0.output.id == output }
      guard let self, deviceSearchCount == self.deviceSearchCount, isSearchingDevice else { return }
      if device == nil { log("the sound device “\(output)” is not connected") }
      endDeviceSearch(with: device)
    }
  }

  /// Ends the search for a device. If the device is `nil`, the default sink is used.
  private func endDeviceSearch(with device: OutputDevice?) {
    deviceTimer.stop()
    isSearchingDevice = false
    let staysOnDefaultSink = self.device == nil && device == nil
    self.device = device
    if isWaitingForDevice {
      load()
    } else if pipeline != nil, !staysOnDefaultSink {
      perform(logic?.newPipelineNeeded(progress))
    }
  }

  /// Stops using the selected device, because it has failed. The audio continues on the default sink. If the audio
  /// cannot continue at its position (``PlaybackLogic/newPipelineNeeded(_:)``), reports a failure instead.
  private func forgetDevice() {
    log("the sound device “\(output ?? "")” does not play")
    device = nil
    discardPrepared()
    let commands = logic?.newPipelineNeeded(progress) ?? []
    perform(commands.isEmpty ? logic?.failed(.noSoundDevice) : commands)
  }

  /// How long a prepared audio is kept, in milliseconds.
  private static let preparationTimeLimit: guint = 60_000

  private func prepare(_ audio: URL, _ source: @escaping @Sendable () async -> PlaybackSource) {
    guard audio != self.audio, audio != prepared?.audio else { return }
    discardPrepared()
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
        // Discard audio that is not played soon. By then, its server may have closed the connection, and a download may
        // have replaced the source.
        prepared.expiryTimer.start(everyMilliseconds: Self.preparationTimeLimit) { [weak self, weak prepared] in
          if let self, let prepared, self.prepared === prepared { discardPrepared() }
        }
      } catch {
        discardPrepared()
      }
    }
  }

  /// Handles the messages of a prepared pipeline. Until the pipeline is played, its state is recorded. After a
  /// problem, its end or a request to pause, it is discarded. Once it is played, the messages are handled as usual.
  private func received(_ message: PipelineMessage, from prepared: PreparedAudio) {
    if playedPreparation === prepared { return received(message) }
    switch message {
    // If the user plays the audio later, the audio is loaded again. A problem is reported then.
    case .failed, .videoFailed, .stalled, .refusedRange, .refusedAgent, .ended, .pauseRequested: discardPrepared()
    case .prerolled: prepared.isPrerolled = true
    case .buffering(let percent): prepared.bufferingPercent = percent
    case .stateChanged, .durationChanged, .lostClock: break
    }
  }

  /// Plays the audio in the prepared pipeline, and returns `true`. Returns `false` if no pipeline is prepared for this
  /// audio, or while the selected device is being searched for.
  private func playPrepared() -> Bool {
    guard !isSearchingDevice, let prepared, prepared.audio == audio, let pipeline = prepared.pipeline else {
      return false
    }
    self.prepared = nil
    prepared.expiryTimer.stop()
    setSource(prepared.source)
    self.pipeline = pipeline
    playedPreparation = prepared
    pipeline.apply(sound)
    if let percent = prepared.bufferingPercent { received(.buffering(percent: percent)) }
    if prepared.isPrerolled { received(.prerolled) }
    return true
  }

  private func discardPrepared() {
    prepared?.close()
    prepared = nil
  }

  private func startTicking() {
    guard !ticks.isRunning else { return }
    ticks.start(everyMilliseconds: tickInterval) { [weak self] in
      guard let self else { return }
      perform(logic?.ticked(progress))
    }
  }
}
