import AppFeatures
import ArgumentParser
import Podcasts
import Presentation

struct DownloadCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download episodes, and wait for them.",
    discussion: """
      If the program is running, it downloads them. If it ends before they are complete, this command goes on. Downloads that were stopped continue \
      where they stopped.
      """)

  /// The output with `--json`.
  struct Result: Codable {
    /// The number of episodes whose download is complete.
    var downloaded: Int
    /// The episodes whose download failed or was stopped.
    var failed: [FailureRecord]
  }

  @Argument(help: ArgumentHelp("The numbers of episodes. “podcaster show” lists them.", valueName: "episode"))
  var episodes: [Int64] = []
  @Option(
    name: .customLong("show"), help: ArgumentHelp("The number, address or name of a podcast.", valueName: "podcast"))
  var shows: [String] = []
  @Option(help: "How many of the newest unplayed episodes of each podcast are downloaded.")
  var count = 1
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if episodes.isEmpty, shows.isEmpty { throw ValidationError("Name an episode, or a podcast with “--show”.") }
    if count < 1 { throw ValidationError("The count is a number from 1 on.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let foundShows = try await context.findShows(shows)
    do throws(LibraryError) {
      let wanted = try await wantedEpisodes(foundShows, context)
      let isAutomatic = false
      try await context.downloads.start(wanted.map(\.id), isAutomatic)
      return writeResult(await finalStates(of: wanted, context), of: wanted, context)
    } catch {
      throw .library(error)
    }
  }

  /// Returns the episodes with the numbers in the arguments, and of each show up to ``count`` of the newest unplayed
  /// episodes. Throws ``LibraryError/notFound`` if a number does not belong to an episode.
  private func wantedEpisodes(_ shows: [Show], _ context: CommandContext) async throws(LibraryError) -> [Episode] {
    var ids = episodes.map { Episode.ID(rawValue: $0) }
    for show in shows {
      ids += try await context.episodeIDs(EpisodeQuery(.show(show.id), filter: .unplayed)).prefix(count)
    }
    let found = try await context.readAll(ids)
    if Set(found.map(\.id)).count < Set(ids).count { throw .notFound }
    return found
  }

  /// Waits until each download is complete, has failed, was stopped or was removed. Returns the last state of each
  /// download that was not removed. If the stream of the downloads ends earlier, returns no states.
  private func finalStates(of wanted: [Episode], _ context: CommandContext) async -> [Episode.ID: Download.State] {
    let ids = Set(wanted.map(\.id))
    // The downloads that were in the list before. If one of them is missing now, it was removed.
    var knownIDs: Set<Episode.ID> = []
    for await downloads in context.downloads.states() {
      let wantedDownloads = downloads.filter { ids.contains($0.id) }
      let ended = wantedDownloads.filter { !$0.isActive }
      let bytesOnDisk = wantedDownloads.reduce(0) { $0 + $1.bytesOnDisk }
      knownIDs.formUnion(wantedDownloads.map(\.id))
      let removedCount = knownIDs.count - wantedDownloads.count
      context.progress?("\(ended.count) of \(ids.count), \(bytesOnDisk / 1_000_000) MB")
      guard ended.count + removedCount == ids.count else { continue }
      // An empty text removes the line with the progress.
      context.progress?("")
      return Dictionary(ended.map { ($0.id, $0.state) }) { $1 }
    }
    return [:]
  }

  /// Writes the result, and returns the exit status.
  private func writeResult(
    _ states: [Episode.ID: Download.State], of wanted: [Episode], _ context: CommandContext
  ) -> CommandExit {
    let failures = wanted.compactMap { episode -> FailureRecord? in
      switch states[episode.id] {
      case .complete: nil
      case .failed(let error, _): FailureRecord(subject: episode.title, problem: error.title.description)
      case .waiting, .downloading, .paused, nil:
        FailureRecord(subject: episode.title, problem: "The download was stopped.")
      }
    }
    let downloadedCount = wanted.count - failures.count
    if output.isJSON {
      context.writeJSON(Result(downloaded: downloadedCount, failed: failures))
    } else {
      context.writeLines(["Downloaded: \(downloadedCount)"])
      for failure in failures { context.writeError("podcaster: \(failure.subject): \(failure.problem)") }
    }
    return failures.isEmpty ? .success : .partial
  }
}
