import Foundation
import GRDB
import Podcasts
import Synchronization

/// Reports the episodes that each transaction changed.
///
/// GRDB calls the observer on GRDB's own queue. The consumers of ``changes()`` are notified after the transaction.
final class EpisodeChangeObserver: TransactionObserver, Sendable {
  /// A larger number of changed episodes is reported as ``EpisodeChanges/all``.
  private static let maxListedIDs = 1_000
  /// The tables whose changes are reported.
  private static let tables: Set<String> = ["episode", "episodeState"]

  private struct State {
    /// The ids of the episodes that the current transaction has changed. One id more than ``maxListedIDs`` is collected
    /// at most.
    var changedIDs: Set<Int64> = []
    /// The streams, by the number of their consumer.
    var consumers: [Int: AsyncStream<EpisodeChanges>.Continuation] = [:]
    var lastConsumerNumber = 0
  }

  private let state = Mutex(State())

  /// Returns a stream of the changes after this call. The observation ends when the consumer stops reading the stream.
  func changes() -> AsyncStream<EpisodeChanges> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.lastConsumerNumber += 1
        state.consumers[state.lastConsumerNumber] = continuation
        return state.lastConsumerNumber
      }
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.consumers[number] = nil } }
    }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { Self.tables.contains(eventKind.tableName) }

  func databaseDidChange(with event: DatabaseEvent) {
    // A row of `episodeState` has the id of its episode.
    state.withLock { state in
      if state.changedIDs.count <= Self.maxListedIDs { state.changedIDs.insert(event.rowID) }
    }
  }

  /// GRDB calls this for a change without events, such as a restored backup. Adds more than ``maxListedIDs`` invented
  /// ids, so that the change is reported as ``EpisodeChanges/all``.
  func databaseDidChange() { state.withLock { $0.changedIDs.formUnion(0...Int64(Self.maxListedIDs)) } }

  func databaseDidCommit(_ database: Database) {
    let changedIDs = state.withLock { state in
      defer { state.changedIDs = [] }
      return state.changedIDs
    }
    if changedIDs.isEmpty { return }
    send(changedIDs.count > Self.maxListedIDs ? .all : .episodes(Set(changedIDs.map { Episode.ID(rawValue: $0) })))
  }

  func databaseDidRollback(_ database: Database) { state.withLock { $0.changedIDs = [] } }

  private func send(_ changes: EpisodeChanges) {
    let consumers = state.withLock { Array($0.consumers.values) }
    for consumer in consumers { consumer.yield(changes) }
  }
}
