package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// The client that reads the episodes of the library, and marks them as played or unplayed.
  package var episodes: EpisodesClient {
    get { self[EpisodesKey.self] }
    set { self[EpisodesKey.self] = newValue }
  }

  /// The function that copies a text to the clipboard.
  package var copyText: @MainActor @Sendable (_ text: String) -> Void {
    get { self[CopyTextKey.self] }
    set { self[CopyTextKey.self] = newValue }
  }
}

extension EpisodesClient {
  /// Returns a client for a library that could not be opened. `find` finds no episode, and the stream of `changes` ends
  /// at once. All other closures fail with `error`.
  package static func unavailable(_ error: LibraryError) -> EpisodesClient {
    EpisodesClient(
      ids: { _ in
        AsyncStream {
          $0.yield(.failure(error))
          $0.finish()
        }
      },
      episodes: { _ throws(LibraryError) in throw error },
      changes: { .ended },
      notes: { _ throws(LibraryError) in throw error },
      setPlayed: { _, _ throws(LibraryError) in throw error },
      restore: { _ throws(LibraryError) in throw error })
  }
}

private enum EpisodesKey: TestDependencyKey {
  static var testValue: EpisodesClient {
    reportMissing("episodes", returning: .unavailable(.failed(reason: "unexpected")))
  }
}

private enum CopyTextKey: TestDependencyKey {
  static var testValue: @MainActor @Sendable (String) -> Void {
    { text in reportMissing("copyText", returning: (), " It was to copy “\(text)”.") }
  }
}
