package import ArgumentParser

/// A command that runs without a window.
package protocol PodcastCommand: ParsableCommand {
  /// Performs the command and writes its output. Throws if the command fails as a whole.
  ///
  /// - Returns: The exit status, such as ``CommandExit/partial`` if the command failed only for some arguments.
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit

  /// Whether the first interrupt (Ctrl+C) cancels the task of ``run(in:)``, so that the command can write the result so
  /// far, and only the second interrupt ends the process. If `false`, the first interrupt ends the process.
  var handlesInterrupt: Bool { get }
}

extension PodcastCommand {
  package var handlesInterrupt: Bool { false }

  /// Runs the command, and returns its exit status. If the command fails, the reason is written to the standard error.
  package func runReportingFailure(in context: CommandContext) async -> CommandExit {
    do throws(CommandFailure) {
      return try await run(in: context)
    } catch {
      // An empty text removes the line with the progress.
      context.progress?("")
      context.writeError("podcaster: \(error.message)")
      return error.exit
    }
  }
}

/// The output options of all commands.
struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Write the result as JSON.")
  var isJSON = false
}

/// The root command, which contains all commands.
package struct RootCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "podcaster", abstract: "Listen to podcasts.",
    usage: "podcaster [<address> ...]\npodcaster <command> [<arguments>]",
    discussion: """
      Without a command a window opens. Addresses (http or https), files, folders of files and OPML lists are added. \
      With an empty library, the window offers several ways to begin.
      """,
    version: ParsedCommandLine.version,
    subcommands: [
      SubscribeCommand.self, UnsubscribeCommand.self, ListCommand.self, ShowCommand.self, SearchCommand.self,
      RefreshCommand.self,
      ImportCommand.self, ExportCommand.self, FeedCommand.self, DoctorCommand.self, DownloadCommand.self,
      PlayCommand.self, PauseCommand.self, ToggleCommand.self, NextCommand.self,
      PreviousCommand.self, SeekCommand.self, SpeedCommand.self, QueueCommand.self, StatusCommand.self,
    ])

  package init() {}
}
