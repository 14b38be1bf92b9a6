import Foundation
import Podcasts

/// Decides the next commands for the pipeline, and the events, while one audio is loaded.
///
/// The logic never touches GStreamer. Its input is the user's orders and the pipeline's messages, and its output is an
/// ordered list of commands. So every order of events can be tested without a sound.
struct PlaybackLogic: Sendable {
  /// The position and the length of the audio, as reported by the pipeline. `nil` if they are unknown.
  struct Place: Equatable, Sendable {
    var position: Duration?
    var duration: Duration?
  }

  /// A command to the player.
  enum Command: Equatable, Sendable {
    /// Set GStreamer's state to PLAYING or PAUSED. Has no effect if that is the present state.
    case setPlaying(Bool)
    /// Seek. The pipeline calls ``PlaybackLogic/prerolled(_:isSeekable:)`` when the seek has ended.
    case seek(Duration)
    /// Report the position regularly, until ``stopTicking``.
    case startTicking
    case stopTicking
    /// Discard the pipeline and load the same audio again, paused.
    case reload
    /// Discard the pipeline.
    case unload
    /// Send the event to all consumers.
    case emit(PlayerEvent)
  }

  /// The pipeline's current task.
  private enum Phase: Equatable {
    /// It has not prerolled yet. It will start at `start`.
    case loading(start: Duration)
    /// It seeks. It will seek to `next` afterwards if the user has requested another position.
    case seeking(next: Duration?)
    /// It is ready: it plays or is paused.
    case settled
    /// It is at its end.
    case ended
  }

  private let audio: URL
  private var phase: Phase
  /// The user's last request. The sound may follow later.
  private var wantsPlaying = true
  /// Whether the event `playing` was emitted.
  private var isSounding = false
  private var isBuffering = false
  private var isSeekable = false
  /// Whether another pipeline is needed since the end was reached.
  private var isPipelineStale = false
  /// Whether the audio comes over the network.
  private var isRemote = false
  /// How often it was loaded again because it made no progress.
  private var stallCount = 0
  /// The user agent for the server.
  private(set) var agent = UserAgent.own
  /// The last requested position.
  private var target: Duration
  private var duration: Duration?

  /// Creates the logic for audio that is being loaded, and will be played from a position.
  init(audio: URL, start: Duration) {
    self.audio = audio
    phase = .loading(start: max(start, .zero))
    target = max(start, .zero)
  }
}

/// The user's orders.
extension PlaybackLogic {
  mutating func pause(at place: Place) -> [Command] {
    guard wantsPlaying else { return [] }
    wantsPlaying = false
    isSounding = false
    return [.setPlaying(false), .stopTicking] + (phase == .settled ? position(place) : []) + [.emit(.paused(audio))]
  }

  mutating func resume() -> [Command] {
    guard !wantsPlaying else { return [] }
    wantsPlaying = true
    switch phase {
    case .ended: return restart()
    case .settled: return playIfReady()
    case .loading, .seeking: return []
    }
  }

  mutating func seek(to target: Duration, from place: Place) -> [Command] {
    updateDuration(place.duration)
    switch phase {
    case .loading:
      phase = .loading(start: max(target, .zero))
      return []
    case .seeking:
      phase = .seeking(next: bounded(target))
      return []
    case .settled, .ended:
      // Without seeking, report the actual position, so that no slider shows a wrong one. A live stream has no length.
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : position(place) }
      if isPipelineStale { return restart(from: bounded(target)) }
      return startSeek(to: target)
    }
  }
}

