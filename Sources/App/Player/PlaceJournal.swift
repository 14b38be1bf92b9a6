package import Podcasts

/// What is to be written of the listener's places: in order, one at a time, the newest of each.
///
/// The journal writes nothing. It is told what was heard and what was written, and answers with the one note to write next.
package struct PlaceJournal: Hashable, Sendable {
  /// One thing to write.
  package enum Note: Hashable, Sendable {
    /// The listener's place in an episode.
    case place(Duration, in: Episode.ID)
    /// Whether an episode was heard to its end.
    case played(Episode.ID, Bool)
    /// Nothing by itself: what was noted before is written, and the show may be removed.
    case removal(of: Show.ID)
  }

  /// How far a place in the library may be behind, while the sound goes on. The promise is five seconds; writing takes some of them.
  private static let interval = Duration.seconds(4)

  /// The places of this session. They are newer than what a list of episodes says that was read before.
  package var places: [Episode.ID: Duration] = [:]
  /// The episodes that the library marks as heard to the end.
  package var played: Set<Episode.ID> = []
  /// The episodes whose place could not be written. It is written when it is left again, even if it is the same.
  package var unwritten: Set<Episode.ID> = []
  /// What is not being written yet, the oldest first.
  package var waiting: [Note] = []
  /// What is being written.
  package var writing: Note?
  /// Why the last write failed, or `nil` if it did not.
  package var lastFailure: LibraryError?

  /// Makes an empty journal.
  package init() {}

  /// Where to go on in an episode. What the library says of it counts the first time only.
  package mutating func place(in episode: Episode) -> Duration {
    if let place = places[episode.id] { return place }
    places[episode.id] = episode.playPosition
    if episode.isPlayed { played.insert(episode.id) }
    return episode.playPosition
  }

  /// The library changed these episodes: what it says of them counts again.
  package mutating func forget(_ episodes: [Episode.ID]) {
    for episode in episodes {
      places[episode] = nil
      played.remove(episode)
    }
  }

  /// The sound goes on, and has reached a place.
  package mutating func heard(_ position: Duration, in episode: Episode.ID) {
    let behind = position - (places[episode] ?? .zero)
    if behind >= Self.interval || behind <= .zero - Self.interval { left(at: position, in: episode) }
  }

  /// The listener left a place that must be found again exactly.
  package mutating func left(at position: Duration, in episode: Episode.ID) {
    guard places[episode] != position || unwritten.contains(episode) else { return }
    places[episode] = position
    if position >= Self.interval, played.remove(episode) != nil { waiting.append(.played(episode, false)) }
    if case .place(_, in: episode) = waiting.last { waiting.removeLast() }
    waiting.append(.place(position, in: episode))
  }

  /// The end was reached: the place is the beginning again.
  package mutating func ended(_ episode: Episode.ID) {
    places[episode] = .zero
    played.insert(episode)
    waiting.append(.played(episode, true))
  }

  /// A show is to be removed, once what was noted before is written.
  package mutating func removalConfirmed(of show: Show.ID) {
    waiting.append(.removal(of: show))
  }

  /// What to do next, or `nil` while something is being written, and when there is nothing to do.
  package mutating func next() -> Note? {
    guard writing == nil, !waiting.isEmpty else { return nil }
    let note = waiting.removeFirst()
    if case .removal = note { return note }
    writing = note
    return note
  }

  /// What was being written is in the library.
  package mutating func written() {
    if case .place(_, let episode) = writing { unwritten.remove(episode) }
    writing = nil
    lastFailure = nil
  }

  /// What was being written could not be.
  ///
  /// - Returns: Whether that is news. A disk that is full would say so every few seconds: it is told once, until it gets better.
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
