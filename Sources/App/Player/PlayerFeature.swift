import Foundation
import Observation
package import Podcasts
package import Presentation

/// What is being played, and where in it the listener is.
///
/// The listener's place is remembered in the library: at most five seconds behind while the sound goes on, and exactly on a pause, a jump,
/// a change of episode, and at the program's end.
@MainActor @Observable
package final class PlayerFeature {
  /// An episode, and the name of its show, which is shown beside it.
  package struct Item: Hashable, Sendable {
    package var episode: Episode
    package var showTitle: String

    package init(episode: Episode, showTitle: String) {
      self.episode = episode
      self.showTitle = showTitle
    }
  }

  private enum Phase: Hashable {
    /// Nothing is loaded: nothing was played yet, or it came to its end, or it failed.
    case stopped
    /// The player was asked to load, and has not said anything yet. What it tells of places is not about ours.
    case loading(thenPlaying: Bool)
    case playing
    case paused
  }

  /// What was played last, or `nil` before anything was.
  package private(set) var item: Item?
  /// The listener's place in it.
  package private(set) var position: Duration = .zero
  /// How much of the buffer is filled, in percent, while the network is slower than the sound; else `nil`.
  package private(set) var bufferingPercent: Int?

  private var phase = Phase.stopped
  private var knownDuration: Duration?

  /// The place that the player was asked for and has not come to yet. It may be unable to: a server that knows no byte ranges begins at the
  /// start. Until the sound has come to it, or the listener chose another place by a pause or a jump, it stays theirs in the library.
  @ObservationIgnored private var awaitedPlace: Duration?

  @ObservationIgnored private let player: PlayerClient
  @ObservationIgnored private let writes: PendingWrites
  @ObservationIgnored private let report: Report
  @ObservationIgnored private let places: PlaceKeeper
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// How far before the place that it was asked for a player may begin and still be there: compressed sound begins at some frame.
  private static let seekTolerance = Duration.seconds(5)

  /// Makes a player with nothing in it.
  ///
  /// - Parameters:
  ///   - clients: Make the sound and remember the places.
  ///   - report: Is told what the listener must know.
  package init(clients: AppClients, report: @escaping Report) {
    self.player = clients.player
    self.writes = clients.writes
    self.report = report
    self.places = PlaceKeeper(clients: clients, report: report)
  }

  deinit {
    listening?.cancel()
  }

  /// The program began: from now on the player hears what happens to the sound.
  package func launched() {
    guard listening == nil else { return }
    listening = Task { [weak self, events = player.events()] in
      for await event in events {
        self?.receive(event)
      }
    }
  }

  /// The program is about to end. The sound stops, so that no new place comes.
  ///
  /// When this returns, the place and all else that was being written is in the library, or the library cannot be written.
  ///
  /// - Parameter limit: How long to wait for a library that does not answer.
  package func quitRequested(within limit: Duration = PendingWrites.limitAtQuit) async {
    savePlace()
    stop()
    await writes.settle(within: limit)
  }

  /// The listener agreed to remove a show. If it is being played it stops, and nothing more will be written about it.
  package func showRemovalConfirmed(_ show: Show.ID) async {
    if item?.episode.showID == show {
      savePlace()
      stop()
      item = nil
    }
    await places.settle()
  }

  private func stop() {
    guard item != nil else { return }
    player.stop()
    phase = .stopped
    bufferingPercent = nil
  }
}

extension PlayerFeature {
  /// Whether the sound of what is in the player goes on, or will as soon as it is loaded. Writing to it is the same as the play button.
  package var isPlaying: Bool {
    get {
      switch phase {
      case .playing, .loading(thenPlaying: true): true
      case .stopped, .paused, .loading(thenPlaying: false): false
      }
    }
    set {
      if let item { playToggled(item, isPlaying: newValue) }
    }
  }

  /// Whether it is this episode that plays.
  package func isPlaying(_ episode: Episode.ID) -> Bool {
    item?.episode.id == episode && isPlaying
  }

  /// The listener chose “Play” or “Pause” of an episode.
  package func playToggled(_ item: Item, isPlaying: Bool) {
    if self.item?.episode.id != item.episode.id {
      if isPlaying { start(item) }
    } else if isPlaying {
      playClicked(item)
    } else {
      pauseClicked()
    }
  }

  /// The length of what is in the player, once the player or its feed has said it.
  package var duration: Duration? {
    knownDuration ?? item?.episode.duration
  }

