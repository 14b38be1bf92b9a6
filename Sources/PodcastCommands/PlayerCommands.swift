import ArgumentParser
import Podcasts

struct PlayCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play the episode in the player, or an episode of the library.",
    discussion: "The program is started if it is not running.")

  @Argument(help: "The number of an episode, as “show” and “search” write it.")
  var episode: Int64?
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    // Throws if the library does not contain the episode.
    if let episode { _ = try await context.episodes(numbered: [episode]) }
    try await context.withRemotePlayer { player throws(RemotePlayerError) in
      try await player.start()
      try await player.send(episode.map { .playEpisode(Episode.ID(rawValue: $0)) } ?? .play)
    }
    return context.reportRequest("play", output, episode: episode)
  }
}

struct PauseCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause the sound.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    try await context.request(.pause)
    return context.reportRequest("pause", output)
  }
}

struct ToggleCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "toggle", abstract: "Pause the sound, or go on.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    guard try await context.playerState().canPlay else { throw .nothingToPlay }
    try await context.request(.playPause)
    return context.reportRequest("toggle", output)
  }
}

struct NextCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "next", abstract: "Play the next episode of the queue.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    guard try await context.playerState().canGoNext else { throw .nothingNext }
    try await context.request(.next)
    return context.reportRequest("next", output)
  }
}

struct PreviousCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "previous", abstract: "Go to the start of the episode.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let state = try await context.playerState()
    guard state.track != nil else { throw .nothingToPlay }
    guard state.canSeek else { throw .cannotSeek }
    try await context.request(.previous)
    return context.reportRequest("previous", output)
  }
}

struct SeekCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "seek", abstract: "Go to a place in the episode, or skip.",
    discussion: "A place is “90”, “1:30” or “1:02:03”. With a sign it is a distance: “+30” or “-15”.")

  // An array, because `.allUnrecognized` is available only for arrays. Other arguments reject a negative distance,
  // because the hyphen marks it as an option. `validate()` requires exactly one element.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The place, or the distance.", valueName: "place"))
  var places: [String]
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard places.count == 1, PlaceArgument(places[0]) != nil else {
      throw ValidationError("The place is a time such as “90”, “1:30”, “+30” or “-15”.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let state = try await context.playerState()
    guard let track = state.track else { throw .nothingToPlay }
    guard state.canSeek else { throw .cannotSeek }
    switch PlaceArgument(places[0]) {
    case .place(let place): try await context.request(.seek(track.id, track.length.map { min(place, $0) } ?? place))
    case .distance(let distance): try await context.request(.skip(distance))
    // Not reached, because `validate()` rejects an argument that is neither a place nor a distance.
    case nil: return .usage
    }
    return context.reportRequest("seek", output)
  }
}

struct SpeedCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed", abstract: "Set the speed, from 0.5 to 3.",
    discussion: "Without a speed the present one is written.")

  /// The output with `--json`, if the arguments contain no speed.
  struct Result: Codable {
    var speed: Double
  }

  @Argument(help: "The speed, such as 1.5.")
  var speed: Double?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let speed, !(0.5...3).contains(speed) { throw ValidationError("The speed is a number from 0.5 to 3.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    if let speed {
      try await context.request(.setRate(speed))
      return context.reportRequest("speed", output)
    }
    let rate = try await context.playerState().rate
    if output.isJSON { context.writeJSON(Result(speed: rate)) } else { context.writeLines(["\(rate)"]) }
    return .success
  }
}

/// The argument of `seek`: a place in the episode, or a distance from the current place.
enum PlaceArgument: Hashable {
  /// The place from the start of the episode.
  case place(Duration)
  /// The distance to skip. A negative distance goes back.
  case distance(Duration)

  /// Parses `90`, `1:30`, `1:02:03`, `+30` or `-1:00`. A number after a colon must be less than 60. Returns `nil` for
  /// other texts.
  init?(_ text: String) {
    let sign = text.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
    let parts = text.dropFirst(sign == nil ? 0 : 1).split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds: Int64 = 0
    for (index, part) in parts.enumerated() {
      // The limit of 9 digits prevents an overflow.
      guard part.count <= 9, part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(part),
        index == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    self = sign == nil ? .place(.seconds(seconds)) : .distance(.seconds(sign == "-" ? -seconds : seconds))
  }
}
