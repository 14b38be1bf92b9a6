package import Podcasts

/// The queue of writes for the user's places. Its notes are written in order, one at a time. A newer place replaces the
/// last waiting note if that note is a place in the same episode.
///
/// The journal does not write. It records played positions and finished writes, and returns the next note to write.
package struct PlaceJournal: Hashable, Sendable {
  /// An entry of the queue.
  package enum Note: Hashable, Sendable {
    /// The user's place in an episode.
    case place(Duration, in: Episode.ID)
    /// Whether an episode was played to its end.
    case played(Episode.ID, Bool)
    /// A marker without a write. When it is the next note, all earlier notes are written, and the show may be removed.
    case removal(of: Show.ID)
  }

  /// The most that is lost of an episode when the program is killed.
  private static let mostLost = Duration.seconds(5)
  /// From this place on, an episode that was played before counts as started again.
  private static let startedAgain = Duration.seconds(4)

  /// The places of this session. They are newer than the places in a list of episodes that was read before.
  package var places: [Episode.ID: Duration] = [:]
  /// The episodes that the library marks as played to the end.
  package var played: Set<Episode.ID> = []
  /// The episodes whose place could not be written. The next place is written even if it is the same.
  package var unwritten: Set<Episode.ID> = []
  /// The notes that are not being written yet, the oldest first.
  package var waiting: [Note] = []
  /// The note that is being written.
  package var writing: Note?
  /// Why the last write failed, or `nil` if it did not.
  package var lastFailure: LibraryError?

  /// Creates an empty journal.
  package init() {}

  /// Returns the place to continue from in an episode. The library's place is used only the first time.
  package mutating func place(in episode: Episode) -> Duration {
    if let place = places[episode.id] { return place }
    places[episode.id] = episode.playPosition
    if episode.isPlayed { played.insert(episode.id) }
    return episode.playPosition
  }

  /// Discards the places of episodes that the library changed. ``place(in:)`` then uses the library's places again.
  package mutating func forget(_ episodes: [Episode.ID]) {
    for episode in episodes {
      places[episode] = nil
      played.remove(episode)
    }
  }

  /// Records the position during playback. The player reports it every second.
  ///
  /// - Parameters:
  ///   - position: The position in the episode.
  ///   - episode: The episode that plays.
  ///   - rate: The speed. It is how much of the episode passes until the next report, so a faster episode is written at
  ///     a smaller distance.
  package mutating func heard(_ position: Duration, in episode: Episode.ID, rate: Double) {
    let distance = position - (places[episode] ?? .zero)
    let limit = Self.mostLost - .seconds(rate)
    if distance >= limit || distance <= .zero - limit { left(at: position, in: episode) }
  }

  /// Records an exact place, for example after a pause or a jump. The place is written even if it is near the last one.
  package mutating func left(at position: Duration, in episode: Episode.ID) {
    guard places[episode] != position || unwritten.contains(episode) else { return }
    places[episode] = position
    if position >= Self.startedAgain, played.remove(episode) != nil { waiting.append(.played(episode, false)) }
    if case .place(_, in: episode) = waiting.last { waiting.removeLast() }
    waiting.append(.place(position, in: episode))
  }

  /// Records a place so close to the end that the episode counts as played. The next time, the episode starts at its
  /// beginning. Repeated calls add no further note.
  package mutating func finished(_ episode: Episode.ID) {
    places[episode] = .zero
    guard played.insert(episode).inserted else { return }
    if case .place(_, in: episode) = waiting.last { waiting.removeLast() }
    waiting.append(.played(episode, true))
  }

  /// Records the end of an episode. Its place is the beginning again.
  package mutating func ended(_ episode: Episode.ID) {
    places[episode] = .zero
    played.insert(episode)
    waiting.append(.played(episode, true))
  }

  /// Adds the marker for the removal of a show.
  package mutating func removalConfirmed(of show: Show.ID) {
    waiting.append(.removal(of: show))
  }

  /// Returns the next note, or `nil` if a write is running or no note is waiting.
  package mutating func next() -> Note? {
    guard writing == nil, !waiting.isEmpty else { return nil }
    let note = waiting.removeFirst()
    if case .removal = note { return note }
    writing = note
    return note
  }

  /// Records that the current note is in the library.
  package mutating func written() {
    if case .place(_, let episode) = writing { unwritten.remove(episode) }
    writing = nil
    lastFailure = nil
  }

  /// Records that the current note could not be written.
  ///
  /// - Returns: Whether the error is new. A full disk fails every few seconds, so its error is reported once until a
  ///   write succeeds.
  package mutating func failed(_ error: LibraryError) -> Bool {
    switch writing {
    case .place(_, let episode): unwritten.insert(episode)
    case .played(let episode, false): played.insert(episode)
    case .played, .removal, nil: break
    }
    writing = nil
    defer { lastFailure = error }
    return error != lastFailure
  }
}
