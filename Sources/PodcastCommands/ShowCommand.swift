import ArgumentParser
import Podcasts

struct ShowCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a podcast and its newest episodes.")

  struct Result: Codable {
    var show: ShowRecord
    var episodes: [EpisodeRecord]
  }

  @Argument(help: ArgumentHelp("The number, address or name of a podcast.", valueName: "podcast"))
  var name: String
  @Option(help: "How many episodes are listed at most.")
  var limit = 20
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("The limit is a number from 0 on.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let show = try await context.find([name])[0]
    let episodes = try await episodes(of: show, context).prefix(limit).map { EpisodeRecord($0) }
    if output.isJSON {
      context.writeJSON(Result(show: ShowRecord(show), episodes: episodes))
    } else {
      let author = show.author.isEmpty ? [] : [show.author]
      context.writeLines([show.title] + author + [ShowRecord(show).feed] + episodes.map { "  " + $0.line })
    }
    return .success
  }

  private func episodes(of show: Show, _ context: CommandContext) async throws(CommandFailure) -> [Episode] {
    do throws(LibraryError) {
      for await result in context.library.episodes(show.id) { return try result.get() }
      return []
    } catch {
      throw .library(error)
    }
  }
}
