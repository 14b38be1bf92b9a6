import Foundation
import PodcastCommands
import Testing

/// The decision whether arguments open a window, run a command or end the program.
struct ParsedCommandLineTests {
  /// Parses arguments, and returns the result in words. `files` are the paths that exist. If the arguments end the
  /// program, the words are the exit status (64 for wrong usage, otherwise 0), and the text that the program writes.
  private func summary(_ arguments: [String], files: Set<String> = []) -> String {
    switch ParsedCommandLine(arguments, pathExists: { files.contains($0) }) {
    case .window(let addresses): "window \(addresses)"
    case .command(let command): "command \(type(of: command))"
    case .end(let text, let exit): "\(exit) \(text)"
    }
  }

  @Test(arguments: [
    [], ["https://example.org/feed.xml"], ["example.org"], ["./feed"], ["missing.xml"], ["feed:https://example.org"],
    ["~/feeds"], ["[::1]/feed"],
    ["a.xml", "list"],
  ])
  func `a window is opened without arguments, and for addresses and paths`(arguments: [String]) {
    #expect(summary(arguments) == "window \(arguments)")
  }

  @Test func `an existing file name and an argument after two dashes open a window`() {
    #expect(summary(["feeds"], files: ["feeds"]) == "window [\"feeds\"]")
    #expect(summary(["--", "list"]) == "window [\"list\"]")
  }

  @Test(arguments: [
    (["list"], "ListCommand"), (["refresh", "--due"], "RefreshCommand"), (["import"], "ImportCommand"),
    (["doctor", "--json"], "DoctorCommand"),
    (["subscribe", "example.org"], "SubscribeCommand"), (["search", "a", "b"], "SearchCommand"),
  ])
  func `commands are parsed, also next to a file of the same name`(arguments: [String], name: String) {
    #expect(summary(arguments) == "command \(name)")
    #expect(summary(arguments, files: [arguments[0]]) == "command \(name)")
  }

  @Test func `an unknown word is refused, and a similar command is suggested`() {
    #expect(
      summary(["lst"])
        == "64 podcaster: There is no command, file or address “lst”. Did you mean “list”? See “podcaster --help”.")
    #expect(
      summary(["birds"]) == "64 podcaster: There is no command, file or address “birds”. See “podcaster --help”.")
  }

  @Test(arguments: [
    ["list", "--nothing"], ["subscribe"], ["--nothing"], ["refresh", "--due", "1"], ["export", "--json"],
    ["a.xml", "--json"],
    ["show", "1", "--limit", "-1"],
  ])
  func `invalid arguments end with the usage status`(arguments: [String]) {
    #expect(summary(arguments).hasPrefix("64 "))
  }

  @Test func `help and the version end with success, and completion scripts name the commands`() {
    // Status 0 and version 0.1.0
    #expect(summary(["--version"]) == "0 0.1.0")
    #expect(summary(["--help"]).contains("subscribe"))
    #expect(summary(["--help"]).hasPrefix("0 "))
    #expect(summary(["help", "list"]).hasPrefix("0 "))
    for shell in ["bash", "zsh", "fish"] {
      #expect(summary(["--generate-completion-script", shell]).contains("unsubscribe"), "\(shell)")
    }
  }

  /// The version of the program, and a text with this version in each file that also names it.
  @Test(arguments: [
    ("debian/changelog", "podcaster (VERSION)"), ("meson.build", "version: 'VERSION'"),
    ("Resources/io.github.podcaster.Podcaster.metainfo.xml.in", "<release version=\"VERSION\""),
    ("Resources/podcaster.1", "VERSION"), ("CHANGELOG.md", "## VERSION"),
  ])
  func `the version is the same in the program, the package, the manual and the list of changes`(
    path: String, text: String
  ) throws {
    let tree = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let content = try String(contentsOf: tree.appending(path: path), encoding: .utf8)
    #expect(content.contains(text.replacing("VERSION", with: ParsedCommandLine.version)))
  }
}
