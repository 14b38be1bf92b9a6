package import Podcasts
package import Presentation

extension LibraryClient {
  /// Returns a client for a library that could not be opened. Its streams emit `error` and end, and its other closures
  /// throw `error`.
  package static func unavailable(_ error: LibraryError) -> LibraryClient {
    LibraryClient(
      shows: { .only(.failure(error)) },
      episodes: { _ in .only(.failure(error)) },
      subscribe: { _, _ throws(LibraryError) in throw error },
      removeShow: { _ throws(LibraryError) in throw error },
      setFavorite: { _, _ throws(LibraryError) in throw error },
      savePosition: { _, _ throws(LibraryError) in throw error },
      setPlayed: { _, _ throws(LibraryError) in throw error })
  }
}

extension AsyncStream where Element: Sendable {
  /// Returns a stream that emits one element and ends.
  fileprivate static func only(_ element: Element) -> AsyncStream {
    AsyncStream { continuation in
      continuation.yield(element)
      continuation.finish()
    }
  }
}

extension LibraryError: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .notWritable: TextState("Your Library Cannot Be Written")
    case .inUse: TextState("Your Library Is in Use")
    case .diskFull: TextState("The Disk Is Full")
    case .damaged: TextState("Your Library Is Damaged")
    case .newerVersion: TextState("Your Library Is From a Newer Version")
    case .notFound: TextState("This Is No Longer in Your Library")
    case .failed: TextState("Your Library Has a Problem")
    }
  }

  /// A message that tells the user what to do.
  package var message: TextState {
    switch self {
    case .notWritable(let path):
      TextState(
        "You are not allowed to write “\(path)”, or its disk is read-only. Change its permissions, then start the program again."
      )
    case .inUse(let path):
      TextState("Another program is using “\(path)”. Close it, or wait until it is done, then try again.")
    case .diskFull(let path):
      TextState("There is no space left for “\(path)”. Delete files that you do not need, then try again.")
    case .damaged(let path):
      TextState(
        "“\(path)” was left as it is. Put a copy of it back from a backup, or move it away to begin with an empty library."
      )
    case .newerVersion(let path):
      TextState("“\(path)” was left as it is. Install the newer version of the program to go on with it.")
    case .notFound:
      TextState("It was removed in the meantime. Add its show again to have it back.")
    case .failed:
      TextState("Try again. If that does not help, start the program in a terminal to see more.")
    }
  }
}
