import Synchronization

/// The user's request to stop an import. The import reads the request before each of its transactions.
///
/// The feature does not cancel the effect, because a cancelled effect cannot report how many shows it has added.
package final class ImportStop: Sendable, Equatable {
  private let request = Mutex(false)

  package init() {}

  /// Whether the user requested the stop.
  package var isRequested: Bool { request.withLock { $0 } }

  /// Requests the stop. The import ends after its current transaction.
  package func stop() { request.withLock { $0 = true } }

  package static func == (first: ImportStop, second: ImportStop) -> Bool { first === second }
}
