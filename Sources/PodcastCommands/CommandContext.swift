// The interface of this module: `CommandLineChoice` selects a window or a command, and a `PodcastCommand` runs over a `CommandContext`.
import AppFeatures
package import Foundation
package import Podcasts

/// The clients of the outside world, and the outputs of a command.
package struct CommandContext: Sendable {
  package var library: LibraryClient
  package var feeds: FeedClient
  package var subscriptions: SubscriptionsClient
  package var episodes: EpisodesClient
  package var directory: DirectoryClient
  package var opml: OPMLClient
  package var otherPlayers: ImportClient
  package var backups: BackupsClient
  package var preferences: PreferencesClient
  package var queue: QueueClient
  /// The running program.
  package var player: RemotePlayerClient
  /// Tells the time.
  package var now: @Sendable () -> Date
  /// Writes a text to the standard output, as it is.
  package var write: @Sendable (_ text: String) -> Void
  /// Writes a line to the standard error.
  package var complain: @Sendable (_ line: String) -> Void
  /// Replaces the line of progress, or removes it for an empty text. `nil` where there is no terminal.
  package var progress: (@Sendable (_ line: String) -> Void)?
  /// Downloads the audio of episodes.
  package var downloads = DownloadsClient.unavailable(.failed(reason: "no downloads"))

  package init(
    library: LibraryClient, feeds: FeedClient, subscriptions: SubscriptionsClient, episodes: EpisodesClient, directory: DirectoryClient,
    opml: OPMLClient, otherPlayers: ImportClient, backups: BackupsClient, preferences: PreferencesClient, queue: QueueClient,
    player: RemotePlayerClient, now: @escaping @Sendable () -> Date,
    write: @escaping @Sendable (_ text: String) -> Void, complain: @escaping @Sendable (_ line: String) -> Void,
    progress: (@Sendable (_ line: String) -> Void)? = nil
  ) {
    self.library = library
    self.feeds = feeds
    self.subscriptions = subscriptions
    self.episodes = episodes
    self.directory = directory
    self.opml = opml
    self.otherPlayers = otherPlayers
    self.backups = backups
    self.preferences = preferences
    self.queue = queue
    self.player = player
    self.now = now
    self.write = write
    self.complain = complain
    self.progress = progress
  }
}

/// The exit status of the process. The manual page lists the numbers.
package enum CommandExit: Int32, Hashable, Sendable {
  /// The command was successful.
  case success = 0
  /// A part of the command failed.
  case partial = 1
  /// The arguments are wrong.
  case usage = 64
  /// The input is no feed, no list and no library.
  case badData = 65
  /// There is no such file, feed or show.
  case notFound = 66
  /// A server cannot be reached, or does not answer as it should; or the program is not running.
  case unavailable = 69
  /// The library or a file cannot be read or written.
  case inputOutput = 74
}

extension CommandContext {
  /// Writes lines of text.
  func writeLines(_ lines: [String]) {
    if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
  }

  /// Says on the standard error that there is nothing to list. Nothing is not a failure, so the exit status stays.
  func note(_ text: String) { complain("podcaster: \(text)") }

  /// The settings, or the usual ones if there are none.
  func currentPreferences() async -> Preferences {
    for await value in preferences.values() { return value }
    return Preferences()
  }

  /// The shows of the library, sorted by title.
  func shows() async throws(LibraryError) -> [Show] {
    for await result in library.shows() { return try result.get() }
    return []
  }
}
