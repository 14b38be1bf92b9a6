package import Foundation
package import Podcasts

/// Subscriptions in memory. When the outcome of a refresh is recorded, the subscription of its show changes, and the
/// items whose `guid` is not known yet become new episodes.
///
/// A merge is the match of a known episode with an item that has another `guid`.
package final class FakeSubscriptions: Sendable {
  private struct State: Sendable {
    var subscriptions: [Subscription]
    /// The `guid`s of the items that the library knows, by show.
    var knownGuids: [Show.ID: Set<String>] = [:]
    var outcomes: [RefreshOutcome] = []
    var addedFeeds: [Outline] = []
    var merges: [EpisodeMerge] = []
    var refreshMergesByShow: [Show.ID: [EpisodeMerge]] = [:]
    var undoneMerges: [EpisodeMerge.ID] = []
    var failure: LibraryError?
    /// The streams of single subscriptions.
    var streams: [(show: Show.ID, continuation: AsyncStream<Result<Subscription?, LibraryError>>.Continuation)] = []
    var showsByAddress: [URL: Show.ID] = [:]
    var privateNetworkShows: [Show.ID] = []
  }

  private let state: Recorded<State>

  package init(_ subscriptions: [Subscription] = []) {
    state = Recorded(State(subscriptions: subscriptions))
  }

  /// The recorded outcomes, in order.
  package var outcomes: [RefreshOutcome] { state.current.outcomes }
  /// Waits until at least this many outcomes are recorded.
  package func waitUntilRecorded(_ count: Int) async { await state.until { $0.outcomes.count >= count } }
  /// The current subscriptions.
  package var all: [Subscription] { state.current.subscriptions }
  /// The feeds that were added without a fetch.
  package var addedFeeds: [Outline] { state.current.addedFeeds }
  /// The shows whose feeds may use a private network, in the order in which this was permitted.
  package var privateNetworkShows: [Show.ID] { state.current.privateNetworkShows }
  /// The merges that were undone, in order.
  package var undoneMerges: [EpisodeMerge.ID] { state.current.undoneMerges }

  /// Marks items of a show as known to the library, so that a refresh does not report them as new.
  package func markKnown(_ guids: Set<String>, of show: Show.ID) {
    state.change { $0.knownGuids[show, default: []].formUnion(guids) }
  }

  /// Adds a current or former address of a show. After that, `find` returns the show for this address.
  package func addAddress(_ url: URL, of show: Show.ID) {
    state.change { $0.showsByAddress[url] = show }
  }

  /// Sets the merges that the library lists for every show.
  package func setMerges(_ merges: [EpisodeMerge]) {
    state.change { $0.merges = merges }
  }

  /// Sets the merges that each recorded refresh of a show returns.
  package func setRefreshMerges(_ merges: [EpisodeMerge], of show: Show.ID) {
    state.change { $0.refreshMergesByShow[show] = merges }
  }

  /// From now on, each throwing closure of the client throws this error. `nil` makes the calls succeed again.
  package func fail(with error: LibraryError?) {
    state.change { $0.failure = error }
  }

  /// Changes the subscriptions and notifies all streams.
  package func change(_ body: @Sendable (inout [Subscription]) -> Void) {
    state.change { body(&$0.subscriptions) }
    let state = state.current
    for (show, continuation) in state.streams {
      continuation.yield(.success(state.subscriptions.first { $0.id == show }))
    }
  }

  /// The client of these subscriptions.
  package var client: SubscriptionsClient {
    SubscriptionsClient(
      all: { [self] () throws(LibraryError) in
        try throwIfFailing()
        return state.current.subscriptions
      },
      subscription: { [self] show in
        AsyncStream { continuation in
          state.change { $0.streams.append((show, continuation)) }
          continuation.yield(.success(state.current.subscriptions.first { $0.id == show }))
        }
      },
      find: { [self] feed, _ throws(LibraryError) in
        try throwIfFailing()
        let state = state.current
        return state.showsByAddress[feed]
          ?? state.subscriptions.first { $0.feedURL == feed || $0.formerURLs.contains(feed) }?.id
      },
      record: { [self] outcome throws(LibraryError) in
        try throwIfFailing()
        return try record(outcome)
      },
      setFeedURL: { [self] show, feed throws(LibraryError) in
        try throwIfFailing()
        change { all in
          guard let index = all.firstIndex(where: { $0.id == show }) else { return }
          all[index].feedURL = feed
        }
      },
      merges: { [self] _ throws(LibraryError) in
        try throwIfFailing()
        return state.current.merges
      },
      undoMerge: { [self] merge throws(LibraryError) in
        try throwIfFailing()
        state.change { state in
          state.undoneMerges.append(merge)
          state.merges.removeAll { $0.id == merge }
        }
      },
      addFeeds: { [self] feeds throws(LibraryError) in
        try throwIfFailing()
        return add(feeds)
      },
      allowPrivateNetwork: { [self] show throws(LibraryError) in
        try throwIfFailing()
        state.change { $0.privateNetworkShows.append(show) }
        change { all in
          guard let index = all.firstIndex(where: { $0.id == show }) else { return }
          all[index].allowsPrivateNetwork = true
        }
      })
  }

  private func throwIfFailing() throws(LibraryError) {
    if let failure = state.current.failure { throw failure }
  }

  private func add(_ feeds: [Outline]) -> [Show.ID] {
    var ids: [Show.ID] = []
    for feed in feeds {
      let id = state.change { state -> Show.ID? in
        guard !state.subscriptions.contains(where: { $0.feedURL == feed.feedURL }) else { return nil }
        let id = Show.ID(rawValue: (state.subscriptions.map(\.id.rawValue).max() ?? 0) + 1)
        state.addedFeeds.append(feed)
        state.subscriptions.append(Subscription(id: id, title: feed.title, feedURL: feed.feedURL))
        return id
      }
      if let id { ids.append(id) }
    }
    return ids
  }

  private func record(_ outcome: RefreshOutcome) throws(LibraryError) -> RecordedRefresh {
    let recorded = state.change { state -> RecordedRefresh? in
      state.outcomes.append(outcome)
      guard let index = state.subscriptions.firstIndex(where: { $0.id == outcome.show }) else { return nil }
      state.subscriptions[index].apply(outcome)
      guard case .success(let response) = outcome.result, case .podcast(let podcast, _) = response.content else {
        return RecordedRefresh()
      }
      let newItems = podcast.items.filter { state.knownGuids[outcome.show, default: []].insert($0.guid).inserted }
      // The new episodes of show 2 have the ids 2000, 2001 and so on.
      return RecordedRefresh(
        newEpisodes: newItems.indices.map { Episode.ID(rawValue: outcome.show.rawValue * 1000 + Int64($0)) },
        mergedEpisodes: state.refreshMergesByShow[outcome.show] ?? [])
    }
    guard let recorded else { throw .notFound }
    // `change` also notifies the streams.
    change { _ in }
    return recorded
  }
}

extension Subscription {
  /// Returns the subscription of the show with this number, whose feed was refreshed before.
  package static func sample(_ number: Int64) -> Subscription {
    let feed = URL(string: "https://example.org/show\(number).xml") ?? .sample("show\(number).xml")
    return Subscription(
      id: Show.ID(rawValue: number), title: "Show \(number)", feedURL: feed, hash: "hash", status: .current,
      lastRefreshedAt: .distantPast, lastSucceededAt: .distantPast)
  }

  fileprivate mutating func apply(_ outcome: RefreshOutcome) {
    lastRefreshedAt = outcome.endedAt
    nextDueAt = outcome.nextDueAt
    if let url = outcome.movedTo {
      formerURLs.insert(feedURL, at: 0)
      feedURL = url
    }
    switch outcome.result {
    case .success(let response):
      status = .current
      failureCount = 0
      lastSucceededAt = outcome.endedAt
      validators = response.validators
      httpStatus = response.status
      permanentURL = response.permanentURL
      repairs = response.repairs
      if case .podcast(_, let hash) = response.content { self.hash = hash }
    case .failure(let error):
      if case .gone = error { status = .gone } else { status = .failed(error) }
      failureCount += 1
    }
  }
}
