package import ArgumentParser

/// A command that runs without a window.
package protocol PodcastCommand: ParsableCommand {
  /// Does what the command is for.
  ///
  /// - Returns: The exit status, if the command did not fail as a whole.
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit

  /// Whether the first interrupt (Ctrl+C) cancels the task of ``run(in:)``, which then ends early and writes its result.
  /// Otherwise an interrupt ends the process.
  var endsEarly: Bool { get }
}

extension PodcastCommand {
  package var endsEarly: Bool { false }

  /// Runs the command, and writes why it failed, if it did.
  package func exit(in context: CommandContext) async -> CommandExit {
    do throws(CommandFailure) {
      return try await run(in: context)
    } catch {
      context.progress?("")
      context.complain("podcaster: \(error.message)")
      return error.exit
    }
  }
}

/// The option for programs that read the output.
struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Write the result as JSON.")
  var isJSON = false
}

/// All commands.
package struct PodcasterCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "podcaster", abstract: "Listen to podcasts.",
    usage: "podcaster [<address> ...]\npodcaster <command> [<arguments>]",
    discussion: """
      Without a command a window opens. Addresses (http or https), files, folders of files and OPML lists are added. \
      With an empty library, the window offers three ways to begin.
      """,
    version: CommandLineChoice.version,
    subcommands: [
      SubscribeCommand.self, UnsubscribeCommand.self, ListCommand.self, ShowCommand.self, SearchCommand.self, RefreshCommand.self,
      ImportCommand.self, ExportCommand.self, FeedCommand.self, DoctorCommand.self, DownloadCommand.self,
      PlayCommand.self, PauseCommand.self, ToggleCommand.self, NextCommand.self,
      PreviousCommand.self, SeekCommand.self, SpeedCommand.self, QueueCommand.self, StatusCommand.self,
    ])

  package init() {}
}
