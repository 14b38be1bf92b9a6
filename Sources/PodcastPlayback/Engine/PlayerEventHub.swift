import Podcasts
import Synchronization

/// Passes each event of the player to all listeners.
///
/// It keeps no events. A new listener receives later events only.
final class PlayerEventHub: Sendable {
  private struct Listeners {
    var next = 0
    var continuations: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
    var isClosed = false
  }

  private let listeners = Mutex(Listeners())

  deinit { close() }

  /// Returns a stream of the events from now on, until the consumer stops or the player is deallocated.
  func events() -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
    let id: Int? = listeners.withLock { listeners in
      guard !listeners.isClosed else { return nil }
      listeners.next += 1
      listeners.continuations[listeners.next] = continuation
      return listeners.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// The number of listeners.
  var listenerCount: Int { listeners.withLock { $0.continuations.count } }

  func emit(_ event: PlayerEvent) {
    let continuations = listeners.withLock { Array($0.continuations.values) }
    for continuation in continuations { continuation.yield(event) }
  }

  /// Ends all streams. Streams that are requested later end at once.
  func close() {
    let continuations = listeners.withLock { listeners in
      listeners.isClosed = true
      defer { listeners.continuations = [:] }
      return Array(listeners.continuations.values)
    }
    // Outside of the lock: finishing calls `remove`.
    for continuation in continuations { continuation.finish() }
  }

  private func remove(_ id: Int) {
    listeners.withLock { _ = $0.continuations.removeValue(forKey: id) }
  }
}
