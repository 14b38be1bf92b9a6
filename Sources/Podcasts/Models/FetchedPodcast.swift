package import Foundation

/// A fetched podcast, with the validators and the hash for the next request of its feed.
package struct FetchedPodcast: Hashable, Sendable {
  package var podcast: Podcast
  /// The requested address. The validators and the hash are valid only for this address.
  package var feed: URL
  package var validators: FeedValidators
  /// The hash of the received document. Empty if there is none.
  package var hash: String
  /// The HTTP status. 0 for a file.
  package var status: Int
  /// The repairs that reading the feed required, at most one of each kind.
  package var repairs: [FeedRepair]
  /// Whether the feed was cut off. If it was, the podcast has only the episodes that are complete.
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

  /// Creates a value from the answer to a request without validators and without a hash. Throws
  /// ``FeedError/serverError(status:)`` if the answer contains no podcast.
  package init(_ response: FeedResponse, from feed: URL) throws(FeedError) {
    guard case .podcast(let podcast, let hash) = response.content else { throw .serverError(status: response.status) }
    self.init(
      podcast, from: feed, validators: response.validators, hash: hash, status: response.status,
      repairs: response.repairs,
      isPartial: response.isPartial)
  }

  /// Whether the next request of the feed may have validators and a hash.
  ///
  /// If the feed was cut off, has further pages or has moved to another address, the next request must return the
  /// complete feed again. The answer “unchanged” would contain neither the missing episodes nor the new address.
  package var allowsConditionalRequest: Bool {
    let details = podcast.details
    return !isPartial && details.nextPageURL == nil && (details.newFeedURL == nil || details.newFeedURL == feed)
  }
}
