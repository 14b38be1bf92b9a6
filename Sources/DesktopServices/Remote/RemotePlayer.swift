import CSecret
import Foundation
import Podcasts

/// Controls the running program through its exported player. Each function blocks the calling thread.
struct RemotePlayer {
  let connection: BusConnection

  init(_ connection: BusConnection) { self.connection = connection }

  /// Reads the state of the player. The queue has only the tracks of the track list.
  func state() throws(BusFailure) -> MediaState {
    let player = try properties(of: MediaNames.player)
    var state = MediaState()
    state.track = player["Metadata"]?.dictionary.flatMap { MediaState.Track(metadata: $0) }
    state.status = player["PlaybackStatus"]?.string.flatMap { MediaState.Status(mprisName: $0) } ?? .stopped
    state.position = .microseconds(player["Position"]?.int64 ?? 0)
    state.rate = player["Rate"]?.double ?? 1
    state.volume = player["Volume"]?.double ?? 1
    state.canGoNext = player["CanGoNext"]?.bool ?? false
    state.canSeek = player["CanSeek"]?.bool ?? false
    let paths = try properties(of: MediaNames.trackList)["Tracks"]?.elements ?? []
    let metadata =
      try call(MediaNames.trackList, "GetTracksMetadata", [.array(paths, type: "o")]).elements?.first?.elements ?? []
    state.queue = metadata.compactMap { $0.dictionary.flatMap { MediaState.Track(metadata: $0) } }.filter {
      $0.id != state.track?.id
    }
    state.queueCount = Int(try properties(of: MediaNames.library)["QueueCount"]?.int64 ?? Int64(state.queue.count))
    return state
  }

  /// Sends a command.
  func send(_ command: MediaCommand) throws(BusFailure) {
    switch command {
    case .play: try call(MediaNames.player, "Play")
    case .pause: try call(MediaNames.player, "Pause")
    case .playPause: try call(MediaNames.player, "PlayPause")
    case .next: try call(MediaNames.player, "Next")
    case .previous: try call(MediaNames.player, "Previous")
    case .skip(let distance): try call(MediaNames.player, "Seek", [.int64(distance.microseconds)])
    case .seek(let id, let position):
      try call(MediaNames.player, "SetPosition", [.path(MediaNames.path(of: id)), .int64(position.microseconds)])
    case .setRate(let rate): try set("Rate", .double(rate))
    case .setVolume(let volume): try set("Volume", .double(volume))
    case .open(let address): try call(MediaNames.player, "OpenUri", [.string(address)])
    case .addTrack(let address, let other, let plays):
      let after = other.map { MediaNames.path(of: $0) } ?? MediaNames.noTrack
      try call(MediaNames.trackList, "AddTrack", [.string(address), .path(after), .bool(plays)])
    case .playEpisode(let id): try call(MediaNames.library, "PlayEpisode", [.int64(id.rawValue)])
    case .queueEpisodes(let ids, let isNext):
      // Each call inserts an episode at the start of the queue. So the last episode is inserted first.
      for id in isNext ? ids.reversed() : ids {
        try call(MediaNames.library, "QueueEpisode", [.int64(id.rawValue), .bool(isNext)])
      }
    case .unqueueEpisode(let id): try call(MediaNames.library, "UnqueueEpisode", [.int64(id.rawValue)])
    case .clearQueue: try call(MediaNames.library, "ClearQueue")
    }
  }

  @discardableResult
  private func call(_ interface: String, _ method: String, _ arguments: [BusValue] = []) throws(BusFailure) -> BusValue
  {
    try connection.call(MediaNames.bus, path: MediaNames.path, interface: interface, method: method, arguments)
  }

  private func set(_ name: String, _ value: BusValue) throws(BusFailure) {
    try call(MediaNames.properties, "Set", [.string(MediaNames.player), .string(name), .variant(value)])
  }

  private func properties(of interface: String) throws(BusFailure) -> [String: BusValue] {
    try call(MediaNames.properties, "GetAll", [.string(interface)]).elements?.first?.dictionary ?? [:]
  }
}
