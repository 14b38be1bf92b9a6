import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct SearchCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search the episodes of the library, or the directories of podcasts.",
    discussion: "The number of an episode is for “play”, “queue add” and “download”.")

  /// A podcast that a directory lists.
  struct DirectoryEntryRecord: Codable {
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

  /// The text to search for.
  private var text: String { words.joined(separator: " ") }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    searchesDirectories ? await searchDirectories(context) : try await searchLibrary(context)
  }

  private func searchDirectories(_ context: CommandContext) async -> CommandExit {
    // Each value of the stream contains all results so far, so the last value is complete.
    var latest = DirectorySearch()
    for await search in context.directory.search(text) { latest = search }
    let records = latest.results.prefix(limit).map {
      DirectoryEntryRecord(feed: $0.feedURL.absoluteString, title: $0.title, author: $0.author)
    }
    if output.isJSON {
      context.writeJSON(records)
    } else {
      context.writeLines(
        records.flatMap { [$0.author.isEmpty ? $0.title : "\($0.title) – \($0.author)", "  \($0.feed)"] })
    }
    if latest.results.isEmpty, latest.failures.isEmpty, !output.isJSON {
      context.writeNote("The directories list no podcast for “\(text)”.")
    }
    for (name, error) in latest.failures.sorted(by: { $0.key < $1.key }) {
      context.writeError("podcaster: \(name): \(error.title.description)")
    }
    if latest.failures.isEmpty { return .success }
    return latest.results.isEmpty ? .unavailable : .partial
  }

  private func searchLibrary(_ context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let records: [EpisodeRecord]
    do throws(LibraryError) {
      let ids = try await context.episodeIDs(EpisodeQuery(.library, text: text))
      records = try await context.readAll(ids.prefix(limit)).map { EpisodeRecord($0) }
    } catch {
      throw .library(error)
    }
    if output.isJSON {
      context.writeJSON(records)
    } else if records.isEmpty, limit > 0 {
      context.writeNote("No episode of the library has “\(text)”. “podcaster search --directories” looks for podcasts.")
    } else {
      let numberWidth = EpisodeRecord.numberWidth(records.map(\.id))
      context.writeLines(
        records.map { record in
          record.numberedLine(numberWidth: numberWidth) + (record.show.map { " – \($0)" } ?? "")
        })
    }
    return .success
  }
}
