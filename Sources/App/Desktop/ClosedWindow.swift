package import Podcasts

/// The state of the program while its window is closed.
package enum ClosedWindow: Hashable, Sendable {
  /// The program goes on: an episode plays.
  case plays
  /// The program waits for the media controls, or until the user has read about a failure. It ends after ``patience``.
  case waits
  /// The program ends now: the sound has ended, and nothing follows.
  case ends

  /// How long a program without a window and without sound stays.
  package static let patience = Duration.seconds(3600)

  /// Decides by the state of the player.
  ///
  /// - Parameter hasProblem: Whether the sound failed.
  package init(_ state: MediaState, hasProblem: Bool) {
    if state.status == .playing {
      self = .plays
    } else {
      self = state.status == .stopped && !state.canGoNext && !hasProblem ? .ends : .waits
    }
  }
}
