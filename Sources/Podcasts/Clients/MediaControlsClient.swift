package import Foundation

/// The player as the desktop's media controls see it.
package struct MediaState: Hashable, Sendable {
  /// An episode of the player or of the queue.
  package struct Track: Hashable, Sendable, Identifiable {
    package var id: Episode.ID
    package var title: String
    package var showTitle: String
    /// The length, or `nil` if it is not known.
    package var length: Duration?
    /// The picture of the episode, or of its show.
    package var artwork: URL?
    /// The address of the audio.
    package var audio: URL?

    package init(id: Episode.ID, title: String, showTitle: String, length: Duration? = nil, artwork: URL? = nil, audio: URL? = nil) {
      self.id = id
      self.title = title
      self.showTitle = showTitle
      self.length = length
      self.artwork = artwork
      self.audio = audio
    }
  }

  /// The state of the sound.
  package enum Status: String, Hashable, Sendable, Codable {
    case playing
    case paused
    case stopped
  }

  /// The episode in the player, or `nil` if there is none.
  package var track: Track?
  package var status = Status.stopped
  /// The place in the episode at the moment of the update.
  package var position: Duration = .zero
  /// Whether the sound waits for the network, so that the position stands still.
  package var isBuffering = false
  /// The speed, 1 for the normal one.
  package var rate = 1.0
  /// The volume, from 0 to 1.
  package var volume = 1.0
  /// Whether something follows the episode in the player.
  package var canGoNext = false
  /// Whether the place in the episode can be set.
  package var canSeek = false
  /// The episodes to play next, in order.
  package var queue: [Track] = []

  package init() {}

  /// The episode in the player, and then the queue without it.
  package var tracks: [Track] {
    (track.map { [$0] } ?? []) + queue.filter { $0.id != track?.id }
  }

  /// Whether something can be played.
  package var canPlay: Bool { track != nil || !queue.isEmpty }
}

/// A request of the desktop or of another process.
package enum MediaCommand: Hashable, Sendable {
  case play
  case pause
  case playPause
  /// Play the next episode of the queue.
  case next
  /// Go to the start of the episode.
  case previous
  /// Skip by a distance. A negative distance goes back.
  case skip(Duration)
  /// Go to a place in this episode. It is ignored if another episode is in the player.
  case seek(Episode.ID, Duration)
  /// Set the speed.
  case setRate(Double)
  /// Set the volume, from 0 to 1.
  case setVolume(Double)
  /// Play the episode with this audio address or this page, or open the address of a feed.
  case open(String)
  /// Put the episode with this audio address or this page into the queue: after another one, or at its start if that is `nil` or in the player. If
  /// `plays`, it is played.
  case addTrack(String, after: Episode.ID?, plays: Bool)
  /// Play an episode of the library.
  case playEpisode(Episode.ID)
  /// Put episodes into the queue: at its end, or at its start if `isNext`.
  case queueEpisodes([Episode.ID], isNext: Bool)
  /// Remove an episode from the queue.
  case unqueueEpisode(Episode.ID)
  /// Remove all episodes from the queue.
  case clearQueue
}

/// The desktop's media controls: media keys, the panel, the lock screen, and other processes.
///
/// `DesktopServices` makes the live client. A test passes closures of its own.
package struct MediaControlsClient: Sendable {
  /// Shows a state. Calls for mere progress are cheap.
  package var update: @Sendable (_ state: MediaState) -> Void
  /// The requests from now on, for one consumer, until the consumer stops.
  package var commands: @Sendable () -> AsyncStream<MediaCommand>

  package init(
    update: @escaping @Sendable (_ state: MediaState) -> Void, commands: @escaping @Sendable () -> AsyncStream<MediaCommand>
  ) {
    self.update = update
    self.commands = commands
  }
}

/// The running program, from another process.
///
/// `DesktopServices` makes the live client.
package struct RemotePlayerClient: Sendable {
  /// Reads the state of the running program.
  package var state: @Sendable () async throws(RemotePlayerError) -> MediaState
  /// Sends a request to the running program. It returns when the program has received the request.
  package var send: @Sendable (_ command: MediaCommand) async throws(RemotePlayerError) -> Void
  /// Starts the program if it is not running, and waits until it can play something, at most for 20 seconds.
  package var start: @Sendable () async throws(RemotePlayerError) -> Void

  package init(
    state: @escaping @Sendable () async throws(RemotePlayerError) -> MediaState,
    send: @escaping @Sendable (_ command: MediaCommand) async throws(RemotePlayerError) -> Void,
    start: @escaping @Sendable () async throws(RemotePlayerError) -> Void
  ) {
    self.state = state
    self.send = send
    self.start = start
  }
}

/// Why the running program could not be reached.
package enum RemotePlayerError: Error, Hashable, Sendable {
  /// There is no session bus. `reason` is the system's message.
  case noBus(reason: String)
  /// The program is not running.
  case notRunning
  /// The program could not be started, or ended at once.
  case notStarted
  /// The program refused the request, or did not answer. `reason` is its message.
  case failed(reason: String)
}
