import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// Runs commands with clients in memory, and records their output.
///
/// The library has three shows:
/// - 1 “Birds” with the episodes 11 and 12, which are unplayed
/// - 2 “Bird Songs” without episodes
/// - 3 “라디오” without episodes. The last refresh of its feed, `https://me:secret@example.org/radio.xml`, failed.
///
/// The feeds of the shows 1 and 2 are files. The search for “rain” finds episode 11. Subscriptions, backups and other
/// players, whose shows can be imported, exist only if a test passes them to `init`.
final class CommandFixture: Sendable {
  /// The output of all commands together.
  struct Output: Sendable {
    /// The text on the standard output.
    var text = ""
    /// The lines on the standard error.
    var errorLines: [String] = []
    /// The lines that report progress on a terminal. Each line replaces the former one.
    var progress: [String] = []
  }

  let library: FakeLibrary
  let feeds = FakeFeeds()
  let subscriptions: FakeSubscriptions
  /// The search in directories of podcasts.
  let directory = FakeDirectory()
  let opml = FakeOPML()
  let otherPlayers: FakeOtherPlayers
  let backups: FakeBackups
  let queue = FakeEpisodeQueue()
  let player = FakeRemotePlayer()
  let downloads = FakeDownloads()
  let credentials = FakeCredentials()
  let output = Recorded(Output())
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  init(subscriptions: [Subscription] = [], backups: [LibraryBackup] = [], otherPlayers: [ImportSource] = []) {
    var shows: [Show] = [.sample(1, title: "Birds"), .sample(2, title: "Bird Songs"), .sample(3, title: "라디오")]
    shows[2].feedURL = URL(string: "https://me:secret@example.org/radio.xml")!
    shows[0].unplayedCount = 2
    shows[2].feedStatus = .failed(.webPage)
    library = FakeLibrary(shows: shows, episodes: [shows[0].id: [.sample(12), .sample(11)]])
    self.subscriptions = FakeSubscriptions(subscriptions)
    self.backups = FakeBackups(backups)
    self.otherPlayers = FakeOtherPlayers(otherPlayers)
  }

  /// The text on the standard output.
  var outputText: String { output.current.text }
  /// The lines on the standard error.
  var errorLines: [String] { output.current.errorLines }

  /// Returns the context of a command. Commands report their progress only if the standard error is a terminal.
  func context(isTerminal: Bool = false) -> CommandContext {
    var context = CommandContext(
      library: library.client, feeds: feeds.client, subscriptions: subscriptions.client,
      episodes: .findingRain(in: library.episodesClient),
      directory: directory.client,
      opml: opml.client, otherPlayers: otherPlayers.client, backups: backups.client,
      preferences: FakePreferences().client,
      queue: queue.client, player: player.client, now: { [now] in now },
      write: { [output] text in output.change { $0.text += text } },
      writeError: { [output] line in output.change { $0.errorLines.append(line) } })
    context.downloads = downloads.client
    context.credentials = credentials.client
    if isTerminal { context.progress = { [output] line in output.change { $0.progress.append(line) } } }
    return context
  }

  /// Runs a command line to its end, and returns its exit status. Records an issue and returns `nil` if the command
  /// line contains no command. No file has the name of a command, so the first word is the command.
  func run(_ arguments: String..., isTerminal: Bool = false) async -> CommandExit? {
    await run(arguments: arguments, isTerminal: isTerminal)
  }

  /// Runs a command line as ``run(_:isTerminal:)`` does.
  func run(arguments: [String], isTerminal: Bool = false) async -> CommandExit? {
    guard case .command(let command) = ParsedCommandLine(arguments, pathExists: { _ in false }) else {
      Issue.record("These arguments are no command: \(arguments)")
      return nil
    }
    return await command.runReportingFailure(in: context(isTerminal: isTerminal))
  }

  /// Returns the parsed standard output, which must be JSON.
  func json() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(outputText.utf8))
  }
}

extension EpisodesClient {
  /// Returns a client whose search for “rain” finds episode 11. Episodes that are not in the library are samples. The
  /// show titles of all episodes are empty, so the output of a search contains no show titles.
  fileprivate static func findingRain(in libraryClient: EpisodesClient) -> EpisodesClient {
    var client = libraryClient
    client.ids = { query in
      if query.text.isEmpty { return libraryClient.ids(query) }
      return AsyncStream { continuation in
        continuation.yield(.success(query.text == "rain" ? [Episode.ID(rawValue: 11)] : []))
        continuation.finish()
      }
    }
    client.episodes = { ids throws(LibraryError) in
      let libraryEpisodes = Dictionary(uniqueKeysWithValues: try await libraryClient.episodes(ids).map { ($0.id, $0) })
      return ids.map { id in
        var episode = libraryEpisodes[id] ?? .sample(id.rawValue)
        episode.showTitle = ""
        return episode
      }
    }
    return client
  }
}
