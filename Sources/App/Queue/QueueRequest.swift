package import Podcasts
package import Presentation

/// A change of the queue that the user requested.
package enum QueueRequest: Hashable, Sendable {
  /// Put episodes at the beginning.
  case playNext([Episode.ID])
  /// Put episodes at the end.
  case playLast([Episode.ID])
  /// Move episodes before another episode, or to the end if the other episode is `nil`.
  case move([Episode.ID], before: Episode.ID?)
  /// Remove episodes.
  case remove([Episode.ID])
  /// Remove all episodes.
  case clear
}

/// A toast about a change of the queue, or about a skipped episode.
package struct QueueNotice: Hashable, Sendable, Identifiable {
  /// The reason for the toast.
  package enum Kind: Hashable, Sendable {
    /// Episodes were added at the beginning.
    case playsNext
    /// Episodes were added at the end.
    case added
    /// Episodes were removed. The user can undo the change.
    case removed(QueueRemoval)
    /// The episode with this title could not be played, or not to its end. The next playable episode is played.
    case skipped(title: String, PlaybackError)
  }

  /// The number of the toast in this session.
  package var id: Int
  package var kind: Kind

  package init(id: Int, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The text for the user.
  package var text: TextState {
    switch kind {
    case .playsNext: TextState("Plays Next")
    case .added: TextState("Added to the Queue")
    case .removed(let removal) where removal.removed.count == 1: TextState("Removed from the Queue")
    case .removed(let removal): TextState("\(removal.removed.count) episodes removed from the queue")
    case .skipped(let title, let error): Self.text(ofSkipped: title, error)
    }
  }

  private static func text(ofSkipped title: String, _ error: PlaybackError) -> TextState {
    switch error {
    case .notFound: TextState("“\(title)” was skipped: its audio was not found")
    case .unreachable: TextState("“\(title)” was skipped: its server cannot be reached")
    case .wholeFileOnly: TextState("“\(title)” was skipped: it must be downloaded first")
    case .notAllowed: TextState("“\(title)” was skipped: its audio may not be read")
    case .missingDecoder(_, let package): TextState("“\(title)” was skipped: the package \(package) is missing")
    case .notAudio: TextState("“\(title)” was skipped: it is damaged, or no audio")
    case .endedEarly: TextState("“\(title)” ended too early")
    case .noSoundDevice, .failed: TextState("“\(title)” cannot be played")
    }
  }

  /// Whether the user can undo the change.
  package var canUndo: Bool { if case .removed = kind { true } else { false } }
}
