import Podcasts

/// Records the events of a player and waits for expected events.
@MainActor
final class EventRecorder {
  private(set) var events: [PlayerEvent] = []
  private let stream: AsyncStream<PlayerEvent>

  convenience init(_ player: PlayerClient) { self.init(player.events()) }

  init(_ events: AsyncStream<PlayerEvent>) { stream = events }

  /// Waits for the first event that matches and returns all new events up to and including it. Returns earlier if the
  /// stream ends.
  @discardableResult
  func wait(for fits: (PlayerEvent) -> Bool) async -> [PlayerEvent] {
    let known = events.count
    // Each loop continues where the previous loop stopped, because the stream buffers events until they are consumed.
    for await event in stream {
      events.append(event)
      if fits(event) { break }
    }
    return Array(events[known...])
  }

  /// Returns the next reported position that is not before `start`.
  @discardableResult
  func position(from start: Duration = .zero) async -> Duration? {
    await wait { $0.position.map { $0 >= start } ?? false }.last?.position
  }

  /// Waits until playback ends and returns the error, or `nil` if the audio played to its end.
  func failure() async -> PlaybackError? {
    let last = await wait {
      switch $0 {
      case .failed, .ended: true
      default: false
      }
    }.last
    if case .failed(_, let error)? = last { return error }
    return nil
  }

  /// Waits until the stream ends.
  func end() async -> Bool {
    for await _ in stream {}
    return true
  }
}

extension PlayerEvent {
  var position: Duration? {
    if case .position(_, let position, _) = self { position } else { nil }
  }

  var duration: Duration? {
    if case .position(_, _, let duration) = self { duration } else { nil }
  }
}
