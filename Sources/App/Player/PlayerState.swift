package import Podcasts

extension PlayerFeature.State {
  /// Whether the episode in the player is playing, or will play without another action of the user: when it is loaded,
  /// or when its server can be reached again.
  package var isPlaying: Bool {
    switch phase {
    case .playing, .loading(thenPlaying: true): true
    case .stopped: attempts != nil
    case .paused, .loading(thenPlaying: false): false
    }
  }

  /// Whether this episode is in the player, and ``isPlaying`` is `true`.
  package func isPlaying(_ episode: Episode.ID) -> Bool {
    item?.episode.id == episode && isPlaying
  }

  /// Why an episode could not be played. `nil` if the episode is not in the player, or has no problem.
  package func problem(of episode: Episode.ID) -> PlaybackError? {
    item?.episode.id == episode ? problem : nil
  }

  /// The length of the episode in the player: the length that the player has found in the audio, or else the length in
  /// the feed. `nil` if neither is known.
  package var duration: Duration? {
    knownDuration ?? item?.episode.duration
  }

  /// The position of the slider, never beyond its end.
  package var sliderPosition: Duration { min(position, sliderEnd) }

  /// The end of the slider: the length, but at least one second. So the slider has a range even if the length is not
  /// known.
  package var sliderEnd: Duration { max(duration ?? .zero, .seconds(1)) }

  /// Whether the user can move the slider, and skip.
  package var canSeek: Bool { item != nil && duration != nil }

  /// The position in the episode, such as `1:02`.
  package var elapsedText: String { position.clockText }

  /// The time from the position to the end, such as `−41:30`. Empty if the length is not known.
  package var remainingText: String {
    guard let duration else { return "" }
    return "−" + max(duration - position, .zero).clockText
  }

  /// The speed of the episode in the player: the show's own speed if it has one, else the general speed.
  package var rate: Double { showSettings.rate ?? settings.rate }

  /// The speeds of the menu: the usual ones, and the current one, which a key or another program may have set.
  package var offeredRates: [Double] {
    PlayerFeature.rates.contains(rate) ? PlayerFeature.rates : (PlayerFeature.rates + [rate]).sorted()
  }

  /// Whether the show has a speed of its own.
  package var hasOwnRate: Bool { showSettings.rate != nil }

  /// The volume from 0 to 1.
  package var volume: Double { settings.volume }

  /// Whether the sound is muted.
  package var isMuted: Bool { settings.isMuted }

  /// The length, such as `41:30`. Empty if it is not known.
  package var durationText: String { duration?.clockText ?? "" }

  /// The speed in the format of the player bar: `1×`, `1.2×`.
  package var rateText: String { rate.rateText }
}

extension Double {
  /// The number as a speed: `1×`, `1.25×`.
  package var rateText: String {
    let hundredths = Int((self * 100).rounded())
    let fraction = hundredths % 100
    let decimals =
      fraction == 0
      ? "" : "." + (fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)")
    return "\(hundredths / 100)\(decimals)×"
  }
}

extension Duration {
  /// The duration in the format of a clock, in whole seconds: `0:07`, `12:34`, `1:02:03`. `0:00` for a negative
  /// duration.
  package var clockText: String {
    let seconds = max(0, components.seconds)
    let minutes = (seconds / 60) % 60
    let minutesAndSeconds =
      (minutes < 10 && seconds >= 3600 ? "0" : "") + "\(minutes):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return seconds >= 3600 ? "\(seconds / 3600):\(minutesAndSeconds)" : minutesAndSeconds
  }

  /// The duration in seconds, for a slider.
  package var inSeconds: Double {
    get { self / .seconds(1) }
    set { self = .seconds(newValue) }
  }
}
