package import Podcasts

/// The result of a ``FeedParser``: the show with its episodes, and the repairs of the feed.
package struct ParsedFeed: Hashable, Sendable {
  /// The content of the feed. It has at least one item.
  package var podcast: Podcast
  /// Whether the feed was cut off. Then the items before that point are in ``podcast``.
  package var isPartial: Bool
  /// The repairs, at most one of each kind, in the order of ``FeedRepair/Kind``.
  package var repairs: [FeedRepair]
}
