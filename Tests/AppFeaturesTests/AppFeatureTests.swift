import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the whole program with the fake clients of a `World`. `URL.sample("a")` is the file URL of the address
/// `/feeds/a`. The `openingCount` of the state is the number of running requests to open addresses. Each request is for
/// one or several addresses. The fake library is empty at first, so the first show that is added has the id
/// `.sample(1)`.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct AppFeatureTests {
  let world = World()

  /// Creates a store of the program. `sampleShow` is the feed that the program offers in an empty library. The library
  /// emits `shows` once, to the first subscriber. If `shows` is `nil`, the library emits nothing.
  private func makeStore(sampleShow: URL? = nil, shows: Result<[Show], LibraryError>? = nil) -> TestStoreOf<AppFeature>
  {
    TestStore(initialState: AppFeature.State(sampleShow: sampleShow)) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.library.shows = { [subscriptionCount = Recorded(0)] in
        let isFirst = subscriptionCount.change {
          $0 += 1; return $0 == 1
        }
        return AsyncStream { continuation in
          if isFirst, let shows { continuation.yield(shows) }
          continuation.finish()
        }
      }
      $0.player.events = { AsyncStream { $0.finish() } }
      $0.queue.entries = { AsyncStream { $0.finish() } }
      $0.downloads.states = { AsyncStream { $0.finish() } }
    }
  }

  /// Launches the program with addresses, and receives the actions that the launch sends to the features.
  private func launch(_ addresses: [String], in store: TestStoreOf<AppFeature>) async {
    if addresses.isEmpty {
      await store.send(.launched([]))
    } else {
      await store.send(.launched(addresses)) { $0.openingCount = 1 }
    }
    await store.receive(.library(.launched))
    await store.receive(.player(.launched))
    await store.receive(.queue(.launched))
    await store.receive(.maintenance(.launched))
    await store.receive(.downloads(.launched))
    await store.receive(.maintenance(.refresh(.launched)))
    #expect(store.state.isOpening == !addresses.isEmpty)
  }

  @Test func `opening an OPML file named .xml imports it, and opening a feed subscribes to it`() async {
    // Given a list and a feed, both named .xml
    let (list, feed) = (URL(filePath: "/lists/mine.xml"), URL.sample("feed.XML"))
    world.opml.setContent(of: list, .success(OPMLDocument(outlines: [Outline(feedURL: feed)])))
    world.opml.setContent(of: feed, .failure(.notOPML(reason: "It is a feed.")))
    world.feeds.setFetchResult(of: feed, .success(.sample("Feed")))
    let store = makeStore()
    store.exhaustivity = .off

    // When both are dropped on the window
    await store.send(.openRequested(["file:///lists/mine.xml", feed.path]))

    // Then the list is imported, and the feed is subscribed to
    await store.receive(.maintenance(.importRequested(list)))
    await store.receive(.opened(Subscriber.Result(shows: [.sample(1)]), isOneOfSeveral: true))
    await store.receive(.openingEnded)
    #expect(store.state.maintenance.destination == .importing(ImportFeature.State(file: list)))
    #expect(world.feeds.fetched == [feed])
  }

  @Test func `opening a web page with one feed subscribes to that feed`() async {
    // Given a web page that links to a feed
    let (page, feed) = (URL(string: "https://example.org/birds")!, URL(string: "https://example.org/birds.xml")!)
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(of: page, .success([DiscoveredFeed(url: feed)]))
    world.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("Birds"), hash: "1"))))
    let store = makeStore()
    store.exhaustivity = .off

    // When the page's address is dropped on the window, then the feed is added
    await store.send(.openRequested([page.absoluteString]))
    await store.receive(.opened(Subscriber.Result(shows: [.sample(1)]), isOneOfSeveral: false))
    await store.receive(.openingEnded)
    #expect(world.libraryFile.writes == [.subscribe(feed)])
    #expect(store.state.alert == nil)
  }

  @Test(arguments: [false, true])
  func `opening a web page with several feeds lists them in the sheet unless a sheet is open`(isSheetOpen: Bool) async {
    // Given a web page that links to two feeds
    let page = URL(string: "https://example.org/birds")!
    let feeds = ["a", "b"].map { DiscoveredFeed(url: URL(string: "https://example.org/\($0).xml")!, title: $0) }
    world.feeds.setFetchResult(of: page, .failure(.webPage))
    world.feeds.setLinks(of: page, .success(feeds))
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.library(.showsReceived(.success([.sample(1)]))))
    if isSheetOpen { await store.send(.library(.addButtonClicked)) }

    // When the page's address is opened
    await store.send(.openRequested([page.absoluteString]))
    await store.receive(.feedsDiscovered(feeds, webPage: page, isOneOfSeveral: false))
    if isSheetOpen {
      await store.receive(\.opened)
    } else {
      await store.receive(.library(.destination(.presented(.subscribe(.feedsDiscovered(feeds, page: page))))))
    }

    // Then the sheet lists the feeds. If the sheet was already open, it does not change, and an alert reports the page
    guard case .subscribe(let sheet) = store.state.library.destination else {
      Issue.record("There is no sheet.")
      return
    }
    #expect(sheet.content == (isSheetOpen ? .nothing : .discoveredFeeds(feeds, page: page)))
    #expect(sheet.address == (isSheetOpen ? "" : page.absoluteString))
    #expect(store.state.alert?.title == (isSheetOpen ? FeedError.webPage.title : nil))
    #expect(world.libraryFile.writes.isEmpty)
    await store.skipInFlightEffects()
  }

  @Test func `the sample show button adds the sample show`() async {
    // Given an empty library and a sample show
    world.feeds.setFetchResult(of: .sample("sample.xml"), .success(.sample("Sample")))
    let store = makeStore(sampleShow: .sample("sample.xml"), shows: .success([]))
    await launch([], in: store)
    await store.receive(.library(.showsReceived(.success([])))) { $0.library.phase = .empty }
    #expect(world.feeds.fetched.isEmpty)

    // When the user selects the sample show
    await store.send(.library(.sampleShowButtonClicked))

    // Then the show is added, and the library waits until its shows contain the new show
    await store.receive(.library(.delegate(.sampleShowRequested(.sample("sample.xml"))))) { $0.openingCount = 1 }
    await store.receive(.opened(Subscriber.Result(shows: [.sample(1)]), isOneOfSeveral: false))
    await store.receive(.library(.showsAdded([.sample(1)]))) { $0.library.awaitedShow = .sample(1) }
    await store.receive(.openingEnded) { $0.openingCount = 0 }
    await store.finish()
  }

  @Test func `launching with an empty library sets the phase to empty`() async {
    let store = makeStore(shows: .success([]))
    await launch([], in: store)
    await store.receive(.library(.showsReceived(.success([])))) { $0.library.phase = .empty }
    #expect(!store.state.isOpening)
    await store.finish()
  }

  @Test func `the header bar shows progress only while podcasts are added to a filled library`() {
    var state = AppFeature.State()
    state.openingCount = 1
    #expect(!state.isProgressShownInHeaderBar)
    state.library.phase = .filled
    #expect(state.isProgressShownInHeaderBar)
    state.openingCount = 0
    #expect(!state.isProgressShownInHeaderBar)
  }

  @Test func `a bad feed does not stop the others, and one alert lists all problems`() async {
    // Given three addresses, two of them bad, whose results arrive one after the other
    let gates = (0..<3).map { _ in Gate() }
    world.feeds.setFetchResult(of: .sample("bad1"), .failure(.webPage), after: gates[0])
    world.feeds.setFetchResult(of: .sample("good"), .success(.sample("Good")), after: gates[1])
    world.feeds.setFetchResult(of: .sample("bad2"), .failure(.notAFeed(reason: "x")), after: gates[2])
    let store = makeStore()
    let (webPageProblem, notAFeedProblem) = (
      Subscriber.Problem.feed(.webPage, feed: .sample("bad1"), address: "/feeds/bad1"),
      Subscriber.Problem.feed(.notAFeed(reason: "x"), feed: .sample("bad2"), address: "/feeds/bad2")
    )

    // When the program starts with them
    await launch(["bad1", "good", "bad2"].map { "/feeds/\($0)" }, in: store)
    gates[0].open()
    await store.receive(.opened(Subscriber.Result(problems: [webPageProblem]), isOneOfSeveral: true)) {
      $0.openingProblems = [webPageProblem]
    }
    gates[1].open()
    await store.receive(.opened(Subscriber.Result(shows: [.sample(1)]), isOneOfSeveral: true))
    await store.receive(.library(.showsAdded([.sample(1)]))) { $0.library.awaitedShow = .sample(1) }
    gates[2].open()
    await store.receive(.opened(Subscriber.Result(problems: [notAFeedProblem]), isOneOfSeveral: true)) {
      $0.openingProblems = [webPageProblem, notAFeedProblem]
    }
    await store.receive(.openingEnded) {
      $0.openingCount = 0
      $0.openingProblems = []
      $0.alert = Subscriber.Result(problems: [webPageProblem, notAFeedProblem]).alert(isOneOfSeveral: true)
    }

    // Then one alert names the bad addresses
    #expect(store.state.alert?.titleText == "2 podcasts could not be added")
    #expect(
      store.state.alert?.messageText.hasPrefix("/feeds/bad1: This Is a Web Page, Not a Podcast Feed\n/feeds/bad2: ")
        == true)
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.finish()
  }

  @Test func `four feeds are fetched at the same time, and an unresponsive host does not delay the others`() async {
    // Given five addresses, and the first one does not respond. In the end, all five fail with the error `truncated`
    let (deadHostGate, gate) = (Gate(), Gate())
    let names = ["dead", "a", "b", "c", "d"]
    for name in names {
      world.feeds.setFetchResult(of: .sample(name), .failure(.truncated), after: name == "dead" ? deadHostGate : gate)
    }
    let store = makeStore()

    // When they are opened, then four transfers start: of “dead”, “a”, “b” and “c”
    await launch(names.map { "/feeds/\($0)" }, in: store)
    await deadHostGate.waitForArrivals(1)
    await gate.waitForArrivals(3)
    #expect(!world.feeds.fetched.contains(.sample("d")))

    // And the four others, with “d”, finish while the first one is still loading
    store.exhaustivity = .off
    gate.open()
    for _ in 0..<4 { await store.receive(\.opened) }
    #expect(world.feeds.fetched.contains(.sample("d")))
    #expect(store.state.openingCount == 1)
    deadHostGate.open()
    await store.receive(.openingEnded)
    #expect(store.state.openingCount == 0)
    #expect(store.state.alert?.titleText == "5 podcasts could not be added")
  }

  @Test func `the alert about a single bad address does not repeat the address`() async {
    world.feeds.setFetchResult(of: .sample("bad"), .failure(.truncated))
    let store = makeStore()
    let problem = Subscriber.Problem.feed(.truncated, feed: .sample("bad"), address: "/feeds/bad")
    await launch(["/feeds/bad"], in: store)
    await store.receive(.opened(Subscriber.Result(problems: [problem]), isOneOfSeveral: false)) {
      $0.alert = Subscriber.Result(problems: [problem]).alert(isOneOfSeveral: false)
    }
    await store.receive(.openingEnded) { $0.openingCount = 0 }
    #expect(store.state.alert?.message == FeedError.truncated.message)
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.finish()
  }

  @Test func `a problem that an alert already shows adds no second alert`() async {
    // Given a problem in the alert on screen, and another one in a waiting alert
    let (firstProblem, secondProblem) = (
      Subscriber.Problem.feed(.truncated, feed: nil, address: "/a"),
      Subscriber.Problem.feed(.webPage, feed: nil, address: "/a")
    )
    let store = makeStore()
    let firstResult = Subscriber.Result(problems: [firstProblem])
    let secondResult = Subscriber.Result(problems: [secondProblem])
    await store.send(.opened(firstResult, isOneOfSeveral: false)) {
      $0.alert = Subscriber.Result(problems: [firstProblem]).alert(isOneOfSeveral: false)
    }
    await store.send(.opened(secondResult, isOneOfSeveral: false)) {
      $0.waitingAlerts = [try #require(Subscriber.Result(problems: [secondProblem]).alert(isOneOfSeveral: false))]
    }

    // When the same problems occur again, then no alert is added
    await store.send(.opened(firstResult, isOneOfSeveral: false))
    await store.send(.opened(secondResult, isOneOfSeveral: false))

    // And after the user has dismissed the alerts, the problems are shown again
    await store.send(.alert(.dismiss)) {
      $0.alert = Subscriber.Result(problems: [secondProblem]).alert(isOneOfSeveral: false)
      $0.waitingAlerts = []
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.send(.opened(firstResult, isOneOfSeveral: false)) {
      $0.alert = Subscriber.Result(problems: [firstProblem]).alert(isOneOfSeveral: false)
    }
  }

  @Test func `a problem with a file URL from the desktop contains the file's path`() async {
    let store = makeStore()
    let problem = Subscriber.Problem.feed(.notAnAddress, feed: nil, address: "/feeds/a b")
    // The fake feed client does not know the path, and throws `notAnAddress`.
    await store.send(.openRequested(["file:///feeds/a%20b"])) { $0.openingCount = 1 }
    await store.receive(.opened(Subscriber.Result(problems: [problem]), isOneOfSeveral: false)) {
      $0.alert = Subscriber.Result(problems: [problem]).alert(isOneOfSeveral: false)
    }
    await store.receive(.openingEnded) { $0.openingCount = 0 }
    await store.finish()
  }

  @Test func `a second start of the program opens its addresses in the running program`() async {
    world.feeds.setFetchResult(of: .sample("z"), .success(.sample("Zebra")))
    let store = makeStore()
    // A second start without addresses changes nothing.
    await store.send(.openRequested([]))
    await store.send(.openRequested(["/feeds/z"])) { $0.openingCount = 1 }
    await store.receive(.opened(Subscriber.Result(shows: [.sample(1)]), isOneOfSeveral: false))
    await store.receive(.library(.showsAdded([.sample(1)]))) { $0.library.awaitedShow = .sample(1) }
    await store.receive(.openingEnded) { $0.openingCount = 0 }
    await store.finish()
  }

  @Test func `problems are logged, and their alerts are presented one after the other`() async {
    let store = makeStore()
    let (libraryError, playbackError) = (LibraryError.diskFull(path: "/library"), PlaybackError.noSoundDevice)
    await store.send(.library(.delegate(.problem(Problem(libraryError))))) {
      $0.alert = .problem(libraryError.title, libraryError.message)
    }
    await store.send(.player(.delegate(.problem(Problem(playbackError))))) {
      $0.waitingAlerts = [.problem(playbackError.title, playbackError.message)]
    }
    // A message in the log begins with the case of the error.
    #expect(world.logged.current.map { $0.prefix { $0 != "(" } } == ["diskFull", "noSoundDevice"])
    #expect(store.state.alert?.presentedButtons.map(\.label.description) == ["OK"])
    await store.send(.alert(.dismiss)) {
      $0.alert = .problem(playbackError.title, playbackError.message)
      $0.waitingAlerts = []
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `a play request from the library starts the player`() async {
    let store = makeStore()
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    await store.send(.library(.delegate(.playToggled(item, isPlaying: true))))
    store.exhaustivity = .off
    await store.receive(.player(.playToggled(item, isPlaying: true)))
    #expect(store.state.player.isPlaying(.sample(11)))
    #expect(world.sound.commands == [.play(item.episode.enclosure.url, .zero)])
  }

  @Test func `the next queued episode plays at the end of an episode, and leaves the queue when it starts`()
    async throws
  {
    // Given a program that plays an episode, with two other episodes in the queue
    let world = World.withTwoShows()
    try await world.libraryFile.queueClient.playLast([.sample(12), .sample(21)])
    let store = Store(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.send(.launched([]))
    await until { store.queue.entries.count == 2 }
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    store.send(.library(.delegate(.playToggled(item, isPlaying: true))))
    let audio = item.episode.enclosure.url
    store.send(.player(.event(.playing(audio))))
    store.send(.player(.event(.position(audio, .seconds(600), duration: .seconds(600)))))

    // When the first episode ends, then the second one plays, and leaves the queue when its sound starts
    store.send(.player(.event(.ended(audio))))
    await until { store.player.isPlaying(.sample(12)) }
    #expect(store.queue.entries.count == 2)
    store.send(.player(.event(.playing(.sample("audio12.ogg")))))
    await until { store.queue.entries.map(\.id) == [.sample(21)] }
    await world.libraryFile.waitUntilWritten(.queue(.remove([.sample(12)])))

    // And when the user skips the second episode, the third one plays
    store.send(.queue(.nextButtonClicked(current: store.player.item)))
    await until { store.player.isPlaying(.sample(21)) }
    store.send(.player(.event(.playing(.sample("audio21.ogg")))))
    await world.libraryFile.waitUntilWritten(.queue(.remove([.sample(21)])))
    await store.send(.quitRequested).finish()
  }

  @Test func `received preferences change the player and the queue`() async {
    let store = makeStore()
    var preferences = Preferences()
    preferences.continuesWithShow = true
    preferences.playedBeforeEnd = 60
    // No refresh starts during the test.
    preferences.refreshesAtStart = false
    preferences.refreshInterval = .never
    store.exhaustivity = .off
    await store.send(.maintenance(.refresh(.preferencesReceived(preferences))))
    #expect(store.state.player.preferences.playedBeforeEnd == 60)
    #expect(store.state.queue.continuesWithShow)
    await store.skipInFlightEffects()
  }

  @Test func `a show is removed after the player's writes about it have ended`() async {
    let world = World.withTwoShows()
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    await store.send(.library(.delegate(.removalConfirmed(.sample(1)))))
    await store.receive(.player(.showRemovalConfirmed(.sample(1))))
    await store.receive(.player(.delegate(.placeWritesEnded(.sample(1)))))
    await store.receive(.library(.placeWritesEnded(.sample(1))))
    await store.finish()
    #expect(world.libraryFile.writes == [.removeShow(.sample(1))])
  }

  @Test func `quitting cancels transfers and tells the player to quit`() async {
    // Given a running transfer
    let gate = Gate()
    world.feeds.setFetchResult(of: .sample("slow"), .success(.sample("Slow")), after: gate)
    let store = makeStore()
    await launch(["/feeds/slow"], in: store)
    await gate.waitForArrivals(1)

    // When the program receives a request to quit
    await store.send(.quitRequested)
    await store.receive(.player(.quitRequested))

    // Then the transfer stops, and no data from it arrives
    await world.feeds.waitUntilCancelled(.sample("slow"))
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test(arguments: [
    ("example.org/feed.xml", "https://example.org/feed.xml"), ("example.org", "https://example.org"),
    ("example.org:8080/feed", "https://example.org:8080/feed"),
    ("https://example.org/feed", "https://example.org/feed"),
    ("feed:https://example.org", "feed:https://example.org"), ("feed://example.org/feed", "feed://example.org/feed"),
    ("feed:example.org/feed", "feed:example.org/feed"),
    ("podcast://example.org:8080/a.xml?b=c", "podcast://example.org:8080/a.xml?b=c"),
    ("pcast:example.org:8080", "pcast:example.org:8080"), ("ITPC://example.org", "ITPC://example.org"), ("/", "/"),
    ("./feed.xml", "./feed.xml"),
    ("../feed.xml", "../feed.xml"),
    ("~/feed.xml", "~/feed.xml"), ("feeds", "feeds"), ("missing.xml", "missing.xml"),
    ("/tmp/a.b/feed", "/tmp/a.b/feed"), ("[::1]:8080/feed.xml", "https://[::1]:8080/feed.xml"),
    ("[::1]", "https://[::1]"),
    ("[notes.xml", "[notes.xml"), ("[a]b/feed", "[a]b/feed"),
  ])
  func `a command-line address is converted so that it means the same in another process`(
    address: String, portable: String
  ) {
    #expect(AppFeature.addressForOtherProcess(address) == portable)
  }
}
