package import Foundation

/// A fetched podcast, with the validators and the hash for the next request of its feed.
package struct FetchedPodcast: Hashable, Sendable {
  package var podcast: Podcast
  /// The requested address. The validators and the hash are valid only for this address.
  package var feed: URL
  package var validators: FeedValidators
  /// The hash of the body. Empty if there is none.
  package var hash: String
  /// The HTTP status. 0 for a file.
  package var status: Int
  /// The repairs of the feed, one of each kind.
  package var repairs: [FeedRepair]
  /// Whether the feed was cut off. Then the podcast has its complete episodes.
  package var isPartial: Bool

  package init(
    _ podcast: Podcast, from feed: URL, validators: FeedValidators = FeedValidators(), hash: String = "",
    status: Int = 200,
    repairs: [FeedRepair] = [], isPartial: Bool = false
  ) {
    self.podcast = podcast
    self.feed = feed
    self.validators = validators
    self.hash = hash
    self.status = status
    self.repairs = repairs
    self.isPartial = isPartial
  }

  /// Creates the podcast of an answer. Throws ``FeedError/serverError(status:)`` if the answer has none, although the
  /// request had no validators and no hash.
  package init(_ response: FeedResponse, from feed: URL) throws(FeedError) {
    guard case .podcast(let podcast, let hash) = response.content else { throw .serverError(status: response.status) }
    self.init(
      podcast, from: feed, validators: response.validators, hash: hash, status: response.status,
      repairs: response.repairs,
      isPartial: response.isPartial)
  }

  /// Whether the next request of the feed may be a conditional one.
  ///
  /// A feed that was cut off, has further pages or has moved to another address is read completely once more: an answer
  /// without changes would have no episodes and no address.
  package var allowsConditionalRequest: Bool {
    let details = podcast.details
    return !isPartial && details.nextPageURL == nil && (details.newFeedURL == nil || details.newFeedURL == feed)
  }
}
