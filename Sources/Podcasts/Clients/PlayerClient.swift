package import Foundation

/// Plays one audio file at a time.
///
/// `PodcastPlayback` makes the live client. A test passes closures of its own. All calls return at once; what comes of them is told
/// through ``events``.
package struct PlayerClient: Sendable {
  /// Loads the audio at an address and plays it from a position, in place of what was playing.
  package var play: @Sendable (_ audio: URL, _ position: Duration) -> Void
  /// Stops the sound and keeps the place. Nothing happens when nothing is loaded.
  package var pause: @Sendable () -> Void
  /// Goes on from the place where it was paused. Nothing happens when nothing is loaded.
  package var resume: @Sendable () -> Void
  /// Goes to a position, bounded to the length of the audio, and keeps playing or paused.
  package var seek: @Sendable (_ position: Duration) -> Void
  /// Stops and unloads.
  package var stop: @Sendable () -> Void
  /// What happens in the player, from now on, for one consumer, until it stops listening.
  package var events: @Sendable () -> AsyncStream<PlayerEvent>

  package init(
    play: @escaping @Sendable (_ audio: URL, _ position: Duration) -> Void,
    pause: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void,
    seek: @escaping @Sendable (_ position: Duration) -> Void,
    stop: @escaping @Sendable () -> Void,
    events: @escaping @Sendable () -> AsyncStream<PlayerEvent>
  ) {
    self.play = play
    self.pause = pause
    self.resume = resume
    self.seek = seek
    self.stop = stop
    self.events = events
  }
}

/// What happened in the player. Each event names the audio it is about, so that a late one cannot be taken for the next audio's.
package enum PlayerEvent: Hashable, Sendable {
  /// The sound started, or went on.
  case playing(URL)
  /// The sound stopped, and the place is kept.
  case paused(URL)
  /// The place, about four times a second while playing, and once after a seek; and the length once it is known.
  case position(URL, Duration, duration: Duration?)
  /// The network is slower than the sound: `percent` of the buffer is filled. 100 means that the sound goes on.
  case buffering(URL, percent: Int)
  /// The end was reached.
  case ended(URL)
  /// It cannot be played. The player is stopped.
  case failed(URL, PlaybackError)
}

/// Why audio could not be played.
package enum PlaybackError: Error, Hashable, Sendable {
  /// There is no such file or page.
  case notFound
  /// The server cannot be reached, or the connection broke.
  case unreachable
  /// The server or the disk does not let us read it.
  case notAllowed
  /// This machine lacks the decoder. `format` is what GStreamer calls it, such as `MPEG-4 AAC`.
  case missingDecoder(format: String)
  /// It is not audio, or it is damaged.
  case notAudio
  /// There is no sound device that works, or what drives it is not installed.
  case noSoundDevice
  /// Anything else that GStreamer says; `reason` is its own sentence, for a log.
  case failed(reason: String)
}
