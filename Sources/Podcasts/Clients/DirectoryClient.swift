package import Foundation

/// Searches podcast directories, which are online catalogues of shows, by words.
///
/// The module `PodcastNetwork` makes the live client.
package struct DirectoryClient: Sendable {
  /// Searches all directories, and returns a stream of the states of the search. After each answer or failure of a
  /// directory, the stream emits all results so far: the best match first, and each feed once. The stream ends after
  /// the last directory. The search stops when the consumer stops.
  package var search: @Sendable (_ words: String) -> AsyncStream<DirectorySearch>

  package init(search: @escaping @Sendable (_ words: String) -> AsyncStream<DirectorySearch>) {
    self.search = search
  }
}

/// The state of a search: the results of the directories that have answered, and the errors of those that failed.
package struct DirectorySearch: Hashable, Sendable {
  package var results: [DirectoryResult]
  /// The errors of the directories that failed, by the name of the directory.
  package var failures: [String: FeedError]
  /// Whether a directory has not answered yet.
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
  /// Empty if the directory has none.
  package var author: String
  /// Plain text. Empty if the directory has none.
  package var summary: String
  package var artworkURL: URL?
  /// The number of episodes, or `nil` if the directory has none.
  package var episodeCount: Int?
  /// The identifier of the show, from the element `podcast:guid` of its feed. `nil` if the directory has none.
  package var guid: String?

  package var id: URL { feedURL }

  package init(
    feedURL: URL, title: String, author: String = "", summary: String = "", artworkURL: URL? = nil,
    episodeCount: Int? = nil, guid: String? = nil
  ) {
    self.feedURL = feedURL
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.episodeCount = episodeCount
    self.guid = guid
  }
}
