import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The option `--json`.
@Suite(.timeLimit(.minutes(1)))
struct JSONOutputTests {
  /// Command lines of all commands, without `--json`.
  static let commandLines = [
    ["subscribe", "/feeds/good.xml"], ["unsubscribe", "1"], ["list"], ["show", "1"], ["search", "rain"],
    ["search", "rain", "--directories"],
    ["refresh"], ["refresh", "--due"], ["import"], ["import", "/lists/mine.opml"],
    ["import", "/lists/mine.opml", "--refresh"],
    ["export", "/nowhere/out.opml"], ["feed", "/feeds/good.xml"], ["doctor"], ["download", "11"], ["play"], ["pause"],
    ["toggle"], ["next"],
    ["previous"], ["seek", "+30"], ["seek", "-15"], ["speed"], ["speed", "1.5"], ["queue"], ["queue", "list"],
    ["queue", "add", "11"],
    ["queue", "remove", "12"], ["queue", "clear"], ["status"],
  ]

  /// Returns a fixture with the feeds, the OPML file, the queue, the download and the running player that the command
  /// lines need.
  private func makeFixture() -> CommandFixture {
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    let (feed, opmlFile) = (URL.sample("good.xml"), URL(filePath: "/lists/mine.opml"))
    let outline = Outline(title: "Show 2", feedURL: URL(string: "https://example.org/show2.xml")!)
    fixture.feeds.setFetchResult(of: feed, .success(.sample("Good")))
    fixture.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("Good"), hash: ""))))
    fixture.feeds.setRefreshResult(of: outline.feedURL, .success(FeedResponse(content: .unchanged)))
    fixture.feeds.setRefreshResult(
      of: fixture.subscriptions.all[0].feedURL, .success(FeedResponse(content: .unchanged)))
    fixture.opml.setContent(of: opmlFile, .success(OPMLDocument(outlines: [outline])))
    fixture.queue.entries.change { $0 = [Episode.ID(rawValue: 12)] }
    fixture.player.simulateRunning { $0.canGoNext = true }
    fixture.downloads.set([
      Download(
        id: Episode.ID(rawValue: 11), showID: Show.ID(rawValue: 1),
        state: .complete(file: URL(filePath: "/audio.mp3"), byteCount: 1))
    ])
    return fixture
  }

  /// Runs a command, and returns its exit. The arguments are parsed as in a folder without files.
  private func run(_ arguments: [String], in fixture: CommandFixture) async -> CommandExit? {
    guard case .command(let command) = ParsedCommandLine(arguments, pathExists: { _ in false }) else {
      Issue.record("These arguments are no command: \(arguments)")
      return nil
    }
    return await command.runReportingFailure(in: fixture.context())
  }

  @Test(arguments: commandLines)
  func `each command with --json writes one JSON text and no error`(commandLine: [String]) async throws {
    let fixture = makeFixture()
    // Other tests check the exit of each command.
    _ = await run(commandLine + ["--json"], in: fixture)
    let output = try fixture.json()
    #expect(output is [String: Any] || output is [Any])
    #expect(fixture.errorLines.isEmpty)
    #expect(fixture.outputText.hasSuffix("\n"))
  }

  @Test func `each command in the help is tested with --json`() throws {
    guard case .end(let help, 0) = ParsedCommandLine(["--help"], pathExists: { _ in false }) else {
      Issue.record("There is no help.")
      return
    }
    let subcommandHelp = try #require(
      help.components(separatedBy: "SUBCOMMANDS:\n").last?.components(separatedBy: "\n\n").first)
    // The line of a command has two spaces before the name. The other lines of a description have more.
    let names = subcommandHelp.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
      $0.split(separator: " ").first
    }
    // A smaller number means that the help has another format, so that this test does not find the commands.
    #expect(names.count > 15)
    #expect(Set(names.map(String.init)) == Set(Self.commandLines.map { $0[0] }))
  }
}
