// This file is the public interface of PodcastStore. All else is implementation.
package import Foundation
package import Podcasts

extension LibraryClient {
  /// The library in an SQLite file, which is made if it is not there, with the folder that it is in.
  ///
  /// Throws without changing a file that cannot be a library of this version: ``LibraryError/damaged(path:)`` for another program's or a
  /// broken one, ``LibraryError/newerVersion(path:)`` for a newer program's. Several clients, in one program or in several, may have the
  /// same file open: a write waits up to five seconds for another's. A write is one transaction, and completes even if the task that
  /// asked for it is cancelled. The file is closed when the client and its streams are gone.
  ///
  /// This reads and writes the disk, so it is not for the main actor once the program shows a window.
  package static func live(at file: URL) throws(LibraryError) -> LibraryClient {
    live(LibraryDatabase(database: try LibraryFile.open(at: file), path: file.path))
  }

  static func live(_ library: LibraryDatabase) -> LibraryClient {
    LibraryClient(
      shows: { library.observe(Shows.all) },
      episodes: { show in library.observe { database in try Episodes.all(of: show, in: database) } },
      subscribe: { podcast, feed throws(LibraryError) in
        try await library.write { database in try Shows.merge(podcast, from: feed, in: database) }
      },
      removeShow: { show throws(LibraryError) in
        try await library.write { database in try Shows.remove(show, in: database) }
      },
      setFavorite: { episode, isFavorite throws(LibraryError) in
        try await library.write { database in try Episodes.setFavorite(episode, isFavorite, in: database) }
      },
      savePosition: { episode, position throws(LibraryError) in
        try await library.write { database in try Episodes.savePosition(episode, position, in: database) }
      },
      setPlayed: { episode, isPlayed throws(LibraryError) in
        try await library.write { database in try Episodes.setPlayed(episode, isPlayed, in: database) }
      })
  }
}
