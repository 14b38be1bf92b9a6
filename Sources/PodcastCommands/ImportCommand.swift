import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct ImportCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the podcasts of an OPML file, or take over the library of another player.",
    discussion:
      "Without a file, the libraries of other players on this computer are listed. An interrupt (Ctrl+C) stops an import after the present podcast."
  )

  /// The output with `--json`.
  struct Result: Codable {
    /// The number of added shows.
    var added: Int
    /// The number of shows in the file, which is an OPML file or the library of another player.
    var listed: Int
    /// The number of imported playback positions. `nil` for an OPML file, which has none.
    var places: Int?
    /// The number of episodes that were imported as played. `nil` for an OPML file.
    var played: Int?
    /// The number of imported favourites. `nil` for an OPML file.
    var favorites: Int?
    /// The names of shows that could not be imported.
    var skipped: [String]
    /// How many passwords of private feeds could not be stored.
    var unsavedPasswords: Int
    /// Whether the file was cut off or damaged, so that shows are missing.
    var partial: Bool
    /// Whether the import or the refresh was interrupted.
    var stopped: Bool
    /// The added shows. A show whose feed could not be fetched has a problem.
    var shows: [ShowRecord]
    /// The result of the refresh. `nil` without a refresh.
    var refresh: RefreshRecord?
  }

  /// A library of another player, in the list that `--json` writes without a file.
  struct OtherLibraryRecord: Codable {
    var player: String
    var file: String
    var shows: Int
    var episodes: Int
  }

  @Argument(help: "An OPML file, or the database of gPodder, GNOME Podcasts or Kasts.", completion: .file())
  var file: String?
  @Flag(name: .customLong("refresh"), help: "Fetch the feeds of what was added.")
  var refreshes = false
  @OptionGroup var output: OutputOptions

  package var handlesInterrupt: Bool { true }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    guard let file else { return await listOtherLibraries(context) }
    let summary = try await importFile(URL(filePath: file, directoryHint: .notDirectory), context)
    guard refreshes, !summary.shows.isEmpty, !Task.isCancelled else {
      try await write(summary, refresh: nil, context)
      return summary.isPartial || summary.isStopped ? .partial : .success
    }
    let refresh = try await refresh(summary, context)
    try await write(summary, refresh: refresh, context)
    return refresh.failed.isEmpty && !summary.isPartial && !Task.isCancelled ? .success : .partial
  }

  /// Fetches the feeds of the added shows. If the library fails during the refresh, the result of the import is written
  /// before the error is thrown.
  private func refresh(
    _ summary: ImportFeature.Summary, _ context: CommandContext
  ) async throws(CommandFailure) -> RefreshRecord {
    do throws(CommandFailure) {
      return RefreshRecord(try await context.refresh(.shows(summary.shows)))
    } catch {
      try await write(summary, refresh: nil, context)
      throw error
    }
  }

  /// Lists the libraries of other players on this computer.
  private func listOtherLibraries(_ context: CommandContext) async -> CommandExit {
    let found = await context.otherPlayers.find()
    if found.isEmpty, !output.isJSON {
      context.writeNote("No library of another player was found. Name an OPML file or a database.")
    } else if output.isJSON {
      context.writeJSON(
        found.map {
          OtherLibraryRecord(
            player: $0.player.rawValue, file: $0.file.path, shows: $0.showCount, episodes: $0.episodeCount)
        })
    } else {
      context.writeLines(found.map { "\($0.player.rawValue): \($0.file.path) (\($0.showCount) podcasts)" })
    }
    return .success
  }

  /// Returns whether to stop a running import. The result is always `false`. An interrupt cancels the task, and the
  /// cancellation stops the import.
  private static let neverStops: @Sendable () -> Bool = { false }

  /// Imports an OPML file or the library of another player, and returns the result.
  private func importFile(
    _ file: URL, _ context: CommandContext
  ) async throws(CommandFailure) -> ImportFeature.Summary {
    do throws(ImportFeature.Failure) {
      let opmlImport = OPMLImport(
        opml: context.opml, subscriptions: context.subscriptions, credentials: context.credentials)
      if OPMLImport.isSubscriptionList(file) { return try await opmlImport.run(file, shouldStop: Self.neverStops) }
      return try await importOtherLibrary(file, context)
    } catch {
      throw .file(error)
    }
  }

  /// Imports the library of another player, and stores its passwords.
  private func importOtherLibrary(
    _ file: URL, _ context: CommandContext
  ) async throws(ImportFeature.Failure) -> ImportFeature.Summary {
    do throws(ImportError) {
      let otherLibrary = try await context.otherPlayers.source(file)
      let details = try await context.otherPlayers.run(otherLibrary, Self.neverStops)
      return ImportFeature.Summary(
        details, of: otherLibrary, unsavedPasswordCount: await context.credentials.store(details.credentials))
    } catch {
      throw .player(error)
    }
  }

  private func write(
    _ summary: ImportFeature.Summary, refresh: RefreshRecord?, _ context: CommandContext
  ) async throws(CommandFailure) {
    guard output.isJSON else { return writeText(summary, refresh: refresh, context) }
    let shows = summary.shows.isEmpty ? [] : try await addedShows(summary, context)
    context.writeJSON(
      Result(
        added: summary.shows.count, listed: summary.listedCount, places: summary.details?.placeCount,
        played: summary.details?.playedCount,
        favorites: summary.details?.favoriteCount, skipped: summary.skipped,
        unsavedPasswords: summary.unsavedPasswordCount,
        partial: summary.isPartial, stopped: isStopped(summary),
        shows: shows.map { ShowRecord($0) },
        refresh: refresh))
  }

  /// Whether the import or the refresh was interrupted.
  private func isStopped(_ summary: ImportFeature.Summary) -> Bool { summary.isStopped || Task.isCancelled }

  /// Returns the added shows with their current values. An unstructured task reads the shows, because the streams of
  /// the library are empty in a cancelled task.
  private func addedShows(
    _ summary: ImportFeature.Summary, _ context: CommandContext
  ) async throws(CommandFailure) -> [Show] {
    let all = await Task { () async -> Swift.Result<[Show], CommandFailure> in
      do throws(CommandFailure) {
        return .success(try await context.allShows())
      } catch {
        return .failure(error)
      }
    }.value
    let addedIDs = Set(summary.shows)
    return try all.get().filter { addedIDs.contains($0.id) }
  }

  private func writeText(_ summary: ImportFeature.Summary, refresh: RefreshRecord?, _ context: CommandContext) {
    context.writeLines([summary.headline.description])
    if isStopped(summary) {
      context.writeError("podcaster: The import was stopped. The podcasts that were added stay.")
    }
    if summary.isPartial {
      context.writeError("podcaster: The file is cut off or damaged. Some of its podcasts are missing.")
    }
    if summary.unsavedPasswordCount > 0 {
      let count = summary.unsavedPasswordCount
      context.writeError(
        "podcaster: Passwords that were not stored: \(count). The window asks for them when it refreshes the podcasts.")
    }
    for name in summary.skipped { context.writeError("podcaster: Skipped: \(name)") }
    refresh?.writeText(in: context)
    // Only an OPML import needs this note, because an OPML file contains no episodes. An import from another player
    // also adds episodes.
    if !refreshes, summary.details == nil, !summary.shows.isEmpty {
      context.writeLines(["Run “podcaster refresh” to fetch the episodes, or import with “--refresh”."])
    }
  }
}
