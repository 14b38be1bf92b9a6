import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the sheet that adds podcasts: the search in podcast directories, previews, and the feeds of a web page.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SubscribeSearchTests {
  let world = World()
  let clock = TestClock()
  let directory = FakeDirectory()
  /// The address of the feed of the podcast *Birds*.
  let feed = URL(string: "https://example.org/birds.xml")!
  /// The address of the web page of this podcast.
  let page = URL(string: "https://example.org/")!
  /// The address of another feed that this page links to in some tests.
  private let otherFeed = URL(string: "https://example.org/all.xml")!

  private func makeStore(address: String = "") -> TestStoreOf<SubscribeFeature> {
    let store = TestStore(initialState: SubscribeFeature.State(address: address)) {
      SubscribeFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.directory = directory.client
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    return store
  }

  /// The podcast *Birds* as a directory lists it.
  private var birds: DirectoryResult { DirectoryResult(feedURL: feed, title: "Birds") }

  @Test(arguments: [
    ("birds", true), ("morning birds", true), ("방송", true), ("Dr. Birds", true), ("example.org", false),
    ("https://example.org", false),
    ("1619", true), ("20/20", true), ("AC/DC", true), ("localhost/feed", false), ("nas/feed.xml", false),
    ("feeds/show.XML", false),
    ("example.org/a b", true), ("feed:example", false), ("/feeds/a.xml", false), ("~/a", false), ("./a", false),
    ("?", false), ("", false),
  ])
  func `search words are distinguished from addresses`(text: String, isSearch: Bool) {
    #expect(SubscribeFeature.State(address: text).isSearch == isSearch)
  }

  @Test func `words are searched after a typing pause, and each result is shown`() async {
    // Given directories that respond one after the other
    let (runningSearch, endedSearch) = (DirectorySearch(isRunning: true), DirectorySearch(results: [birds]))
    directory.setResults(ofSearch: "birds", runningSearch, endedSearch)
    let store = makeStore()

    // When words are typed letter by letter
    await store.send(.binding(.set(\.address, "bird")))
    await clock.advance(by: .milliseconds(200))
    await store.send(.binding(.set(\.address, "birds")))
    await clock.advance(by: SubscribeFeature.typingPause)

    // Then they are searched once
    await store.receive(.searchReceived(runningSearch))
    await store.receive(.searchReceived(endedSearch))
    #expect(store.state.content == .results(endedSearch))
    #expect(directory.searchedWords == ["birds"])

    // And the results disappear with the words
    await store.send(.binding(.set(\.address, "")))
    #expect(store.state.content == .nothing)
  }

  @Test func `typing an address ends a search that has no results yet`() async {
    // Given directories that do not respond
    let (results, resultsContinuation) = AsyncStream.makeStream(of: DirectorySearch.self)
    let store = makeStore(address: "birds")
    store.dependencies.directory.search = { _ in results }
    await store.send(.addButtonClicked)

    // When the text becomes an address
    await store.send(.binding(.set(\.address, "birds.example.org")))

    // Then the search ends, and results that arrive later are not shown
    resultsContinuation.yield(DirectorySearch(results: [birds]))
    await store.finish()
    #expect(store.state.content == .nothing)
  }

  @Test func `the messages of feed errors do not contain a password`() throws {
    let address = try #require(URL(string: "https://me:secret@example.org/feed.xml"))
    for error in [FeedError.notFound(address), .gone(address), .permissionDenied(address)] {
      #expect("\(error.message)".contains("example.org/feed.xml"))
      #expect(!"\(error.message)".contains("secret"))
    }
  }

  @Test func `Return starts the search immediately`() async {
    directory.setResults(ofSearch: "birds", DirectorySearch(results: [birds]))
    let store = makeStore(address: "birds")
    // Return activates the button that adds a podcast. The clock stands still, so the typing pause does not end.
    await store.send(.addButtonClicked)
    await store.receive(.searchReceived(DirectorySearch(results: [birds])))
    #expect(world.feeds.fetched.isEmpty)
  }

  @Test func `subscribing to a search result adds its feed`() async {
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    let store = makeStore()
    await store.send(.subscribeButtonClicked(feed))
    #expect(store.state.isFetching)
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.libraryFile.writes == [.subscribe(feed)])
  }

  @Test func `a previewed podcast is added without being fetched again`() async {
    // Given a feed
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    let store = makeStore()

    // When it is previewed
    await store.send(.previewButtonClicked(feed))
    await store.receive(.previewReceived(feed, .success(FetchedPodcast(.sample("Birds"), from: feed))))
    #expect(store.state.preview?.firstItems.map(\.title) == ["First"])
    #expect(world.libraryFile.writes.isEmpty)

    // Then it can be added
    await store.send(.subscribeButtonClicked(feed))
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.feeds.fetched == [feed])
  }

  @Test(arguments: [false, true])
  func `the validators and the hash of a fetched feed reach the library, with and without a preview`(
    isPreviewed: Bool
  ) async {
    // Given a feed whose server gives validators
    let validators = FeedValidators(etag: "\"1\"", lastModified: "Tue, 1 Jul 2025 10:00:00 GMT")
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")), validators: validators, hash: "hash")
    let store = makeStore()
    if isPreviewed {
      await store.send(.previewButtonClicked(feed))
      await store.receive(\.previewReceived)
    }

    // When it is added
    await store.send(.subscribeButtonClicked(feed))
    await store.receive(\.delegate.subscribed)

    // Then the library receives the validators and the hash, for the first refresh
    #expect(
      world.libraryFile.subscribed == [
        FetchedPodcast(.sample("Birds"), from: feed, validators: validators, hash: "hash")
      ])
  }

  @Test func `a found podcast that is in the library can be opened`() async {
    // Given a show with the feed, a show that had another feed before, and a feed that is new
    let formerAddress = URL(string: "https://example.org/former.xml")!
    let newAddress = URL(string: "https://example.org/new.xml")!
    var (unmoved, moved) = (Subscription.sample(4), Subscription.sample(5))
    unmoved.feedURL = feed
    moved.formerURLs = [formerAddress]
    world.subscriptions.change { [unmoved, moved] in $0 = [unmoved, moved] }
    let results = [
      birds, DirectoryResult(feedURL: formerAddress, title: "Former"),
      DirectoryResult(feedURL: newAddress, title: "New"),
    ]
    directory.setResults(ofSearch: "birds", DirectorySearch(results: results))
    let store = makeStore(address: "birds")

    // When the directories list all of them
    await store.send(.addButtonClicked)
    await store.receive(.knownShowsReceived([feed: unmoved.id, formerAddress: moved.id]))

    // Then the first two are known, and a click on the open button of the second one selects its show
    #expect(store.state.knownShows == [feed: unmoved.id, formerAddress: moved.id])
    await store.send(.openButtonClicked(moved.id))
    await store.receive(.delegate(.showSelected(moved.id)))
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `a previewed podcast with the identifier of a show is recognized as that show`() async {
    // Given a feed whose `guid` is the identifier of show 7. The show has another address.
    var podcast = Podcast.sample("Birds")
    podcast.details.guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    world.feeds.setFetchResult(of: feed, .success(podcast))
    let store = makeStore()
    store.dependencies.subscriptions.find = { [guid = podcast.details.guid] _, searchedGUID throws(LibraryError) in
      searchedGUID == guid ? .sample(7) : nil
    }

    // When the feed is previewed, then the state contains its show
    await store.send(.previewButtonClicked(feed))
    await store.receive(.knownShowsReceived([feed: .sample(7)]))
    #expect(store.state.knownShows[feed] == .sample(7))
  }

  @Test func `a found podcast with the identifier of a show is recognized as that show`() async {
    var result = birds
    result.guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    directory.setResults(ofSearch: "birds", DirectorySearch(results: [result]))
    let store = makeStore(address: "birds")
    store.dependencies.subscriptions.find = { [guid = result.guid] _, searchedGUID throws(LibraryError) in
      searchedGUID == guid ? .sample(7) : nil
    }
    await store.send(.addButtonClicked)
    await store.receive(.knownShowsReceived([feed: .sample(7)]))
  }

  @Test func `discovered feeds that are in the library are recognized`() async {
    var subscription = Subscription.sample(4)
    subscription.feedURL = feed
    world.subscriptions.change { [subscription] in $0 = [subscription] }
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(
      of: page, .success([DiscoveredFeed(url: feed, title: "Birds"), DiscoveredFeed(url: otherFeed, title: "All")]))
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(.knownShowsReceived([feed: subscription.id]))
  }

  @Test func `the Back button closes a preview, and a failed preview shows a notice`() async {
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    let store = makeStore()
    await store.send(.previewButtonClicked(feed))
    await store.receive(\.previewReceived)
    await store.send(.backButtonClicked)
    #expect(store.state.preview == nil)

    // And when the feed is cut off, the preview fails
    world.feeds.setFetchResult(of: feed, .failure(.truncated))
    await store.send(.previewButtonClicked(feed))
    await store.receive(.previewReceived(feed, .failure(.truncated)))
    #expect(store.state.notice?.title.description == "The Feed Is Not Complete")
    #expect(!store.state.isFetching)
  }

  @Test func `a web page with one feed adds that feed`() async {
    // The feed is fetched by a refresh request, because only such a request can contain the page as its referrer.
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("Birds"), hash: "1"))))
    world.feeds.setLinks(of: page, .success([DiscoveredFeed(url: feed)]))
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.libraryFile.writes == [.subscribe(feed)])
    #expect(world.feeds.requests.map(\.referrer) == [page])
  }

  @Test func `a web page's only feed in a private network is read only with permission`() async {
    // Given a web page that links to an address in a private network. A request to this address could restart a router.
    let target = URL(string: "http://192.168.1.1/reboot")!
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(of: page, .success([DiscoveredFeed(url: target)]))
    world.feeds.setRefreshResult(of: target, .failure(.redirectsToPrivateNetwork(host: "192.168.1.1")))
    world.feeds.setResolution(of: target.absoluteString, .success([target]))
    let store = makeStore(address: page.absoluteString)

    // When the page is added, then a question appears
    await store.send(.addButtonClicked)
    await store.receive(\.subscribeEnded)
    #expect(store.state.question?.kind == .privateNetwork)
    #expect(store.state.question?.host == "192.168.1.1")
    #expect(world.feeds.requests == [FeedRequest(url: target, referrer: page)])

    // And with permission the feed is read
    world.feeds.setRefreshResult(of: target, .success(FeedResponse(content: .podcast(.sample("Home"), hash: "1"))))
    await store.send(.question(.presented(.delegate(.answered(.privateNetwork)))))
    await store.receive(\.delegate.subscribed)
    #expect(world.feeds.requests.map(\.allowsPrivateNetwork) == [false, true])
    #expect(world.subscriptions.privateNetworkShows.count == 1)
  }

  @Test(arguments: [false, true])
  func `selecting a web page's feed in a private network presents a permission question`(isPreviewed: Bool) async {
    // Given the feeds of a web page, one of which is in a private network
    let target = URL(string: "http://192.168.1.1/reboot")!
    world.feeds.setRefreshResult(of: target, .failure(.redirectsToPrivateNetwork(host: "192.168.1.1")))
    let store = makeStore(address: page.absoluteString)
    await store.send(.feedsDiscovered([DiscoveredFeed(url: feed), DiscoveredFeed(url: target)], page: page))

    // When the user selects the feed in the private network, then a question appears
    await store.send(isPreviewed ? .previewButtonClicked(target) : .subscribeButtonClicked(target))
    if isPreviewed { await store.receive(\.previewReceived) } else { await store.receive(\.subscribeEnded) }
    #expect(store.state.question?.kind == .privateNetwork)
    #expect(world.feeds.requests == [FeedRequest(url: target, referrer: page)])
  }

  @Test func `a web page with several feeds lists them in the sheet`() async {
    let feeds = [DiscoveredFeed(url: feed, title: "Birds"), DiscoveredFeed(url: otherFeed, title: "All")]
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(of: page, .success(feeds))
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(.feedsDiscovered(feeds, page: page))
    #expect(store.state.content == .discoveredFeeds(feeds, page: page))
    #expect(store.state.notice == nil)
  }

  @Test(arguments: [Result<[DiscoveredFeed], FeedError>.success([]), .failure(.timedOut(host: "example.org"))])
  func `a web page whose feeds are not found shows a notice`(discovery: Result<[DiscoveredFeed], FeedError>) async {
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(of: page, discovery)
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(\.subscribeEnded)
    #expect(store.state.notice?.title.description == "This Is a Web Page, Not a Podcast Feed")
  }

  @Test func `adding a former address of a show uses its current address`() async {
    // Given a show that has moved
    var moved = Subscription.sample(4)
    moved.formerURLs = [feed]
    world.subscriptions.change { [moved] in $0 = [moved] }
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    let store = makeStore(address: feed.absoluteString)

    // When its former address is added, then the library receives its current address
    await store.send(.addButtonClicked)
    await store.receive(\.delegate.subscribed)
    #expect(world.libraryFile.writes == [.subscribe(moved.feedURL)])
  }
}
