import Podcasts

extension PlayerFeature.State {
  /// The episode whose sound is audible now.
  var audibleEpisode: Episode.ID? { phase == .playing ? item?.episode.id : nil }

  /// Whether the user's place is so close to the end that the episode counts as played. In a short episode the distance is at most a twentieth of it.
  var isNearEnd: Bool {
    guard let knownDuration, preferences.playedBeforeEnd > 0 else { return false }
    return position >= knownDuration - min(.seconds(preferences.playedBeforeEnd), knownDuration / 20)
  }

  /// Whether an end at the place is too early for the length of the episode. The lengths of feeds, and of files with a variable bit rate, are not
  /// exact.
  var endsEarly: Bool {
    guard let duration, duration > .zero else { return false }
    let missing = duration - position
    if let earlyEnd, abs(earlyEnd.inSeconds - position.inSeconds) < 5 { return false }
    return missing > max(.seconds(10), duration / 20)
  }

  /// Shows the episode that was played last, without its sound.
  mutating func restore(_ last: PlayerFeature.Item) {
    item = last
    phase = .stopped
    position = journal.place(in: last.episode)
    pausedAt = last.episode.lastPlayedAt
  }

  /// Records the place exactly, because the user leaves it.
  mutating func savePlace() {
    guard let item, awaitedPlace == nil else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.left(at: position, in: item.episode.id) }
  }

  /// Records the place during playback.
  mutating func hear() {
    guard let item else { return }
    if isNearEnd { journal.finished(item.episode.id) } else { journal.heard(position, in: item.episode.id) }
  }
}
