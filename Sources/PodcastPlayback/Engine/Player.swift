import CGStreamer
import Foundation
import Podcasts

/// Plays one audio at a time: does what ``PlaybackLogic`` says, with a ``Pipeline``.
@MainActor
final class Player {
  /// What the player is asked for.
  enum Order: Sendable {
    case play(URL, from: Duration)
    case pause
    case resume
    case seek(Duration)
    case stop
  }

  /// How often the place is told while playing, in milliseconds.
  private static let tickInterval: guint = 250

  private let sink: String
  private let patience: Pipeline.Patience
  private let log: (String) -> Void
  private let hub: PlayerEventHub
  private var audio: URL?
  private var logic: PlaybackLogic?
  private var pipeline: Pipeline?
  /// Runs while it plays, and only then.
  private let ticks = MainLoopTimer()

  /// A player whose sound goes to a sink, given as `gst-launch-1.0` would take it. What GStreamer says of a failure that has no word of
  /// its own goes to `log`: by default to the standard error.
  init(
    sink: String, hub: PlayerEventHub, patience: Pipeline.Patience = .init(),
    log: @escaping (String) -> Void = Player.writeToStandardError
  ) {
    self.sink = sink
    self.hub = hub
    self.patience = patience
    self.log = log
  }

  isolated deinit { unload() }

  func obey(_ order: Order) {
    switch order {
    case .play(let audio, let position): play(audio, from: position)
    case .pause: perform(logic?.pause(at: place))
    case .resume: perform(logic?.resume())
    case .seek(let position): perform(logic?.seek(to: position, from: place))
    case .stop: unload()
    }
  }

  private var place: PlaybackLogic.Place { pipeline?.place ?? .init() }

  private func play(_ audio: URL, from position: Duration) {
    unload()
    self.audio = audio
    logic = PlaybackLogic(audio: audio, start: position)
    load()
  }

  private func load() {
    guard let audio else { return }
    pipeline?.close()
    do throws(PlaybackError) {
      try GStreamer.start()
      // Weak: a message on its way must not keep the player alive.
      let pipeline = try Pipeline(audio: audio, sink: sink, patience: patience, log: log) { [weak self] in self?.received($0) }
      self.pipeline = pipeline
      pipeline.load()
    } catch {
      perform(logic?.failed(error))
    }
  }

  private func received(_ message: PipelineMessage) {
    switch message {
    case .prerolled: perform(logic?.prerolled(place, isSeekable: pipeline?.isSeekable ?? false))
    case .soundChanged(let isPlaying): perform(logic?.soundChanged(isPlaying: isPlaying))
    case .durationChanged: perform(logic?.durationChanged(place))
    case .buffering(let percent): perform(logic?.buffering(percent: percent))
    case .ended: perform(logic?.reachedEnd(place, isWhole: pipeline?.knowsSize ?? true))
    case .lostClock: perform(logic?.lostClock())
    case .pauseRequested: perform(logic?.pause(at: place))
    case .refusedRange(let reason): perform(logic?.refusedRange(reason: reason))
    case .failed(let error): perform(logic?.failed(error))
    case .stalled: perform(logic?.stalled(isRemote: audio?.isFileURL == false))
    }
  }

  private func perform(_ commands: [PlaybackLogic.Command]?) {
    for command in commands ?? [] { perform(command) }
  }

  private func perform(_ command: PlaybackLogic.Command) {
    switch command {
    case .setPlaying(let isPlaying): pipeline?.setPlaying(isPlaying)
    case .seek(let position):
      if pipeline?.seek(to: position) != true { perform(logic?.seekFailed(place)) }
    case .startTicking: startTicking()
    case .stopTicking: ticks.stop()
    case .reload: load()
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
    logic = nil
    audio = nil
  }
}

extension Player {
  private func startTicking() {
    guard !ticks.isRunning else { return }
    ticks.start(everyMilliseconds: Self.tickInterval) { [weak self] in
      guard let self else { return }
      perform(logic?.ticked(place))
    }
  }
}
