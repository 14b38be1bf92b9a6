// This file, `ParsedCommandLine` and `PodcastCommand` are the interface of this module. `ParsedCommandLine` parses the
// arguments into a `PodcastCommand`, which runs with a `CommandContext`.
import AppFeatures
package import Foundation
package import Podcasts

/// The clients and the outputs of a command. A client is a struct of closures for a service.
package struct CommandContext: Sendable {
  package var library: LibraryClient
  package var feeds: FeedClient
  package var subscriptions: SubscriptionsClient
  package var episodes: EpisodesClient
  package var directory: DirectoryClient
  package var opml: OPMLClient
  /// Imports the libraries of other players.
  package var otherPlayers: ImportClient
  package var backups: BackupsClient
  package var preferences: PreferencesClient
  package var queue: QueueClient
  /// Controls the running podcast player, a program with a window.
  package var player: RemotePlayerClient
  /// Returns the current time.
  package var now: @Sendable () -> Date
  /// Writes a text to the standard output. Adds no line break.
  package var write: @Sendable (_ text: String) -> Void
  /// Writes a line to the standard error.
  package var writeError: @Sendable (_ line: String) -> Void
  /// Replaces the line on the terminal that shows the progress. An empty text removes the line. `nil` if the standard
  /// error is not a terminal.
  package var progress: (@Sendable (_ line: String) -> Void)?
  /// Downloads the audio of episodes.
  package var downloads = DownloadsClient.unavailable(.failed(reason: "no downloads"))
  /// Stores the user names and passwords of private feeds.
  package var credentials = CredentialsClient.unavailable

  package init(
    library: LibraryClient, feeds: FeedClient, subscriptions: SubscriptionsClient, episodes: EpisodesClient,
    directory: DirectoryClient,
    opml: OPMLClient, otherPlayers: ImportClient, backups: BackupsClient, preferences: PreferencesClient,
    queue: QueueClient,
    player: RemotePlayerClient, now: @escaping @Sendable () -> Date,
    write: @escaping @Sendable (_ text: String) -> Void, writeError: @escaping @Sendable (_ line: String) -> Void,
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
    self.writeError = writeError
    self.progress = progress
  }
}

/// The exit status of the process. The manual page lists the numbers.
package enum CommandExit: Int32, Hashable, Sendable {
  /// The command was successful.
  case success = 0
  /// A part of the command failed, a feed or a list is cut off, an import was stopped, or `doctor` found problems.
  case partial = 1
  /// The arguments are wrong, or fit several shows or feeds.
  case usage = 64
  /// The input is not a feed, a list of subscriptions or the library of a known player.
  case badData = 65
  /// There is no such file, feed, show or episode.
  case notFound = 66
  /// A server cannot be reached or sends no valid answer, or the podcast player cannot be reached or cannot carry out
  /// the command.
  case unavailable = 69
  /// The library or a file cannot be read or written.
  case inputOutput = 74
}

extension CommandContext {
  /// Writes lines of text.
  func writeLines(_ lines: [String]) {
    if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
  }

  /// Writes a note to the standard error, for example if there is nothing to list. A note is not a failure, so the exit
  /// status stays 0.
  func writeNote(_ text: String) { writeError("podcaster: \(text)") }

  /// Returns the user's current settings, or the default settings if the client emits none.
  func currentPreferences() async -> Preferences {
    for await value in preferences.values() { return value }
    return Preferences()
  }
}
