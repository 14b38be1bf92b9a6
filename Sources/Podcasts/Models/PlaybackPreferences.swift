/// The user's settings of playback, for all shows. A show can also have a speed of its own.
///
/// The settings are stored in a file. Settings that are missing in the file have their default values.
package struct PlaybackPreferences: Hashable, Sendable, Codable {
  /// The speed, from 0.5 to 3.
  package var rate = 1.0
  /// The volume, from 0 to 1.
  package var volume = 1.0
  package var isMuted = false
  /// How far the button “Back” seeks, in seconds.
  package var skipBack = 15
  /// How far the button “Forward” seeks, in seconds.
  package var skipForward = 30
  /// Whether playback after a long pause continues a little before the place of the pause.
  package var rewindsAfterPause = true
  /// The device that plays the sound, or `nil` for the system's default.
  package var output: AudioOutput?

  /// Creates the settings of a new user.
  package init() {}

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // The file can be edited by hand, so the speed and the volume are limited to their ranges.
    if let rate = try values.decodeIfPresent(Double.self, forKey: .rate) { self.rate = min(max(rate, 0.5), 3) }
    if let volume = try values.decodeIfPresent(Double.self, forKey: .volume) { self.volume = min(max(volume, 0), 1) }
    isMuted = try values.decodeIfPresent(Bool.self, forKey: .isMuted) ?? false
    skipBack = try values.decodeIfPresent(Int.self, forKey: .skipBack) ?? 15
    skipForward = try values.decodeIfPresent(Int.self, forKey: .skipForward) ?? 30
    rewindsAfterPause = try values.decodeIfPresent(Bool.self, forKey: .rewindsAfterPause) ?? true
    output = try values.decodeIfPresent(AudioOutput.self, forKey: .output)
  }

  /// Returns how far the button “Back” or “Forward” seeks. The distance is negative for “Back”.
  package func skipDistance(isForward: Bool) -> Duration { .seconds(isForward ? skipForward : -skipBack) }

  /// Copies the settings that the player bar can change: the speed, the volume and whether the sound is muted.
  package mutating func copySoundSettings(from other: PlaybackPreferences) {
    rate = other.rate
    volume = other.volume
    isMuted = other.isMuted
  }
}
