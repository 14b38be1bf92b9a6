import ArgumentParser
import Podcasts

/// The commands that list and change the queue. If the player is running, a command sends its change to the player as a
/// request, and the player's window displays the change at once. Otherwise, the command changes the queue in the
/// library.
struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show or change the queue.",
    subcommands: [QueueListCommand.self, QueueAddCommand.self, QueueRemoveCommand.self, QueueClearCommand.self],
    defaultSubcommand: QueueListCommand.self)
}

struct QueueListCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the episodes to play next, in order.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let records = try await context.queuedEpisodes().map { TrackRecord($0) }
    if output.isJSON {
      context.writeJSON(records)
    } else if records.isEmpty {
      context.writeNote("The queue is empty. Add an episode with “podcaster queue add NUMBER”.")
    } else {
      context.writeLines(records.map { "\($0.id)  \($0.title)\($0.show.isEmpty ? "" : "  (\($0.show))")" })
    }
    return .success
  }
}

struct QueueAddCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Put episodes into the queue.")

  @Argument(help: ArgumentHelp("The numbers of episodes.", valueName: "episode"))
  var numbers: [Int64]
  @Flag(name: .customLong("next"), help: "Play them next, and not last.")
  var playsNext = false
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let ids = try await context.episodes(numbered: numbers).map(\.id)
    try await context.changeQueue(.queueEpisodes(ids, isNext: playsNext)) { queue throws(LibraryError) in
      if playsNext { try await queue.playNext(ids) } else { try await queue.playLast(ids) }
    }
    // The report names an episode only if exactly one number was given.
    return context.reportRequest("queue add", output, episode: numbers.count == 1 ? numbers.first : nil)
  }
}

struct QueueRemoveCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an episode from the queue.")

  @Argument(help: ArgumentHelp("The number of an episode.", valueName: "episode"))
  var number: Int64
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let id = Episode.ID(rawValue: number)
    guard try await context.queuedEpisodes().contains(where: { $0.id == id }) else { throw .noEpisode(number) }
    try await context.changeQueue(.unqueueEpisode(id)) { queue throws(LibraryError) in
      _ = try await queue.remove([id])
    }
    return context.reportRequest("queue remove", output, episode: number)
  }
}

struct QueueClearCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove all episodes from the queue.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    try await context.changeQueue(.clearQueue) { queue throws(LibraryError) in _ = try await queue.clear() }
    return context.reportRequest("queue clear", output)
  }
}

extension CommandContext {
  /// Returns the episodes of the queue, in order.
  fileprivate func queuedEpisodes() async throws(CommandFailure) -> [Episode] {
    do throws(LibraryError) {
      // The first result is the current queue. Later results would be changes.
      for await result in queue.entries() { return try await readAll(try result.get().map(\.id)) }
      return []
    } catch {
      throw .library(error)
    }
  }

  /// Sends a change of the queue to the running player. If the player is not running, or there is no session bus,
  /// changes the queue in the library.
  ///
  /// - Parameters:
  ///   - request: The change as a request to the running player.
  ///   - change: Performs the same change in the library.
  fileprivate func changeQueue(
    _ request: MediaCommand, _ change: (QueueClient) async throws(LibraryError) -> Void
  ) async throws(CommandFailure) {
    do throws(RemotePlayerError) {
      return try await player.send(request)
    } catch .notRunning, .noBus {
      // The queue in the library is changed below.
    } catch {
      throw .player(error)
    }
    do throws(LibraryError) {
      try await change(queue)
    } catch {
      throw .library(error)
    }
  }
}
