import Podcasts

/// The last state of the player, and the changes to it that are reported to other processes.
///
/// Other processes may read the position at any time. Between two updates of a playing episode, the position advances
/// with the clock.
struct MediaProgress {
  /// How far a new position may be behind the last one, or ahead of the expected one, without counting as a jump.
  private static let tolerance = Duration.seconds(1)

  /// A change of the list of tracks: the episode in the player, followed by the queue.
  enum TrackChange: Hashable {
    /// A track was added after another one, or at the start.
    case added(MediaState.Track, after: Episode.ID?)
    case removed(Episode.ID)
    /// The list was replaced, because another episode is in the player or more than one track changed.
    case replaced([Episode.ID])

    /// Compares two lists of tracks. Returns `nil` if they are the same.
    init?(from old: MediaState, to new: MediaState) {
      let (oldIDs, newIDs) = (old.tracks.map(\.id), new.tracks.map(\.id))
      guard oldIDs != newIDs else { return nil }
      // This value remains unless exactly one track was added or removed.
      self = .replaced(newIDs)
      guard old.track?.id == new.track?.id else { return }
      let firstDifference = zip(oldIDs, newIDs).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      if oldIDs.count + 1 == newIDs.count {
        let index = firstDifference ?? oldIDs.count
        guard newIDs[..<index] + newIDs[(index + 1)...] == oldIDs[...] else { return }
        self = .added(new.tracks[index], after: index > 0 ? newIDs[index - 1] : nil)
      } else if oldIDs.count == newIDs.count + 1 {
        let index = firstDifference ?? newIDs.count
        if oldIDs[..<index] + oldIDs[(index + 1)...] == newIDs[...] { self = .removed(oldIDs[index]) }
      }
    }
  }

  /// The changes of an update, for a report to other processes.
  struct Change: Hashable {
    /// The changed properties of the player, with their new values.
    var playerProperties: [String: BusValue] = [:]
    /// The change of the tracks, if the list changed.
    var tracks: TrackChange?
    /// The new position, if playback has jumped. Other processes cannot compute this position.
    var seekedTo: Duration?
  }

  /// The state at the last update.
  private(set) var state = MediaState()
  /// The time of the last update. `nil` before the first update.
  private var updatedAt: ContinuousClock.Instant?

  /// Returns the position at a moment.
  func position(at now: ContinuousClock.Instant) -> Duration {
    guard let updatedAt, state.status == .playing, !state.isBuffering else { return state.position }
    let position = state.position + (now - updatedAt) * state.rate
    return max(state.position, min(position, state.track?.length ?? position))
  }

  /// Replaces the state, and returns the changes to report.
  mutating func update(_ new: MediaState, at now: ContinuousClock.Instant) -> Change {
    let expected = position(at: now)
    let old = state
    var change = Change()
    if isJump(from: old, expected: expected, to: new) { change.seekedTo = new.position }
    state = new
    updatedAt = now
    guard !new.isEqualExceptPosition(to: old) else { return change }
    let oldProperties = old.playerProperties
    change.playerProperties = new.playerProperties.filter { oldProperties[$0.key] != $0.value }
    change.tracks = TrackChange(from: old, to: new)
    return change
  }

  /// Whether playback has jumped to the new position. A jump goes back, or further ahead than the time since the last
  /// update allows, in both cases by more than the tolerance. A new episode that does not start at its beginning is
  /// also a jump.
  private func isJump(from old: MediaState, expected: Duration, to new: MediaState) -> Bool {
    guard new.track != nil else { return false }
    if old.track?.id != new.track?.id { return new.position != .zero }
    return new.position < old.position - Self.tolerance || new.position > expected + Self.tolerance
  }
}

extension MediaState {
  /// Whether two states differ only in their positions, or not at all.
  fileprivate func isEqualExceptPosition(to other: MediaState) -> Bool {
    var other = other
    other.position = position
    return self == other
  }
}
