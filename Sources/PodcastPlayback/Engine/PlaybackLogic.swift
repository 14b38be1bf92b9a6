import Foundation
import Podcasts

/// Decides which commands the player executes, and which events it emits, while one audio is loaded.
///
/// The logic does not call GStreamer. Its input is the user's orders and the pipeline's messages, and its output is an
/// ordered list of commands. So each sequence of events can be tested without a pipeline.
struct PlaybackLogic: Sendable {
  /// The position and the length of the audio, as reported by the pipeline. `nil` if they are unknown.
  struct Progress: Equatable, Sendable {
    var position: Duration?
    var duration: Duration?
  }

  /// A command to the player.
  enum Command: Equatable, Sendable {
    /// Set GStreamer's state to PLAYING or PAUSED. Has no effect if that is the present state.
    case setPlaying(Bool)
    /// Seek to a position. When the seek has ended, ``Player`` calls
    /// ``PlaybackLogic/prerolled(_:isSeekable:isRemote:)``, or ``PlaybackLogic/seekFailed(_:)`` if the seek is not
    /// possible.
    case seek(Duration)
    /// Call ``PlaybackLogic/ticked(_:)`` regularly, until ``stopTicking``.
    case startTicking
    case stopTicking
    /// Discard the pipeline and load the same audio again, paused.
    case reload
    /// Discard the pipeline.
    case unload
    /// Send the event to all consumers.
    case emit(PlayerEvent)
  }

  /// The state of the pipeline.
  private enum Phase: Equatable {
    /// The audio is loading. It will start at `start`.
    case loading(start: Duration)
    /// The pipeline seeks. `next` is the position of the next seek, if the user has requested another position since.
    case seeking(next: Duration?)
    /// The pipeline has loaded, does not seek, and plays or is paused.
    case settled
    /// The audio has ended or failed.
    case ended
  }

  /// The address of the audio, which each event contains.
  private let audio: URL
  private var phase: Phase
  /// Whether the last order was to play, and the audio has neither ended nor failed since. The sound may start later. A
  /// pause can also be ordered by another program.
  private var isPlayRequested = true
  /// Whether the event `playing` was emitted, so that a seek does not emit it again. `false` again after a pause, the
  /// end of the audio, and a failure, and when the audio is loaded again, except for another user agent.
  private var hasEmittedPlaying = false
  /// Whether playing has to wait until the buffer is full.
  private var isBuffering = false
  /// Whether the pipeline supports seeks in this audio.
  private var isSeekable = false
  /// Whether the audio has ended, and has to be loaded in a new pipeline before it is played again.
  private var isPipelineStale = false
  /// Whether the audio comes over the network.
  private var isRemote = false
  /// How often the audio was loaded again because the pipeline made no progress.
  private var stallCount = 0
  /// The user agent for the requests to the server: the player's own, or a browser's after the server has refused the
  /// player's own.
  private(set) var agent = UserAgent.own
  /// The position of the last seek, or the start position before the first seek.
  private var target: Duration
  /// The length of the audio, or `nil` if it is unknown, as in a live stream.
  private var duration: Duration?

  /// Creates the logic for audio that is being loaded, and will be played from a position.
  init(audio: URL, start: Duration) {
    self.audio = audio
    phase = .loading(start: max(start, .zero))
    target = max(start, .zero)
  }
}

/// The user's orders. Each function returns the commands for the player.
extension PlaybackLogic {
  mutating func pause(at progress: Progress) -> [Command] {
    guard isPlayRequested else { return [] }
    isPlayRequested = false
    hasEmittedPlaying = false
    return [.setPlaying(false), .stopTicking] + (phase == .settled ? positionEvent(progress) : [])
      + [.emit(.paused(audio))]
  }

  mutating func resume() -> [Command] {
    guard !isPlayRequested else { return [] }
    isPlayRequested = true
    switch phase {
    case .ended: return restart()
    case .settled: return playIfReady()
    case .loading, .seeking: return []
    }
  }

  mutating func seek(to target: Duration, from progress: Progress) -> [Command] {
    updateDuration(progress.duration)
    switch phase {
    case .loading:
      phase = .loading(start: max(target, .zero))
      return []
    case .seeking:
      phase = .seeking(next: bounded(target))
      return []
    case .settled, .ended:
      // If a server does not support seeks in a file, that is an error. In a live stream, which has no length, and in
      // a file on the disk, emit the actual position, so that a slider does not show the requested one.
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : positionEvent(progress) }
      if isPipelineStale { return restart(from: bounded(target)) }
      return startSeek(to: target)
    }
  }
}

