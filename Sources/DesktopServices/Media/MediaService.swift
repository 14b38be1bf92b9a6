import CSecret
import Podcasts
import Synchronization

/// The exported player: reports its state to other processes, and receives their requests.
final class MediaService: BusInterface {
  private let progress = Mutex(MediaProgress())
  private let registration = Mutex(Registration())
  private let request: @Sendable (Request) -> Void
  private let clock = ContinuousClock()

  private struct Registration {
    /// The connection on which the player is exported. `nil` before the start and after the end.
    var connection: BusConnection?
    /// Whether a first state was received.
    var isUpdated = false
    /// Whether the name was requested.
    var isNameRequested = false
    var isEnded = false

    /// Returns the connection if the name must be requested on it now, else `nil`. Returns the connection only once.
    mutating func connectionForNameRequest() -> BusConnection? {
      guard isUpdated, !isNameRequested, !isEnded, let connection else { return nil }
      isNameRequested = true
      return connection
    }
  }

  /// A request of another process.
  enum Request: Hashable, Sendable {
    case command(MediaCommand)
    /// Bring the window to the front.
    case raise
    /// End the program.
    case quit
  }

  /// Creates a player that is not on a bus yet.
  ///
  /// - Parameter request: Receives the requests, on any thread.
  init(_ request: @escaping @Sendable (Request) -> Void) { self.request = request }

  /// Exports the player. The name is requested only after the first state, so that a client that finds the name also
  /// finds the state. If another program has the name, that program keeps the name. Call this on the thread that
  /// answers other processes.
  func start(on connection: BusConnection) throws(BusFailure) {
    try BusExport.export(self, xml: MediaIntrospection.xml, path: MediaNames.path, on: connection)
    let connectionToName = registration.withLock { registration in
      if !registration.isEnded { registration.connection = connection }
      return registration.connectionForNameRequest()
    }
    connectionToName?.request(MediaNames.bus)
  }

  /// Leaves the bus, unless the connection is shared.
  func stop() {
    registration.withLock { registration in
      registration.isEnded = true
      registration.connection = nil
    }
  }

  /// Replaces the state, and reports the changes.
  func update(_ state: MediaState) {
    let change = progress.withLock { $0.update(state, at: clock.now) }
    let (connection, connectionToName) = registration.withLock { registration in
      registration.isUpdated = true
      return (registration.connection, registration.connectionForNameRequest())
    }
    if let connection { report(change, current: state.track, on: connection) }
    connectionToName?.request(MediaNames.bus)
  }

  /// Emits the signals for a change.
  private func report(_ change: MediaProgress.Change, current: MediaState.Track?, on connection: BusConnection) {
    if !change.player.isEmpty {
      connection.emit(
        "PropertiesChanged", path: MediaNames.path, interface: MediaNames.properties,
        [.string(MediaNames.player), .dictionary(change.player), .strings([])])
    }
    if let position = change.seekedTo {
      connection.emit("Seeked", path: MediaNames.path, interface: MediaNames.player, [.int64(position.microseconds)])
    }
    switch change.tracks {
    case nil: return
    case .added(let track, let other):
      let after = other.map { MediaNames.path(of: $0) } ?? MediaNames.noTrack
      connection.emit(
        "TrackAdded", path: MediaNames.path, interface: MediaNames.trackList,
        [.dictionary(track.metadata), .path(after)])
    case .removed(let id):
      connection.emit(
        "TrackRemoved", path: MediaNames.path, interface: MediaNames.trackList, [.path(MediaNames.path(of: id))])
    case .replaced(let ids):
      let path = current.map { MediaNames.path(of: $0.id) } ?? MediaNames.noTrack
      connection.emit(
        "TrackListReplaced", path: MediaNames.path, interface: MediaNames.trackList,
        [.paths(ids.map { MediaNames.path(of: $0) }), .path(path)])
    }
    connection.emit(
      "PropertiesChanged", path: MediaNames.path, interface: MediaNames.properties,
      [.string(MediaNames.trackList), .dictionary([:]), .strings(["Tracks"])])
  }

  private var state: MediaState { progress.withLock { $0.state } }

  func property(_ name: String, of interface: String) -> BusValue? {
    switch interface {
    case MediaNames.root: MediaState.programProperties[name]
    case MediaNames.player where name == "Position":
      .int64(progress.withLock { $0.position(at: clock.now) }.microseconds)
    case MediaNames.player: state.playerProperties[name]
    case MediaNames.trackList: state.trackListProperties[name]
    case MediaNames.library where name == "QueueCount": .int64(Int64(state.queueCount))
    default: nil
    }
  }