  /// The place for a slider, in seconds. Writing to it jumps.
  package var positionInSeconds: Double {
    get { min(position / .seconds(1), durationInSeconds) }
    set { positionDragged(to: .seconds(newValue)) }
  }

  /// The end of the slider, in seconds; one second when the length is not known, so that a slider has a range.
  package var durationInSeconds: Double {
    max(duration ?? .zero, .seconds(1)) / .seconds(1)
  }

  /// Whether the slider may be moved.
  package var isPositionEnabled: Bool { item != nil && duration != nil }

  /// The place, such as `1:02`.
  package var elapsedText: String { position.clockText }

  /// How long it still goes on, such as `−41:30`; empty when the length is not known.
  package var remainingText: String {
    guard let duration else { return "" }
    return "−" + max(duration - position, .zero).clockText
  }

  /// The listener jumped to a place.
  package func positionDragged(to newPosition: Duration) {
    guard item != nil else { return }
    position = max(.zero, min(newPosition, duration ?? newPosition))
    awaitedPlace = nil
    savePlace()
    guard phase != .stopped else { return }
    awaitedPlace = position
    player.seek(position)
  }
}

extension PlayerFeature {
  private func start(_ item: Item) {
    savePlace()
    self.item = item
    knownDuration = nil
    position = places.place(in: item.episode)
    load(item)
  }

  private func load(_ item: Item) {
    bufferingPercent = nil
    phase = .loading(thenPlaying: true)
    awaitedPlace = position
    player.play(item.episode.enclosure.url, position)
  }

  private func playClicked(_ item: Item) {
    switch phase {
    case .stopped: load(item)
    case .paused:
      phase = .playing
      player.resume()
    case .loading(thenPlaying: false):
      phase = .loading(thenPlaying: true)
      player.resume()
    case .playing, .loading(thenPlaying: true): break
    }
  }

  private func pauseClicked() {
    switch phase {
    case .playing:
      phase = .paused
      awaitedPlace = nil
      savePlace()
      player.pause()
    case .loading(thenPlaying: true):
      phase = .loading(thenPlaying: false)
      player.pause()
    case .stopped, .paused, .loading(thenPlaying: false): break
    }
  }

  private func receive(_ event: PlayerEvent) {
    guard let item, event.audio == item.episode.enclosure.url, phase != .stopped else { return }
    switch event {
    case .playing: phase = .playing
    case .paused:
      phase = .paused
      savePlace()
    case .position(_, let position, let duration): moved(to: position, of: duration, in: item.episode)
    case .buffering(_, let percent): bufferingPercent = percent < 100 ? percent : nil
    case .ended: ended(item.episode)
    case .failed(_, let error): failed(error)
    }
  }

  private func moved(to newPosition: Duration, of newDuration: Duration?, in episode: Episode) {
    if let newDuration { knownDuration = newDuration }
    guard phase == .playing || phase == .paused else { return }
    position = newPosition
    if let awaitedPlace, newPosition < awaitedPlace - Self.seekTolerance { return }
    awaitedPlace = nil
    if phase == .playing { places.heard(newPosition, in: episode.id) } else { savePlace() }
  }

  private func ended(_ episode: Episode) {
    phase = .stopped
    bufferingPercent = nil
    position = .zero
    awaitedPlace = nil
    places.ended(episode.id)
  }

  private func failed(_ error: PlaybackError) {
    savePlace()
    phase = .stopped
    bufferingPercent = nil
    if let awaitedPlace { position = awaitedPlace }
    report(error)
  }

  private func savePlace() {
    if let item, awaitedPlace == nil { places.left(at: position, in: item.episode.id) }
  }
}

/// Writes the listener's places into the library: in order, one at a time, the newest of each.
@MainActor
private final class PlaceKeeper {
  private enum Note {
    case place(Duration, in: Episode.ID)
    case played(Episode.ID, Bool)
    /// Whoever waits until what was noted before is written.
    case waiter(CheckedContinuation<Void, Never>)
  }

  /// How far a place in the library may be behind, while the sound goes on. The promise is five seconds; writing takes some of them.
  private static let interval = Duration.seconds(4)

  private let library: LibraryClient
  private let writes: PendingWrites
  private let report: Report
  /// The places of this session. They are newer than what a list of episodes says that was read before.
  private var places: [Episode.ID: Duration] = [:]
  /// The episodes that the library marks as heard to the end.
  private var played: Set<Episode.ID> = []
  private var notes: [Note] = []
  private var isWriting = false
  private var lastFailure: LibraryError?

