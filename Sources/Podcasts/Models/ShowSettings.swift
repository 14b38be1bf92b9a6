/// The user's settings for one show. A setting that is `nil` follows the general settings.
///
/// The library stores the settings as JSON. Settings that are missing in the stored text have their defaults.
package struct ShowSettings: Hashable, Sendable, Codable {
  /// Which new episodes are downloaded without a request.
  package enum AutomaticDownload: Hashable, Sendable, Codable {
    /// None.
    case off
    /// The newest episodes, at most this many at the same time.
    case newest(Int)
    /// All new episodes.
    case all
  }

  /// When a downloaded file is deleted. Favourites, queued episodes and the episode in the player keep their files.
  package enum DownloadDeletion: Hashable, Sendable, Codable {
    case never
    /// When the episode was played to its end.
    case afterPlayed
    /// This many days after the download.
    case afterDays(Int)
  }

  /// The speed, from 0.5 to 3. `nil` follows the general setting.
  package var rate: Double?
  /// How much of the start of each episode is skipped.
  package var skippedIntro: Duration = .zero
  /// How much of the end of each episode is skipped.
  package var skippedOutro: Duration = .zero
  /// Whether silence is shortened.
  package var skipsSilence = false
  /// Whether quiet and loud voices are levelled.
  package var levelsVoices = false
  /// Which new episodes are downloaded. `nil` follows the general setting.
  package var automaticDownload: AutomaticDownload?
  /// When downloaded files are deleted. `nil` follows the general setting.
  package var downloadDeletion: DownloadDeletion?
  /// Whether the desktop notifies the user of new episodes.
  package var notifiesOfNewEpisodes = true
  /// Whether the feed, which is on the web, may lead to an address of a private network. Only the user can permit it.
  package var allowsPrivateNetwork = false

  /// Creates the settings of a new show.
  package init() {}

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    rate = try values.decodeIfPresent(Double.self, forKey: .rate)
    skippedIntro = try values.decodeIfPresent(Duration.self, forKey: .skippedIntro) ?? .zero
    skippedOutro = try values.decodeIfPresent(Duration.self, forKey: .skippedOutro) ?? .zero
    skipsSilence = try values.decodeIfPresent(Bool.self, forKey: .skipsSilence) ?? false
    levelsVoices = try values.decodeIfPresent(Bool.self, forKey: .levelsVoices) ?? false
    automaticDownload = try values.decodeIfPresent(AutomaticDownload.self, forKey: .automaticDownload)
    downloadDeletion = try values.decodeIfPresent(DownloadDeletion.self, forKey: .downloadDeletion)
    notifiesOfNewEpisodes = try values.decodeIfPresent(Bool.self, forKey: .notifiesOfNewEpisodes) ?? true
    allowsPrivateNetwork = try values.decodeIfPresent(Bool.self, forKey: .allowsPrivateNetwork) ?? false
  }
}
