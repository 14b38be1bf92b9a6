import ArgumentParser
import Podcasts

struct ListCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the podcasts of the library.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let records = try await context.allShows().map { ShowRecord($0) }
    if output.isJSON {
      context.writeJSON(records)
    } else if records.isEmpty {
      context.writeNote("There are no podcasts in the library. Add one with “podcaster subscribe ADDRESS”.")
    } else {
      context.writeLines(records.map { "\($0.id)  \($0.title)\($0.suffix)" })
    }
    return .success
  }
}

extension ShowRecord {
  /// The text after the title: the number of unplayed episodes, the problem of the last refresh, and whether the feed
  /// is gone.
  fileprivate var suffix: String {
    let count = unplayed > 0 ? "  (\(unplayed) unplayed)" : ""
    return count + (problem.map { "  [\($0)]" } ?? "") + (status == "gone" ? "  [gone]" : "")
  }
}
