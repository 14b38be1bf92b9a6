package import Podcasts

/// The behaviour of the program while its window is closed.
package enum ClosedWindow: Hashable, Sendable {
  /// The program continues without a time limit, because an episode is playing.
  case plays
  /// The program continues for ``timeLimit`` and then ends. The user may continue playback with the media controls, or
  /// may not have seen the notification about a failure yet.
  case waits
  /// The program ends now, because no episode is playing or paused, the queue has no next episode, and the episode in
  /// the player has not failed.
  case ends

  /// How long the program continues without a window and without sound.
  package static let timeLimit = Duration.seconds(3600)

  /// Selects the case for a state of the media controls.
  ///
  /// - Parameter hasProblem: Whether the episode in the player could not be played.
  package init(_ state: MediaState, hasProblem: Bool) {
    if state.status == .playing {
      self = .plays
    } else {
      self = state.status == .stopped && !state.canGoNext && !hasProblem ? .ends : .waits
    }
  }
}
