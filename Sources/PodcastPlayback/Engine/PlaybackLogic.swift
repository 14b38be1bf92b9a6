import Foundation
import Podcasts

/// Decides the pipeline's next steps and the events, while one audio is loaded.
///
/// The logic never touches GStreamer. Its input is the user's orders and the pipeline's messages, and its output is a list of commands in
/// their order. So every order of events can be tested without a sound.
struct PlaybackLogic: Sendable {
  /// Where the audio is, as the pipeline knows it. `position` is `nil` while it is unknown.
  struct Place: Equatable, Sendable {
    var position: Duration?
    var duration: Duration?
  }

  /// A command to the player.
  enum Command: Equatable, Sendable {
    /// Go to GStreamer's PLAYING, or to PAUSED. Harmless when the pipeline is there already.
    case setPlaying(Bool)
    /// Seek, exactly. The pipeline answers with ``PlaybackLogic/prerolled(_:isSeekable:)`` when it is there.
    case seek(Duration)
    /// Report the place regularly, until ``stopTicking``.
    case startTicking
    case stopTicking
    /// Throw the pipeline away and load the same audio again, paused.
    case reload
    /// Throw the pipeline away.
    case unload
    /// Tell the listeners.
    case emit(PlayerEvent)
  }

  /// The pipeline's current task.
  private enum Phase: Equatable {
    /// It has not prerolled yet; it is to start from here.
    case loading(start: Duration)
    /// It is on the way to a place, and then to `next` if the user requested another place since.
    case seeking(next: Duration?)
    /// It plays, or could.
    case settled
    /// It stands at its end.
    case ended
  }

  private let audio: URL
  private var phase: Phase
  /// The user's last request. The sound may lag behind.
  private var wantsPlaying = true
  /// Whether the event `playing` was emitted.
  private var isSounding = false
  private var isBuffering = false
  private var isSeekable = false
  /// Whether the device has changed since the end was reached.
  private var isOutputStale = false
  /// Whether the audio comes over the network.
  private var isRemote = false
  /// How often it was loaded again because it did not get on.
  private var stallCount = 0
  /// How it calls itself to the server.
  private(set) var agent = UserAgent.own
  /// The last requested place.
  private var target: Duration
  private var duration: Duration?

  /// Audio that is being loaded, to be played from a position.
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
    case .ended: return startAgain()
    case .settled: return goOn()
    case .loading, .seeking: return []
    }
  }

  mutating func seek(to target: Duration, from place: Place) -> [Command] {
    learn(place.duration)
    switch phase {
    case .loading:
      phase = .loading(start: max(target, .zero))
      return []
    case .seeking:
      phase = .seeking(next: bounded(target))
      return []
    case .settled, .ended:
      // Without seeking, report the true place, so that no slider shows a wrong one. A live stream has no length.
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : position(place) }
      if isOutputStale { return startAgain(from: bounded(target)) }
      return go(to: target)
    }
  }
}

