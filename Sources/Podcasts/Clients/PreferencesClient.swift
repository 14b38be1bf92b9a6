/// The user's settings.
package struct Preferences: Hashable, Sendable, Codable {
  /// How often feeds are refreshed. The raw value is the interval in minutes, or 0 for ``never``.
  package enum RefreshInterval: Int, Hashable, Sendable, Codable, CaseIterable {
    case never = 0
    case quarterHour = 15
    case hour = 60
    case sixHours = 360
    case day = 1440
  }

  /// The colour scheme of the program. `automatic` follows the desktop.
  package enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
    case automatic
    case light
    case dark
  }

  package var refreshInterval: RefreshInterval = .hour
  /// Whether feeds that are due are refreshed when the program starts.
  package var refreshesAtStart = true
  package var appearance: Appearance = .automatic
  /// The names of the podcast directories that are searched: `iTunes`, `fyyd`, `Podcast Index`.
  package var directories: Set<String> = ["iTunes", "fyyd"]
  /// The address of a server that implements Podcast Index's protocol.
  package var podcastIndexServer = "https://api.podcastindex.org"
  /// The key and the secret that the server has issued. Without them, Podcast Index is not searched.
  package var podcastIndexKey = ""
  package var podcastIndexSecret = ""
  /// Whether a backup of the library is created each day.
  package var makesBackups = true
  /// How many of the newest episodes are marked as new when a show is added.
  package var newEpisodesOfNewShow = 1
  /// Which new episodes are downloaded automatically.
  package var automaticDownload = ShowSettings.AutomaticDownload.off
  /// When downloaded files are deleted.
  package var downloadDeletion = ShowSettings.DownloadDeletion.never
  /// How many downloads run at the same time.
  package var parallelDownloads = 2
  /// Whether the next unplayed episode of the show is played when an episode ends and the queue is empty.
  package var continuesWithShow = false
  /// An episode counts as played when at most this many seconds of it are left. In a short episode, at most a twentieth
  /// of its length may be left. With 0, an episode counts as played only at its end.
  package var playedBeforeEnd = 30
  /// Whether playback continues when the window is closed while an episode plays.
  package var keepsPlayingWhenClosed = true
  /// Whether the desktop notifies the user of new episodes. The settings of a show can disable this for the show.
  package var notifiesOfNewEpisodes = true

  /// The settings of playback.
  package var playback = PlaybackPreferences()

  package init() {}
}

/// Reads and writes the settings.
package struct PreferencesClient: Sendable {
  /// Returns a stream of the settings. It emits at once and after each change, until the consumer stops. If the
  /// settings file is damaged, the client renames the file and emits the defaults.
  package var values: @Sendable () -> AsyncStream<Preferences>
  /// Writes the settings completely or not at all. The error contains the system's message.
  package var save: @Sendable (_ preferences: Preferences) async throws(PreferencesError) -> Void

  package init(
    values: @escaping @Sendable () -> AsyncStream<Preferences>,
    save: @escaping @Sendable (_ preferences: Preferences) async throws(PreferencesError) -> Void
  ) {
    self.values = values
    self.save = save
  }
}

extension PreferencesClient {
  /// Applies a change to the current settings, and writes the result if it differs from them.
  package func change(_ change: @Sendable (inout Preferences) -> Void) async throws(PreferencesError) {
    // The first value of the stream is the current one.
    for await current in values() {
      var preferences = current
      change(&preferences)
      if preferences != current { try await save(preferences) }
      return
    }
  }
}

/// Why the settings could not be written.
package struct PreferencesError: Error, Hashable, Sendable {
  /// The path of the settings file.
  package var path: String
  /// The system's message.
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
