package import Foundation
package import Podcasts

/// A player without sound. It records the calls of its client, and emits the events and video frames that a test sends.
package final class FakePlayer: Sendable {
  /// A command that starts, stops or moves the playback. Settings of the sound and prepared audio are recorded
  /// separately.
  package enum Command: Hashable, Sendable {
    /// Plays the audio at an address from a position.
    case play(URL, Duration)
    case pause
    case resume
    /// Moves to a position.
    case seek(Duration)
    case stop
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var settings: [SoundSetting] = []
    var prepared: [URL] = []
    /// Returns the playback source of the audio that was played last with a source.
    var source: (@Sendable () async -> PlaybackSource)?
    var eventStreams: [AsyncStream<PlayerEvent>.Continuation] = []
    var videoStreams: [AsyncStream<VideoFrame>.Continuation] = []
    var endedVideoStreamCount = 0
  }

  private let state = Recorded(State())

  package init() {}

  /// All commands that the player received, in order.
  package var commands: [Command] { state.current.commands }

  /// All settings of the sound that the player received, in order.
  package var settings: [SoundSetting] { state.current.settings }

  /// The addresses of the audio that the player was told to prepare, in order.
  package var prepared: [URL] { state.current.prepared }

  /// Returns the address that the last call of `playFromSource` plays, for example that of a downloaded file.
  /// Returns `nil` if no audio was played with a source.
  package func lastSourceURL() async -> URL? { await state.current.source?().url }

  /// Waits until exactly these addresses were prepared, in this order.
  package func waitUntilPrepared(_ audio: [URL]) async { await state.until { $0.prepared == audio } }

  /// The number of streams of video frames that were requested.
  package var videoRequestCount: Int { state.current.videoStreams.count }

  /// Waits until this many streams of video frames have ended.
  package func waitUntilVideoStreamsEnded(_ count: Int) async {
    await state.until { $0.endedVideoStreamCount == count }
  }

  /// Sends a frame to all streams of video frames.
  package func emit(_ frame: VideoFrame) { state.current.videoStreams.forEach { $0.yield(frame) } }

  /// Ends all streams of video frames, as if the video could not be decoded.
  package func endVideo() { state.current.videoStreams.forEach { $0.finish() } }

  /// Sends events of the player to all streams of events.
  package func send(_ events: PlayerEvent...) {
    for stream in state.current.eventStreams {
      events.forEach { stream.yield($0) }
    }
  }

  /// The client of this player.
  package var client: PlayerClient {
    PlayerClient(
      play: { [self] audio, position in record(.play(audio, position)) },
      playFromSource: { [self] audio, position, source in
        state.change { $0.source = source }
        record(.play(audio, position))
      },
      prepare: { [self] audio, _ in state.change { $0.prepared.append(audio) } },
      pause: { [self] in record(.pause) },
      resume: { [self] in record(.resume) },
      seek: { [self] position in record(.seek(position)) },
      adjust: { [self] setting in state.change { $0.settings.append(setting) } },
      stop: { [self] in record(.stop) },
      events: { [self] in
        AsyncStream { continuation in state.change { $0.eventStreams.append(continuation) } }
      },
      video: { [self] in
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
          continuation.onTermination = { [self] _ in state.change { $0.endedVideoStreamCount += 1 } }
          state.change { $0.videoStreams.append(continuation) }
        }
      })
  }

  private func record(_ command: Command) {
    state.change { $0.commands.append(command) }
  }
}
