package import Foundation

/// Takes over the library of another podcast player: subscriptions, places, played states and favourites.
///
/// `PodcastStore` makes the live client. It reads a copy of the other program's database and never writes to the original.
package struct ImportClient: Sendable {
  /// The libraries that are at their usual places, of programs in packages and in Flatpak.
  package var find: @Sendable () async -> [ImportSource]
  /// The library in a database file that the listener chose. Throws ``ImportError/notRecognized(path:)`` if it is of no known program.
  package var source: @Sendable (_ file: URL) async throws(ImportError) -> ImportSource
  /// Takes over a library, in one transaction. What the listener has done here stays: a place is taken over only where there is none.
  package var run: @Sendable (_ source: ImportSource) async throws(ImportError) -> ImportSummary

  package init(
    find: @escaping @Sendable () async -> [ImportSource],
    source: @escaping @Sendable (_ file: URL) async throws(ImportError) -> ImportSource,
    run: @escaping @Sendable (_ source: ImportSource) async throws(ImportError) -> ImportSummary
  ) {
    self.find = find
    self.source = source
    self.run = run
  }
}

/// Another player's library.
package struct ImportSource: Hashable, Sendable, Identifiable {
  package enum Player: String, Hashable, Sendable, CaseIterable {
    case gPodder = "gPodder"
    case gnomePodcasts = "GNOME Podcasts"
    case kasts = "Kasts"
  }

  package var player: Player
  package var file: URL
  package var showCount: Int
  package var episodeCount: Int

  package var id: URL { file }

  package init(player: Player, file: URL, showCount: Int, episodeCount: Int) {
    self.player = player
    self.file = file
    self.showCount = showCount
    self.episodeCount = episodeCount
  }
}

/// What an import took over.
package struct ImportSummary: Hashable, Sendable {
  package var shows: [Show.ID]
  package var episodeCount: Int
  package var playedCount: Int
  package var placeCount: Int
  package var favoriteCount: Int
  /// The names of shows that could not be taken over: they have no address of the web.
  package var skipped: [String]

  package init(shows: [Show.ID], episodeCount: Int, playedCount: Int, placeCount: Int, favoriteCount: Int, skipped: [String] = []) {
    self.shows = shows
    self.episodeCount = episodeCount
    self.playedCount = playedCount
    self.placeCount = placeCount
    self.favoriteCount = favoriteCount
    self.skipped = skipped
  }
}

/// Why another player's library could not be taken over.
package enum ImportError: Error, Hashable, Sendable {
  case notFound(path: String)
  case permissionDenied(path: String)
  /// It is no database of a known player.
  case notRecognized(path: String)
  /// It is damaged. `reason` is SQLite's own sentence.
  case damaged(path: String, reason: String)
  /// Our own library could not be written.
  case library(LibraryError)
}
