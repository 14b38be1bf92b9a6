package import Foundation

/// Imports the library of another podcast player: subscriptions, places, played states and favorites. *Our library* is
/// the library of this program, into which these are imported.
///
/// The module `PodcastStore` makes the live client. That client reads a copy of the other program's database and never
/// writes to the original.
package struct ImportClient: Sendable {
  /// Returns the libraries of other players that exist at the usual paths of Debian packages and of Flatpak.
  package var find: @Sendable () async -> [ImportSource]
  /// Returns the library in a database file that the user selected. Throws ``ImportError/notRecognized(path:)`` if no
  /// known program made it.
  package var source: @Sendable (_ file: URL) async throws(ImportError) -> ImportSource
  /// Imports a library, with one transaction for each show. The state in our library has priority: the place and
  /// the mark “played” are imported only for an episode that has neither in our library.
  ///
  /// Before each show, `shouldStop` is called. If it returns `true`, or if the calling task is cancelled, the import
  /// ends and returns the summary of the imported shows. Imported shows stay in our library, also if an error is
  /// thrown later.
  package var run:
    @Sendable (_ source: ImportSource, _ shouldStop: @escaping @Sendable () -> Bool) async throws(ImportError) ->
      ImportSummary

  package init(
    find: @escaping @Sendable () async -> [ImportSource],
    source: @escaping @Sendable (_ file: URL) async throws(ImportError) -> ImportSource,
    run:
      @escaping @Sendable (_ source: ImportSource, _ shouldStop: @escaping @Sendable () -> Bool)
      async throws(ImportError) -> ImportSummary
  ) {
    self.find = find
    self.source = source
    self.run = run
  }
}

/// Another player's library, which can be imported.
package struct ImportSource: Hashable, Sendable, Identifiable {
  /// The program that made the library. The raw value is its name.
  package enum Player: String, Hashable, Sendable, CaseIterable {
    case gPodder = "gPodder"
    case gnomePodcasts = "GNOME Podcasts"
    case kasts = "Kasts"
  }

  package var player: Player
  /// The file of the other program's database.
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

/// The result of an import.
package struct ImportSummary: Hashable, Sendable {
  /// The shows that the import added to our library. Shows that were in it before are not included.
  package var shows: [Show.ID]
  /// How many episodes of the other player are in our library after the import.
  package var episodeCount: Int
  /// How many episodes were marked as played.
  package var playedCount: Int
  /// How many places were imported.
  package var placeCount: Int
  /// How many episodes were marked as favorites.
  package var favoriteCount: Int
  /// The names of shows that could not be imported, because their feeds have no usable web address.
  package var skipped: [String]
  /// The user names and passwords that the other player has stored for private feeds. The caller stores them as
  /// credentials, because our library contains no passwords.
  package var credentials: [ImportedCredentials]
  /// Whether the import was stopped before its last show.
  package var isStopped: Bool

  package init(
    shows: [Show.ID] = [], episodeCount: Int = 0, playedCount: Int = 0, placeCount: Int = 0, favoriteCount: Int = 0,
    skipped: [String] = [],
    credentials: [ImportedCredentials] = [], isStopped: Bool = false
  ) {
    self.shows = shows
    self.episodeCount = episodeCount
    self.playedCount = playedCount
    self.placeCount = placeCount
    self.favoriteCount = favoriteCount
    self.skipped = skipped
    self.credentials = credentials
    self.isStopped = isStopped
  }
}

/// A user name and a password that an import found for a feed.
package struct ImportedCredentials: Hashable, Sendable {
  /// The address of the feed in our library, without a user name and a password.
  package var feed: URL
  package var credentials: Credentials
  /// Whether the show was in our library before the import. If so, the user may have stored newer credentials.
  package var isOfKnownShow: Bool

  package init(feed: URL, credentials: Credentials, isOfKnownShow: Bool = false) {
    self.feed = feed
    self.credentials = credentials
    self.isOfKnownShow = isOfKnownShow
  }
}

/// Why another player's library could not be imported.
package enum ImportError: Error, Hashable, Sendable {
  /// There is no file at the path.
  case notFound(path: String)
  /// This program may not read the file.
  case permissionDenied(path: String)
  /// The file is not a database of a known player.
  case notRecognized(path: String)
  /// The file is damaged. `reason` is SQLite's message.
  case damaged(path: String, reason: String)
  /// Our library could not be written, or the disk has no space for the copy of the other database.
  case library(LibraryError)
}
