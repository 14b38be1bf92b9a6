package import Foundation

/// Reads the episodes of the library, and marks them as played or unplayed.
///
/// A list reads the ids of all its episodes, and the content only of visible rows. A list of 100,000 episodes therefore
/// keeps only their ids in memory. The module `PodcastStore` makes the live client.
package struct EpisodesClient: Sendable {
  /// Returns a stream of the ids of the episodes that match a query, in the order of the query. It emits at once, and
  /// again when an episode appears, disappears or moves in the list, until the consumer stops. It does not emit when
  /// only the place in an episode changes. A slow consumer receives only the newest ids. The stream ends after a
  /// failure.
  package var ids: @Sendable (_ query: EpisodeQuery) -> AsyncStream<Result<[Episode.ID], LibraryError>>

  /// Returns the episodes with these ids, in this order. Episodes that are not in the library any more are omitted. The
  /// `summary` of each episode is empty. Accepts at most 500 ids.
  package var episodes: @Sendable (_ ids: [Episode.ID]) async throws(LibraryError) -> [Episode]

  /// Returns a stream that emits the episodes whose content, such as title, place or marks, changes from now on. The
  /// current state is not emitted.
  package var changes: @Sendable () -> AsyncStream<EpisodeChanges>

  /// Returns the show notes and the other details of an episode.
  package var notes: @Sendable (_ id: Episode.ID) async throws(LibraryError) -> EpisodeNotes

  /// Returns the id of the episode whose audio or web page has this address, or `nil` if there is none. `http` and
  /// `https` count as equal.
  package var find: @Sendable (_ address: URL) async throws(LibraryError) -> Episode.ID?

  /// Marks episodes as played, which resets their places, or as unplayed, in one transaction. Returns the change for
  /// undo.
  package var setPlayed:
    @Sendable (_ selection: EpisodeSelection, _ isPlayed: Bool) async throws(LibraryError) -> PlayedChange

  /// Undoes a change of ``setPlayed``. Episodes whose places have changed since then keep their places and marks.
  package var restore: @Sendable (_ change: PlayedChange) async throws(LibraryError) -> Void

  package init(
    ids: @escaping @Sendable (_ query: EpisodeQuery) -> AsyncStream<Result<[Episode.ID], LibraryError>>,
    episodes: @escaping @Sendable (_ ids: [Episode.ID]) async throws(LibraryError) -> [Episode],
    changes: @escaping @Sendable () -> AsyncStream<EpisodeChanges>,
    notes: @escaping @Sendable (_ id: Episode.ID) async throws(LibraryError) -> EpisodeNotes,
    setPlayed:
      @escaping @Sendable (_ selection: EpisodeSelection, _ isPlayed: Bool) async throws(LibraryError) -> PlayedChange,
    restore: @escaping @Sendable (_ change: PlayedChange) async throws(LibraryError) -> Void,
    find: @escaping @Sendable (_ address: URL) async throws(LibraryError) -> Episode.ID? = { _ throws(LibraryError) in
      nil
    }
  ) {
    self.ids = ids
    self.episodes = episodes
    self.changes = changes
    self.notes = notes
    self.setPlayed = setPlayed
    self.restore = restore
    self.find = find
  }
}

/// The episodes whose content changed.
package enum EpisodeChanges: Hashable, Sendable {
  case episodes(Set<Episode.ID>)
  /// Another process changed the library, a backup was restored, or too many episodes changed to list them.
  case all
}

/// The show notes and the details of an episode. Lists do not load them, because they are long.
package struct EpisodeNotes: Hashable, Sendable {
  package var id: Episode.ID
  /// The show notes from the feed: plain text or HTML.
  package var markup: String
  package var details: EpisodeDetails
  /// The address of the feed that contains the addresses of the episode's pictures, chapters and transcripts.
  package var feed: URL?

  package init(id: Episode.ID, markup: String, details: EpisodeDetails = EpisodeDetails(), feed: URL? = nil) {
    self.id = id
    self.markup = markup
    self.details = details
    self.feed = feed
  }
}

/// The episodes that ``EpisodesClient/setPlayed`` marks.
package enum EpisodeSelection: Hashable, Sendable {
  case episodes([Episode.ID])
  /// All episodes of a query.
  case query(EpisodeQuery)
}

/// The former states of the episodes that ``EpisodesClient/setPlayed`` has marked, for undo.
package struct PlayedChange: Hashable, Sendable {
  /// The former state of an episode.
  package struct Former: Hashable, Sendable {
    package var id: Episode.ID
    package var isPlayed: Bool
    /// The user's place in the episode.
    package var position: Duration

    package init(id: Episode.ID, isPlayed: Bool, position: Duration) {
      self.id = id
      self.isPlayed = isPlayed
      self.position = position
    }
  }

  /// The former states of the changed episodes. Episodes that already had the new mark and place are not included.
  package var former: [Former]

  package init(former: [Former]) { self.former = former }
}
