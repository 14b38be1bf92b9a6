import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The feeds of shows, and the recorded outcomes of their refreshes.
@Suite struct SubscriptionsTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  /// The show of `feedURL`, with one episode, whose guid is “1”.
  private let show: Show.ID

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    show = try await library.client.subscribe(.sample(), feedURL)
  }

  private let refreshTime = Date(timeIntervalSince1970: 1_700_000_000)
  /// An address to which the feed moves, or at which another show is added.
  private let newURL = URL(string: "https://moved.example/feed")!

  /// A repair by the parser: an invalid date of the item “Rain” was ignored.
  private let dateRepair = FeedRepair(.date, itemTitles: ["Rain"], itemCount: 1)

  /// Returns the outcome of a refresh of `show`. `movedTo` is a new address of the feed that the refresh has confirmed.
  private func outcome(_ result: Result<FeedResponse, FeedError>, movedTo: URL? = nil) -> RefreshOutcome {
    RefreshOutcome(show: show, endedAt: refreshTime, nextDueAt: refreshTime + 3600, result: result, movedTo: movedTo)
  }

  /// Returns a response with a podcast. `permanent` is the target of a permanent redirect that the server sent.
  private func reply(_ podcast: Podcast = .sample(), permanent: URL? = nil) -> FeedResponse {
    FeedResponse(
      content: .podcast(podcast, hash: "hash"), validators: FeedValidators(etag: "\"1\""), permanentURL: permanent,
      repairs: [dateRepair])
  }

  private func subscription() async throws -> Subscription {
    try #require(try await library.subscriptions.all().first { $0.id == show })
  }

  @Test func `a successful refresh is recorded with its new episodes`() async throws {
    // The show already has the episode with the guid “1”.
    #expect(try await subscription().status == .neverFetched)
    let recorded = try await library.subscriptions.record(outcome(.success(reply(.sample(guids: ["2", "1"])))))
    #expect(recorded.newEpisodes.count == 1)
    let subscription = try await subscription()
    #expect(subscription.status == .current)
    #expect(subscription.validators == FeedValidators(etag: "\"1\""))
    #expect(subscription.hash == "hash")
    #expect(subscription.lastRefreshedAt == refreshTime)
    #expect(subscription.lastSucceededAt == refreshTime)
    #expect(subscription.nextDueAt == refreshTime + 3600)
    #expect(subscription.repairs == [dateRepair])
    #expect(subscription.httpStatus == 200)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.new)).contains(recorded.newEpisodes[0]))
    #expect(try await library.client.currentShows().first?.feedStatus == .current)
  }

  @Test func `a failure that an earlier version stored is read`() async throws {
    // Given a record of a feed that requires a password, without the address that answered
    let address = try #require(URL(string: "https://members.example/feed"))
    _ = try await library.subscriptions.record(
      outcome(.failure(.unauthorized(host: "members.example", address: address))))
    #expect(try await subscription().status == .failed(.unauthorized(host: "members.example", address: address)))
    try await DatabaseQueue(path: temporary.file.path).write {
      try $0.execute(sql: #"UPDATE feed SET status = '{"failed":{"_0":{"unauthorized":{"host":"members.example"}}}}'"#)
    }

    // Then its status is still that failure
    #expect(try await subscription().status == .failed(.unauthorized(host: "members.example")))
    #expect(try await library.client.currentShows().count == 1)
  }

  @Test func `the first refresh reports only newer episodes as arrivals`() async throws {
    // Given a show that was subscribed to with one episode of the second day
    func item(ofDay day: Int) -> Podcast.Item {
      var item = Podcast.sample(guids: ["\(day)"]).items[0]
      item.publishedAt = refreshTime + Double(day) * 86_400
      return item
    }
    var podcast = Podcast.sample()
    podcast.items = [item(ofDay: 2)]
    let added = try await library.client.subscribe(podcast, newURL)

    // When the first refresh adds episodes of the third and the first day, then only the episode of the third day is an
    // arrival. `newEpisodes` begins with this episode, because it is the newest one
    podcast.items = [item(ofDay: 3), item(ofDay: 2), item(ofDay: 1)]
    let response = FeedResponse(content: .podcast(podcast, hash: "hash"))
    let recorded = try await library.subscriptions.record(
      RefreshOutcome(show: added, endedAt: refreshTime, nextDueAt: nil, result: .success(response)))
    #expect(recorded.newEpisodes.count == 2)
    #expect(recorded.arrivals == [recorded.newEpisodes[0]])

    // And a refresh without items has no arrivals
    #expect(try await library.subscriptions.record(outcome(.success(reply(.sample(guids: []))))).arrivals == [])
  }

  @Test func `a new subscription has the validators and the hash of its fetch`() async throws {
    // Given a podcast whose server sent validators
    let validators = FeedValidators(etag: "\"7\"", lastModified: "Tue, 1 Jul 2025 10:00:00 GMT")
    let fetched = FetchedPodcast(
      .sample(), from: newURL, validators: validators, hash: "hash", repairs: [dateRepair])

    // When it is added
    let added = try await library.client.subscribe(fetched, newURL)

    // Then the subscription has the state of a refreshed feed, and is due at once
    let subscription = try #require(try await library.subscriptions.all().first { $0.id == added })
    #expect(subscription.validators == validators)
    #expect(subscription.hash == "hash")
    #expect(subscription.status == .current)
    #expect(subscription.repairs == [dateRepair])
    #expect(subscription.lastSucceededAt != nil)
    #expect(subscription.nextDueAt == nil)
  }

  @Test func `no validators are stored for an incomplete feed or a fetch from another address`() async throws {
    var (paged, announced) = (Podcast.sample(), Podcast.sample())
    paged.details.nextPageURL = URL(string: "https://moved.example/feed?page=2")
    announced.details.newFeedURL = URL(string: "https://new.example/feed")
    let validators = FeedValidators(etag: "\"7\"")
    // The first feed has a second page, the second one announces another address, the third one was cut off, and the
    // fourth one was fetched from another address.
    let fetches = [
      FetchedPodcast(paged, from: newURL, validators: validators, hash: "1"),
      FetchedPodcast(announced, from: newURL, validators: validators, hash: "2"),
      FetchedPodcast(.sample(), from: newURL, validators: validators, hash: "3", isPartial: true),
      FetchedPodcast(.sample(), from: URL(string: "https://former.example/feed")!, validators: validators, hash: "4"),
    ]
    for fetched in fetches {
      let added = try await library.client.subscribe(fetched, newURL)
      let subscription = try #require(try await library.subscriptions.all().first { $0.id == added })
      #expect(subscription.validators == FeedValidators())
      #expect(subscription.hash.isEmpty)
      #expect(subscription.status == .neverFetched)
    }
  }

  @Test func `repairs that an older version stored are read`() throws {
    let stored = Data(#"["date", {"kind": "guid", "items": ["Rain"], "itemCount": 3}]"#.utf8)
    #expect(
      try JSONDecoder().decode([FeedRepair].self, from: stored) == [
        FeedRepair(.date), FeedRepair(.guid, itemTitles: ["Rain"], itemCount: 3),
      ])
  }

  @Test func `an unchanged feed keeps its validators and its hash`() async throws {
    _ = try await library.subscriptions.record(outcome(.success(reply())))
    _ = try await library.subscriptions.record(outcome(.success(FeedResponse(content: .unchanged, status: 304))))
    let subscription = try await subscription()
    #expect(subscription.hash == "hash")
    #expect(subscription.validators.etag == "\"1\"")
    #expect(subscription.httpStatus == 304)
  }

  @Test func `recording an unchanged feed writes only one row`() async throws {
    // Given a feed that was fetched. `total_changes()` counts the rows that the pool's only writing connection wrote
    let pool = try LibraryFile.open(at: temporary.file)
    let client = Library(
      LibraryDatabase(database: pool, path: temporary.file.path), file: temporary.file, opening: .unchanged
    ).subscriptions
    _ = try await client.record(outcome(.success(reply())))
    let before = try await pool.write { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 }

    // When an unchanged feed is recorded
    _ = try await client.record(outcome(.success(FeedResponse(content: .unchanged, status: 304))))

    // Then one row is written
    #expect(try await pool.write { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 } - before == 1)
  }

  @Test func `successive failures are counted until a success`() async throws {
    for count in 1...2 {
      _ = try await library.subscriptions.record(outcome(.failure(.timedOut(host: "a.example"))))
      #expect(try await subscription().failureCount == count)
    }
    #expect(try await subscription().status == .failed(.timedOut(host: "a.example")))
    // A cancelled refresh is neither a failure nor a success.
    _ = try await library.subscriptions.record(outcome(.failure(.cancelled)))
    #expect(try await subscription().failureCount == 2)
    _ = try await library.subscriptions.record(outcome(.success(reply())))
    #expect(try await subscription().failureCount == 0)
    #expect(try await subscription().status == .current)
  }

  @Test func `a feed that is gone is never due and is listed last`() async throws {
    _ = try await library.subscriptions.record(outcome(.failure(.gone(feedURL))))
    _ = try await library.client.subscribe(.sample(), newURL)
    let all = try await library.subscriptions.all()
    #expect(all.map(\.status) == [.neverFetched, .gone])
    // Without a date, a feed that is gone is never due, and any other feed is due at once.
    #expect(all.last?.nextDueAt == nil)
    #expect(all.last?.httpStatus == 410)
  }

  @Test func `a permanent redirect is followed when the next refresh repeats it`() async throws {
    _ = try await library.subscriptions.record(outcome(.success(reply(permanent: newURL))))
    #expect(try await subscription().feedURL == feedURL)
    #expect(try await subscription().permanentURL == newURL)
    _ = try await library.subscriptions.record(outcome(.success(reply(permanent: newURL))))
    let subscription = try await subscription()
    #expect(subscription.feedURL == newURL)
    #expect(subscription.formerURLs == [feedURL])
  }

  @Test func `a permanent redirect that is not repeated is discarded`() async throws {
    for permanent in [newURL, nil, newURL] {
      _ = try await library.subscriptions.record(outcome(.success(reply(permanent: permanent))))
    }
    #expect(try await subscription().feedURL == feedURL)
  }

  /// A feed announces a new address in its `newFeedURL`.
  @Test func `an announced address without confirmation is followed only together with an equal redirect`()
    async throws
  {
    var announced = Podcast.sample()
    announced.details.newFeedURL = newURL
    // Without `movedTo`, the refresh did not confirm the announced address. For example, it found no feed there.
    for _ in 1...3 { _ = try await library.subscriptions.record(outcome(.success(reply(announced)))) }
    #expect(try await subscription().feedURL == feedURL)
    _ = try await library.subscriptions.record(outcome(.success(reply(announced, permanent: newURL))))
    #expect(try await subscription().feedURL == newURL)
  }

  @Test func `one redirect that agrees with the announced address is followed at once`() async throws {
    var announced = Podcast.sample()
    announced.details.newFeedURL = newURL
    _ = try await library.subscriptions.record(outcome(.success(reply(announced, permanent: newURL))))
    #expect(try await subscription().feedURL == newURL)
  }

  @Test func `a feed does not move from HTTPS to HTTP or to the address of another show`() async throws {
    let showAtNewURL = try await library.client.subscribe(.sample(), newURL)
    #expect(showAtNewURL != show)
    for target in [URL(string: "http://plain.example/")!, newURL] {
      for _ in 1...3 { _ = try await library.subscriptions.record(outcome(.success(reply(permanent: target)))) }
    }
    #expect(try await subscription().feedURL == feedURL)
  }

  @Test func `a confirmed address is stored at once, and the show is found by both addresses`() async throws {
    _ = try await library.subscriptions.record(outcome(.success(reply()), movedTo: newURL))
    #expect(try await subscription().feedURL == newURL)
    // The third address is another spelling of the second one. `nil` means that no `podcast:guid` is searched.
    for address in [feedURL, newURL, URL(string: "http://MOVED.example/feed/")!] {
      #expect(try await library.subscriptions.find(address, nil) == show)
    }
    #expect(try await library.client.subscribe(.sample(), feedURL) == show)
    #expect(try await library.subscriptions.find(URL(string: "https://else.example/")!, nil) == nil)
  }

  @Test func `changing the address of a feed keeps the places, clears the hash and makes the feed due`() async throws {
    let episode = try #require(try await library.client.currentEpisodes(show).first)
    try await library.client.savePosition(episode.id, .seconds(30))
    _ = try await library.subscriptions.record(outcome(.success(reply())))
    try await library.subscriptions.setFeedURL(show, newURL)
    let subscription = try await subscription()
    #expect(subscription.hash == "")
    #expect(subscription.nextDueAt == nil)
    #expect(try await library.client.currentEpisodes(show).map(\.playPosition) == [.seconds(30)])
    await #expect(throws: LibraryError.notFound) {
      try await library.subscriptions.setFeedURL(Show.ID(rawValue: 999), newURL)
    }
  }

  @Test func `episodes are recorded although the confirmed address belongs to another show`() async throws {
    _ = try await library.client.subscribe(.sample(), newURL)
    let recorded = try await library.subscriptions.record(
      outcome(.success(reply(.sample(guids: ["2", "1"]))), movedTo: newURL))
    #expect(recorded.newEpisodes.count == 1)
    #expect(try await subscription().feedURL == feedURL)
  }

  @Test func `recording a refresh of a removed show throws notFound`() async throws {
    try await library.client.removeShow(show)
    await #expect(throws: LibraryError.notFound) {
      try await library.subscriptions.record(outcome(.success(reply())))
    }
  }

  @Test func `the stream of a subscription emits changes until its show is removed`() async throws {
    var values = library.subscriptions.subscription(show).makeAsyncIterator()
    #expect(try await values.next()?.get()?.status == .neverFetched)
    _ = try await library.subscriptions.record(outcome(.failure(.webPage)))
    #expect(try await values.next()?.get()?.status == .failed(.webPage))
    try await library.client.removeShow(show)
    let last = try #require(await values.next())
    #expect(try last.get() == nil)
  }

  @Test func `outlines are added once and are due for a refresh`() async throws {
    // The first feed is already in the library, and the third address is another spelling of the second one.
    let outlines = [
      Outline(title: "There", feedURL: feedURL),
      Outline(title: "New", feedURL: newURL, sectionPath: ["News", "Local"]),
      Outline(feedURL: URL(string: "http://moved.example/feed/")!),
      Outline(feedURL: URL(string: "https://untitled.example/feed")!),
    ]
    let shows = try await library.subscriptions.addFeeds(outlines)
    let all = try await library.client.currentShows()
    #expect(all.map(\.title) == ["A Show", "New", "untitled.example"])
    #expect(all.map(\.sectionPath) == [[], ["News", "Local"], []])
    #expect(shows == all.dropFirst().map(\.id))
    #expect(try await library.subscriptions.addFeeds(outlines) == [])
    #expect(try await library.subscriptions.all().allSatisfy { $0.nextDueAt == nil && $0.status == .neverFetched })
  }
}