/// The pipeline's messages. Each function returns the commands for the player.
extension PlaybackLogic {
  /// The first sound at the current position is ready: after loading, and after each seek.
  ///
  /// The audio of a server without byte ranges cannot be played from a later position. That is an error, except for a
  /// live stream, which has no length. A file on the disk that does not support seeks is played from its beginning.
  mutating func prerolled(_ progress: Progress, isSeekable: Bool, isRemote: Bool = false) -> [Command] {
    updateDuration(progress.duration)
    self.isRemote = isRemote
    switch phase {
    case .loading(let start):
      self.isSeekable = isSeekable
      guard start > .zero else { return settle(progress) }
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : settle(progress) }
      return startSeek(to: start)
    case .seeking(let next?):
      return startSeek(to: next)
    case .seeking(nil):
      return settle(progress)
    case .settled:
      // GStreamer posts the same message after a pause and after a seek. If both happen at the same time, the message
      // of the pause has ended the phase `seeking`, and this is the message of the seek.
      return positionEvent(progress)
    case .ended:
      return []
    }
  }

  /// The requested seek is not possible.
  mutating func seekFailed(_ progress: Progress) -> [Command] {
    guard case .seeking = phase else { return [] }
    return settle(progress)
  }

  /// The pipeline has entered or left the state PLAYING.
  mutating func stateChanged(isPlaying: Bool) -> [Command] {
    guard isPlaying else { return [.stopTicking] }
    guard isPlayRequested, phase == .settled else { return [] }
    guard !hasEmittedPlaying else { return [.startTicking] }
    hasEmittedPlaying = true
    return [.emit(.playing(audio)), .startTicking]
  }

  /// The time between two position events has passed.
  mutating func ticked(_ progress: Progress) -> [Command] {
    updateDuration(progress.duration)
    return phase == .settled ? positionEvent(progress) : []
  }

  /// The pipeline has found another length of the audio.
  mutating func durationChanged(_ progress: Progress) -> [Command] {
    let formerDuration = duration
    updateDuration(progress.duration)
    return phase == .settled && duration != formerDuration ? positionEvent(progress) : []
  }

  /// The fill level of the buffer has changed. Below 100 %, playing waits.
  mutating func buffering(percent: Int) -> [Command] {
    let wasBuffering = isBuffering
    let wasReadyToPlay = isReadyToPlay
    isBuffering = percent < 100
    guard wasBuffering || isBuffering else { return [] }
    let event = Command.emit(.buffering(audio, percent: min(max(percent, 0), 100)))
    if isBuffering { return wasReadyToPlay ? [.setPlaying(false), event] : [event] }
    return [event] + playIfReady()
  }

  /// The pipeline has reached the end of the data.
  ///
  /// If a server does not report the number of bytes, GStreamer cannot distinguish a broken connection from the end. In
  /// this case, an end long before the declared length (``imprecision(of:)``) counts as a broken connection. A broken
  /// connection is a failure, and the last position event has the actual position. The declared length is the length
  /// that the pipeline has found in the file.
  ///
  /// - Parameter isComplete: Whether all bytes have certainly arrived. This is the case if the server or the disk
  ///   reported their number, because GStreamer then requests missing bytes or fails. Complete audio has ended, even
  ///   if the file declares a greater length. The consumers of the events decide whether the episode was played.
  mutating func reachedEnd(_ progress: Progress, isComplete: Bool) -> [Command] {
    // Ignore an end that was reported before a seek.
    guard phase == .settled else { return [] }
    updateDuration(progress.duration)
    if !isComplete, let position = progress.position, let duration, position < duration - Self.imprecision(of: duration)
    {
      return positionEvent(progress) + failed(.unreachable)
    }
    phase = .ended
    isPlayRequested = false
    hasEmittedPlaying = false
    let lastPosition =
      duration.map { [Command.emit(.position(audio, endPosition(progress.position, $0), duration: $0))] } ?? []
    return [.stopTicking, .setPlaying(false)] + lastPosition + [.emit(.ended(audio))]
  }

  /// Returns the position at which the audio has ended, or the declared length if the position is near this length or
  /// unknown.
  private func endPosition(_ position: Duration?, _ duration: Duration) -> Duration {
    guard let position, position < duration - Self.imprecision(of: duration) else { return duration }
    return position
  }

  /// The clock of the sound device was lost, perhaps with the device. The pipeline must select another clock. It
  /// selects its clock when it starts to play, so a playing pipeline is paused and played again.
  mutating func lostClock() -> [Command] {
    isReadyToPlay ? [.setPlaying(false), .setPlaying(true)] : []
  }

  /// The server refuses to send a part of a file, although it has sent parts before.
  ///
  /// During a seek or loading, GStreamer needs a part that has not arrived, so only the complete file can be played.
  /// While the audio plays or is paused, GStreamer has requested a part to continue after a broken connection.
  mutating func refusedRange(reason: String) -> [Command] {
    switch phase {
    case .seeking, .loading: return failed(.wholeFileOnly)
    case .settled: return failed(.unreachable)
    case .ended: return failed(.failed(reason: reason))
    }
  }

  /// The server refuses the request. During loading or a seek, the audio is loaded again with another user agent, once.
  /// Otherwise the refusal is a failure.
  mutating func refusedAgent() -> [Command] {
    guard agent == .own else { return failed(.notAllowed) }
    agent = .browser
    switch phase {
    case .loading: break
    case .seeking(let next): phase = .loading(start: next ?? target)
    case .settled, .ended: return failed(.notAllowed)
    }
    isBuffering = false
    return [.stopTicking, .reload]
  }

  /// The audio needs a new pipeline, because the sound goes to another device, or the video of the file cannot be
  /// decoded. The audio is loaded again, and continues at its position.
  ///
  /// After a new load, audio that does not support seeks could only be played from its beginning. So such audio is not
  /// loaded again while it plays or is paused, and no command is returned. A live stream, which has no length, is
  /// loaded again. After its end, audio is loaded again only when the user plays it again or seeks in it.
  mutating func newPipelineNeeded(_ progress: Progress) -> [Command] {
    updateDuration(progress.duration)
    switch phase {
    case .loading: break
    case .seeking(let next): phase = .loading(start: next ?? target)
    case .settled:
      guard isSeekable || duration == nil else { return [] }
      phase = .loading(start: progress.position ?? target)
    case .ended:
      isPipelineStale = true
      return []
    }
    isBuffering = false
    hasEmittedPlaying = false
    return [.stopTicking, .reload]
  }

  /// The video of the file cannot be decoded, which also ends the sound of the pipeline. If the audio cannot be loaded
  /// again, that is a failure, except after the end of the audio.
  mutating func videoFailed(_ progress: Progress) -> [Command] {
    let isAtEnd = phase == .ended
    let commands = newPipelineNeeded(progress)
    return commands.isEmpty && !isAtEnd ? failed(.notAudio) : commands
  }

  /// The pipeline loads or seeks without progress (``Pipeline/watchForStall()``). Only loading again helps. A file is
  /// loaded again up to twice. Audio of a server is loaded again only once, because its time limit is long.
  mutating func stalled(isRemote: Bool) -> [Command] {
    guard stallCount < (isRemote ? 1 : 2) else {
      return failed(isRemote ? .unreachable : .failed(reason: "GStreamer does not get on with it"))
    }
    switch phase {
    case .loading: break
    case .seeking(let next): phase = .loading(start: next ?? target)
    case .settled, .ended: return []
    }
    stallCount += 1
    isBuffering = false
    hasEmittedPlaying = false
    return [.stopTicking, .reload]
  }

  /// The audio cannot be played, or cannot be played further.
  mutating func failed(_ error: PlaybackError) -> [Command] {
    isPlayRequested = false
    hasEmittedPlaying = false
    phase = .ended
    return [.stopTicking, .unload, .emit(.failed(audio, error))]
  }
}

