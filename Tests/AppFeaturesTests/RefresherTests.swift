import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Testing

/// Tests of a refresh: it fetches the feeds of several shows and records an outcome for each of them.
@Suite(.timeLimit(.minutes(1)))
struct RefresherTests {
  let feeds = FakeFeeds()
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Returns a refresher that runs at most `limit` transfers at the same time.
  private func makeRefresher(_ subscriptions: FakeSubscriptions, limit: Int = 4) -> Refresher {
    Refresher(feeds: feeds.client, subscriptions: subscriptions.client, schedule: RefreshSchedule(.hour), limit: limit)
    { [now] in now }
  }

  private func url(_ path: String) -> URL { URL(string: "https://example.org/\(path)") ?? .sample(path) }

  /// Returns the content of a feed whose items have these identifiers.
  ///
  /// - Parameters:
  ///   - next: The path of the next page of the feed.
  ///   - movedTo: The new address that the feed names.
  private func podcast(_ guids: String..., next: String? = nil, movedTo: String? = nil) -> FeedResponse.Content {
    var podcast = Podcast(
      title: "Show", items: guids.map { Podcast.Item(guid: $0, title: $0, enclosure: Enclosure(url: .sample("a.ogg"))) }
    )
    podcast.details.nextPageURL = next.map(url)
    podcast.details.newFeedURL = movedTo.flatMap { URL(string: $0) }
    return .podcast(podcast, hash: "new")
  }

  /// Returns the identifiers of the items in each recorded outcome.
  private func recordedGuids(_ subscriptions: FakeSubscriptions) -> [[String]] {
    subscriptions.outcomes.map { outcome in
      guard case .success(let response) = outcome.result, case .podcast(let podcast, _) = response.content else {
        return []
      }
      return podcast.items.map(\.guid)
    }
  }

