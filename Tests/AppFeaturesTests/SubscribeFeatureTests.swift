import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the sheet that adds podcasts by the address of a feed or of a folder of feeds.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SubscribeFeatureTests {
  let world = World()
  let feed = URL.sample("feed.xml")

  private func makeStore(address: String = "") -> TestStoreOf<SubscribeFeature> {
    TestStore(initialState: SubscribeFeature.State(address: address)) {
      SubscribeFeature()
    } withDependencies: {
      $0.feeds = world.feeds.client
      $0.library = world.libraryFile.client
      $0.subscriptions = world.subscriptions.client
      $0.log = { [logged = world.logged] message in logged.change { $0.append(message) } }
    }
  }

  /// Adds the typed address and receives the expected result.
  private func addTypedAddress(
    expecting result: Subscriber.Result, in store: TestStoreOf<SubscribeFeature>,
    assert: ((inout SubscribeFeature.State) throws -> Void)? = nil
  ) async {
    await store.send(.addButtonClicked) { $0.isFetching = true }
    await store.receive(.subscribeEnded(result)) {
      $0.isFetching = false
      try assert?(&$0)
    }
  }

  @Test func `the Add button is disabled until text is typed`() async {
    // Given a field that contains only whitespace
    let store = makeStore(address: " \n")
    #expect(!store.state.isAddButtonEnabled)

    // When the user presses Return in the field, then no transfer starts
    await store.send(.addButtonClicked)
    #expect(world.feeds.fetched.isEmpty)

    // And when text is typed, it can be added
    await store.send(.binding(.set(\.address, "feed.xml"))) { $0.address = "feed.xml" }
    #expect(store.state.isAddButtonEnabled)
  }

  @Test func `adding a feed writes it to the library and notifies the parent`() async {
    // Given the address of a feed, surrounded by whitespace
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    let store = makeStore(address: "  \(feed.path)\n")

    // When the feed is added
    await store.send(.addButtonClicked) { $0.isFetching = true }
    // Then the button is disabled during the transfer
    #expect(!store.state.isAddButtonEnabled)

    // And after the transfer, the library contains the feed, and the feature notifies its parent
    await store.receive(.subscribeEnded(Subscriber.Result(shows: [.sample(1)]))) { $0.isFetching = false }
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.libraryFile.writes == [.subscribe(feed)])
  }

  @Test func `a second request during a transfer starts no second transfer`() async {
    // Given a running transfer
    let gate = Gate()
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")), after: gate)
    let store = makeStore(address: feed.path)
    await store.send(.addButtonClicked) { $0.isFetching = true }

    // When the user presses Return again, then no second transfer starts
    await store.send(.addButtonClicked)
    gate.open()
    await store.receive(.subscribeEnded(Subscriber.Result(shows: [.sample(1)]))) { $0.isFetching = false }
    await store.receive(.delegate(.subscribed([.sample(1)])))
    #expect(world.feeds.fetched == [feed])
  }

  @Test(arguments: FeedError.samples.filter { $0 != .cancelled })
  func `a feed that cannot be read shows a notice, and the user can try again`(error: FeedError) async {
    // Given a feed that cannot be fetched
    world.feeds.setFetchResult(of: feed, .failure(error))
    let store = makeStore(address: feed.path)
    let problem = Subscriber.Problem.feed(error, feed: feed, address: feed.path)

    // When the feed is added, then a notice describes the problem, and the typed address stays
    await addTypedAddress(expecting: Subscriber.Result(problems: [problem]), in: store) { $0.notice = problem.notice }
    #expect(store.state.address == feed.path)

    // And the user can try again, or type, which removes the notice
    #expect(store.state.isAddButtonEnabled)
    await store.send(.binding(.set(\.address, "/feeds/b"))) {
      $0.address = "/feeds/b"
      $0.notice = nil
    }
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `a text that is not an address shows a notice`() async {
    let store = makeStore(address: "?")
    let problem = Subscriber.Problem.feed(.notAnAddress, feed: nil, address: "?")
    await addTypedAddress(expecting: Subscriber.Result(problems: [problem]), in: store) { $0.notice = problem.notice }
    #expect(store.state.notice?.title.description == "This Is Not an Address")
  }

  @Test func `a library that cannot be written shows a notice`() async {
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")))
    world.libraryFile.failWrites(with: .notWritable(path: "/library"))
    let store = makeStore(address: feed.path)
    let problem = Subscriber.Problem.library(.notWritable(path: "/library"))
    await addTypedAddress(expecting: Subscriber.Result(problems: [problem]), in: store) { $0.notice = problem.notice }
    #expect(store.state.notice?.title.description == "Your Library Cannot Be Written")
  }

  @Test func `adding a folder adds its good feeds and lists the bad ones in one notice`() async {
    // Given a folder of four feeds, two of them bad
    let files = ["a.xml", "b.xml", "c.xml", "d.xml"].map { URL.sample($0) }
    world.feeds.setFetchResult(of: files[0], .success(.sample("A")))
    world.feeds.setFetchResult(of: files[1], .failure(.webPage))
    world.feeds.setFetchResult(of: files[2], .failure(.truncated))
    world.feeds.setFetchResult(of: files[3], .success(.sample("D")))
    world.feeds.setResolution(of: "/feeds", .success(files))
    let store = makeStore(address: "/feeds")
    let (webPage, truncated) = (
      Subscriber.Problem.feed(.webPage, feed: files[1], address: files[1].path),
      Subscriber.Problem.feed(.truncated, feed: files[2], address: files[2].path)
    )

    // When the folder is added, then one notice names the bad feeds
    let result = Subscriber.Result(shows: [.sample(1), .sample(2)], problems: [webPage, truncated])
    await addTypedAddress(expecting: result, in: store) {
      $0.notice = result.notice(isOneOfSeveral: false)
      $0.added = [.sample(1), .sample(2)]
    }
    #expect(world.libraryFile.shows.map(\.title) == ["A", "D"])
    #expect(store.state.notice?.title.description == "2 podcasts could not be added")
    #expect(
      store.state.notice?.message.description == """
        /feeds/b.xml: This Is a Web Page, Not a Podcast Feed
        /feeds/c.xml: \(FeedError.truncated.title)

        """)

    // And when the user closes the sheet, the feature notifies its parent of the added shows
    await store.send(.cancelButtonClicked) { $0.added = [] }
    await store.receive(.delegate(.subscribed([.sample(1), .sample(2)])))
  }

  @Test func `an alert about many bad feeds names only the first five`() {
    let problems = (1...9).map { Subscriber.Problem.feed(.truncated, feed: nil, address: "/feeds/\($0).xml") }
    let alert = Subscriber.Result(problems: problems).alert(isOneOfSeveral: true)
    #expect(alert?.titleText == "9 podcasts could not be added")
    #expect(alert?.messageText.contains("/feeds/5.xml: ") == true)
    #expect(alert?.messageText.contains("/feeds/6.xml") == false)
    #expect(alert?.messageText.hasSuffix("And 4 more.") == true)
  }

  @Test func `the cause of a reported problem is written to the log`() async {
    let error = FeedError.unreachable(host: "example.org", reason: "Connection refused")
    world.feeds.setFetchResult(of: feed, .failure(error))
    let store = makeStore(address: feed.path)
    let problem = Subscriber.Problem.feed(error, feed: feed, address: feed.path)
    await addTypedAddress(expecting: Subscriber.Result(problems: [problem]), in: store) { $0.notice = problem.notice }
    #expect(world.logged.current.count == 1)
    #expect(world.logged.current.first?.hasPrefix(feed.path) == true)
    #expect(world.logged.current.first?.contains("Connection refused") == true)
  }

  @Test(arguments: [true, false])
  func `a typed password appears in no message and not in the log`(isAddress: Bool) async throws {
    // Given the address of an unreachable feed, or a text that is no address, both with a password
    let typed = isAddress ? "https://me:secret@shows.example/feed" : "me:secret@shows.example/a feed"
    let addressWithoutPassword = try #require(URL(string: "https://shows.example/feed"))
    world.feeds.setResolution(of: typed, isAddress ? .success([addressWithoutPassword]) : .failure(.notAnAddress))
    world.feeds.setFetchResult(
      of: addressWithoutPassword, .failure(.unreachable(host: "shows.example", reason: "Connection refused")))
    let subscriber = Subscriber(
      feeds: world.feeds.client, library: world.libraryFile.client, subscriptions: world.subscriptions.client
    ) {
      [logged = world.logged] message in logged.change { $0.append(message) }
    }

    // When the text is added
    let result = await subscriber.subscribe(to: typed)

    // Then the log and the notice contain neither the user name nor the password
    let notice = try #require(result.notice(isOneOfSeveral: true))
    for text in world.logged.current + [notice.title.description, notice.message.description] {
      #expect(!text.contains("secret") && !text.contains("me:"), "\(text)")
    }
    #expect(world.logged.current.first?.contains("shows.example/") == true)
  }

  @Test func `a library that cannot be written stops adding the feeds of a folder`() async {
    let files = ["a.xml", "b.xml"].map { URL.sample($0) }
    files.forEach { world.feeds.setFetchResult(of: $0, .success(.sample("A"))) }
    world.feeds.setResolution(of: "/feeds", .success(files))
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))
    let store = makeStore(address: "/feeds")
    let problem = Subscriber.Problem.library(.diskFull(path: "/library"))
    await addTypedAddress(expecting: Subscriber.Result(problems: [problem]), in: store) { $0.notice = problem.notice }
    #expect(world.feeds.fetched == [files[0]])
  }

  @Test func `Cancel closes the sheet`() async {
    let store = makeStore(address: feed.path)
    await store.send(.cancelButtonClicked)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a cancelled transfer adds no show and logs no message`() async {
    // Given a running transfer
    let gate = Gate()
    world.feeds.setFetchResult(of: feed, .success(.sample("Birds")), after: gate)
    let store = makeStore(address: feed.path)
    let fetch = await store.send(.addButtonClicked) { $0.isFetching = true }
    await gate.waitForArrivals(1)

    // When the transfer is cancelled, for example because the sheet closes
    await fetch.cancel()

    // Then the fetch of the feed is cancelled, and no show is added
    await world.feeds.waitUntilCancelled(feed)
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
    #expect(world.logged.current.isEmpty)
  }

  @Test func `the notice about a document that is no feed differs for a file and an address`() {
    let error = FeedError.notAFeed(reason: "x")
    let fileNotice = Subscriber.Problem.feed(error, feed: URL(filePath: "/feeds/a.xml"), address: "a.xml").notice
    let pageNotice = Subscriber.Problem.feed(
      error, feed: URL(string: "https://example.org/a.xml"), address: "example.org/a.xml"
    ).notice
    #expect(fileNotice.title.description == "This File Is Not a Podcast Feed")
    #expect(fileNotice.message.description.hasPrefix("Choose a file"))
    #expect(pageNotice.title.description == "This Is Not a Podcast Feed")
    #expect(!pageNotice.message.description.contains("file"))
  }

  @Test func `an unexpected server response has its own title and message`() {
    // The status 304 is unexpected, but it is not an error of the server.
    #expect(FeedError.serverError(status: 304).title.description == "The Server Gave an Unexpected Answer")
    #expect(!FeedError.serverError(status: 304).message.description.contains("error"))
  }

  @Test func `feed errors with different causes have different titles and messages`() {
    let errors = FeedError.samples
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)

    // And the texts contain the limit or the path, and depend on the status of the server's answer
    #expect(FeedError.tooLarge(limit: 50_000_000).message.description.contains("50 MB"))
    #expect(FeedError.serverError(status: 403).title.description == "This Feed Is Not Public")
    #expect(FeedError.notFound(URL(filePath: "/a b.xml")).message.description.contains("“/a b.xml”"))
  }

  @Test
  func `the message of a notice begins with the address, unless it contains the address or the library has failed`() {
    #expect(
      Subscriber.Problem.feed(.webPage, feed: nil, address: "x.org").noticeWithAddress.message.description.hasPrefix(
        "x.org\n\n"))
    let missing = FeedError.notFound(.sample("x"))
    #expect(
      Subscriber.Problem.feed(missing, feed: .sample("x"), address: "/feeds/x").noticeWithAddress.message.description
        == missing.message.description)
    #expect(
      Subscriber.Problem.library(.notFound).noticeWithAddress.message.description
        == LibraryError.notFound.message.description)
  }
}

extension FeedError {
  /// Errors with different causes. The texts of a server error depend on its status, and the errors that are left out
  /// share the texts of other errors or are tested elsewhere.
  static let samples: [FeedError] = [
    .notAnAddress, .notFound(.sample("x")), .emptyFolder(.sample("x")), .permissionDenied(.sample("x")),
    .unreachable(host: "x.org", reason: "y"), .untrusted(host: "x.org"), .serverError(status: 304),
    .serverError(status: 401),
    .serverError(status: 500), .timedOut(host: "x.org"), .tooLarge(limit: 1_000_000), .tooManyRedirects,
    .redirectsNowhere, .webPage,
    .notAFeed(reason: "x"), .truncated,
    .hostile(reason: "x"), .noEpisodes(title: "x"), .cancelled,
  ]
}