extension PlaybackLogic {
  /// Whether the pipeline should be in the state PLAYING.
  private var isReadyToPlay: Bool { isPlayRequested && phase == .settled && !isBuffering }

  private func playIfReady() -> [Command] {
    isReadyToPlay ? [.setPlaying(true)] : []
  }

  /// Ends loading or seeking.
  private mutating func settle(_ progress: Progress) -> [Command] {
    phase = .settled
    return positionEvent(progress) + playIfReady()
  }

  /// Plays the audio again after its end. `start` is used only if the audio has to be loaded again, because it does not
  /// support seeks or needs a new pipeline. Otherwise the audio is played from its beginning.
  private mutating func restart(from start: Duration = .zero) -> [Command] {
    guard isSeekable, !isPipelineStale else {
      isPipelineStale = false
      phase = .loading(start: start)
      isBuffering = false
      hasEmittedPlaying = false
      return [.stopTicking, .reload]
    }
    return startSeek(to: .zero)
  }

  private mutating func startSeek(to position: Duration) -> [Command] {
    target = bounded(position)
    phase = .seeking(next: nil)
    return [.seek(target)]
  }

  /// The distance from the declared length within which the audio may end: 2 %, and at least 3 seconds. In formats that
  /// do not store a length, the declared length is an estimate.
  private static func imprecision(of duration: Duration) -> Duration { max(.seconds(3), duration / 50) }

  /// Returns the command to emit the position, or no command if the position is unknown.
  private func positionEvent(_ progress: Progress) -> [Command] {
    guard let position = progress.position else { return [] }
    return [.emit(.position(audio, bounded(position), duration: duration))]
  }

  private mutating func updateDuration(_ duration: Duration?) {
    if let duration, duration > .zero { self.duration = duration }
  }

  /// Returns the nearest position within the audio.
  private func bounded(_ position: Duration) -> Duration {
    min(max(position, .zero), duration ?? position)
  }
}
