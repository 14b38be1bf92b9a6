/// Describes a list of episodes: which episodes it contains, and their order.
package struct EpisodeQuery: Hashable, Sendable, Codable {
  /// The set of episodes from which a query selects.
  package enum Scope: Hashable, Sendable, Codable {
    /// The episodes of all shows.
    case library
    /// The episodes of one show.
    case show(Show.ID)
    /// The episodes that are started and not marked as played, the last played first. The order of the query is
    /// ignored.
    case continueListening
    /// The new episodes of all shows.
    case new
    /// The favorite episodes of all shows.
    case favorites
    /// The episodes that the user has played completely or partly, the last played first. The order of the query is
    /// ignored.
    case history
    /// The episodes in the queue, in the order of the queue. The order of the query is ignored.
    case queue
    /// The episodes with a download. The unfinished downloads come before the complete ones, and in both groups the
    /// last added download comes first. The order of the query is ignored.
    case downloads
  }

  /// A filter for the episodes of a scope.
  package enum Filter: String, Hashable, Sendable, Codable, CaseIterable {
    case all
    /// The episodes that are neither played nor started.
    case unplayed
    /// The episodes that are started and not marked as played.
    case started
    case played
    /// The episodes with a complete download.
    case downloaded
    case favorites
  }

  /// The order of the episodes: by the date of publication, the length or the title.
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
  /// The words of a search. Each word must occur in the title, the notes or the names of participants of an episode, or
  /// in the title or the author of its show. An empty text matches all episodes.
  package var text: String

  package init(_ scope: Scope, filter: Filter = .all, order: Order = .newestFirst, text: String = "") {
    self.scope = scope
    self.filter = filter
    self.order = order
    self.text = text
  }
}
