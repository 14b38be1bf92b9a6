import AppFeatures
import ArgumentParser
import Podcasts
import Presentation

struct RefreshCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Fetch the feeds of the library again.",
    discussion: "Without a podcast all are refreshed, besides those whose feeds are gone.")

  @Argument(help: ArgumentHelp("The numbers, addresses or names of podcasts.", valueName: "podcast"))
  var names: [String] = []
  @Flag(name: .customLong("due"), help: "Refresh only the podcasts that are due.")
  var isDueOnly = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if isDueOnly, !names.isEmpty { throw ValidationError("“--due” goes without a podcast.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let selection: Refresher.Selection =
      names.isEmpty ? (isDueOnly ? .due : .all) : .shows(try await context.findShows(names).map(\.id))
    let record = RefreshRecord(try await context.refresh(selection))
    if output.isJSON { context.writeJSON(record) } else { record.writeText(in: context) }
    return record.failed.isEmpty ? .success : .partial
  }
}

/// The result of a refresh, for the output as text or as JSON.
struct RefreshRecord: Codable, Hashable {
  /// The number of shows that were refreshed.
  var refreshed: Int
  /// The number of added episodes.
  var newEpisodes: Int
  /// The number of episodes that were recognized as known although their identifiers have changed in the feed.
  var recognizedEpisodes: Int
  /// The shows that could not be refreshed.
  var failed: [FailureRecord]

  /// Creates the record from the progress at the end of a refresh.
  init(_ progress: Refresher.Progress) {
    failed = progress.failures.map { FailureRecord(subject: $0.title, problem: $0.error.title.description) }
    refreshed = progress.done - failed.count
    newEpisodes = progress.newEpisodeCount
    recognizedEpisodes = progress.recognitions.reduce(0) { $0 + $1.count }
  }

  /// Writes the result as text.
  func writeText(in context: CommandContext) {
    let recognized = recognizedEpisodes > 0 ? ", recognized again: \(recognizedEpisodes)" : ""
    context.writeLines(["Refreshed: \(refreshed), new episodes: \(newEpisodes)\(recognized)"])
    for failure in failed { context.writeError("podcaster: \(failure.subject): \(failure.problem)") }
  }
}

extension CommandContext {
  /// Refreshes shows, and writes the progress if the standard error is a terminal. Returns the progress at the end.
  func refresh(_ selection: Refresher.Selection) async throws(CommandFailure) -> Refresher.Progress {
    let schedule = RefreshSchedule(await currentPreferences().refreshInterval)
    let refresher = Refresher(feeds: feeds, subscriptions: subscriptions, schedule: schedule, now: now)
    do throws(LibraryError) {
      let result = try await refresher.refresh(selection) { [writeProgress = progress] latest in
        writeProgress?("\(latest.done) of \(latest.total)")
      }
      // An empty text removes the line with the progress.
      progress?("")
      return result
    } catch {
      throw .library(error)
    }
  }
}
