import Foundation
import Podcasts

extension PlayerFeature.State {
  /// The episode whose sound is audible now.
  var audibleEpisode: Episode.ID? { phase == .playing ? item?.episode.id : nil }

  /// Whether the user's place is so close to the end that the episode counts as played. In a short episode the distance is at most a twentieth of it.
  var isNearEnd: Bool {
    guard let knownDuration, preferences.playedBeforeEnd > 0, !lacks(1 / 4, of: item?.episode.duration) else { return false }
    return position >= knownDuration - min(.seconds(preferences.playedBeforeEnd), knownDuration / 20)
  }

  /// The sound that has to be played after a broken connection before the attempts to reach the server are forgotten. The part that was received
  /// before can be played again without the server.
  private static let soundAfterBreak = Duration.seconds(10)

  /// Whether an end at the place is too early for the length of the episode. The lengths of feeds, and of files with a variable bit rate, are not
  /// exact. A file that is cut off may have a length that fits what is left of it, and then the feed's length decides. That one is less exact, since
  /// advertisements are inserted later.
  var endsEarly: Bool {
    if let earlyEnd, abs(earlyEnd.inSeconds - position.inSeconds) < 5 { return false }
    return lacks(1 / 20, of: duration) || lacks(1 / 4, of: item?.episode.duration)
  }

  /// Whether more than a part of a length is missing at the place.
  private func lacks(_ part: Double, of length: Duration?) -> Bool {
    guard let length, length > .zero else { return false }
    return length - position > max(.seconds(10), length * part)
  }

  /// Forgets the attempts to reach a broken server when new sound is played.
  mutating func endAttempts(at newPosition: Duration) {
    guard attempts != nil else { return }
    if let brokenPlace, abs((newPosition - brokenPlace).inSeconds) < Self.soundAfterBreak.inSeconds { return }
    attempts = nil
  }

  /// Shows the episode that was played last, without its sound.
  mutating func restore(_ last: PlayerFeature.Item) {
    item = last
    phase = .stopped
    position = journal.place(in: last.episode)
    pausedAt = last.episode.lastPlayedAt
  }

  /// Records when the sound of the episode ended: now, or when the user paused.
  mutating func leave(at now: Date) {
    guard let item else { return }
    if let ended = phase == .playing ? now : pausedAt { leftAt[item.episode.id] = ended }
  }

  /// Records the place exactly, because the user leaves it.
  mutating func savePlace() {
    guard let item, awaitedPlace == nil else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.left(at: position, in: item.episode.id) }
  }

  /// Records the place during playback.
  mutating func hear() {
    guard let item else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.heard(position, in: item.episode.id, rate: rate) }
  }
}
