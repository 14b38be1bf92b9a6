import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the work on the whole library: import, export, backups and refreshes. A list is an OPML file with shows.
/// `importRequested(nil)` opens the import sheet without a list.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct MaintenanceFeatureTests {
  /// The library has a show from a local file and a show from the web.
  let world = World(shows: [.sample(1), .web(2)])
  let opml = FakeOPML()
  /// The subscriptions of the shows, which refreshes read.
  let subscriptions = FakeSubscriptions([.sample(1), .sample(2)])

  private func makeStore() -> TestStoreOf<MaintenanceFeature> {
    let store = TestStore(initialState: MaintenanceFeature.State()) {
      MaintenanceFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.opml = opml.client
      $0.subscriptions = subscriptions.client
      $0.otherPlayers = FakeOtherPlayers().client
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `imported shows are refreshed`() async {
    world.feeds.setRefreshResult(of: subscriptions.all[1].feedURL, .success(FeedResponse(content: .unchanged)))
    let store = makeStore()
    await store.send(.importRequested(nil))
    await store.send(.destination(.presented(.importing(.delegate(.showsAdded([.sample(2)]))))))
    await store.receive(.refresh(.showsAdded([.sample(2)])))
    await store.receive(.refresh(.ended(.success(Refresher.Progress(done: 1, total: 1)))))
  }

  @Test func `the health page shows the refresh of its show until the refresh has ended`() async {
    // Given a health page, and a feed whose refresh waits until the gate is open
    let gate = Gate()
    world.feeds.setRefreshResult(
      of: subscriptions.all[0].feedURL, .success(FeedResponse(content: .unchanged)), after: gate)
    let store = makeStore()
    await store.send(.healthRequested(.sample(1)))

    // When the user requests a refresh on this page
    await store.send(.destination(.presented(.health(.refreshButtonClicked))))
    await store.receive(.refresh(.refreshShowRequested(.sample(1))))
    await store.receive(.destination(.presented(.health(.refreshingChanged(true)))))

    // Then the page shows the refresh until it has ended
    gate.open()
    await store.receive(.destination(.presented(.health(.refreshingChanged(false)))))
  }

  @Test func `exporting the list of shows leaves out shows from local files`() async {
    let store = makeStore()
    await store.send(.exportButtonClicked)
    await store.receive(\.exportPrepared)
    // The fake OPML client writes the addresses of the shows.
    #expect(store.state.exportedOPML == Array("https://example.org/show2.xml".utf8))
    #expect(opml.written.values.first?.map(\.title) == ["Show 2"])
    await store.send(.exportEnded(nil))
    #expect(store.state.exportedOPML == nil)
  }

  @Test func `a failed export is reported`() async {
    let error = OPMLError.notWritten(path: "/x", reason: "full")
    // The content of the file cannot be created.
    opml.failWrites(with: error)
    let store = makeStore()
    await store.send(.exportButtonClicked)
    await store.receive(.exportPrepared(.failure(.opml(error))))
    await store.receive(.delegate(.problem(Problem(ImportFeature.Failure.opml(error)))))
    // The save dialog cannot write the file.
    await store.send(.exportEnded(error))
    await store.receive(.delegate(.problem(Problem(error))))
  }

  @Test(arguments: [true, false])
  func `the timer requests a backup if backups are enabled`(makesBackups: Bool) async {
    // Given settings without automatic refreshes, and backups that fail, so that the log shows the end of a request
    var preferences = Preferences()
    preferences.refreshesAtStart = false
    preferences.refreshInterval = .never
    preferences.makesBackups = makesBackups
    let backups = FakeBackups()
    backups.fail(with: .diskFull(path: "/backups"))
    let store = TestStore(initialState: MaintenanceFeature.State()) {
      MaintenanceFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.backups = backups.client
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off

    // When the timer ticks
    let timer = await store.send(.refresh(.preferencesReceived(preferences)))
    await store.send(.refresh(.ticked))

    // Then a backup is requested if the setting is on, and its failure is logged
    if makesBackups { await world.logged.until { $0.count == 1 } }
    // `true` is a request for a backup only if one is due.
    #expect(backups.onlyIfDueArguments == (makesBackups ? [true] : []))
    await timer.cancel()
  }

  @Test func `lists received while the settings are open are imported one after the other, each in its own sheet`()
    async
  {
    // Given the open settings, and two lists
    let lists = ["a", "b"].map { URL(filePath: "/lists/\($0).opml") }
    let store = makeStore()
    await store.send(.settingsButtonClicked)

    // When the imports of both lists are requested, then the settings stay open
    for list in lists { await store.send(.importRequested(list)) }
    guard case .settings = store.state.destination else {
      Issue.record("The settings are gone.")
      return
    }

    // And each list is imported when the previous sheet, at first the settings, is closed
    await store.send(.destination(.dismiss))
    await store.receive(.importRequested(lists[0]))
    #expect(store.state.destination == .importing(ImportFeature.State(file: lists[0])))
    await store.send(.destination(.dismiss))
    await store.receive(.importRequested(lists[1]))
    #expect(store.state.destination == .importing(ImportFeature.State(file: lists[1])))
    #expect(store.state.waitingImports.isEmpty)
  }

  @Test func `a list received while the import sheet is open is imported in that sheet`() async {
    let list = URL(filePath: "/lists/a.opml")
    opml.setContent(of: list, .success(OPMLDocument(outlines: [], skipped: [])))
    let store = makeStore()
    await store.send(.importRequested(nil))
    await store.send(.importRequested(list))
    await store.receive(.destination(.presented(.importing(.fileSelected(list)))))
    await store.finish()
  }

  @Test func `an exported list contains no passwords`() async {
    // Given a show of an older library whose address contains a password
    world.libraryFile.change { shows, _ in shows[1].feedURL = URL(string: "https://me:secret@example.org/show2.xml")! }
    let store = makeStore()
    await store.send(.exportButtonClicked)
    await store.receive(\.exportPrepared)
    #expect(store.state.exportedOPML == Array("https://example.org/show2.xml".utf8))
  }

  @Test(arguments: [ImportFeature.SourceKind.list, .otherPlayer])
  func `each import button of an empty library opens the sheet for its source`(source: ImportFeature.SourceKind) async {
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    await store.send(.library(.importButtonClicked(source)))
    await store.receive(.maintenance(.importSourceSelected(source)))
    #expect(store.state.maintenance.destination == .importing(ImportFeature.State(sourceKind: source)))
  }

  @Test func `an import request and the About dialog do not replace the open settings`() async {
    let store = makeStore()
    await store.send(.settingsButtonClicked)
    await store.send(.importRequested(nil))
    guard case .settings = store.state.destination else {
      Issue.record("The settings are gone.")
      return
    }

    // And the About dialog can be shown at the same time
    await store.send(.aboutButtonClicked)
    #expect(store.state.isAboutShown)
  }

  @Test func `opening a list and a feed together imports the list and adds the feed`() async {
    // Given a feed and a list
    world.feeds.setFetchResult(of: .sample("a.xml"), .success(.sample("A")))
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off

    // When both are opened
    await store.send(.openRequested(["file:///lists/mine.OPML", "/feeds/a.xml"]))

    // Then the import sheet opens with the list, and the feed is added as the third show. It is the only opened
    // feed, so `isOneOfSeveral` is `false`.
    await store.receive(.maintenance(.importRequested(URL(filePath: "/lists/mine.OPML"))))
    await store.receive(.opened(Subscriber.Result(shows: [.sample(3)]), isOneOfSeveral: false))
    #expect(
      store.state.maintenance.destination == .importing(ImportFeature.State(file: URL(filePath: "/lists/mine.OPML"))))
    await store.receive(.openingEnded)
    await store.finish()
  }
}

extension Show {
  /// Returns a show with a web address.
  fileprivate static func web(_ number: Int64) -> Show {
    var show = Show.sample(number)
    show.feedURL = URL(string: "https://example.org/show\(number).xml")!
    return show
  }
}
