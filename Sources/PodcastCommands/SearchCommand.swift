import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct SearchCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search the episodes of the library, or the directories of podcasts.")

  /// A podcast that a directory lists.
  struct ResultRecord: Codable {
    var feed: String
    var title: String
    var author: String
  }

  @Argument(help: "Words to search.")
  var words: [String]
  @Flag(name: .customLong("directories"), help: "Search the directories in place of the library.")
  var searchesDirectories = false
  @Option(help: "How many results are listed at most.")
  var limit = 20
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if !(0...500).contains(limit) { throw ValidationError("The limit is a number from 0 to 500.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    searchesDirectories ? await searchDirectories(context) : try await searchLibrary(context)
  }

  private func searchDirectories(_ context: CommandContext) async -> CommandExit {
    var last = DirectorySearch()
    for await search in context.directory.search(words.joined(separator: " ")) { last = search }
    let records = last.results.prefix(limit).map { ResultRecord(feed: $0.feedURL.absoluteString, title: $0.title, author: $0.author) }
    if output.isJSON {
      context.writeJSON(records)
    } else {
      context.writeLines(records.flatMap { [$0.author.isEmpty ? $0.title : "\($0.title) – \($0.author)", "  \($0.feed)"] })
    }
    for (name, error) in last.failures.sorted(by: { $0.key < $1.key }) { context.complain("podcaster: \(name): \(error.title.description)") }
    if last.failures.isEmpty { return .success }
    return records.isEmpty ? .unavailable : .partial
  }

  private func searchLibrary(_ context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let records: [EpisodeRecord]
    do throws(LibraryError) {
      let ids = try await context.episodeIDs(EpisodeQuery(.library, text: words.joined(separator: " ")))
      records = try await context.readAll(ids.prefix(limit)).map { EpisodeRecord($0) }
    } catch {
      throw .library(error)
    }
    if output.isJSON {
      context.writeJSON(records)
    } else {
      context.writeLines(records.map { record in record.line + (record.show.map { " – \($0)" } ?? "") })
    }
    return .success
  }
}
