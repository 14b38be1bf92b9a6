package import Foundation

/// Plays one audio file at a time.
///
/// `PodcastPlayback` makes the live client. A test passes closures of its own. All calls return at once. The results
/// are emitted by the stream that ``events`` returns.
package struct PlayerClient: Sendable {
  /// Replaces the current audio with the audio at an address, and plays it from a position.
  package var play: @Sendable (_ audio: URL, _ position: Duration) -> Void
  /// Like ``play``, but reads the audio from the source that `source` returns, such as the file of a download. Events
  /// still contain the address `audio`.
  package var playFromSource:
    @Sendable (_ audio: URL, _ position: Duration, _ source: @escaping @Sendable () async -> PlaybackSource) -> Void
  /// Loads audio without playing it, so that the next ``playFromSource`` of this audio starts without a delay. If other
  /// audio is played instead, the prepared audio is unloaded.
  package var prepare: @Sendable (_ audio: URL, _ source: @escaping @Sendable () async -> PlaybackSource) -> Void
  /// Stops the sound and keeps the position. Does nothing if nothing is loaded.
  package var pause: @Sendable () -> Void
  /// Continues from the position of the pause. Does nothing if nothing is loaded.
  package var resume: @Sendable () -> Void
  /// Moves to a position, clamped to the length of the audio. The player stays playing or paused.
  package var seek: @Sendable (_ position: Duration) -> Void
  /// Changes a setting of the sound at once, for the current audio and all later audio. The position does not change.
  package var adjust: @Sendable (_ setting: SoundSetting) -> Void
  /// Stops the sound and unloads the audio.
  package var stop: @Sendable () -> Void
  /// Returns a stream of the player's events from now on. Each consumer needs a stream of its own.
  package var events: @Sendable () -> AsyncStream<PlayerEvent>
  /// Returns a stream of the pictures of the current video, in sync with the sound. A slow consumer receives only the
  /// newest picture. Pictures are decoded only while there is a consumer. The stream ends if the pictures cannot be
  /// decoded, or if this closure is called again.
  package var video: @Sendable () -> AsyncStream<VideoFrame>

  package init(
    play: @escaping @Sendable (_ audio: URL, _ position: Duration) -> Void,
    playFromSource:
      @escaping @Sendable (_ audio: URL, _ position: Duration, _ source: @escaping @Sendable () async -> PlaybackSource)
      -> Void,
    prepare: @escaping @Sendable (_ audio: URL, _ source: @escaping @Sendable () async -> PlaybackSource) -> Void,
    pause: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void,
    seek: @escaping @Sendable (_ position: Duration) -> Void,
    adjust: @escaping @Sendable (_ setting: SoundSetting) -> Void,
    stop: @escaping @Sendable () -> Void,
    events: @escaping @Sendable () -> AsyncStream<PlayerEvent>,
    video: @escaping @Sendable () -> AsyncStream<VideoFrame>
  ) {
    self.play = play
    self.playFromSource = playFromSource
    self.prepare = prepare
    self.pause = pause
    self.resume = resume
    self.seek = seek
    self.adjust = adjust
    self.stop = stop
    self.events = events
    self.video = video
  }
}

/// One setting of the sound.
package enum SoundSetting: Hashable, Sendable {
  /// The speed, clamped to 0.5 to 3. The pitch does not change. Positions in the audio do not depend on the speed.
  case rate(Double)
  /// The volume from 0 to 1, on a scale of perceived loudness.
  case volume(Double)
  /// Whether the sound is muted.
  case isMuted(Bool)
  /// Whether silent passages are shortened.
  case shortensSilence(Bool)
  /// Whether the loudness of quiet and loud voices is made equal.
  case levelsVoices(Bool)
  /// The device that plays the sound, or `nil` for the system's default. The current audio continues on the new device.
  /// If the device is not connected, the system's default is used.
  case output(AudioOutput.ID?)
}

/// An event of the player. Each event names its audio, so that a late event is not attributed to the next audio.
package enum PlayerEvent: Hashable, Sendable {
  /// The player has found the kind of source from which it plays the audio. This event precedes ``playing(_:)``, and is
  /// emitted again when the audio is loaded from another source.
  case sourceFound(URL, PlaybackSource.Kind)
  /// The sound started or continued.
  case playing(URL)
  /// The sound stopped, and the position is kept.
  case paused(URL)
  /// The position in the audio, and the length if it is known. Emitted up to four times a second while the audio plays,
  /// and once after a seek.
  case position(URL, Duration, duration: Duration?)
  /// Playback waits, because the network is slower than the playback. `percent` of the buffer is filled. Playback
  /// continues at 100.
  case buffering(URL, percent: Int)
  /// The file also contains a video, whose pictures ``PlayerClient/video`` returns.
  case video(URL)
  /// The pictures of the video cannot be decoded, because a plugin of GStreamer is missing. `package` is the Debian
  /// package with the missing plugin.
  case videoUndecodable(URL, package: String)
  /// The end of the audio was reached.
  case ended(URL)
  /// The audio cannot be played. The player is stopped.
  case failed(URL, PlaybackError)
}

/// Why audio could not be played.
package enum PlaybackError: Error, Hashable, Sendable {
  /// There is no file at the address of the audio.
  case notFound
  /// The server cannot be reached, or the connection broke.
  case unreachable
  /// The server does not support byte ranges, which this audio or this position needs. The audio can be played after a
  /// download.
  case wholeFileOnly
  /// The server or the disk denies access to the audio.
  case notAllowed
  /// This machine lacks the decoder or the demuxer. `format` is the name in GStreamer, such as `MPEG-4 AAC`, and
  /// `package` the Debian package that has the plugin.
  case missingDecoder(format: String, package: String)
  /// The file is not audio, or it is damaged.
  case notAudio
  /// Playback ended well before the end of the episode, because the connection broke or the file is incomplete.
  case endedEarly
  /// No sound device works, or the software for it is not installed.
  case noSoundDevice
  /// Any other error of GStreamer, the library that plays the audio. `reason` is GStreamer's message, for a log.
  case failed(reason: String)
}

/// A plugin of GStreamer that is not installed.
package struct MissingSoundPlugin: Hashable, Sendable {
  /// The name of the missing GStreamer element.
  package var element: String
  /// The Debian package that contains the plugin.
  package var package: String

  package init(element: String, package: String) {
    self.element = element
    self.package = package
  }
}
