package import Foundation

/// Searches directories of podcasts by words.
///
/// `PodcastNetwork` makes the live client.
package struct DirectoryClient: Sendable {
  /// The shows that the directories find, the best first, each feed once: one answer as soon as a directory has answered, and more complete ones
  /// as the others do. The stream ends when all have answered or failed. It stops when the consumer does.
  package var search: @Sendable (_ words: String) -> AsyncStream<DirectorySearch>

  package init(search: @escaping @Sendable (_ words: String) -> AsyncStream<DirectorySearch>) {
    self.search = search
  }
}

/// What the directories have found so far.
package struct DirectorySearch: Hashable, Sendable {
  package var results: [DirectoryResult]
  /// The directories that failed, by name, and why.
  package var failures: [String: FeedError]
  /// Whether directories have not answered yet.
  package var isRunning: Bool

  package init(results: [DirectoryResult] = [], failures: [String: FeedError] = [:], isRunning: Bool = false) {
    self.results = results
    self.failures = failures
    self.isRunning = isRunning
  }
}

/// A show that a directory lists.
package struct DirectoryResult: Hashable, Sendable, Identifiable {
  package var feedURL: URL
  package var title: String
  package var author: String
  package var summary: String
  package var artworkURL: URL?
  package var episodeCount: Int?

  package var id: URL { feedURL }

  package init(feedURL: URL, title: String, author: String = "", summary: String = "", artworkURL: URL? = nil, episodeCount: Int? = nil) {
    self.feedURL = feedURL
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.episodeCount = episodeCount
  }
}
