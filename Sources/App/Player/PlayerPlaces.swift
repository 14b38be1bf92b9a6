import Foundation
import Podcasts

extension PlayerFeature.State {
  /// The episode that is playing now. `nil` while the player is loading, paused or stopped.
  var audibleEpisode: Episode.ID? { phase == .playing ? item?.episode.id : nil }

  /// Returns how far playback goes back when a pause ends now: 5 seconds after a pause of up to an hour, 10 seconds
  /// after up to a day, and 20 seconds after a longer pause. At the beginning of an episode, the result is at most the
  /// position. Returns `nil` if there was no pause of at least five minutes, if the position is 0, or if the settings
  /// disable the rewind.
  func rewindAfterPause(_ now: Date) -> Duration? {
    guard settings.rewindsAfterPause, let pausedAt, position > .zero else { return nil }
    switch now.timeIntervalSince(pausedAt) {
    case ..<300: return nil
    case ..<3600: return min(.seconds(5), position)
    case ..<86_400: return min(.seconds(10), position)
    default: return min(.seconds(20), position)
    }
  }

  /// Whether the user's place is so close to the end that the episode counts as played.
  ///
  /// The settings contain the maximum distance from the end. The distance is also at most a twentieth of the length
  /// that the player has reported. If more than a quarter of the length in the feed remains, the file may be cut off,
  /// so the place is not near the end. `false` if the maximum distance is 0, or if the player has not reported a
  /// length.
  var isNearEnd: Bool {
    guard let knownDuration, preferences.playedBeforeEnd > 0,
      !hasRemaining(moreThan: 1 / 4, of: item?.episode.duration)
    else { return false }
    return position >= knownDuration - min(.seconds(preferences.playedBeforeEnd), knownDuration / 20)
  }

  /// When the position is this far from the place of a broken connection, the attempts to reach the server end. Sound
  /// nearer to this place may come from the buffer, without the server.
  private static let attemptEndDistance = Duration.seconds(10)

  /// Whether an end at the current place is too early for the length of the episode.
  ///
  /// The player's length is not exact for files with a variable bit rate, so a twentieth may be missing. For a file
  /// that is cut off, the player may report the length of the part that exists. So the feed's length is compared too.
  /// The feed's length is less exact, because servers insert advertisements: a quarter may be missing. A second end
  /// within five seconds of the first early end is not too early.
  var endsEarly: Bool {
    if let earlyEnd, abs(earlyEnd.inSeconds - position.inSeconds) < 5 { return false }
    return hasRemaining(moreThan: 1 / 20, of: duration) || hasRemaining(moreThan: 1 / 4, of: item?.episode.duration)
  }

  /// Whether more than this part of a length, and more than ten seconds, remain after the current place.
  ///
  /// - Parameters:
  ///   - part: The part of the length, from 0 to 1.
  ///   - length: The length. If it is not known (`nil`), the result is `false`.
  private func hasRemaining(moreThan part: Double, of length: Duration?) -> Bool {
    guard let length, length > .zero else { return false }
    return length - position > max(.seconds(10), length * part)
  }

  /// Ends the attempts to reach a server if the new position is so far from the place of the broken connection that the
  /// sound must come from the server.
  mutating func endAttempts(at newPosition: Duration) {
    guard attempts != nil else { return }
    if let brokenPlace, abs((newPosition - brokenPlace).inSeconds) < Self.attemptEndDistance.inSeconds { return }
    attempts = nil
  }

  /// Puts the last played episode into the player. The sound does not start.
  mutating func restore(_ last: PlayerFeature.Item) {
    item = last
    phase = .stopped
    position = journal.place(in: last.episode)
    pausedAt = last.episode.lastPlayedAt
  }

  /// Records when the sound of the episode ended: now if the episode is playing, otherwise at the last pause.
  mutating func recordSoundEnd(at now: Date) {
    guard let item else { return }
    if let ended = phase == .playing ? now : pausedAt { soundEndedAt[item.episode.id] = ended }
  }

  /// Records the place after a pause, a jump or a change of episode: near the end, only that it is near the end,
  /// otherwise the exact place. Records nothing until the sound has reached a requested place.
  mutating func savePlace() {
    guard let item, requestedPlace == nil else { return }
    if isNearEnd {
      journal.recordNearEnd(of: item.episode.id)
    } else {
      journal.recordExactPlace(position, in: item.episode.id)
    }
  }

  /// Records the place during playback: near the end, only that it is near the end, otherwise the position. The journal
  /// adds an entry for the position only every few seconds.
  mutating func recordPosition() {
    guard let item else { return }
    if isNearEnd {
      journal.recordNearEnd(of: item.episode.id)
    } else {
      journal.recordPosition(position, in: item.episode.id, rate: rate)
    }
  }
}
