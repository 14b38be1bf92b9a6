import Dispatch
import GRDB
import Podcasts

/// An open library: runs transactions in it, and observes it. What the transactions do is in `Shows` and `Episodes`.
final class LibraryDatabase: Sendable {
  private let database: DatabasePool
  private let path: String

  init(database: DatabasePool, path: String) {
    self.database = database
    self.path = path
  }

  /// Runs a transaction, on the database's own queue. It completes even if the calling task is cancelled: half of what a person did must
  /// not depend on a view that went away.
  func write<Value: Sendable>(_ transaction: @escaping @Sendable (Database) throws -> Value) async throws(LibraryError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      database.asyncWrite(transaction) { _, result in continuation.resume(returning: result) }
    }
    return try result.mapError { LibraryError($0, path: path) }.get()
  }

  /// What `fetch` finds: once at once, and again after each change of what it reads, made by this connection. A consumer that is slow
  /// gets the newest only. After a failure the stream ends. The observation ends with its consumer.
  func observe<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Result<Value, LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [database, path] continuation in
      let observation = ValueObservation.tracking(fetch).removeDuplicates().start(
        in: database, scheduling: .async(onQueue: DispatchQueue(label: "Library observation")),
        onError: { error in
          continuation.yield(.failure(LibraryError(error, path: path)))
          continuation.finish()
        },
        onChange: { value in continuation.yield(.success(value)) })
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}
