/// The episodes of the library as lists show them: which ones, and, for those that are seen, what is in their rows.
///
/// A list of 100,000 episodes holds their ids alone. `PodcastStore` makes the live client.
package struct EpisodesClient: Sendable {
  /// The ids of the episodes that a query finds, in order: once at once, and again when an episode comes, goes or moves, until the consumer stops.
  /// A saved place does not wake it. A slow consumer gets the newest answer only. After a failure the stream ends.
  package var ids: @Sendable (_ query: EpisodeQuery) -> AsyncStream<Result<[Episode.ID], LibraryError>>

  /// The episodes with these ids, in this order, without those that are no longer there. Their `summary` is empty. At most 500 at once.
  package var episodes: @Sendable (_ ids: [Episode.ID]) async throws(LibraryError) -> [Episode]

  /// The episodes whose content changed since the consumer began to listen: title, place, marks. It does not tell the present state first.
  package var changes: @Sendable () -> AsyncStream<EpisodeChanges>

  /// The show notes of an episode, and what else its feed says about it.
  package var notes: @Sendable (_ id: Episode.ID) async throws(LibraryError) -> EpisodeNotes

  /// Marks as played, which puts the places back to the start, or as unplayed, in one transaction. Returns what to restore to undo it.
  package var setPlayed: @Sendable (_ selection: EpisodeSelection, _ isPlayed: Bool) async throws(LibraryError) -> PlayedChange

  /// Undoes a change of ``setPlayed``. What the listener played since keeps its place.
  package var restore: @Sendable (_ change: PlayedChange) async throws(LibraryError) -> Void

  package init(
    ids: @escaping @Sendable (_ query: EpisodeQuery) -> AsyncStream<Result<[Episode.ID], LibraryError>>,
    episodes: @escaping @Sendable (_ ids: [Episode.ID]) async throws(LibraryError) -> [Episode],
    changes: @escaping @Sendable () -> AsyncStream<EpisodeChanges>,
    notes: @escaping @Sendable (_ id: Episode.ID) async throws(LibraryError) -> EpisodeNotes,
    setPlayed: @escaping @Sendable (_ selection: EpisodeSelection, _ isPlayed: Bool) async throws(LibraryError) -> PlayedChange,
    restore: @escaping @Sendable (_ change: PlayedChange) async throws(LibraryError) -> Void
  ) {
    self.ids = ids
    self.episodes = episodes
    self.changes = changes
    self.notes = notes
    self.setPlayed = setPlayed
    self.restore = restore
  }
}

/// Which episodes changed.
package enum EpisodeChanges: Hashable, Sendable {
  case episodes(Set<Episode.ID>)
  /// Another process changed the library, or so many changed that they are not listed.
  case all
}

/// The long part of an episode, which lists do not load.
package struct EpisodeNotes: Hashable, Sendable {
  package var id: Episode.ID
  /// The show notes as the feed gives them: plain text or HTML.
  package var markup: String
  package var details: EpisodeDetails

  package init(id: Episode.ID, markup: String, details: EpisodeDetails = EpisodeDetails()) {
    self.id = id
    self.markup = markup
    self.details = details
  }
}

/// Episodes to mark.
package enum EpisodeSelection: Hashable, Sendable {
  case episodes([Episode.ID])
  /// All episodes that a query finds.
  case query(EpisodeQuery)
}

/// What marking episodes changed, to undo it.
package struct PlayedChange: Hashable, Sendable {
  /// What an episode had before.
  package struct Former: Hashable, Sendable {
    package var id: Episode.ID
    package var isPlayed: Bool
    package var position: Duration

    package init(id: Episode.ID, isPlayed: Bool, position: Duration) {
      self.id = id
      self.isPlayed = isPlayed
      self.position = position
    }
  }

  /// The episodes that changed. Those that were so before are not in it.
  package var former: [Former]

  package init(former: [Former]) { self.former = former }
}
