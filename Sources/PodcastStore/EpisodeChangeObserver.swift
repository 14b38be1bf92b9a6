import Foundation
import GRDB
import Podcasts
import Synchronization

/// Reports the episodes that each transaction changed.
///
/// GRDB calls the observer on its own queue. The consumers of ``changes()`` are notified after the transaction.
final class EpisodeChangeObserver: TransactionObserver, Sendable {
  /// A larger number of changed episodes is reported as ``EpisodeChanges/all``.
  private static let maxListed = 1_000
  /// The tables whose changes are reported.
  private static let tables: Set<String> = ["episode", "episodeState"]

  private struct State {
    /// The ids of the episodes that the current transaction has changed. Ids beyond ``maxListed`` are not collected.
    var changed: Set<Int64> = []
    var consumers: [Int: AsyncStream<EpisodeChanges>.Continuation] = [:]
    var nextConsumer = 0
  }

  private let state = Mutex(State())

  /// Returns a stream of the changes after this call. The observation ends when the consumer stops reading the stream.
  func changes() -> AsyncStream<EpisodeChanges> {
    AsyncStream { continuation in
      let consumer = state.withLock { state in
        state.nextConsumer += 1
        state.consumers[state.nextConsumer] = continuation
        return state.nextConsumer
      }
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.consumers[consumer] = nil } }
    }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { Self.tables.contains(eventKind.tableName) }

  func databaseDidChange(with event: DatabaseEvent) {
    // The id of a state is the id of its episode.
    state.withLock { state in
      if state.changed.count <= Self.maxListed { state.changed.insert(event.rowID) }
    }
  }

  /// Reports a change without events, such as a restored backup, as a change of all episodes: adds more than
  /// ``maxListed`` ids.
  func databaseDidChange() { state.withLock { $0.changed.formUnion(0...Int64(Self.maxListed)) } }

  func databaseDidCommit(_ database: Database) {
    let changed = state.withLock { state in
      defer { state.changed = [] }
      return state.changed
    }
    if changed.isEmpty { return }
    send(changed.count > Self.maxListed ? .all : .episodes(Set(changed.map { Episode.ID(rawValue: $0) })))
  }

  func databaseDidRollback(_ database: Database) { state.withLock { $0.changed = [] } }

  private func send(_ changes: EpisodeChanges) {
    let consumers = state.withLock { Array($0.consumers.values) }
    for consumer in consumers { consumer.yield(changes) }
  }
}