  @Test func `the failure of one show does not stop the others, and all outcomes are recorded`() async throws {
    // Given an unchanged show, a show that fails, and a show with one known and one new episode
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2), .sample(3)])
    subscriptions.markKnown(["old"], of: .sample(3))
    feeds.setRefreshResult(of: url("show1.xml"), .success(FeedResponse(content: .unchanged, status: 304)))
    feeds.setRefreshResult(of: url("show2.xml"), .failure(.webPage))
    feeds.setRefreshResult(of: url("show3.xml"), .success(FeedResponse(content: podcast("new", "old"))))
    let reported = Recorded<[Refresher.Progress]>([])

    // When all are refreshed one after another
    let result = try await makeRefresher(subscriptions, limit: 1).refresh(.all) { progress in
      reported.change { $0.append(progress) }
    }

    // Then the result contains the failure and the new episode. Of `news`, only the titles are compared
    let failure = Refresher.Progress.Failure(id: .sample(2), title: "Show 2", error: .webPage)
    #expect(result == Refresher.Progress(done: 3, total: 3, failures: [failure], newEpisodeCount: 1, news: result.news))
    #expect(result.news.map(\.title) == ["Show 3"])

    // And the steps were reported in order. The observer may miss steps, but receives the first and the last one
    let steps = reported.current.map(\.done)
    #expect(steps.first == 0 && steps.last == 3 && steps == Set(steps).sorted())

    // And all outcomes were recorded, and each show is due again after the hour of the schedule
    #expect(subscriptions.outcomes.map(\.show) == [.sample(1), .sample(2), .sample(3)])
    #expect(subscriptions.outcomes.map(\.nextDueAt) == [now + 3600, now + 3600, now + 3600])
  }

  @Test func `a slow observer of the progress does not delay the refresh`() async throws {
    // Given three shows, and an observer that waits at the first progress with a finished show
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2), .sample(3)])
    for number in 1...3 {
      feeds.setRefreshResult(of: url("show\(number).xml"), .success(FeedResponse(content: .unchanged, status: 304)))
    }
    let gate = Gate()
    let reported = Recorded<[Int]>([])
    let refresher = makeRefresher(subscriptions, limit: 1)
    let refresh = Task {
      try await refresher.refresh(.all) { progress in
        reported.change { $0.append(progress.done) }
        if progress.done > 0 { _ = await gate.pass() }
      }
    }

    // When the observer waits, then all shows are refreshed
    await gate.waitForArrivals(1)
    await subscriptions.waitUntilRecorded(3)
    gate.open()
    _ = try await refresh.value

    // And the observer receives the first and the last step
    #expect(reported.current.first == 0)
    #expect(reported.current.last == 3)
  }

  @Test func `the result has the number of recognized episodes of each show`() async throws {
    // Given three shows, of which two have episodes that are recognized although their identifiers have changed
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2), .sample(3)])
    for number in 1...3 {
      feeds.setRefreshResult(of: url("show\(number).xml"), .success(FeedResponse(content: podcast("a"))))
    }
    subscriptions.setRefreshMerges([.sample(11), .sample(12)], of: .sample(1))
    subscriptions.setRefreshMerges([.sample(31)], of: .sample(3))

    // When all are refreshed
    let result = try await makeRefresher(subscriptions, limit: 1).refresh(.all)

    // Then the result contains the counts
    #expect(
      result.recognitions == [
        Refresher.Progress.Recognition(id: .sample(1), title: "Show 1", count: 2),
        Refresher.Progress.Recognition(id: .sample(3), title: "Show 3", count: 1),
      ])
  }

  @Test func `a request contains the validators and the hash of the last fetch`() async throws {
    // The hash of the last fetch in `Subscription.sample` is "hash".
    var subscription = Subscription.sample(1)
    subscription.validators = FeedValidators(etag: "e", lastModified: "m")
    let subscriptions = FakeSubscriptions([subscription])
    feeds.setRefreshResult(of: subscription.feedURL, .success(FeedResponse(content: .unchanged)))
    try await makeRefresher(subscriptions).refresh(.due)
    #expect(
      feeds.requests == [FeedRequest(url: subscription.feedURL, validators: subscription.validators, hash: "hash")])
  }

  @Test func `shows that are due later are refreshed with all, and a feed that is gone is refreshed only by its id`()
    async throws
  {
    // Given a show that is due later, and one that is gone
    var (later, gone) = (Subscription.sample(1), Subscription.sample(2))
    later.nextDueAt = now + 60
    gone.status = .gone
    let subscriptions = FakeSubscriptions([later, gone])
    #expect(try await makeRefresher(subscriptions).refresh(.due).total == 0)
    #expect(try await makeRefresher(subscriptions).refresh(.all).total == 1)
    #expect(try await makeRefresher(subscriptions).refresh(.shows([gone.id])).total == 1)
  }

  @Test func `the number of simultaneous transfers does not exceed the limit`() async throws {
    // Given three slow shows, and a limit of two
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2), .sample(3)])
    let gate = Gate()
    for number in 1...3 {
      feeds.setRefreshResult(of: url("show\(number).xml"), .success(FeedResponse(content: .unchanged)), after: gate)
    }
    async let result = makeRefresher(subscriptions, limit: 2).refresh(.all)

    // When two transfers have started, then the third one waits for them
    await gate.waitForArrivals(2)
    #expect(feeds.requests.count == 2)
    gate.open()
    #expect(try await result.done == 3)
  }

  @Test func `a library that cannot be written stops the refresh`() async {
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2)])
    let gate = Gate()
    feeds.setRefreshResult(of: url("show1.xml"), .success(FeedResponse(content: .unchanged)), after: gate)
    let task = Task { [refresher = makeRefresher(subscriptions, limit: 1)] in
      do throws(LibraryError) {
        return Result<Refresher.Progress, LibraryError>.success(try await refresher.refresh(.all))
      } catch {
        return .failure(error)
      }
    }
    await gate.waitForArrivals(1)
    subscriptions.fail(with: .diskFull(path: "/library"))
    gate.open()
    #expect(await task.value == .failure(.diskFull(path: "/library")))
    #expect(feeds.requests.count == 1)
  }

  @Test func `a cancelled refresh records no outcomes`() async {
    let subscriptions = FakeSubscriptions([.sample(1), .sample(2)])
    let gate = Gate()
    for number in 1...2 {
      feeds.setRefreshResult(of: url("show\(number).xml"), .success(FeedResponse(content: .unchanged)), after: gate)
    }
    let task = Task { [refresher = makeRefresher(subscriptions, limit: 1)] in try await refresher.refresh(.all) }
    await gate.waitForArrivals(1)
    task.cancel()
    #expect((try? await task.value.done) == 0)
    #expect(subscriptions.outcomes.isEmpty)
    #expect(feeds.requests.count == 1)
  }

  @Test func `a show that is removed during its refresh is not a failure`() async throws {
    let subscriptions = FakeSubscriptions([.sample(1)])
    let gate = Gate()
    feeds.setRefreshResult(of: url("show1.xml"), .success(FeedResponse(content: .unchanged)), after: gate)
    async let result = makeRefresher(subscriptions).refresh(.all)
    await gate.waitForArrivals(1)
    subscriptions.change { $0 = [] }
    gate.open()
    #expect(try await result == Refresher.Progress(done: 1, total: 1))
  }

  @Test func `a permanent redirect is followed after two fetches in succession have named the same address`()
    async throws
  {
    let subscriptions = FakeSubscriptions([.sample(1)])
    /// Refreshes the show, whose feed is redirected to `target`. Returns the address that the show has moved to.
    func refresh(to target: String) async throws -> URL? {
      feeds.setRefreshResult(
        of: url("show1.xml"), .success(FeedResponse(content: .unchanged, permanentURL: url(target))))
      try await makeRefresher(subscriptions).refresh(.all)
      return subscriptions.outcomes.last?.movedTo
    }
    #expect(try await refresh(to: "a") == nil)
    #expect(try await refresh(to: "b") == nil)
    #expect(try await refresh(to: "b") == url("b"))
    #expect(subscriptions.all.first?.formerURLs == [url("show1.xml")])
  }

  @Test func `a new address in a feed is followed if it serves a feed`() async throws {
    // Given a feed that has moved twice, and whose last address names the first address again
    let subscriptions = FakeSubscriptions([.sample(1)])
    feeds.setRefreshResult(
      of: url("show1.xml"), .success(FeedResponse(content: podcast("a", movedTo: "https://new.example/1"))))
    feeds.setRefreshResult(
      of: URL(string: "https://new.example/1")!,
      .success(FeedResponse(content: podcast("b", movedTo: "https://new.example/2"))))
    feeds.setRefreshResult(
      of: URL(string: "https://new.example/2")!,
      .success(FeedResponse(content: podcast("c", movedTo: "https://example.org/show1.xml"))))
    try await makeRefresher(subscriptions).refresh(.all)

    // Then the last address is used, and the first address is not fetched again
    #expect(subscriptions.outcomes.map(\.movedTo) == [URL(string: "https://new.example/2")])
    #expect(recordedGuids(subscriptions).first == ["c"])

    // And each request contains the feed that named the address, so that the network can refuse a private address
    #expect(feeds.requests.map(\.referrer) == [nil, url("show1.xml"), URL(string: "https://new.example/1")])
  }

  // In this order: no feed, no encryption, no web address, the address of another show, and an address with a password.
  @Test(arguments: [
    "https://missing.example/feed", "http://example.org/show1.xml", "file:///etc/passwd", "https://taken.example/feed",
    "https://user:word@new.example/feed",
  ])
  func `a new address is not followed if it is no feed, unsafe or already used`(address: String) async throws {
    let subscriptions = FakeSubscriptions([.sample(1)])
    subscriptions.addAddress(URL(string: "https://taken.example/feed")!, of: .sample(2))
    subscriptions.markKnown(["a"], of: .sample(1))
    feeds.setRefreshResult(of: url("show1.xml"), .success(FeedResponse(content: podcast("a", movedTo: address))))
    // Each address except the first one serves a feed.
    if address != "https://missing.example/feed" {
      feeds.setRefreshResult(of: URL(string: address)!, .success(FeedResponse(content: podcast("b"))))
    }
    try await makeRefresher(subscriptions).refresh(.all)
    #expect(subscriptions.outcomes.map(\.movedTo) == [nil])
    #expect(recordedGuids(subscriptions) == [["a"]])
  }

  @Test func `all pages of a new show are recorded together, and a loop of pages ends`() async throws {
    // Given a show that was never fetched, with three pages in a loop
    let subscriptions = FakeSubscriptions([
      Subscription(id: .sample(1), title: "Show", feedURL: url("1"), allowsPrivateNetwork: true)
    ])
    feeds.setRefreshResult(of: url("1"), .success(FeedResponse(content: podcast("a", next: "2"))))
    feeds.setRefreshResult(of: url("2"), .success(FeedResponse(content: podcast("b", next: "3"))))
    feeds.setRefreshResult(of: url("3"), .success(FeedResponse(content: podcast("c", next: "1"))))
    #expect(try await makeRefresher(subscriptions).refresh(.all).newEpisodeCount == 3)
    #expect(recordedGuids(subscriptions) == [["a", "b", "c"]])
    #expect(feeds.requests.map(\.referrer) == [nil, url("1"), url("2")])
    #expect(feeds.requests.map(\.allowsPrivateNetwork) == [true, true, true])
  }

  @Test func `at most twenty pages of a feed are read`() async throws {
    // Given a show with forty pages of one episode each
    let subscriptions = FakeSubscriptions([Subscription(id: .sample(1), title: "Show", feedURL: url("1"))])
    for number in 1...40 {
      feeds.setRefreshResult(
        of: url("\(number)"), .success(FeedResponse(content: podcast("\(number)", next: "\(number + 1)"))))
    }
    #expect(try await makeRefresher(subscriptions).refresh(.all).newEpisodeCount == 20)
  }

  @Test func `more pages of a known show are read only while all episodes of a page are new`() async throws {
    // Given a show with three pages, whose second page has the known episode c
    let subscriptions = FakeSubscriptions([.sample(1)])
    subscriptions.markKnown(["c"], of: .sample(1))
    feeds.setRefreshResult(of: url("show1.xml"), .success(FeedResponse(content: podcast("a", next: "2"))))
    feeds.setRefreshResult(of: url("2"), .success(FeedResponse(content: podcast("b", "c", next: "3"))))
    feeds.setRefreshResult(of: url("3"), .success(FeedResponse(content: podcast("d"))))
    #expect(try await makeRefresher(subscriptions).refresh(.all).newEpisodeCount == 2)
    #expect(recordedGuids(subscriptions) == [["a"], ["b", "c"]])

    // When the first page no longer has a new episode, then no other page is read
    try await makeRefresher(subscriptions).refresh(.all)
    #expect(feeds.requests.map(\.url) == [url("show1.xml"), url("2"), url("show1.xml")])
  }
}
