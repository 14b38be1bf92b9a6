import AppFeatures
import ArgumentParser
import Podcasts

struct StatusCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what the running program plays.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    do throws(CommandFailure) {
      let state = try await context.playerState()
      if output.isJSON { context.writeJSON(StatusRecord(state)) } else { context.writeLines(lines(state)) }
      return .success
    } catch {
      guard error == .player(.notRunning), output.isJSON else { throw error }
      context.writeJSON(StatusRecord())
      return error.exit
    }
  }

  /// Returns the lines that the command prints for a state without `--json`.
  private func lines(_ state: MediaState) -> [String] {
    guard let track = state.track else { return ["stopped"] }
    let length = track.length.map { " of \($0.clockText)" } ?? ""
    return [
      "\(state.status.rawValue)  \(state.position.clockText)\(length)", "\(track.id.rawValue)  \(track.title)",
      track.showTitle,
      "speed \(state.rate), volume \(Int((state.volume * 100).rounded())) %, queue \(state.queueCount)",
    ]
  }
}

/// The state of the player, for `status --json`.
struct StatusRecord: Codable, Hashable {
  /// Whether the program is running.
  var isRunning = false
  /// `playing`, `paused` or `stopped`. This and all following properties are `nil` if the program is not running.
  var status: MediaState.Status?
  /// The episode in the player. Also `nil` if there is none.
  var episode: TrackRecord?
  /// The position in the episode, in seconds.
  var position: Double?
  /// The speed. 1 is the normal speed.
  var speed: Double?
  /// The volume, from 0 to 1.
  var volume: Double?
  /// The first episodes of the queue, at most 200, without the episode in the player.
  var queue: [TrackRecord]?
  /// The number of episodes in the whole queue, without the episode in the player.
  var queueCount: Int?

  /// Creates the record of a program that is not running.
  init() {}

  init(_ state: MediaState) {
    isRunning = true
    status = state.status
    episode = state.track.map { TrackRecord($0) }
    position = state.position.inSeconds
    speed = state.rate
    volume = state.volume
    queue = state.queue.map { TrackRecord($0) }
    queueCount = state.queueCount
  }
}

/// An episode in the player or in the queue. The desktop's interface for media players calls an episode a track.
struct TrackRecord: Codable, Hashable {
  /// The number of the episode.
  var id: Int64
  var title: String
  /// The title of the show.
  var show: String
  /// The length in seconds. `nil` if it is unknown.
  var length: Double?

  init(_ track: MediaState.Track) {
    id = track.id.rawValue
    title = track.title
    show = track.showTitle
    length = track.length?.inSeconds
  }

  init(_ episode: Episode) {
    id = episode.id.rawValue
    title = episode.title
    show = episode.showTitle
    length = episode.duration?.inSeconds
  }
}

/// A request that was sent to the running program, or performed without it, for the output with `--json`.
struct RequestRecord: Codable, Hashable {
  /// The name of the command, such as `queue add`.
  var request: String
  /// The number of the episode, if the request is about one episode.
  var episode: Int64?
}

extension CommandContext {
  /// Reports a successful request: writes its record with `--json`, and nothing otherwise. Returns
  /// ``CommandExit/success``.
  func reportRequest(_ request: String, _ output: OutputOptions, episode: Int64? = nil) -> CommandExit {
    if output.isJSON { writeJSON(RequestRecord(request: request, episode: episode)) }
    return .success
  }

  /// Returns the state of the running program's player.
  func playerState() async throws(CommandFailure) -> MediaState {
    try await withRemotePlayer { player throws(RemotePlayerError) in try await player.state() }
  }

  /// Sends a command to the running program's player.
  func request(_ command: MediaCommand) async throws(CommandFailure) {
    try await withRemotePlayer { player throws(RemotePlayerError) in try await player.send(command) }
  }

  /// Calls `body` with the client of the running program. Converts the client's errors to
  /// ``CommandFailure/player(_:)``.
  func withRemotePlayer<Value>(
    _ body: (RemotePlayerClient) async throws(RemotePlayerError) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(RemotePlayerError) {
      return try await body(player)
    } catch {
      throw .player(error)
    }
  }

  /// Returns the episodes with these numbers. Throws ``CommandFailure/noEpisode(_:)`` with the first number that is not
  /// in the library.
  func episodes(numbered numbers: [Int64]) async throws(CommandFailure) -> [Episode] {
    let found: [Episode]
    do throws(LibraryError) {
      found = try await readAll(numbers.map { Episode.ID(rawValue: $0) })
    } catch {
      throw .library(error)
    }
    let known = Set(found.map(\.id.rawValue))
    if let missing = numbers.first(where: { !known.contains($0) }) { throw .noEpisode(missing) }
    return found
  }
}
