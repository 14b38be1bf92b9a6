import ArgumentParser
import Foundation

/// The meaning of the program's arguments: a window, a command, or a text to write.
package enum ParsedCommandLine {
  /// The version of this build.
  package static let version = "0.1.0"

  /// Open a window with these addresses and paths.
  case window([String])
  /// Run a command without a window.
  case command(any PodcastCommand)
  /// Write a text and end the process with an exit status. The text is help, the version, a completion script or an
  /// error.
  case end(text: String, exit: Int32)

  /// Parses the arguments, without the name of the program.
  ///
  /// - Parameter pathExists: Returns whether a file or a folder exists at a path.
  package init(_ arguments: [String], pathExists: (_ path: String) -> Bool = FileManager.default.fileExists) {
    guard let first = arguments.first, !Self.opensWindow(first, pathExists) else {
      self.init(addresses: arguments)
      return
    }
    if first.hasPrefix("-") || Self.commandNames.contains(first) || first == "help" {
      self.init(parsing: arguments)
    } else {
      self = .end(text: Self.unknownCommandMessage(first), exit: CommandExit.usage.rawValue)
    }
  }

  /// Creates a window with these addresses and paths, or an error if one of the arguments is an option. Each `--` is
  /// dropped.
  private init(addresses: [String]) {
    if let option = addresses.first(where: { $0.hasPrefix("-") && $0 != "--" }) {
      self = .end(
        text: "podcaster: Unknown option “\(option)”. See “podcaster --help”.", exit: CommandExit.usage.rawValue)
    } else {
      self = .window(addresses.filter { $0 != "--" })
    }
  }

  /// Parses a command and its arguments.
  private init(parsing arguments: [String]) {
    do {
      var parsed = try RootCommand.parseAsRoot(arguments)
      if let command = parsed as? any PodcastCommand {
        self = .command(command)
        return
      }
      // For `help`, the parser returns its own command, whose `run()` throws the help text.
      try parsed.run()
      // Reached only if the parser's command throws nothing.
      self = .end(text: RootCommand.helpMessage(), exit: CommandExit.usage.rawValue)
    } catch {
      let isSuccess = RootCommand.exitCode(for: error) == .success
      self = .end(text: RootCommand.fullMessage(for: error), exit: isSuccess ? 0 : CommandExit.usage.rawValue)
    }
  }

  /// The names of the commands.
  private static var commandNames: [String] { RootCommand.configuration.subcommands.map { $0._commandName } }

  /// Whether the first argument opens a window: it is an address or a path, or `--`, which precedes addresses. An
  /// argument that is not the name of a command is an address or a path if it contains one of the characters `/.:~[`,
  /// or if a file or folder with this name exists.
  private static func opensWindow(_ argument: String, _ pathExists: (String) -> Bool) -> Bool {
    if argument == "--" { return true }
    guard !argument.hasPrefix("-"), !commandNames.contains(argument) else { return false }
    return argument.contains(where: { "/.:~[".contains($0) }) || pathExists(argument)
  }

  /// Returns the message about an unknown command. The message names the commands whose Levenshtein distance from the
  /// word is at most 2.
  private static func unknownCommandMessage(_ word: String) -> String {
    let similar = commandNames.filter { distance(of: $0, to: word) <= 2 }.map { "“\($0)”" }
    let hint = similar.isEmpty ? "" : " Did you mean \(similar.joined(separator: " or "))?"
    return "podcaster: There is no command, file or address “\(word)”.\(hint) See “podcaster --help”."
  }

  /// Returns the Levenshtein distance of two words: the least number of letters to change, add or remove.
  private static func distance(of first: String, to second: String) -> Int {
    // `row[n]` is the distance of the letters of `first` that the loop has read to the first n letters of `second`.
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (rowIndex, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = rowIndex + 1
      for (column, secondLetter) in letters.enumerated() {
        let above = row[column + 1]
        row[column + 1] = letter == secondLetter ? diagonal : min(diagonal, above, row[column]) + 1
        diagonal = above
      }
    }
    return row[letters.count]
  }
}
