import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SubscribeSearchTests {
  let world = World()
  let clock = TestClock()
  let directory = FakeDirectory()
  let feed = URL(string: "https://example.org/birds.xml")!
  let page = URL(string: "https://example.org/")!

  private func makeStore(address: String = "") -> TestStoreOf<SubscribeFeature> {
    let store = TestStore(initialState: SubscribeFeature.State(address: address)) { SubscribeFeature() } withDependencies: {
      world.provide(&$0)
      $0.directory = directory.client
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    return store
  }

  private var birds: DirectoryResult { DirectoryResult(feedURL: feed, title: "Birds") }

  @Test(arguments: [
    ("birds", true), ("morning birds", true), ("방송", true), ("Dr. Birds", true), ("example.org", false), ("https://example.org", false),
    ("1619", true), ("20/20", true), ("AC/DC", true), ("localhost/feed", false), ("nas/feed.xml", false), ("feeds/show.XML", false), ("example.org/a b", true), ("feed:example", false), ("/feeds/a.xml", false), ("~/a", false), ("./a", false), ("?", false), ("", false),
  ])
  func `words are told from addresses`(text: String, isSearch: Bool) {
    #expect(SubscribeFeature.State(address: text).isSearch == isSearch)
  }

  @Test func `words are searched when the listener pauses, and each answer is shown`() async {
    // Given directories that respond one after the other
    let (first, second) = (DirectorySearch(isRunning: true), DirectorySearch(results: [birds]))
    directory.answer("birds", first, second)
    let store = makeStore()

    // When words are typed letter by letter
    await store.send(.binding(.set(\.address, "bird")))
    await clock.advance(by: .milliseconds(200))
    await store.send(.binding(.set(\.address, "birds")))
    await clock.advance(by: SubscribeFeature.typingPause)

    // Then they are searched once
    await store.receive(.searchReceived(first))
    await store.receive(.searchReceived(second))
    #expect(store.state.content == .results(second))
    #expect(directory.searched == ["birds"])

    // And the results disappear with the words
    await store.send(.binding(.set(\.address, "")))
    #expect(store.state.content == .nothing)
  }

  @Test func `Return searches words at once`() async {
    directory.answer("birds", DirectorySearch(results: [birds]))
    let store = makeStore(address: "birds")
    await store.send(.addButtonClicked)
    await store.receive(.searchReceived(DirectorySearch(results: [birds])))
    #expect(world.feeds.fetched.isEmpty)
  }

  @Test func `a result is added`() async {
    world.feeds.serve(feed, .success(.sample("Birds")))
    let store = makeStore()
    await store.send(.subscribeButtonClicked(feed))
    #expect(store.state.isFetching)
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.libraryFile.writes == [.subscribe(feed)])
  }

  @Test func `a podcast is previewed, and added without being fetched again`() async {
    // Given a feed
    world.feeds.serve(feed, .success(.sample("Birds")))
    let store = makeStore()

    // When it is previewed
    await store.send(.previewButtonClicked(feed))
    await store.receive(.previewReceived(feed, .success(FetchedPodcast(.sample("Birds"), from: feed))))
    #expect(store.state.preview?.newestItems.map(\.title) == ["First"])
    #expect(world.libraryFile.writes.isEmpty)

    // Then it can be added
    await store.send(.subscribeButtonClicked(feed))
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.feeds.fetched == [feed])
  }

  @Test(arguments: [false, true]) func `the validators and the hash of the fetch reach the library`(isPreviewed: Bool) async {
    // Given a feed whose server gives validators
    let validators = FeedValidators(etag: "\"1\"", lastModified: "Tue, 1 Jul 2025 10:00:00 GMT")
    world.feeds.serve(feed, .success(.sample("Birds")), validators: validators, hash: "hash")
    let store = makeStore()
    if isPreviewed {
      await store.send(.previewButtonClicked(feed))
      await store.receive(\.previewReceived)
    }

    // When it is added
    await store.send(.subscribeButtonClicked(feed))
    await store.receive(\.delegate.subscribed)

    // Then the library receives them, for the first refresh
    #expect(world.libraryFile.subscribed == [FetchedPodcast(.sample("Birds"), from: feed, validators: validators, hash: "hash")])
  }

  @Test func `the listener goes back from a preview, and a preview that fails is told`() async {
    world.feeds.serve(feed, .success(.sample("Birds")))
    let store = makeStore()
    await store.send(.previewButtonClicked(feed))
    await store.receive(\.previewReceived)
    await store.send(.backButtonClicked)
    #expect(store.state.preview == nil)
    world.feeds.serve(feed, .failure(.truncated))
    await store.send(.previewButtonClicked(feed))
    await store.receive(.previewReceived(feed, .failure(.truncated)))
    #expect(store.state.notice?.title.description == "The Feed Is Not Complete")
    #expect(!store.state.isFetching)
  }

  @Test func `the only feed of a web page is added`() async {
    world.feeds.serve(page, .failure(.webPage))
    world.feeds.serve(feed, .success(.sample("Birds")))
    world.feeds.link(page, .success([DiscoveredFeed(url: feed)]))
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.libraryFile.writes == [.subscribe(feed)])
  }

  @Test func `several feeds of a web page are offered`() async {
    let feeds = [DiscoveredFeed(url: feed, title: "Birds"), DiscoveredFeed(url: page, title: "All")]
    world.feeds.serve(page, .failure(.webPage))
    world.feeds.link(page, .success(feeds))
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(.feedsDiscovered(feeds))
    #expect(store.state.content == .choices(feeds))
    #expect(store.state.notice == nil)
  }

  @Test(arguments: [Result<[DiscoveredFeed], FeedError>.success([]), .failure(.timedOut(host: "example.org"))])
  func `a web page without feeds is told`(found: Result<[DiscoveredFeed], FeedError>) async {
    world.feeds.serve(page, .failure(.webPage))
    world.feeds.link(page, found)
    let store = makeStore(address: page.absoluteString)
    await store.send(.addButtonClicked)
    await store.receive(\.fetched)
    #expect(store.state.notice?.title.description == "This Is a Web Page, Not a Podcast Feed")
  }

  @Test func `a former address is the same show`() async {
    // Given a show that has moved
    var moved = Subscription.sample(4)
    moved.formerURLs = [feed]
    world.subscriptions.change { [moved] in $0 = [moved] }
    world.feeds.serve(feed, .success(.sample("Birds")))
    let store = makeStore(address: feed.absoluteString)

    // When its former address is added, then the library receives its current address
    await store.send(.addButtonClicked)
    await store.receive(\.delegate.subscribed)
    #expect(world.libraryFile.writes == [.subscribe(moved.feedURL)])
  }
}
