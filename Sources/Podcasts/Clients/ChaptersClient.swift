package import Foundation

/// Reads the chapters of episodes.
///
/// The module `PodcastNetwork` makes the live client.
package struct ChaptersClient: Sendable {
  /// Returns the chapters of an episode, merged from its sources. A source that cannot be read counts as a source
  /// without chapters. If the calling task is cancelled, transfers stop, and the result can be incomplete.
  package var chapters: @Sendable (_ sources: ChapterSources) async -> EpisodeChapters

  package init(chapters: @escaping @Sendable (_ sources: ChapterSources) async -> EpisodeChapters) {
    self.chapters = chapters
  }

  /// A client that returns only the chapters of the feed, for tests and previews.
  package static let feedOnly = ChaptersClient { EpisodeChapters(merging: [$0.feedChapters]) }
}

/// The sources of the chapters of an episode.
package struct ChapterSources: Hashable, Sendable {
  /// The address of a file of chapters, from the feed's element `podcast:chapters`.
  package var file: URL?
  /// The chapters that the feed itself lists.
  package var feedChapters: [Chapter]
  /// The address of the audio, on the web or of a local file, from which the embedded chapters are read. `nil` if the
  /// audio is not read.
  package var audio: URL?
  /// The kind of source from which the player plays ``audio``, or `nil` if the player does not play this audio. For
  /// `.keptStream` and `.runningDownload`, the embedded chapters are read from the bytes that have been received.
  package var playbackKind: PlaybackSource.Kind?
  /// The address of the feed that names the file of chapters. If the feed is on the web, a file in a private network is
  /// not requested.
  package var referrer: URL?

  package init(
    file: URL? = nil, feedChapters: [Chapter] = [], audio: URL? = nil, playbackKind: PlaybackSource.Kind? = nil,
    referrer: URL? = nil
  ) {
    self.file = file
    self.feedChapters = feedChapters
    self.audio = audio
    self.playbackKind = playbackKind
    self.referrer = referrer
  }

  /// Creates the sources of an episode from its details in the feed.
  package init(_ details: EpisodeDetails, audio: URL?, playbackKind: PlaybackSource.Kind? = nil, referrer: URL? = nil) {
    self.init(
      file: details.chaptersURL, feedChapters: details.chapters.map(Chapter.init), audio: audio,
      playbackKind: playbackKind, referrer: referrer)
  }

  /// Whether there is no source to read.
  package var isEmpty: Bool { file == nil && feedChapters.isEmpty && audio == nil }
}
