import Dispatch
import Foundation
import GRDB
import Podcasts

/// Runs transactions in an open library, and observes its values. Other files contain the code of the transactions.
final class LibraryDatabase: Sendable {
  /// The path of the library's file.
  let path: String
  /// Reports the episodes that each transaction changed.
  let episodeChanges = EpisodeChangeObserver()
  /// The connections to the library.
  private let connections: any DatabaseWriter
  /// Reports the changes of the library's write-ahead log, to notice the writes of other programs. `nil` if these
  /// writes are not observed.
  private let watcher: FileWatcher?

  /// - Parameters:
  ///   - connections: The connections to the library.
  ///   - path: The path of the library's file.
  ///   - isWatched: Whether changes by other programs are observed.
  init(database connections: any DatabaseWriter, path: String, isWatched: Bool = false) {
    self.connections = connections
    self.path = path
    watcher = isWatched ? FileWatcher(logOf: URL(filePath: path)) : nil
    connections.add(transactionObserver: episodeChanges)
    // The data version is read here, so that every change by another program after this initializer is noticed.
    watcher?.start(dataVersion: try? connections.writeWithoutTransaction(Self.dataVersion)) { [weak self] in
      self?.notifyOfForeignChanges()
    }
  }

  /// Runs a transaction, on GRDB's queue for writes. The transaction completes even if the calling task is cancelled,
  /// because closing a view must not undo an action of the user.
  func write<Value: Sendable>(
    _ transaction: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      connections.asyncWrite(transaction) { _, result in continuation.resume(returning: result) }
    }
    return try result.mapError(libraryError).get()
  }

  /// Runs a transaction that only reads, on a queue of GRDB.
  func read<Value: Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      connections.asyncRead { databaseResult in
        continuation.resume(returning: databaseResult.flatMap { database in Result { try fetch(database) } })
      }
    }
    return try result.mapError(libraryError).get()
  }

  /// Runs work that blocks its thread, such as a backup, on a separate queue.
  func runBlocking<Value: Sendable>(
    _ work: @escaping @Sendable (any DatabaseWriter) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      DispatchQueue(label: "Library work").async { [connections] in
        continuation.resume(returning: Result { try work(connections) })
      }
    }
    return try result.mapError(libraryError).get()
  }

  /// Notifies all streams that any value may have changed.
  func notifyAll() throws {
    try connections.write { database in try database.notifyChanges(in: .fullDatabase) }
  }

  /// Returns a stream of the values of `fetch`: one immediately, and one after each transaction that changes the value.
  /// A slow consumer receives only the newest value. The stream ends after a failure. The observation ends when the
  /// consumer stops reading the stream.
  func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Result<Value, LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = ValueObservation.tracking(fetch).removeDuplicates().start(
        in: connections, scheduling: .async(onQueue: DispatchQueue(label: "Library observation")),
        onError: { [self] error in
          continuation.yield(.failure(libraryError(error)))
          continuation.finish()
        },
        onChange: { value in continuation.yield(.success(value)) })
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  /// The shortest time between two reads of ``observe(_:tracking:)``.
  static let observationInterval = Duration.milliseconds(200)

  /// Returns a stream of the values of `fetch`, like ``observe(_:)``, but for values that are expensive to read. After
  /// changes of a region of the database, the value is read at most once per ``observationInterval``.
  ///
  /// - Parameters:
  ///   - fetch: Reads the value.
  ///   - region: Returns the tables and columns that `fetch` reads.
  func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value,
    tracking region: @escaping @Sendable (Database) throws -> DatabaseRegion
  ) -> AsyncStream<Result<Value, LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = ThrottledObservation(of: connections, interval: Self.observationInterval, fetch: fetch) {
        [self] result in
        continuation.yield(result.mapError(libraryError))
        if case .failure = result { continuation.finish() }
      }
      continuation.onTermination = { _ in observation.cancel() }
      observation.start(tracking: region)
    }
  }

  /// Returns SQLite's `data_version`, a number that changes when another connection has written.
  private static func dataVersion(_ database: Database) throws -> Int? {
    try Int.fetchOne(database, sql: "PRAGMA data_version")
  }

  /// Converts an error. If the error means that the library is damaged, sets a marker, so that the whole library is
  /// checked when it is opened again.
  private func libraryError(_ error: any Error) -> LibraryError {
    let error = LibraryError(error, path: path)
    if case .damaged = error { DamageMarker.set(for: URL(filePath: path)) }
    return error
  }

  /// Notifies the streams if the `data_version` of the writing connection has changed, which means that another program
  /// has written. The writes of this object do not change that number, because they use the writing connection.
  private func notifyOfForeignChanges() {
    connections.asyncWriteWithoutTransaction { [weak self] database in
      guard let self, watcher?.recordDataVersion(try? Self.dataVersion(database)) == true else { return }
      do {
        try database.inTransaction {
          try database.notifyChanges(in: .fullDatabase)
          return .commit
        }
      } catch {
        // The transaction failed, for example because the library is locked. After the next change of the log, the
        // streams are notified of both changes.
        watcher?.forgetDataVersion()
      }
    }
  }
}
