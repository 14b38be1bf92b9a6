package import Foundation

/// Reads and writes the user's library: shows, episodes, favorites and places. A place is the position at which
/// playback of an episode continues. The library is stored in a file.
///
/// The module `PodcastStore` creates the live client. A test passes closures of its own.
package struct LibraryClient: Sendable {
  /// Returns a stream of the shows, sorted by title. The stream emits at once and after each change, until the consumer
  /// stops.
  package var shows: @Sendable () -> AsyncStream<Result<[Show], LibraryError>>

  /// Returns a stream of a show's episodes, the newest first. The stream emits at once and after each change, until the
  /// consumer stops.
  package var episodes: @Sendable (_ show: Show.ID) -> AsyncStream<Result<[Episode], LibraryError>>

  /// Adds a fetched podcast to the library as a show, in one transaction. If a show in the library has or had the
  /// address `feed`, or has the same `podcast:guid`, the podcast is merged into that show, and all of the user's state
  /// is kept.
  ///
  /// An episode whose `guid` is in the show keeps its favorite mark, its place and its played state, even if its other
  /// content has changed. Episodes that have left the feed stay. `feed` is the address of the show's feed. If the
  /// podcast was fetched from this address, the validators and the hash of the feed are stored for the next refresh.
  package var subscribe: @Sendable (_ podcast: FetchedPodcast, _ feed: URL) async throws(LibraryError) -> Show.ID

  /// Removes a show and its episodes. Removing a missing show changes nothing.
  package var removeShow: @Sendable (_ show: Show.ID) async throws(LibraryError) -> Void

  /// Marks an episode as a favorite, or removes the mark.
  package var setFavorite: @Sendable (_ episode: Episode.ID, _ isFavorite: Bool) async throws(LibraryError) -> Void

  /// Stores the user's place in an episode.
  package var savePosition: @Sendable (_ episode: Episode.ID, _ position: Duration) async throws(LibraryError) -> Void

  /// Marks an episode as played, or as unplayed. Marking it as played resets the place to zero.
  package var setPlayed: @Sendable (_ episode: Episode.ID, _ isPlayed: Bool) async throws(LibraryError) -> Void

  package init(
    shows: @escaping @Sendable () -> AsyncStream<Result<[Show], LibraryError>>,
    episodes: @escaping @Sendable (_ show: Show.ID) -> AsyncStream<Result<[Episode], LibraryError>>,
    subscribe: @escaping @Sendable (_ podcast: FetchedPodcast, _ feed: URL) async throws(LibraryError) -> Show.ID,
    removeShow: @escaping @Sendable (_ show: Show.ID) async throws(LibraryError) -> Void,
    setFavorite: @escaping @Sendable (_ episode: Episode.ID, _ isFavorite: Bool) async throws(LibraryError) -> Void,
    savePosition: @escaping @Sendable (_ episode: Episode.ID, _ position: Duration) async throws(LibraryError) -> Void,
    setPlayed: @escaping @Sendable (_ episode: Episode.ID, _ isPlayed: Bool) async throws(LibraryError) -> Void
  ) {
    self.shows = shows
    self.episodes = episodes
    self.subscribe = subscribe
    self.removeShow = removeShow
    self.setFavorite = setFavorite
    self.savePosition = savePosition
    self.setPlayed = setPlayed
  }
}

/// Why the library could not be read or written.
package enum LibraryError: Error, Hashable, Sendable {
  /// The file cannot be opened or written: no permission, or a read-only disk.
  case notWritable(path: String)
  /// Another program has locked the file, and did not release it in time.
  case inUse(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// The file is not a library of this program, or is damaged. The file was not changed.
  case damaged(path: String)
  /// The library was written by a newer version of the program. The file was not changed.
  case newerVersion(path: String)
  /// The show, the episode or the merge is not in the library.
  case notFound
  /// Any other error, usually of SQLite. `reason` is its message, for a log.
  case failed(reason: String)
}