  init(clients: AppClients, report: @escaping Report) {
    self.library = clients.library
    self.writes = clients.writes
    self.report = report
  }

  /// Where to go on in an episode.
  func place(in episode: Episode) -> Duration {
    if let place = places[episode.id] { return place }
    places[episode.id] = episode.playPosition
    if episode.isPlayed { played.insert(episode.id) }
    return episode.playPosition
  }

  /// The sound goes on, and has reached a place.
  func heard(_ position: Duration, in episode: Episode.ID) {
    let behind = position - (places[episode] ?? .zero)
    if abs(behind / .seconds(1)) >= Self.interval / .seconds(1) { left(at: position, in: episode) }
  }

  /// The listener left a place that must be found again exactly.
  func left(at position: Duration, in episode: Episode.ID) {
    guard places[episode] != position else { return }
    places[episode] = position
    if position >= Self.interval, played.remove(episode) != nil { write(.played(episode, false)) }
    if case .place(_, in: episode) = notes.last { notes.removeLast() }
    write(.place(position, in: episode))
  }

  /// The end was reached: the place is the beginning again.
  func ended(_ episode: Episode.ID) {
    places[episode] = .zero
    played.insert(episode)
    write(.played(episode, true))
  }

  /// Returns when all that was noted before is written, whatever is noted in the meantime.
  func settle() async {
    guard isWriting else { return }
    await withCheckedContinuation { notes.append(.waiter($0)) }
  }

  private func write(_ note: Note) {
    notes.append(note)
    guard !isWriting else { return }
    isWriting = true
    writes.start { [self] in
      while !notes.isEmpty {
        await carryOut(notes.removeFirst())
      }
      isWriting = false
    }
  }

  private func carryOut(_ note: Note) async {
    do throws(LibraryError) {
      switch note {
      case .place(let position, let episode): try await library.savePosition(episode, position)
      case .played(let episode, let isPlayed): try await library.setPlayed(episode, isPlayed)
      case .waiter(let continuation): return continuation.resume()
      }
      lastFailure = nil
    } catch {
      if case .played(let episode, false) = note { played.insert(episode) }
      // A disk that is full would say so every few seconds: it is told once, until it gets better.
      if lastFailure != error { report(error) }
      lastFailure = error
    }
  }
}

extension PlayerEvent {
  fileprivate var audio: URL {
    switch self {
    case .playing(let audio), .paused(let audio), .position(let audio, _, _), .buffering(let audio, _), .ended(let audio),
      .failed(let audio, _):
      audio
    }
  }
}

extension Duration {
  /// As a clock shows it: `0:07`, `12:34`, `1:02:03`.
  package var clockText: String {
    let seconds = max(0, components.seconds)
    let minutes = (seconds / 60) % 60
    let tail = (minutes < 10 && seconds >= 3600 ? "0" : "") + "\(minutes):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return seconds >= 3600 ? "\(seconds / 3600):\(tail)" : tail
  }
}

extension PlaybackError: TellableError {
  /// What is wrong, in a few words.
  package var title: TextState {
    switch self {
    case .notFound: TextState("This Episode Was Not Found")
    case .unreachable: TextState("This Episode Cannot Be Reached")
    case .notAllowed: TextState("This Episode May Not Be Played")
    case .missingDecoder: TextState("A Decoder Is Missing")
    case .notAudio: TextState("This Episode Is Not Audio")
    case .noSoundDevice: TextState("There Is No Sound Device")
    case .failed: TextState("This Episode Cannot Be Played")
    }
  }

  /// What the listener can do about it.
  package var message: TextState {
    switch self {
    case .notFound: TextState("Its audio is no longer at the address that the feed gives. Add the podcast again to get its new address.")
    case .unreachable: TextState("The server did not answer, or the connection broke. Check your internet connection, then play it again.")
    case .notAllowed: TextState("The server or the disk does not let you read its audio. Look on the podcast's website for what is needed.")
    case .missingDecoder(let format):
      TextState("This computer cannot play \(format). Install the package gstreamer1.0-libav, then start the program again.")
    case .notAudio: TextState("What is at its address is damaged, or no audio. Try again later, or play another episode.")
    case .noSoundDevice: TextState("Connect speakers or headphones, and check the sound settings, then play it again.")
    case .failed: TextState("Play it again. If that does not help, start the program in a terminal to see more.")
    }
  }
}
