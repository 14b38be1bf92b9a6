package import Foundation

/// The state of the player for the desktop's media controls.
package struct MediaState: Hashable, Sendable {
  /// An episode in the player or in the queue. MPRIS, the interface through which desktops control media players, calls
  /// an episode a track.
  package struct Track: Hashable, Sendable, Identifiable {
    package var id: Episode.ID
    package var title: String
    package var showTitle: String
    /// The length, or `nil` if it is not known.
    package var length: Duration?
    /// The picture of the episode, or of its show.
    package var artwork: URL?
    /// The address of the feed that contains the address of the picture. If the feed is on the web, a picture in a
    /// private network is not fetched.
    package var feed: URL?
    /// The address of the audio.
    package var audio: URL?

    package init(
      id: Episode.ID, title: String, showTitle: String, length: Duration? = nil, artwork: URL? = nil, feed: URL? = nil,
      audio: URL? = nil
    ) {
      self.id = id
      self.title = title
      self.showTitle = showTitle
      self.length = length
      self.artwork = artwork
      self.feed = feed
      self.audio = audio
    }
  }

  /// The state of playback.
  package enum Status: String, Hashable, Sendable, Codable {
    case playing
    case paused
    case stopped
  }

  /// The episode in the player, or `nil` if there is none.
  package var track: Track?
  package var status = Status.stopped
  /// The position in the episode when this state was created.
  package var position: Duration = .zero
  /// Whether playback waits for the network. Meanwhile, the position does not advance.
  package var isBuffering = false
  /// The speed. 1 is the normal speed.
  package var rate = 1.0
  /// The volume, from 0 to 1.
  package var volume = 1.0
  /// Whether there is a next episode: in the queue, or of the show.
  package var canGoNext = false
  /// Whether the position can be changed.
  package var canSeek = false
  /// The first episodes of the queue, in order. They may include the episode in the player. A change of the queue may
  /// change this array with a delay.
  package var queue: [Track] = []
  /// How many episodes are in the whole queue, without the episode in the player.
  package var queueCount = 0

  package init() {}

  /// The episode in the player, followed by the queue without it.
  package var tracks: [Track] {
    (track.map { [$0] } ?? []) + queue.filter { $0.id != track?.id }
  }

  /// Whether an episode can be played.
  package var canPlay: Bool { track != nil || !queue.isEmpty }
}

/// A command from the desktop or from another process to the player.
package enum MediaCommand: Hashable, Sendable {
  case play
  case pause
  case playPause
  /// Play the next episode: of the queue, or of the show.
  case next
  /// Go to the start of the episode.
  case previous
  /// Skip by a distance. A negative distance goes back.
  case skip(Duration)
  /// Go to a position in this episode. The command is ignored if another episode is in the player.
  case seek(Episode.ID, Duration)
  /// Set the speed.
  case setRate(Double)
  /// Set the volume, from 0 to 1.
  case setVolume(Double)
  /// Open an address: play the episode whose audio or web page has this address, or open the feed at this address.
  case open(String)
  /// Add the episode whose audio or web page has this address to the queue, after the episode `after`. If `after` is
  /// `nil` or is in the player, add the episode at the start of the queue. If `plays` is `true`, also play the episode.
  case addTrack(String, after: Episode.ID?, plays: Bool)
  /// Play an episode of the library.
  case playEpisode(Episode.ID)
  /// Add episodes to the queue: at its end, or at its start if `isNext`.
  case queueEpisodes([Episode.ID], isNext: Bool)
  /// Remove an episode from the queue.
  case unqueueEpisode(Episode.ID)
  /// Remove all episodes from the queue.
  case clearQueue
}

/// The desktop's media controls: media keys, the panel, the lock screen, and other processes.
///
/// The module `DesktopServices` makes the live client. A test passes closures of its own.
package struct MediaControlsClient: Sendable {
  /// Passes a state to the desktop. A call that changes only the position is cheap.
  package var update: @Sendable (_ state: MediaState) -> Void
  /// Returns the stream of the commands, which only one consumer may read. It may begin with commands that were
  /// received before the first call.
  package var commands: @Sendable () -> AsyncStream<MediaCommand>

  package init(
    update: @escaping @Sendable (_ state: MediaState) -> Void,
    commands: @escaping @Sendable () -> AsyncStream<MediaCommand>
  ) {
    self.update = update
    self.commands = commands
  }
}

/// Controls the running program from another process.
///
/// The module `DesktopServices` makes the live client.
package struct RemotePlayerClient: Sendable {
  /// Reads the state of the running program.
  package var state: @Sendable () async throws(RemotePlayerError) -> MediaState
  /// Sends a command to the running program. Returns when the program has received the command.
  package var send: @Sendable (_ command: MediaCommand) async throws(RemotePlayerError) -> Void
  /// Starts the program if it is not running, and waits up to 20 seconds until the program can be reached on the D-Bus
  /// session bus.
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
  /// There is no D-Bus session bus. `reason` is the system's message.
  case noBus(reason: String)
  /// The program is not running, or ended before it answered.
  case notRunning
  /// The program could not be started, or ended at once.
  case notStarted
  /// The program refused the command, or did not answer in time. `reason` is the message of the program or the bus.
  case failed(reason: String)
}
