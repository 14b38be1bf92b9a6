package import Foundation

/// Reads the subscriptions, and records the results of refreshes in the library.
///
/// A subscription is a show together with the state of its feed. `PodcastStore` makes the live client.
package struct SubscriptionsClient: Sendable {
  /// Returns all subscriptions, sorted by the date when their next refresh is due, the earliest first. Subscriptions
  /// without such a date come first, and subscriptions whose feed is gone come last.
  package var all: @Sendable () async throws(LibraryError) -> [Subscription]

  /// Returns a stream of one subscription. The stream emits at once and after each change, until the consumer stops.
  /// It emits `nil` when the show was removed.
  package var subscription: @Sendable (_ show: Show.ID) -> AsyncStream<Result<Subscription?, LibraryError>>

  /// Returns the show whose feed has or had the address `feed`. If there is none, returns the show whose
  /// `podcast:guid`, the identifier of a show, is `podcastGUID`. Otherwise returns `nil`.
  package var find: @Sendable (_ feed: URL, _ podcastGUID: String?) async throws(LibraryError) -> Show.ID?

  /// Records the outcome of a refresh, in one transaction, and returns the changes. An unchanged feed changes only the
  /// state of the subscription. Episodes that are missing in the feed are kept. Throws ``LibraryError/notFound`` if the
  /// show was removed.
  package var record: @Sendable (_ outcome: RefreshOutcome) async throws(LibraryError) -> RecordedRefresh

  /// Changes the address of a show's feed. The episodes of the show keep the user's state. Throws
  /// ``LibraryError/notFound`` if the show is missing, and ``LibraryError/failed(reason:)`` if another show has the
  /// address or if the address is too long.
  package var setFeedURL: @Sendable (_ show: Show.ID, _ feed: URL) async throws(LibraryError) -> Void

  /// Returns the merges of a show, the newest first. In a merge, an episode was matched to an item of the feed with
  /// another `guid`.
  package var merges: @Sendable (_ show: Show.ID) async throws(LibraryError) -> [EpisodeMerge]

  /// Undoes a merge, and creates a separate episode for the item of the feed.
  package var undoMerge: @Sendable (_ merge: EpisodeMerge.ID) async throws(LibraryError) -> Void

  /// Adds the shows of an OPML file's outlines without fetching their feeds, in one transaction, and returns the added
  /// shows. The added shows are due for a refresh at once. Existing shows are not changed.
  package var addFeeds: @Sendable (_ feeds: [Outline]) async throws(LibraryError) -> [Show.ID]

  /// Allows the addresses and redirects of a show's feed to lead from the web to a private network. Throws
  /// ``LibraryError/notFound`` if the show is missing.
  package var allowPrivateNetwork: @Sendable (_ show: Show.ID) async throws(LibraryError) -> Void

  package init(
    all: @escaping @Sendable () async throws(LibraryError) -> [Subscription],
    subscription: @escaping @Sendable (_ show: Show.ID) -> AsyncStream<Result<Subscription?, LibraryError>>,
    find: @escaping @Sendable (_ feed: URL, _ podcastGUID: String?) async throws(LibraryError) -> Show.ID?,
    record: @escaping @Sendable (_ outcome: RefreshOutcome) async throws(LibraryError) -> RecordedRefresh,
    setFeedURL: @escaping @Sendable (_ show: Show.ID, _ feed: URL) async throws(LibraryError) -> Void,
    merges: @escaping @Sendable (_ show: Show.ID) async throws(LibraryError) -> [EpisodeMerge],
    undoMerge: @escaping @Sendable (_ merge: EpisodeMerge.ID) async throws(LibraryError) -> Void,
    addFeeds: @escaping @Sendable (_ feeds: [Outline]) async throws(LibraryError) -> [Show.ID],
    allowPrivateNetwork: @escaping @Sendable (_ show: Show.ID) async throws(LibraryError) -> Void
  ) {
    self.all = all
    self.subscription = subscription
    self.find = find
    self.record = record
    self.setFeedURL = setFeedURL
    self.merges = merges
    self.undoMerge = undoMerge
    self.addFeeds = addFeeds
    self.allowPrivateNetwork = allowPrivateNetwork
  }
}