/// The pipeline's messages.
extension PlaybackLogic {
  /// The first sound at the current position is ready: after loading, and after each seek.
  ///
  /// A server without byte ranges cannot start at a position. That is an error, except for a live stream.
  mutating func prerolled(_ place: Place, isSeekable: Bool, isRemote: Bool = false) -> [Command] {
    updateDuration(place.duration)
    self.isRemote = isRemote
    switch phase {
    case .loading(let start):
      self.isSeekable = isSeekable
      guard start > .zero else { return settle(place) }
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : settle(place) }
      return startSeek(to: start)
    case .seeking(let next?):
      return startSeek(to: next)
    case .seeking(nil):
      return settle(place)
    case .settled:
      // The previous message was for a pause, and this one is for the seek after it. They cannot be distinguished.
      return position(place)
    case .ended:
      return []
    }
  }

  /// The requested seek is not possible.
  mutating func seekFailed(_ place: Place) -> [Command] {
    guard case .seeking = phase else { return [] }
    return settle(place)
  }

  /// The pipeline has entered or left the state PLAYING.
  mutating func soundChanged(isPlaying: Bool) -> [Command] {
    guard isPlaying else { return [.stopTicking] }
    guard wantsPlaying, phase == .settled else { return [] }
    guard !isSounding else { return [.startTicking] }
    isSounding = true
    return [.emit(.playing(audio)), .startTicking]
  }

  mutating func ticked(_ place: Place) -> [Command] {
    updateDuration(place.duration)
    return phase == .settled ? position(place) : []
  }

  mutating func durationChanged(_ place: Place) -> [Command] {
    let known = duration
    updateDuration(place.duration)
    return phase == .settled && duration != known ? position(place) : []
  }

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
  /// If a server does not report the length of its answer, a broken connection looks like the end to GStreamer. Then
  /// the length of the audio decides: a broken connection is not the end, and the place is kept.
  ///
  /// - Parameter isComplete: Whether the server or the disk reported the number of bytes, so that all of them have
  ///   arrived. If the file declares a longer audio, it still ends there. The event has this position, and its
  ///   consumers decide whether the episode was played.
  mutating func reachedEnd(_ place: Place, isComplete: Bool) -> [Command] {
    // Ignore an end that was reported before a seek.
    guard phase == .settled else { return [] }
    updateDuration(place.duration)
    if !isComplete, let position = place.position, let duration, position < duration - Self.imprecision(of: duration) {
      return self.position(place) + failed(.unreachable)
    }
    phase = .ended
    wantsPlaying = false
    isSounding = false
    let end = duration.map { [Command.emit(.position(audio, endPlace(place.position, $0), duration: $0))] } ?? []
    return [.stopTicking, .setPlaying(false)] + end + [.emit(.ended(audio))]
  }

  /// Returns the position of the end. Near the length, returns the length.
  private func endPlace(_ position: Duration?, _ duration: Duration) -> Duration {
    guard let position, position < duration - Self.imprecision(of: duration) else { return duration }
    return position
  }

  /// The clock of the sound device was lost, perhaps with the device. The pipeline must select another clock.
  mutating func lostClock() -> [Command] {
    isReadyToPlay ? [.setPlaying(false), .setPlaying(true)] : []
  }

  /// The server refuses a part of a file, although it supported parts before.
  ///
  /// Only the complete file contains the position of a seek, or the index that GStreamer reads during loading. Without
  /// a seek, GStreamer requested a part to continue after a broken connection.
  mutating func refusedRange(reason: String) -> [Command] {
    switch phase {
    case .seeking, .loading: return failed(.wholeFileOnly)
    case .settled: return failed(.unreachable)
    case .ended: return failed(.failed(reason: reason))
    }
  }

  /// The server refuses this program. The next request has another user agent.
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

  /// Another pipeline is needed: the sound goes to another device, or the video of the file cannot be decoded. The
  /// audio is loaded again, and continues at its position.
  ///
  /// Audio that cannot be sought would start over, so it is not loaded again. A live stream has no length, and is
  /// loaded again.
  mutating func pipelineChanged(_ place: Place) -> [Command] {
    updateDuration(place.duration)
    switch phase {
    case .loading: break
    case .seeking(let next): phase = .loading(start: next ?? target)
    case .settled:
      guard isSeekable || duration == nil else { return [] }
      phase = .loading(start: place.position ?? target)
    case .ended:
      isPipelineStale = true
      return []
    }
    isBuffering = false
    isSounding = false
    return [.stopTicking, .reload]
  }

  /// The video of the file cannot be decoded, which also ends the sound of the pipeline. At the end of the audio, nothing
  /// is lost.
  mutating func videoFailed(_ place: Place) -> [Command] {
    let isAtEnd = phase == .ended
    let commands = pipelineChanged(place)
    return commands.isEmpty && !isAtEnd ? failed(.notAudio) : commands
  }

  /// It loads or seeks without a result. On a busy machine, playbin3 was observed to lose its data on the way to the
  /// sink, without a message. Only loading again helps: once for a server, whose time limit is long, and twice for a
  /// file.
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
    isSounding = false
    return [.stopTicking, .reload]
  }

  mutating func failed(_ error: PlaybackError) -> [Command] {
    wantsPlaying = false
    isSounding = false
    phase = .ended
    return [.stopTicking, .unload, .emit(.failed(audio, error))]
  }
}

extension PlaybackLogic {
  private var isReadyToPlay: Bool { wantsPlaying && phase == .settled && !isBuffering }

  private func playIfReady() -> [Command] {
    isReadyToPlay ? [.setPlaying(true)] : []
  }

  private mutating func settle(_ place: Place) -> [Command] {
    phase = .settled
    return position(place) + playIfReady()
  }

  private mutating func restart(from start: Duration = .zero) -> [Command] {
    guard isSeekable, !isPipelineStale else {
      isPipelineStale = false
      phase = .loading(start: start)
      isBuffering = false
      isSounding = false
      return [.stopTicking, .reload]
    }
    return startSeek(to: .zero)
  }

  private mutating func startSeek(to place: Duration) -> [Command] {
    target = bounded(place)
    phase = .seeking(next: nil)
    return [.seek(target)]
  }

  /// How far the end of an audio may be from its declared length. Without a length in the format, the declared one is
  /// an estimate.
  private static func imprecision(of duration: Duration) -> Duration { max(.seconds(3), duration / 50) }

  private func position(_ place: Place) -> [Command] {
    guard let position = place.position else { return [] }
    return [.emit(.position(audio, bounded(position), duration: duration))]
  }

  private mutating func updateDuration(_ duration: Duration?) {
    if let duration, duration > .zero { self.duration = duration }
  }

  private func bounded(_ position: Duration) -> Duration {
    min(max(position, .zero), duration ?? position)
  }
}
