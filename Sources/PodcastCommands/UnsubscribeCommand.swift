import ArgumentParser
import Podcasts

struct UnsubscribeCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsubscribe", abstract: "Remove podcasts and their episodes from the library.")

  @Argument(help: ArgumentHelp("The numbers, addresses or names of podcasts.", valueName: "podcast"))
  var names: [String]
  @OptionGroup var output: OutputOptions

  /// Removes the shows. If an argument does not identify exactly one show, an error is thrown and no show is removed.
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let shows = try await context.findShows(names)
    do throws(LibraryError) {
      for show in shows { try await context.library.removeShow(show.id) }
    } catch {
      throw .library(error)
    }
    if output.isJSON {
      context.writeJSON(shows.map { ShowRecord($0) })
    } else {
      context.writeLines(shows.map { "Removed: \($0.title)" })
    }
    return .success
  }
}
