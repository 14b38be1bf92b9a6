/// Reads, writes and searches the transcripts in the library. Saved transcripts can be read offline.
///
/// `PodcastStore` makes the live client. A write completes even if the calling task is cancelled.
package struct SavedTranscriptsClient: Sendable {
  /// Returns the transcript of an episode, or `nil` if the library has none.
  package var transcript: @Sendable (_ episode: Episode.ID) async throws(LibraryError) -> SavedTranscript?
  /// Returns those of `episodes` whose transcript is missing in the library or is outdated. Does not read the
  /// transcripts.
  package var missing: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> [Episode.ID]
  /// Writes the transcript of an episode, and replaces an earlier one. Throws ``LibraryError/notFound`` if the episode
  /// is missing.
  package var save: @Sendable (_ transcript: Transcript, _ episode: Episode.ID) async throws(LibraryError) -> Void
  /// Returns at most `limit` lines that contain all words of a text. The case of letters is ignored. Lines of newer
  /// episodes come first. A text without a word of at least two characters has no results.
  package var search: @Sendable (_ text: String, _ limit: Int) async throws(LibraryError) -> [TranscriptMatch]

  package init(
    transcript: @escaping @Sendable (_ episode: Episode.ID) async throws(LibraryError) -> SavedTranscript?,
    missing: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> [Episode.ID],
    save: @escaping @Sendable (_ transcript: Transcript, _ episode: Episode.ID) async throws(LibraryError) -> Void,
    search: @escaping @Sendable (_ text: String, _ limit: Int) async throws(LibraryError) -> [TranscriptMatch]
  ) {
    self.transcript = transcript
    self.missing = missing
    self.save = save
    self.search = search
  }

  /// Returns a client for a library that could not be opened. All closures of the client throw `error`.
  package static func unavailable(_ error: LibraryError) -> SavedTranscriptsClient {
    SavedTranscriptsClient(
      transcript: { _ throws(LibraryError) in throw error }, missing: { _ throws(LibraryError) in throw error },
      save: { _, _ throws(LibraryError) in throw error },
      search: { _, _ throws(LibraryError) in throw error })
  }
}

/// A transcript in the library.
package struct SavedTranscript: Hashable, Sendable {
  package var transcript: Transcript
  /// Whether the addresses of the episode's transcripts in the feed have changed since the transcript was saved.
  package var isOutdated: Bool

  package init(_ transcript: Transcript, isOutdated: Bool = false) {
    self.transcript = transcript
    self.isOutdated = isOutdated
  }
}

/// A line of a transcript that a search found.
package struct TranscriptMatch: Hashable, Identifiable, Sendable {
  /// The episode and the position of the line.
  package struct ID: Hashable, Sendable {
    package var episode: Episode.ID
    /// The index of the line in the transcript, from 0.
    package var position: Int
  }

  package var episode: Episode.ID
  package var episodeTitle: String
  package var showTitle: String
  package var line: Transcript.Line

  package init(episode: Episode.ID, episodeTitle: String, showTitle: String, line: Transcript.Line) {
    self.episode = episode
    self.episodeTitle = episodeTitle
    self.showTitle = showTitle
    self.line = line
  }

  package var id: ID { ID(episode: episode, position: line.id) }
}
