import Podcasts
import Synchronization

/// Passes each event of the player to all consumers.
///
/// A new consumer receives only events that occur after it has called ``events()``.
final class PlayerEventHub: Sendable {
  private struct Consumers {
    /// The id of the last consumer.
    var lastID = 0
    var continuations: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
    var isClosed = false
  }

  private let consumers = Mutex(Consumers())

  deinit { close() }

  /// Returns a stream of the events from now on. The stream ends when the hub is closed.
  func events() -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
    let id: Int? = consumers.withLock { consumers in
      guard !consumers.isClosed else { return nil }
      consumers.lastID += 1
      consumers.continuations[consumers.lastID] = continuation
      return consumers.lastID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// The number of consumers whose streams have not ended.
  var consumerCount: Int { consumers.withLock { $0.continuations.count } }

  func emit(_ event: PlayerEvent) {
    let continuations = consumers.withLock { Array($0.continuations.values) }
    for continuation in continuations { continuation.yield(event) }
  }

  /// Ends all streams. Streams that are requested later end at once.
  func close() {
    let continuations = consumers.withLock { consumers in
      consumers.isClosed = true
      defer { consumers.continuations = [:] }
      return Array(consumers.continuations.values)
    }
    // The streams are finished outside of the lock, because `finish()` calls ``remove(_:)``, which locks again.
    for continuation in continuations { continuation.finish() }
  }

  private func remove(_ id: Int) {
    consumers.withLock { _ = $0.continuations.removeValue(forKey: id) }
  }
}
