package import Podcasts

/// The user's places and played marks that wait to be written to the library. Each write is an ``Entry``. Entries are
/// written in order, one at a time. A newer place, or a mark near the end, replaces the last waiting entry if that
/// entry is a place in the same episode.
///
/// The journal does not access the library. It records positions and the results of writes, and returns the next entry
/// to write.
package struct PlaceJournal: Hashable, Sendable {
  /// An entry of the journal.
  package enum Entry: Hashable, Sendable {
    /// The user's place in an episode.
    case place(Duration, in: Episode.ID)
    /// The played mark of an episode: `true` at or near its end, and `false` when a played episode is started again.
    case played(Episode.ID, isPlayed: Bool)
    /// A marker, which writes nothing. When the marker is the next entry, the writes of all earlier entries have ended,
    /// and the show may be removed.
    case removal(of: Show.ID)
  }

  /// The maximum distance between the position of the sound and the recorded place. If the program is killed, at most
  /// this much playback is lost.
  private static let maxDistance = Duration.seconds(5)
  /// The place from which an episode that is marked as played counts as started again. Its mark is then removed.
  private static let restartThreshold = Duration.seconds(4)

  /// The places of this session. An ``Episode`` value may have an older place, because it was read from the library
  /// earlier.
  package var places: [Episode.ID: Duration] = [:]
  /// The episodes that have the played mark in the library, or get it by an entry.
  package var played: Set<Episode.ID> = []
  /// The episodes whose last place could not be written. Their next place is written even if it did not change.
  package var unwritten: Set<Episode.ID> = []
  /// The entries whose writes have not started, the oldest first.
  package var waiting: [Entry] = []
  /// The entry that is being written, or `nil` if no write is running.
  package var writing: Entry?
  /// Why the last write failed, or `nil` if it succeeded.
  package var lastFailure: LibraryError?

  /// Creates an empty journal.
  package init() {}

  /// Returns the place to continue from in an episode: the place of this session, or the library's place if the session
  /// has none. In the second case, the journal adopts the library's place and played mark for this session.
  package mutating func place(in episode: Episode) -> Duration {
    if let place = places[episode.id] { return place }
    places[episode.id] = episode.playPosition
    if episode.isPlayed { played.insert(episode.id) }
    return episode.playPosition
  }

  /// Discards the places and the marks of episodes that the library changed. ``place(in:)`` then uses the library's
  /// values again.
  package mutating func forget(_ episodes: [Episode.ID]) {
    for episode in episodes {
      places[episode] = nil
      played.remove(episode)
    }
  }

  /// Records the position during playback. An entry is added only if the position is far enough from the recorded
  /// place.
  ///
  /// The player must report a position at least once a second.
  ///
  /// - Parameters:
  ///   - position: The position in the episode.
  ///   - episode: The episode that plays.
  ///   - rate: The speed: the seconds of the episode that play in one second. The next report may come a second later,
  ///     so the limit for the distance is reduced by `rate` seconds.
  package mutating func recordPosition(_ position: Duration, in episode: Episode.ID, rate: Double) {
    let distance = position - (places[episode] ?? .zero)
    let limit = Self.maxDistance - .seconds(rate)
    if distance >= limit || distance <= .zero - limit { recordExactPlace(position, in: episode) }
  }

  /// Records an exact place, for example after a pause or a jump. An entry is added even if the place is near the last
  /// one. The same place is added again only if it could not be written.
  package mutating func recordExactPlace(_ position: Duration, in episode: Episode.ID) {
    guard places[episode] != position || unwritten.contains(episode) else { return }
    places[episode] = position
    if position >= Self.restartThreshold, played.remove(episode) != nil {
      waiting.append(.played(episode, isPlayed: false))
    }
    if case .place(_, in: episode) = waiting.last { waiting.removeLast() }
    waiting.append(.place(position, in: episode))
  }

  /// Marks an episode as played, because the place is close to its end. The next time, the episode starts at its
  /// beginning. Repeated calls add no further entry.
  package mutating func recordNearEnd(of episode: Episode.ID) {
    places[episode] = .zero
    guard played.insert(episode).inserted else { return }
    if case .place(_, in: episode) = waiting.last { waiting.removeLast() }
    waiting.append(.played(episode, isPlayed: true))
  }

  /// Marks an episode as played after its end. Its place is the beginning again. Unlike ``recordNearEnd(of:)``, each
  /// call adds an entry.
  package mutating func recordEnd(of episode: Episode.ID) {
    places[episode] = .zero
    played.insert(episode)
    waiting.append(.played(episode, isPlayed: true))
  }

  /// Adds the marker for the removal of a show.
  package mutating func addRemoval(of show: Show.ID) {
    waiting.append(.removal(of: show))
  }

  /// Removes and returns the next waiting entry, and records that its write starts. A marker starts no write. Returns
  /// `nil` if a write is running or no entry is waiting.
  package mutating func next() -> Entry? {
    guard writing == nil, !waiting.isEmpty else { return nil }
    let entry = waiting.removeFirst()
    if case .removal = entry { return entry }
    writing = entry
    return entry
  }

  /// Records that the current entry is in the library.
  package mutating func recordSuccess() {
    if case .place(_, let episode) = writing { unwritten.remove(episode) }
    writing = nil
    lastFailure = nil
  }

  /// Records that the current entry could not be written.
  ///
  /// - Returns: Whether to report the error to the user. With a full disk, a write fails every few seconds, so the same
  ///   error is reported only once until a write succeeds.
  package mutating func recordFailure(_ error: LibraryError) -> Bool {
    switch writing {
    case .place(_, let episode): unwritten.insert(episode)
    // The library still has the mark.
    case .played(let episode, isPlayed: false): played.insert(episode)
    case .played, .removal, nil: break
    }
    writing = nil
    defer { lastFailure = error }
    return error != lastFailure
  }
}
