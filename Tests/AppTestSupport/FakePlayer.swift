package import Foundation
package import Podcasts

/// A player without a sound: it writes down what it is told, and tells what the test says.
package final class FakePlayer: Sendable {
  /// What the player was told, in order.
  package enum Command: Hashable, Sendable {
    case play(URL, Duration)
    case pause
    case resume
    case seek(Duration)
    case stop
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var settings: [SoundSetting] = []
    var listeners: [AsyncStream<PlayerEvent>.Continuation] = []
  }

  private let state = Recorded(State())

  package init() {}

  /// All that the player was told so far.
  package var commands: [Command] { state.current.commands }

  /// The settings of the sound that the player was told so far.
  package var settings: [SoundSetting] { state.current.settings }

  /// Tells what happened in the player.
  package func send(_ events: PlayerEvent...) {
    for listener in state.current.listeners {
      events.forEach { listener.yield($0) }
    }
  }

  /// The client that this player is behind.
  package var client: PlayerClient {
    PlayerClient(
      play: { [self] audio, position in record(.play(audio, position)) },
      playFromSource: { [self] audio, position, _ in record(.play(audio, position)) },
      pause: { [self] in record(.pause) },
      resume: { [self] in record(.resume) },
      seek: { [self] position in record(.seek(position)) },
      adjust: { [self] setting in state.change { $0.settings.append(setting) } },
      stop: { [self] in record(.stop) },
      events: { [self] in
        AsyncStream { continuation in state.change { $0.listeners.append(continuation) } }
      })
  }

  private func record(_ command: Command) {
    state.change { $0.commands.append(command) }
  }
}
