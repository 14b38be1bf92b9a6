package import Foundation
package import Podcasts

/// Feeds in memory. A test sets the result of each address.
///
/// A feed has two results, because ``client`` has two functions that fetch a feed. The app calls `fetch` for a first
/// fetch, and `refresh` for each later fetch. The app also calls `refresh` for a first fetch if the user has allowed
/// the feed to lead to a private network, or if the request has a referrer: the web page that links to the feed.
package final class FakeFeeds: Sendable {
  private struct State: Sendable {
    /// The feeds that an address resolves to.
    var resolvedFeeds: [String: Result<[URL], FeedError>] = [:]
    /// The results of `fetch`.
    var fetchResults: [URL: Result<FetchedPodcast, FeedError>] = [:]
    /// The gates of feeds. `fetch` and `refresh` of a feed wait for its gate.
    var gates: [URL: Gate] = [:]
    /// The results of `refresh`.
    var refreshResults: [URL: Result<FeedResponse, FeedError>] = [:]
    /// The feeds that a web page links to.
    var linkedFeeds: [URL: Result<[DiscoveredFeed], FeedError>] = [:]
    var requests: [FeedRequest] = []
    var fetched: [URL] = []
    /// The feeds of the calls of `fetch` and `refresh` that were cancelled at a gate.
    var cancelled: [URL] = []
  }

  private let state = Recorded(State())

  package init() {}

  /// The feeds of all calls of `fetch`, in order.
  package var fetched: [URL] { state.current.fetched }

  /// The requests of all calls of `refresh`, in order.
  package var requests: [FeedRequest] { state.current.requests }

  /// Sets the result of `refresh` for a feed, and the feed's gate. Calls of `refresh` and `fetch` wait for the gate.
  package func setRefreshResult(of feed: URL, _ result: Result<FeedResponse, FeedError>, after gate: Gate? = nil) {
    state.change { state in
      state.refreshResults[feed] = result
      state.gates[feed] = gate
    }
  }

  /// Sets the feeds that a web page links to.
  package func setLinks(of page: URL, _ result: Result<[DiscoveredFeed], FeedError>) {
    state.change { $0.linkedFeeds[page] = result }
  }

  /// Sets the feeds that an address resolves to.
  package func setResolution(of address: String, _ result: Result<[URL], FeedError>) {
    state.change { $0.resolvedFeeds[address] = result }
  }

  /// Sets the result of `fetch` for a feed, and the feed's gate. Calls of `fetch` and `refresh` wait for the gate. The
  /// text of the feed's address, or the path of a file, resolves to the feed.
  package func setFetchResult(
    of feed: URL, _ result: Result<Podcast, FeedError>, validators: FeedValidators = FeedValidators(),
    hash: String = "", after gate: Gate? = nil
  ) {
    state.change { state in
      state.resolvedFeeds[feed.isFileURL ? feed.path : feed.absoluteString] = .success([feed])
      state.fetchResults[feed] = result.map { FetchedPodcast($0, from: feed, validators: validators, hash: hash) }
      state.gates[feed] = gate
    }
  }

  /// Waits until `fetch` was called for a feed. The fetch may still be waiting for its gate.
  package func waitUntilFetchBegins(_ feed: URL) async {
    await state.until { $0.fetched.contains(feed) }
  }

  /// Waits until a call of `fetch` or `refresh` for a feed was cancelled while it waited for the feed's gate.
  package func waitUntilCancelled(_ feed: URL) async {
    await state.until { $0.cancelled.contains(feed) }
  }

  /// The client that fetches these feeds.
  package var client: FeedClient {
    FeedClient(
      resolve: { [self] address throws(FeedError) in
        guard let result = state.current.resolvedFeeds[address] else { throw .notAnAddress }
        return try result.get()
      },
      fetch: { [self] feed throws(FeedError) in
        state.change { $0.fetched.append(feed) }
        if let gate = state.current.gates[feed], await !gate.pass() {
          state.change { $0.cancelled.append(feed) }
          throw .cancelled
        }
        guard let result = state.current.fetchResults[feed] else { throw .notFound(feed) }
        return try result.get()
      },
      refresh: { [self] request throws(FeedError) in
        state.change { $0.requests.append(request) }
        if let gate = state.current.gates[request.url], await !gate.pass() {
          state.change { $0.cancelled.append(request.url) }
          throw .cancelled
        }
        guard let result = state.current.refreshResults[request.url] else { throw .notFound(request.url) }
        return try result.get()
      },
      discover: { [self] page throws(FeedError) in
        guard let result = state.current.linkedFeeds[page] else { return [] }
        return try result.get()
      })
  }
}
