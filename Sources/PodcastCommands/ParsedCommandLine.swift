import ArgumentParser
import Foundation

/// The parsed arguments of the program: a window, a command, or a text to write.
package enum ParsedCommandLine {
  /// The version of this build.
  package static let version = "0.1.0"

  /// Open a window with these addresses.
  case window([String])
  /// Run a command without a window.
  case command(any PodcastCommand)
  /// Write a text and end the process with an exit status. The text is help, the version, a completion script or an
  /// error.
  case end(text: String, exit: Int32)

  /// Parses the arguments, without the name of the program.
  ///
  /// - Parameter isFile: Returns whether a file or a folder exists at a path.
  package init(_ arguments: [String], isFile: (_ path: String) -> Bool = FileManager.default.fileExists) {
    guard let first = arguments.first, !Self.opensWindow(first, isFile) else {
      self.init(addresses: arguments)
      return
    }
    if first.hasPrefix("-") || Self.names.contains(first) || first == "help" {
      self.init(parsing: arguments)
    } else {
      self = .end(text: Self.unknown(first), exit: CommandExit.usage.rawValue)
    }
  }

  private init(addresses: [String]) {
    if let option = addresses.first(where: { $0.hasPrefix("-") && $0 != "--" }) {
      self = .end(
        text: "podcaster: Unknown option “\(option)”. See “podcaster --help”.", exit: CommandExit.usage.rawValue)
    } else {
      self = .window(addresses.filter { $0 != "--" })
    }
  }

  private init(parsing arguments: [String]) {
    do {
      var parsed = try PodcasterCommand.parseAsRoot(arguments)
      if let command = parsed as? any PodcastCommand {
        self = .command(command)
        return
      }
      // For `help`, the parser returns a command of its own, which throws the text.
      try parsed.run()
      self = .end(text: PodcasterCommand.helpMessage(), exit: CommandExit.usage.rawValue)
    } catch {
      let isSuccess = PodcasterCommand.exitCode(for: error) == .success
      self = .end(text: PodcasterCommand.fullMessage(for: error), exit: isSuccess ? 0 : CommandExit.usage.rawValue)
    }
  }

  /// The names of the commands.
  private static var names: [String] { PodcasterCommand.configuration.subcommands.map { $0._commandName } }

  /// Whether an argument is an address or a path, and not a command: it contains a character such as `/` or `.`, or a
  /// file with this name exists.
  private static func opensWindow(_ argument: String, _ isFile: (String) -> Bool) -> Bool {
    if argument == "--" { return true }
    guard !argument.hasPrefix("-"), !names.contains(argument) else { return false }
    return argument.contains(where: { "/.:~[".contains($0) }) || isFile(argument)
  }

  /// Returns the error about an unknown command, with similar commands.
  private static func unknown(_ word: String) -> String {
    let similar = names.filter { distance(of: $0, to: word) <= 2 }.map { "“\($0)”" }
    let hint = similar.isEmpty ? "" : " Did you mean \(similar.joined(separator: " or "))?"
    return "podcaster: There is no command, file or address “\(word)”.\(hint) See “podcaster --help”."
  }

  /// Returns the Levenshtein distance of two words: the number of letters to change, add or remove.
  private static func distance(of first: String, to second: String) -> Int {
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in letters.enumerated() {
        let above = row[column + 1]
        row[column + 1] = letter == other ? diagonal : min(diagonal, above, row[column]) + 1
        diagonal = above
      }
    }
    return row[letters.count]
  }
}
