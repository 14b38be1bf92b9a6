package import Foundation

/// Reads the chapters of episodes.
///
/// `PodcastNetwork` makes the live client.
package struct ChaptersClient: Sendable {
  /// Returns the chapters of an episode, merged from its sources. A source that cannot be read counts as one without chapters. When the
  /// calling task is cancelled, transfers stop, and the result is incomplete.
  package var chapters: @Sendable (_ sources: ChapterSources) async -> EpisodeChapters

  package init(chapters: @escaping @Sendable (_ sources: ChapterSources) async -> EpisodeChapters) {
    self.chapters = chapters
  }

  /// A client that knows the chapters of the feed alone, for tests and previews.
  package static let feedOnly = ChaptersClient { EpisodeChapters(merging: [$0.feed]) }
}

/// Where the chapters of an episode are.
package struct ChapterSources: Hashable, Sendable {
  /// The file of chapters, from `podcast:chapters`.
  package var file: URL?
  /// The chapters that the feed itself lists.
  package var feed: [Chapter]
  /// The audio, on the web or in a file, or `nil` if it is not to be read. On the web a few requests read the beginning of it.
  package var audio: URL?
  /// Whether the audio on the web is in the player, which may have received its bytes. They are read then.
  package var isPlayed: Bool

  package init(file: URL? = nil, feed: [Chapter] = [], audio: URL? = nil, isPlayed: Bool = false) {
    self.file = file
    self.feed = feed
    self.audio = audio
    self.isPlayed = isPlayed
  }

  /// The sources that a feed gives for an episode.
  package init(_ details: EpisodeDetails, audio: URL?, isPlayed: Bool = false) {
    self.init(file: details.chaptersURL, feed: details.chapters.map(Chapter.init), audio: audio, isPlayed: isPlayed)
  }
}
