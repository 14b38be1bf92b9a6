import Podcasts

/// The settings of the sound, which apply to all audio.
struct SoundSettings: Equatable, Sendable {
  private(set) var rate = 1.0
  private(set) var volume = 1.0
  private(set) var isMuted = false
  private(set) var shortensSilence = false
  private(set) var levelsVoices = false

  mutating func set(_ setting: SoundSetting) {
    switch setting {
    case .rate(let rate): self.rate = rate.isFinite ? min(max(rate, 0.5), 3) : 1
    case .volume(let volume): self.volume = volume.isFinite ? min(max(volume, 0), 1) : 1
    case .isMuted(let isMuted): self.isMuted = isMuted
    case .shortensSilence(let shortens): shortensSilence = shortens
    case .levelsVoices(let levels): levelsVoices = levels
    // The player itself selects the device.
    case .output: break
    }
  }
}
