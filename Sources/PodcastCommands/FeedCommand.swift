import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct FeedCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Read a feed, and write what it says. The library is not used.")

  @Argument(help: "The address of a feed, a file, or a folder of feeds.", completion: .file())
  var address: String
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    var records: [FeedRecord] = []
    do throws(FeedError) {
      // A file or an address resolves to one feed, and a folder to the feeds in it.
      for url in try await context.feeds.resolve(address) {
        let response = try await context.feeds.refresh(FeedRequest(url: url))
        // The request describes no earlier version of the feed: it has no ETag, no date and no hash. So a valid
        // answer cannot be `.unchanged`.
        guard case .podcast(let podcast, _) = response.content else { throw .serverError(status: response.status) }
        records.append(FeedRecord(podcast, from: url, response))
      }
    } catch {
      throw .feed(error)
    }
    if output.isJSON {
      if records.count == 1 { context.writeJSON(records[0]) } else { context.writeJSON(records) }
    } else {
      for record in records { write(record, context) }
    }
    return records.contains(where: \.isPartial) ? .partial : .success
  }

  private func write(_ record: FeedRecord, _ context: CommandContext) {
    context.writeLines(
      [record.title] + (record.author.isEmpty ? [] : [record.author]) + record.episodes.map { "  " + $0.line })
    for repair in record.repairs { context.writeError("podcaster: \(record.feed): \(repair.text)") }
  }
}
