import CSecret
import Podcasts
import Synchronization

/// The player as an object on the session bus (MPRIS). Reports the state of the player to other processes, and receives
/// their requests.
final class MediaService: BusObject {
  private let progress = Mutex(MediaProgress())
  private let registration = Mutex(Registration())
  private let onRequest: @Sendable (Request) -> Void
  private let clock = ContinuousClock()

  /// The conditions for the request of the player's name on the bus.
  private struct Registration {
    /// The connection on which the player is exported. `nil` before the start and after the end.
    var connection: BusConnection?
    /// Whether a first state was received.
    var hasState = false
    /// Whether the bus name was requested.
    var isNameRequested = false
    /// Whether the service was stopped.
    var isEnded = false

    /// Returns the connection if the bus name must be requested on it now, else `nil`. Returns the connection only
    /// once.
    mutating func connectionForNameRequest() -> BusConnection? {
      guard hasState, !isNameRequested, !isEnded, let connection else { return nil }
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
  /// - Parameter onRequest: Receives the requests, on any thread.
  init(_ onRequest: @escaping @Sendable (Request) -> Void) { self.onRequest = onRequest }

  /// Exports the player. The bus name is requested only after the first state, so that a process that finds the name
  /// also finds a state. If another program has the name, that program keeps the name. Call this on the thread on which
  /// calls from other processes are to be answered.
  func start(on connection: BusConnection) throws(BusFailure) {
    try BusExport.export(self, xml: MediaIntrospection.xml, path: MediaNames.playerPath, on: connection)
    let connectionForName = registration.withLock { registration in
      if !registration.isEnded { registration.connection = connection }
      return registration.connectionForNameRequest()
    }
    connectionForName?.requestName(MediaNames.busName)
  }

  /// Releases the connection that ``start(on:)`` received. If no other object uses the connection, the connection
  /// closes, and the player leaves the bus.
  func stop() {
    registration.withLock { registration in
      registration.isEnded = true
      registration.connection = nil
    }
  }

  /// Replaces the state, and reports the changes to other processes. The bus name is requested when there are both a
  /// state and a connection: here if ``start(on:)`` has already set the connection, otherwise in `start`.
  func update(_ state: MediaState) {
    let change = progress.withLock { $0.update(state, at: clock.now) }
    let (connection, connectionForName) = registration.withLock { registration in
      registration.hasState = true
      return (registration.connection, registration.connectionForNameRequest())
    }
    if let connection { report(change, currentTrack: state.track, on: connection) }
    connectionForName?.requestName(MediaNames.busName)
  }

  /// Emits the signals for a change.
  private func report(_ change: MediaProgress.Change, currentTrack: MediaState.Track?, on connection: BusConnection) {
    if !change.playerProperties.isEmpty {
      connection.emit(
        "PropertiesChanged", path: MediaNames.playerPath, interface: MediaNames.propertiesInterface,
        [.string(MediaNames.playerInterface), .dictionary(change.playerProperties), .strings([])])
    }
    if let position = change.seekedTo {
      connection.emit(
        "Seeked", path: MediaNames.playerPath, interface: MediaNames.playerInterface, [.int64(position.microseconds)])
    }
    switch change.tracks {
    case nil: return
    case .added(let track, let predecessor):
      let after = predecessor.map { MediaNames.path(of: $0) } ?? MediaNames.noTrack
      connection.emit(
        "TrackAdded", path: MediaNames.playerPath, interface: MediaNames.trackListInterface,
        [.dictionary(track.metadata), .path(after)])
    case .removed(let id):
      connection.emit(
        "TrackRemoved", path: MediaNames.playerPath, interface: MediaNames.trackListInterface,
        [.path(MediaNames.path(of: id))])
    case .replaced(let ids):
      let currentPath = currentTrack.map { MediaNames.path(of: $0.id) } ?? MediaNames.noTrack
      connection.emit(
        "TrackListReplaced", path: MediaNames.playerPath, interface: MediaNames.trackListInterface,
        [.paths(ids.map { MediaNames.path(of: $0) }), .path(currentPath)])
    }
    // This signal names the changed property `Tracks` without its new value. Other processes read the value when they
    // need it.
    connection.emit(
      "PropertiesChanged", path: MediaNames.playerPath, interface: MediaNames.propertiesInterface,
      [.string(MediaNames.trackListInterface), .dictionary([:]), .strings(["Tracks"])])
  }

  private var state: MediaState { progress.withLock { $0.state } }

  func property(_ name: String, of interface: String) -> BusValue? {
    switch interface {
    case MediaNames.programInterface: MediaState.programProperties[name]
    case MediaNames.playerInterface where name == "Position":
      .int64(progress.withLock { $0.position(at: clock.now) }.microseconds)
    case MediaNames.playerInterface: state.playerProperties[name]
    case MediaNames.trackListInterface: state.trackListProperties[name]
    case MediaNames.podcasterInterface where name == "QueueCount": .int64(Int64(state.queueCount))
    default: nil
    }
  }

  func set(_ name: String, of interface: String, to value: BusValue) throws(BusRefusal) {
    // Only the player's interface has properties that can be set.
    guard let number = value.double, number.isFinite else { throw BusRefusal(message: "“\(name)” needs a number.") }
    switch name {
    // In MPRIS, a speed of zero means a pause. Other speeds are clamped.
    case "Rate": onRequest(.command(number <= 0 ? .pause : .setRate(min(max(number, 0.5), 3))))
    case "Volume": onRequest(.command(.setVolume(min(max(number, 0), 1))))
    default: throw BusRefusal(message: "“\(name)” cannot be set.")
    }
  }

  func call(_ method: String, of interface: String, _ arguments: [BusValue]) throws(BusRefusal) -> [BusValue] {
    if method == "GetTracksMetadata" { return [metadata(of: arguments.first?.elements ?? [])] }
    if let request = try MediaService.Request(method, arguments, state) { onRequest(request) }
    return []
  }

  /// Returns the metadata of the tracks with these object paths. Unknown paths are left out.
  private func metadata(of paths: [BusValue]) -> BusValue {
    let tracks = Dictionary(state.tracks.map { (MediaNames.path(of: $0.id), $0) }) { first, _ in first }
    return .array(paths.compactMap { $0.path.flatMap { tracks[$0] } }.map { .dictionary($0.metadata) }, type: "a{sv}")
  }
}

extension MediaService.Request {
  /// Converts a call of a method to a request. GDBus guarantees that the arguments have the types in
  /// ``MediaIntrospection``. Returns `nil` for a call that has no effect in this state.
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
  /// Converts a call of a method of the player, the track list or this program's interface to a command. Returns `nil`
  /// for a call that has no effect in this state.
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
      let predecessor = arguments.dropFirst().first?.path.flatMap(MediaNames.episode)
      self = .addTrack(try Self.address(arguments.first), after: predecessor, plays: arguments.last?.bool ?? false)
    case "GoTo", "RemoveTrack":
      guard let id = arguments.first?.path.flatMap(MediaNames.episode), state.tracks.contains(where: { $0.id == id })
      else { return nil }
      self = method == "GoTo" ? .playEpisode(id) : .unqueueEpisode(id)
    case "PlayEpisode": self = .playEpisode(Episode.ID(rawValue: arguments.first?.int64 ?? 0))
    case "QueueEpisode":
      self = .queueEpisodes([Episode.ID(rawValue: arguments.first?.int64 ?? 0)], isNext: arguments.last?.bool ?? false)
    // The track list has only the first episodes of the queue, so it may not contain a queued episode.
    case "UnqueueEpisode": self = .unqueueEpisode(Episode.ID(rawValue: arguments.first?.int64 ?? 0))
    case "ClearQueue": self = .clearQueue
    default: throw BusRefusal(message: "There is no method “\(method)”.")
    }
  }

  /// Returns the address in an argument. Throws an error if the program cannot open such an address.
  private static func address(_ value: BusValue?) throws(BusRefusal) -> String {
    let address = value?.string ?? ""
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard address.contains(":"), MediaState.openableSchemes.contains(scheme) else {
      throw BusRefusal(message: "“\(address)” cannot be opened: it is no address of a feed or an episode.")
    }
    return address
  }
}
