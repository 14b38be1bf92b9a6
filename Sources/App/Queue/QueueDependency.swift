package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// The client that reads and changes the queue.
  package var queue: QueueClient {
    get { self[QueueKey.self] }
    set { self[QueueKey.self] = newValue }
  }
}

extension QueueClient {
  /// Returns a client for a library that could not be opened. The stream of `entries` emits `error` and ends. The other
  /// closures throw `error`.
  package static func unavailable(_ error: LibraryError) -> QueueClient {
    QueueClient(
      entries: {
        AsyncStream {
          $0.yield(.failure(error))
          $0.finish()
        }
      },
      playNext: { _ throws(LibraryError) in throw error },
      playLast: { _ throws(LibraryError) in throw error },
      move: { _, _ throws(LibraryError) in throw error },
      remove: { _ throws(LibraryError) in throw error },
      clear: { () throws(LibraryError) in throw error },
      restore: { _ throws(LibraryError) in throw error })
  }
}

private enum QueueKey: TestDependencyKey {
  static var testValue: QueueClient { reportMissing("queue", returning: .unavailable(.failed(reason: "unexpected"))) }
}
