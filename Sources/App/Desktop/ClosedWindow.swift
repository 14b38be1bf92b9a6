package import Podcasts

/// The behavior of the program while its window is closed.
package enum ClosedWindow: Hashable, Sendable {
  /// The program continues, because an episode is playing.
  case plays
  /// The program waits: the user may continue with the media controls, or has not read about a failure yet. It ends
  /// after ``timeLimit``.
  case waits
  /// The program ends now, because the sound has ended and no episode follows.
  case ends

  /// How long the program continues without a window and without sound.
  package static let timeLimit = Duration.seconds(3600)

  /// Decides by the state of the media controls.
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
