import Synchronization

/// The user's request to stop an import. Before each of its transactions, the import checks whether the request was
/// sent.
///
/// ``ImportFeature`` does not cancel the import's effect instead, because a cancelled effect cannot report how many
/// shows it has added.
package final class ImportStopRequest: Sendable, Equatable {
  private let state = Mutex(false)

  package init() {}

  /// Whether the user has requested the stop.
  package var isSent: Bool { state.withLock { $0 } }

  /// Sends the request. The import ends after its current transaction.
  package func send() { state.withLock { $0 = true } }

  package static func == (first: ImportStopRequest, second: ImportStopRequest) -> Bool { first === second }
}
