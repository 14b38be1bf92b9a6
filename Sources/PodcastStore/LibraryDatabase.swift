import Dispatch
import Foundation
import GRDB
import Podcasts

/// Runs transactions in an open library, and observes it. The transactions themselves are in the other files.
final class LibraryDatabase: Sendable {
  let path: String
  /// Reports the episodes that each transaction changed.
  let changes = EpisodeChangeObserver()
  private let database: any DatabaseWriter
  /// Observes changes by other programs. `nil` if they are not observed.
  private let watcher: LibraryWatcher?

  /// - Parameters:
  ///   - database: The connections.
  ///   - path: The library's file, for errors.
  ///   - watches: Whether changes by other programs are observed.
  init(database: any DatabaseWriter, path: String, watches: Bool = false) {
    self.database = database
    self.path = path
    watcher = watches ? LibraryWatcher(file: URL(filePath: path)) : nil
    database.add(transactionObserver: changes)
    // The version is read before this returns, so that no later change by another program is missed.
    watcher?.start(at: try? database.writeWithoutTransaction(Self.version)) { [weak self] in
      self?.lookForForeignChanges()
    }
  }

  /// Runs a transaction, on the database's own queue. It completes even if the calling task is cancelled: an action of
  /// the user must not depend on a view that was closed.
  func write<Value: Sendable>(
    _ transaction: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      database.asyncWrite(transaction) { _, result in continuation.resume(returning: result) }
    }
    return try result.mapError(libraryError).get()
  }

  /// Runs a transaction that only reads, on a queue of the database.
  func read<Value: Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      database.asyncRead { access in
        continuation.resume(returning: access.flatMap { database in Result { try fetch(database) } })
      }
    }
    return try result.mapError(libraryError).get()
  }

  /// Runs work that blocks, such as a backup, on a separate thread.
  func block<Value: Sendable>(
    _ work: @escaping @Sendable (any DatabaseWriter) throws -> Value
  ) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      DispatchQueue(label: "Library work").async { [database] in
        continuation.resume(returning: Result { try work(database) })
      }
    }
    return try result.mapError(libraryError).get()
  }

  /// Notifies all streams that everything may have changed.
  func notifyAll() throws {
    try database.write { database in try database.notifyChanges(in: .fullDatabase) }
  }

  /// Returns a stream of the values of `fetch`: one immediately, and one after each change of the tables that it reads.
  /// A slow consumer receives only the newest value. The stream ends after a failure. The observation ends with its
  /// consumer.
  func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Result<Value, LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = ValueObservation.tracking(fetch).removeDuplicates().start(
        in: database, scheduling: .async(onQueue: DispatchQueue(label: "Library observation")),
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

  /// Returns a stream of the values of `fetch`, for values that are expensive to read: one immediately, and one after
  /// changes of a region. During many changes, the value is read every 0.2 seconds. Otherwise the stream behaves as
  /// the one of ``observe(_:)``.
  ///
  /// - Parameters:
  ///   - fetch: Reads the value.
  ///   - region: Returns the tables and columns that `fetch` reads.
  func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value,
    tracking region: @escaping @Sendable (Database) throws -> DatabaseRegion
  ) -> AsyncStream<Result<Value, LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = ThrottledObservation(of: database, interval: Self.observationInterval, fetch: fetch) {
        [self] result in
        continuation.yield(result.mapError(libraryError))
        if case .failure = result { continuation.finish() }
      }
      continuation.onTermination = { _ in observation.cancel() }
      observation.start(tracking: region)
    }
  }

  /// Returns a number that changes when another connection has written.
  private static func version(_ database: Database) throws -> Int? {
    try Int.fetchOne(database, sql: "PRAGMA data_version")
  }

  /// Converts an error. If the library is damaged, the next start checks it completely.
  private func libraryError(_ error: any Error) -> LibraryError {
    let error = LibraryError(error, path: path)
    if case .damaged = error { DamageMarker.set(for: URL(filePath: path)) }
    return error
  }

  /// Notifies the streams if another program has written. Then `data_version` of this connection has changed. The own
  /// writes of the library do not change it, because they use this connection.
  private func lookForForeignChanges() {
    database.asyncWriteWithoutTransaction { [weak self] database in
      guard let self, watcher?.recordVersion(try? Self.version(database)) == true else { return }
      do {
        try database.inTransaction {
          try database.notifyChanges(in: .fullDatabase)
          return .commit
        }
      } catch {
        // The library is locked. The next change of the file notifies the streams of this change, too.
        watcher?.forgetVersion()
      }
    }
  }
}
