import ArgumentParser
import Foundation
import Podcasts

struct FeedCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Read a feed, and write what it says. The library is not used.")

  @Argument(help: "The address of a feed, or a file.", completion: .file())
  var address: String
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    var records: [FeedRecord] = []
    do throws(FeedError) {
      for feed in try await context.feeds.resolve(address) {
        records.append(FeedRecord(try await context.feeds.fetch(feed), from: feed))
      }
    } catch {
      throw .feed(error)
    }
    if output.isJSON {
      if records.count == 1 { context.writeJSON(records[0]) } else { context.writeJSON(records) }
    } else {
      for record in records {
        context.writeLines([record.title] + (record.author.isEmpty ? [] : [record.author]) + record.episodes.map { "  " + $0.line })
      }
    }
    return .success
  }
}
