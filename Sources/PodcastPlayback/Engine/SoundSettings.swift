import Podcasts

/// The settings of the sound, which apply to all audio.
struct SoundSettings: Equatable, Sendable {
  /// The speed as a factor, from 0.5 to 3.
  private(set) var rate = 1.0
  /// The position of a volume slider, from 0 to 1. ``Pipeline/apply(_:)`` converts it to a factor of the loudness.
  private(set) var volume = 1.0
  private(set) var isMuted = false
  /// Whether long silence is shortened.
  private(set) var shortensSilence = false
  /// Whether quiet and loud voices are brought to the same loudness.
  private(set) var levelsVoices = false

  /// Changes one setting. Values out of range are clamped, and values that are not finite become 1.
  mutating func set(_ setting: SoundSetting) {
    switch setting {
    case .rate(let rate): self.rate = rate.isFinite ? min(max(rate, 0.5), 3) : 1
    case .volume(let volume): self.volume = volume.isFinite ? min(max(volume, 0), 1) : 1
    case .isMuted(let isMuted): self.isMuted = isMuted
    case .shortensSilence(let shortens): shortensSilence = shortens
    case .levelsVoices(let levels): levelsVoices = levels
    // `Player` selects the device.
    case .output: break
    }
  }
}