/// The pipeline's messages.
extension PlaybackLogic {
  /// The pipeline has the first sound of the place where it stands: after loading, and after each seek.
  ///
  /// A server that gives whole files only cannot start at a place: that is an error, unless it is a live stream.
  mutating func prerolled(_ place: Place, isSeekable: Bool, isRemote: Bool = false) -> [Command] {
    learn(place.duration)
    self.isRemote = isRemote
    switch phase {
    case .loading(let start):
      self.isSeekable = isSeekable
      guard start > .zero else { return settle(place) }
      guard isSeekable else { return isRemote && duration != nil ? failed(.wholeFileOnly) : settle(place) }
      return go(to: start)
    case .seeking(let next?):
      return go(to: next)
    case .seeking(nil):
      return settle(place)
    case .settled:
      // The previous message answered a pause, and this one answers the seek after it. The two look the same.
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

  /// The pipeline has come to PLAYING, or has left it.
  mutating func soundChanged(isPlaying: Bool) -> [Command] {
    guard isPlaying else { return [.stopTicking] }
    guard wantsPlaying, phase == .settled else { return [] }
    guard !isSounding else { return [.startTicking] }
    isSounding = true
    return [.emit(.playing(audio)), .startTicking]
  }

  mutating func ticked(_ place: Place) -> [Command] {
    learn(place.duration)
    return phase == .settled ? position(place) : []
  }

  mutating func durationChanged(_ place: Place) -> [Command] {
    let known = duration
    learn(place.duration)
    return phase == .settled && duration != known ? position(place) : []
  }

  mutating func buffering(percent: Int) -> [Command] {
    let wasBuffering = isBuffering
    let wasGoingOn = isGoingOn
    isBuffering = percent < 100
    guard wasBuffering || isBuffering else { return [] }
    let told = Command.emit(.buffering(audio, percent: min(max(percent, 0), 100)))
    if isBuffering { return wasGoingOn ? [.setPlaying(false), told] : [told] }
    return [told] + goOn()
  }

  /// There is no more to come.
  ///
  /// A server that does not report the length of its answer can break off, and GStreamer takes this for the end. Then the audio's own length
  /// decides: a lost connection is no end, and the place is kept.
  ///
  /// - Parameter isWhole: whether all has come that the server, or the disk, promised. A file whose own length promises more than that ends where
  ///   it ends. Its listeners hear of that place, and decide whether the episode was played.
  mutating func reachedEnd(_ place: Place, isWhole: Bool) -> [Command] {
    // An end that was reported before a seek no longer counts.
    guard phase == .settled else { return [] }
    learn(place.duration)
    if !isWhole, let position = place.position, let duration, position < duration - Self.imprecision(of: duration) {
      return self.position(place) + failed(.unreachable)
    }
    phase = .ended
    wantsPlaying = false
    isSounding = false
    let end = duration.map { [Command.emit(.position(audio, endPlace(place.position, $0), duration: $0))] } ?? []
    return [.stopTicking, .setPlaying(false)] + end + [.emit(.ended(audio))]
  }

  /// Where the sound has ended. Within the imprecision of the length it is the length.
  private func endPlace(_ position: Duration?, _ duration: Duration) -> Duration {
    guard let position, position < duration - Self.imprecision(of: duration) else { return duration }
    return position
  }

  /// The clock of the sound device is gone, with the device perhaps: the pipeline must choose another one.
  mutating func lostClock() -> [Command] {
    isGoingOn ? [.setPlaying(false), .setPlaying(true)] : []
  }

  /// The server refuses a part of a file, without a warning before.
  ///
  /// Only the whole file has the place of a seek, or the index that GStreamer reads while it loads. Without a seek, GStreamer requested a part to
  /// continue after a broken connection.
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

  /// The sound goes to another device. The audio is loaded again, and goes on at its place.
  ///
  /// Audio that cannot be sought would begin again, so it stays where it is. A live stream has no length, and is loaded again.
  mutating func outputChanged(_ place: Place) -> [Command] {
    learn(place.duration)
    switch phase {
    case .loading: break
    case .seeking(let next): phase = .loading(start: next ?? target)
    case .settled:
      guard isSeekable || duration == nil else { return [] }
      phase = .loading(start: place.position ?? target)
    case .ended:
      isOutputStale = true
      return []
    }
    isBuffering = false
    isSounding = false
    return [.stopTicking, .reload]
  }

  /// It loads or seeks without a result. On a busy machine, playbin3 was seen to lose its data on the way to the sink, without a message.
  /// Only loading again helps: once for a server, whose limit is long, and twice for a file.
  mutating func stalled(isRemote: Bool) -> [Command] {
    guard stallCount < (isRemote ? 1 : 2) else { return failed(isRemote ? .unreachable : .failed(reason: "GStreamer does not get on with it")) }
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
  private var isGoingOn: Bool { wantsPlaying && phase == .settled && !isBuffering }

  private func goOn() -> [Command] {
    isGoingOn ? [.setPlaying(true)] : []
  }

  private mutating func settle(_ place: Place) -> [Command] {
    phase = .settled
    return position(place) + goOn()
  }

  private mutating func startAgain(from start: Duration = .zero) -> [Command] {
    guard isSeekable, !isOutputStale else {
      isOutputStale = false
      phase = .loading(start: start)
      isBuffering = false
      isSounding = false
      return [.stopTicking, .reload]
    }
    return go(to: .zero)
  }

  private mutating func go(to place: Duration) -> [Command] {
    target = bounded(place)
    phase = .seeking(next: nil)
    return [.seek(target)]
  }

  /// How far an audio's end may be from the length that it claims: a length is a guess where the format does not hold it.
  private static func imprecision(of duration: Duration) -> Duration { max(.seconds(3), duration / 50) }

  private func position(_ place: Place) -> [Command] {
    guard let position = place.position else { return [] }
    return [.emit(.position(audio, bounded(position), duration: duration))]
  }

  private mutating func learn(_ duration: Duration?) {
    if let duration, duration > .zero { self.duration = duration }
  }

  private func bounded(_ position: Duration) -> Duration {
    min(max(position, .zero), duration ?? position)
  }
}
