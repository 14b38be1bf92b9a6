/// Describes a list of episodes: which episodes it contains, and their order.
package struct EpisodeQuery: Hashable, Sendable, Codable {
  /// The set of episodes from which a query selects.
  package enum Scope: Hashable, Sendable, Codable {
    /// All shows.
    case library
    case show(Show.ID)
    /// The episodes that are started and not played to the end, the last played first. The order of the query is
    /// ignored.
    case continueListening
    /// The new episodes of all shows.
    case new
    /// All favorites.
    case favorites
    /// The episodes that the user has played completely or partly, the last played first. The order of the query is
    /// ignored.
    case history
    /// The episodes in the queue, in its order. The order of the query is ignored.
    case queue
    /// The episodes with a download. The unfinished downloads come before the complete ones, and in both groups the
    /// last added download comes first. The order of the query is ignored.
    case downloads
  }

  /// A filter for the episodes of a scope.
  package enum Filter: String, Hashable, Sendable, Codable, CaseIterable {
    case all
    /// Neither played nor started.
    case unplayed
    case started
    case played
    case downloaded
    case favorites
  }

  /// The order of the episodes.
  package enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    case newestFirst
    case oldestFirst
    case longestFirst
    case shortestFirst
    case title
  }

  package var scope: Scope
  package var filter: Filter
  package var order: Order
  /// Words that the title, the notes, the show's title or the names of participants must contain. An empty text matches
  /// all episodes.
  package var text: String

  package init(_ scope: Scope, filter: Filter = .all, order: Order = .newestFirst, text: String = "") {
    self.scope = scope
    self.filter = filter
    self.order = order
    self.text = text
  }
}
