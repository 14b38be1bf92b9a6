import Podcasts

/// One who listens to a player, and waits for what is to come.
@MainActor
final class Listener {
  private(set) var heard: [PlayerEvent] = []
  private let events: AsyncStream<PlayerEvent>

  convenience init(_ player: PlayerClient) { self.init(player.events()) }

  init(_ events: AsyncStream<PlayerEvent>) { self.events = events }

  /// All events up to the first that fits, which is the last of them. Ends early when the stream does.
  @discardableResult
  func wait(for fits: (PlayerEvent) -> Bool) async -> [PlayerEvent] {
    let known = heard.count
    // Each loop goes on where the one before it stopped: the stream keeps what nobody has taken.
    for await event in events {
      heard.append(event)
      if fits(event) { break }
    }
    return Array(heard[known...])
  }

  /// The next position that is told, from some place on.
  @discardableResult
  func position(from start: Duration = .zero) async -> Duration? {
    await wait { $0.position.map { $0 >= start } ?? false }.last?.position
  }

  /// Why the audio could not be played; `nil` when it ended well.
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

  /// Whether the stream has ended.
  func end() async -> Bool {
    for await _ in events {}
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