  func set(_ name: String, of interface: String, to value: BusValue) throws(BusRefusal) {
    guard let number = value.double, number.isFinite else { throw BusRefusal(message: "“\(name)” needs a number.") }
    switch name {
    // A speed of zero means a pause. Other speeds are clamped.
    case "Rate": request(.command(number <= 0 ? .pause : .setRate(min(max(number, 0.5), 3))))
    case "Volume": request(.command(.setVolume(min(max(number, 0), 1))))
    default: throw BusRefusal(message: "“\(name)” cannot be set.")
    }
  }

  func call(_ method: String, of interface: String, _ arguments: [BusValue]) throws(BusRefusal) -> [BusValue] {
    if method == "GetTracksMetadata" { return [metadata(of: arguments.first?.elements ?? [])] }
    if let newRequest = try MediaService.Request(method, arguments, state) { request(newRequest) }
    return []
  }

  /// Returns the metadata of the tracks with these object paths. Unknown paths are left out.
  private func metadata(of paths: [BusValue]) -> BusValue {
    let tracks = Dictionary(state.tracks.map { (MediaNames.path(of: $0.id), $0) }) { first, _ in first }
    return .array(paths.compactMap { $0.path.flatMap { tracks[$0] } }.map { .dictionary($0.metadata) }, type: "a{sv}")
  }
}

extension MediaService.Request {
  /// Converts a call to a request. GDBus guarantees that the arguments have the types in ``MediaIntrospection``.
  /// Returns `nil` for a call that has no effect in this state.
  fileprivate init?(_ method: String, _ arguments: [BusValue], _ state: MediaState) throws(BusRefusal) {
    switch method {
    case "Raise": self = .raise
    case "Quit": self = .quit
    default:
      guard let command = try MediaCommand(method, arguments, state) else { return nil }
      self = .command(command)
    }
  }
}

extension MediaCommand {
  fileprivate init?(_ method: String, _ arguments: [BusValue], _ state: MediaState) throws(BusRefusal) {
    switch method {
    case "Play": self = .play
    case "Pause", "Stop": self = .pause
    case "PlayPause": self = .playPause
    case "Next": self = .next
    case "Previous": self = .previous
    case "Seek": self = .skip(.microseconds(arguments.first?.int64 ?? 0))
    case "SetPosition":
      guard let track = state.track, arguments.first?.path == MediaNames.path(of: track.id),
        let position = arguments.last?.int64,
        position >= 0, position <= (track.length ?? .zero).microseconds
      else { return nil }
      self = .seek(track.id, .microseconds(position))
    case "OpenUri": self = .open(try Self.address(arguments.first))
    case "AddTrack":
      let other = arguments.dropFirst().first?.path.flatMap(MediaNames.episode)
      self = .addTrack(try Self.address(arguments.first), after: other, plays: arguments.last?.bool ?? false)
    case "GoTo", "RemoveTrack":
      guard let id = arguments.first?.path.flatMap(MediaNames.episode), state.tracks.contains(where: { $0.id == id })
      else { return nil }
      self = method == "GoTo" ? .playEpisode(id) : .unqueueEpisode(id)
    case "PlayEpisode": self = .playEpisode(Episode.ID(rawValue: arguments.first?.int64 ?? 0))
    case "QueueEpisode":
      self = .queueEpisodes([Episode.ID(rawValue: arguments.first?.int64 ?? 0)], isNext: arguments.last?.bool ?? false)
    // The track list has only the first episodes of the queue, so the episode is not searched for in it.
    case "UnqueueEpisode": self = .unqueueEpisode(Episode.ID(rawValue: arguments.first?.int64 ?? 0))
    case "ClearQueue": self = .clearQueue
    default: throw BusRefusal(message: "There is no method “\(method)”.")
    }
  }

  /// Returns an address that the program can open.
  private static func address(_ value: BusValue?) throws(BusRefusal) -> String {
    let address = value?.string ?? ""
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard address.contains(":"), MediaState.schemes.contains(scheme) else {
      throw BusRefusal(message: "“\(address)” cannot be opened: it is no address of a feed or an episode.")
    }
    return address
  }
}
