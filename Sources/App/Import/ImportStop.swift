import Synchronization

/// The user's request to stop an import before its next show.
///
/// The import continues to its next show. A cancelled effect could not report how many shows it has added.
package final class ImportStop: Sendable, Equatable {
  private let request = Mutex(false)

  package init() {}

  /// Whether the import is to stop.
  package var isRequested: Bool { request.withLock { $0 } }

  /// Stops the import.
  package func stop() { request.withLock { $0 = true } }

  package static func == (first: ImportStop, second: ImportStop) -> Bool { first === second }
}
