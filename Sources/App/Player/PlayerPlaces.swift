import Foundation
import Podcasts

extension PlayerFeature.State {
  /// The episode that is playing now. `nil` while the player is loading, paused or stopped.
  var audibleEpisode: Episode.ID? { phase == .playing ? item?.episode.id : nil }

  /// Whether the user's place is so close to the end that the episode counts as played. The settings have the distance.
  /// In a short episode it is at most a twentieth of the length.
  var isNearEnd: Bool {
    guard let knownDuration, preferences.playedBeforeEnd > 0, !lacks(1 / 4, of: item?.episode.duration) else {
      return false
    }
    return position >= knownDuration - min(.seconds(preferences.playedBeforeEnd), knownDuration / 20)
  }

  /// How far the sound has to play beyond the place of a broken connection before the attempts are reset. A shorter
  /// part may come from the buffer, without the server.
  private static let soundAfterBreak = Duration.seconds(10)

  /// Whether an end at the current place is too early for the length of the episode.
  ///
  /// The player's length is not exact for files with a variable bit rate, so a twentieth may be missing. A file that is
  /// cut off may report the length of its remaining part. So the feed's length is compared too. It is less exact,
  /// because advertisements are inserted later: a quarter may be missing.
  var endsEarly: Bool {
    if let earlyEnd, abs(earlyEnd.inSeconds - position.inSeconds) < 5 { return false }
    return lacks(1 / 20, of: duration) || lacks(1 / 4, of: item?.episode.duration)
  }

  /// Whether more than a part of a length, and more than ten seconds, remain after the current place.
  ///
  /// - Parameter part: The part, from 0 to 1.
  private func lacks(_ part: Double, of length: Duration?) -> Bool {
    guard let length, length > .zero else { return false }
    return length - position > max(.seconds(10), length * part)
  }

  /// Resets the attempts to reach a broken server after sound that the player did not have before was played.
  mutating func endAttempts(at newPosition: Duration) {
    guard attempts != nil else { return }
    if let brokenPlace, abs((newPosition - brokenPlace).inSeconds) < Self.soundAfterBreak.inSeconds { return }
    attempts = nil
  }

  /// Puts the last played episode into the player. The sound does not start.
  mutating func restore(_ last: PlayerFeature.Item) {
    item = last
    phase = .stopped
    position = journal.place(in: last.episode)
    pausedAt = last.episode.lastPlayedAt
  }

  /// Records when the sound of the episode ended: now, or when the user paused.
  mutating func recordSoundEnd(at now: Date) {
    guard let item else { return }
    if let ended = phase == .playing ? now : pausedAt { soundEndedAt[item.episode.id] = ended }
  }

  /// Records the exact place after a pause, a jump or a change of episode.
  mutating func savePlace() {
    guard let item, awaitedPlace == nil else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.left(at: position, in: item.episode.id) }
  }

  /// Records the place during playback, once in a few seconds.
  mutating func recordPosition() {
    guard let item else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.heard(position, in: item.episode.id, rate: rate) }
  }
}
