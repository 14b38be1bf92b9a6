import ArgumentParser
import Podcasts

struct ShowCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a podcast and its newest episodes.",
    discussion: "The number of an episode is for “play”, “queue add” and “download”.")

  @Argument(help: ArgumentHelp("The number, address or name of a podcast.", valueName: "podcast"))
  var podcast: String
  @Option(help: "How many episodes are listed at most.")
  var limit = 20
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("The limit is a number from 0 on.") }
  }

  /// Writes the show and its episodes. A show may have 100,000 episodes, so except for their ids, only one page of
  /// episodes is in memory at a time.
  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let show = try await context.findShows([podcast])[0]
    do throws(LibraryError) {
      let ids = try await context.episodeIDs(EpisodeQuery(.show(show.id))).prefix(limit)
      if output.isJSON { try await writeJSON(show, ids, context) } else { try await writeLines(show, ids, context) }
    } catch {
      throw .library(error)
    }
    return .success
  }

  private func writeJSON(
    _ show: Show, _ ids: ArraySlice<Episode.ID>, _ context: CommandContext
  ) async throws(LibraryError) {
    var list = JSONListOutput(listKey: "episodes", in: context)
    try await context.readPages(of: ids) { page in list.append(page.map { EpisodeRecord($0) }) }
    list.end(adding: "show", ShowRecord(show))
  }

  private func writeLines(
    _ show: Show, _ ids: ArraySlice<Episode.ID>, _ context: CommandContext
  ) async throws(LibraryError) {
    context.writeLines([show.title] + (show.author.isEmpty ? [] : [show.author]) + [ShowRecord(show).feed])
    if ids.isEmpty, limit > 0 {
      context.writeNote("This podcast has no episodes yet. “podcaster refresh” fetches them.")
    }
    let numberWidth = EpisodeRecord.numberWidth(ids.map(\.rawValue))
    try await context.readPages(of: ids) { page in
      context.writeLines(page.map { "  " + EpisodeRecord($0).numberedLine(numberWidth: numberWidth) })
    }
  }
}
