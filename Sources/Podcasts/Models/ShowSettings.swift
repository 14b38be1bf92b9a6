/// The user's settings for one show. A setting that is `nil` follows the general settings.
///
/// The library stores the settings as JSON. Settings that are missing in the JSON have their default values.
package struct ShowSettings: Hashable, Sendable, Codable {
  /// Which episodes are downloaded automatically.
  package enum AutomaticDownload: Hashable, Sendable, Codable {
    /// No episodes.
    case off
    /// The newest episodes that are neither played nor started, at most this many.
    case newest(Int)
    /// All new episodes.
    case all
  }

  /// When a downloaded file is deleted. Favorites, queued episodes and the episode in the player keep their files.
  package enum DownloadDeletion: Hashable, Sendable, Codable {
    case never
    /// As soon as the episode has the mark “played”.
    case afterPlayed
    /// This many days after the download.
    case afterDays(Int)
  }

  /// The speed, from 0.5 to 3. `nil` follows the general setting.
  package var rate: Double?
  /// The length of the part that is skipped at the start of each episode.
  package var skippedIntro: Duration = .zero
  /// The length of the part that is skipped at the end of each episode.
  package var skippedOutro: Duration = .zero
  /// Whether silent passages are shortened.
  package var skipsSilence = false
  /// Whether the loudness of quiet and loud voices is made equal.
  package var levelsVoices = false
  /// Which episodes are downloaded automatically. `nil` follows the general setting.
  package var automaticDownload: AutomaticDownload?
  /// When downloaded files are deleted. `nil` follows the general setting.
  package var downloadDeletion: DownloadDeletion?
  /// Whether the desktop notifies the user of new episodes.
  package var notifiesOfNewEpisodes = true
  /// Whether redirects of the feed, and addresses in the feed, may lead from the web to a private network. `true` only
  /// if the user has allowed such addresses for this show.
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
