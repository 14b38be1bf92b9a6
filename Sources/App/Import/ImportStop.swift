import Synchronization

/// The user's request to stop an import. The import reads it before each show.
///
/// Cancelling the effect would not work, because a cancelled effect cannot report how many shows it has added.
package final class ImportStop: Sendable, Equatable {
  private let request = Mutex(false)

  package init() {}

  /// Whether the import is to stop.
  package var isRequested: Bool { request.withLock { $0 } }

  /// Requests the stop. The import ends after its current show.
  package func stop() { request.withLock { $0 = true } }

  package static func == (first: ImportStop, second: ImportStop) -> Bool { first === second }
}
