package import Foundation

/// A show in the user's library.
package struct Show: Identifiable, Hashable, Sendable {
  /// Identifies a show for as long as it is in the library, even if its feed's address or title changes.
  package struct ID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
  }

  package var id: ID
  /// The address of the feed: `http`, `https` or `file`.
  package var feedURL: URL
  package var title: String
  package var author: String
  /// The description from the feed: plain text or HTML.
  package var summary: String
  package var artworkURL: URL?
  package var websiteURL: URL?
  /// How many episodes of the show are in the library.
  package var episodeCount: Int
  /// How many episodes of the show are neither played nor started.
  package var unplayedCount: Int = 0
  /// The result of the last refresh of the feed.
  package var feedStatus: FeedStatus = .neverFetched
  /// When the newest episode was published.
  package var newestEpisodeAt: Date?
  /// Pages on which the show can be supported.
  package var funding: [FeedLink] = []
  /// The names of the sections that contained the show in the imported list of subscriptions, the outermost first. An
  /// exported list contains the same sections. Empty for a show that was not imported, or was in no section.
  package var sectionPath: [String] = []

  package init(
    id: ID, feedURL: URL, title: String, author: String = "", summary: String = "", artworkURL: URL? = nil,
    websiteURL: URL? = nil, episodeCount: Int = 0
  ) {
    self.id = id
    self.feedURL = feedURL
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.websiteURL = websiteURL
    self.episodeCount = episodeCount
  }
}
