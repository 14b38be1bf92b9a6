import CSecret
import Foundation
import Podcasts

/// Controls the podcast player that runs in another process and exports a media player on the bus. Each function blocks
/// the calling thread.
struct RemotePlayer {
  let connection: BusConnection

  init(_ connection: BusConnection) { self.connection = connection }

  /// Reads the state of the player. The exported track list has only the first episodes of the queue, so
  /// ``MediaState/queue`` has only these episodes. ``MediaState/queueCount`` counts the whole queue.
  func state() throws(BusFailure) -> MediaState {
    let playerProperties = try properties(of: MediaNames.playerInterface)
    var state = MediaState()
    state.track = playerProperties["Metadata"]?.dictionary.flatMap { MediaState.Track(metadata: $0) }
    state.status = playerProperties["PlaybackStatus"]?.string.flatMap { MediaState.Status(mprisName: $0) } ?? .stopped
    state.position = .microseconds(playerProperties["Position"]?.int64 ?? 0)
    state.rate = playerProperties["Rate"]?.double ?? 1
    state.volume = playerProperties["Volume"]?.double ?? 1
    state.canGoNext = playerProperties["CanGoNext"]?.bool ?? false
    state.canSeek = playerProperties["CanSeek"]?.bool ?? false
    let paths = try properties(of: MediaNames.trackListInterface)["Tracks"]?.elements ?? []
    let reply = try call(MediaNames.trackListInterface, "GetTracksMetadata", [.array(paths, type: "o")])
    // The first element of a reply is the result of the method.
    let metadata = reply.elements?.first?.elements ?? []
    // The track list begins with the episode in the player, which is not in the queue.
    state.queue = metadata.compactMap { $0.dictionary.flatMap { MediaState.Track(metadata: $0) } }.filter {
      $0.id != state.track?.id
    }
    let queueCount = try properties(of: MediaNames.podcasterInterface)["QueueCount"]?.int64
    state.queueCount = Int(queueCount ?? Int64(state.queue.count))
    return state
  }

  /// Sends a command.
  func send(_ command: MediaCommand) throws(BusFailure) {
    switch command {
    case .play: try call(MediaNames.playerInterface, "Play")
    case .pause: try call(MediaNames.playerInterface, "Pause")
    case .playPause: try call(MediaNames.playerInterface, "PlayPause")
    case .next: try call(MediaNames.playerInterface, "Next")
    case .previous: try call(MediaNames.playerInterface, "Previous")
    case .skip(let distance): try call(MediaNames.playerInterface, "Seek", [.int64(distance.microseconds)])
    case .seek(let id, let position):
      try call(
        MediaNames.playerInterface, "SetPosition", [.path(MediaNames.path(of: id)), .int64(position.microseconds)])
    case .setRate(let rate): try setPlayerProperty("Rate", .double(rate))
    case .setVolume(let volume): try setPlayerProperty("Volume", .double(volume))
    case .open(let address): try call(MediaNames.playerInterface, "OpenUri", [.string(address)])
    case .addTrack(let address, let predecessor, let plays):
      let after = predecessor.map { MediaNames.path(of: $0) } ?? MediaNames.noTrack
      try call(MediaNames.trackListInterface, "AddTrack", [.string(address), .path(after), .bool(plays)])
    case .playEpisode(let id): try call(MediaNames.podcasterInterface, "PlayEpisode", [.int64(id.rawValue)])
    case .queueEpisodes(let ids, let isNext):
      // If `isNext` is true, each call inserts an episode at the start of the queue. So the last episode is inserted
      // first.
      for id in isNext ? ids.reversed() : ids {
        try call(MediaNames.podcasterInterface, "QueueEpisode", [.int64(id.rawValue), .bool(isNext)])
      }
    case .unqueueEpisode(let id): try call(MediaNames.podcasterInterface, "UnqueueEpisode", [.int64(id.rawValue)])
    case .clearQueue: try call(MediaNames.podcasterInterface, "ClearQueue")
    }
  }

  /// Calls a method of the exported player. Returns the reply, whose elements are the results of the method.
  @discardableResult
  private func call(_ interface: String, _ method: String, _ arguments: [BusValue] = []) throws(BusFailure) -> BusValue
  {
    try connection.call(
      MediaNames.busName, path: MediaNames.playerPath, interface: interface, method: method, arguments)
  }

  private func setPlayerProperty(_ name: String, _ value: BusValue) throws(BusFailure) {
    try call(
      MediaNames.propertiesInterface, "Set", [.string(MediaNames.playerInterface), .string(name), .variant(value)])
  }

  private func properties(of interface: String) throws(BusFailure) -> [String: BusValue] {
    try call(MediaNames.propertiesInterface, "GetAll", [.string(interface)]).elements?.first?.dictionary ?? [:]
  }
}
