import Podcasts

/// Waits for events of a player, and records all events up to the expected one.
@MainActor
final class EventRecorder {
  private(set) var events: [PlayerEvent] = []
  private let stream: AsyncStream<PlayerEvent>

  convenience init(_ player: PlayerClient) { self.init(player.events()) }

  init(_ events: AsyncStream<PlayerEvent>) { stream = events }

  /// Waits for the first event that matches and returns all new events up to and including it. Returns earlier if the
  /// stream ends.
  @discardableResult
  func wait(for isExpected: (PlayerEvent) -> Bool) async -> [PlayerEvent] {
    let formerCount = events.count
    // Each loop continues where the previous loop stopped, because the stream buffers events until they are consumed.
    for await event in stream {
      events.append(event)
      if isExpected(event) { break }
    }
    return Array(events[formerCount...])
  }

  /// Waits for a position event at or after `start`, and returns its position. If the stream ends first, returns the
  /// position of the last new event, or `nil` if that event has no position or there is no new event.
  @discardableResult
  func waitForPosition(atLeast start: Duration = .zero) async -> Duration? {
    await wait { $0.position.map { $0 >= start } ?? false }.last?.position
  }

  /// Waits until playback ends and returns the error, or `nil` if the audio played to its end or the stream ended.
  func errorAtEnd() async -> PlaybackError? {
    let last = await wait {
      switch $0 {
      case .failed, .ended: true
      default: false
      }
    }.last
    if case .failed(_, let error)? = last { return error }
    return nil
  }

  /// Waits until the stream ends, and returns `true`. If the stream does not end, the test exceeds its time
  /// limit.
  func waitForEndOfStream() async -> Bool {
    for await _ in stream {}
    return true
  }
}

extension PlayerEvent {
  /// The position in a position event. `nil` for other events.
  var position: Duration? {
    if case .position(_, let position, _) = self { position } else { nil }
  }

  /// The length of the audio in a position event. `nil` for other events, or if the length is unknown.
  var duration: Duration? {
    if case .position(_, _, let duration) = self { duration } else { nil }
  }
}
