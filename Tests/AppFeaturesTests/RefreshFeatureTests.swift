import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of refreshing feeds: at the start of the program, by the timer, and by a click of the user.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct RefreshFeatureTests {
  let feeds = FakeFeeds()
  let clock = TestClock()
  /// Two shows without a date for the next refresh, so both are due.
  let subscriptions = FakeSubscriptions([.sample(1), .sample(2)])
  let now = Recorded(Date(timeIntervalSince1970: 1_800_000_000))

  /// Creates a store for these settings. If an error is given, the window has already shown it.
  private func makeStore(
    _ preferences: Preferences = Preferences(), afterReporting error: LibraryError? = nil
  ) -> TestStoreOf<RefreshFeature> {
    var state = RefreshFeature.State()
    if let error { state.problemReported(error) }
    let store = TestStore(initialState: state) {
      RefreshFeature()
    } withDependencies: {
      $0.feeds = feeds.client
      $0.subscriptions = subscriptions.client
      $0.preferences = PreferencesClient(
        values: {
          AsyncStream {
            $0.yield(preferences); $0.finish()
          }
        }, save: { _ throws(PreferencesError) in })
      $0.continuousClock = clock
      $0.now = { [now] in now.current }
    }
    store.exhaustivity = .off
    return store
  }

  /// Sets the responses of the feeds, in the order of the shows. With a gate, the feeds respond when the gate is open.
  private func setResponses(_ results: Result<FeedResponse, FeedError>..., after gate: Gate? = nil) {
    for (subscription, result) in zip(subscriptions.all, results) {
      feeds.setRefreshResult(of: subscription.feedURL, result, after: gate)
    }
  }

  private let unchanged = Result<FeedResponse, FeedError>.success(FeedResponse(content: .unchanged))

  @Test func `due shows are refreshed at the start, and by the timer when they are due again`() async {
    // Given two shows that are due, and the default settings
    setResponses(unchanged, unchanged)
    let store = makeStore()

    // When the program starts, then both are refreshed
    let work = await store.send(.launched)
    await store.receive(.ended(.success(Refresher.Progress(done: 2, total: 2))))
    #expect(store.state.progress == nil)

    // And a minute later no show is due
    await clock.advance(by: RefreshFeature.tick)
    await store.receive(.ended(.success(Refresher.Progress())))
    #expect(feeds.requests.count == 2)

    // And when one show is due again, it is refreshed
    subscriptions.change { $0[0].nextDueAt = nil }
    await clock.advance(by: RefreshFeature.tick)
    await store.receive(.ended(.success(Refresher.Progress(done: 1, total: 1))))
    #expect(feeds.requests.count == 3)
    await work.cancel()
  }

  /// Launches the feature, and checks that the first tick refreshes nothing. Returns the work of the launch.
  private func launchWithoutRefresh(
    _ store: TestStoreOf<RefreshFeature>, _ preferences: Preferences
  ) async -> TestStoreTask {
    let work = await store.send(.launched)
    await store.receive(.preferencesReceived(preferences))
    await clock.advance(by: RefreshFeature.tick)
    await store.receive(.ticked)
    #expect(feeds.requests.isEmpty)
    return work
  }

  @Test func `no show is refreshed if the settings disable the start refresh and the timer`() async {
    var preferences = Preferences()
    preferences.refreshesAtStart = false
    preferences.refreshInterval = .never
    let store = makeStore(preferences)
    let work = await launchWithoutRefresh(store, preferences)
    await work.cancel()
  }

  @Test func `without a refresh at the start, due shows are refreshed when the interval has passed`() async {
    var preferences = Preferences()
    preferences.refreshesAtStart = false
    setResponses(unchanged, unchanged)
    let store = makeStore(preferences)
    let work = await launchWithoutRefresh(store, preferences)

    // When the user makes the interval shorter, and it has passed
    preferences.refreshInterval = .quarterHour
    await store.send(.preferencesReceived(preferences))
    now.change { $0 += 15 * 60 }
    await clock.advance(by: RefreshFeature.tick)
    await store.receive(\.ended)
    #expect(feeds.requests.count == 2)
    await work.cancel()
  }

  @Test func `Refresh All shows its progress, and Cancel stops the refresh`() async {
    // Given two slow feeds
    let gate = Gate()
    setResponses(unchanged, unchanged, after: gate)
    let store = makeStore()
    await store.send(.refreshAllButtonClicked)
    await store.receive(.progressed(Refresher.Progress(total: 2)))
    #expect(store.state.isProgressShown)
    #expect(store.state.fractionDone == 0)

    // When the user cancels, then the transfers stop and no notice is shown
    await gate.waitForArrivals(2)
    await store.send(.cancelButtonClicked)
    await feeds.waitUntilCancelled(subscriptions.all[0].feedURL)
    await feeds.waitUntilCancelled(subscriptions.all[1].feedURL)
    await store.finish()
    #expect(!store.state.isRefreshingSeveral)
    #expect(subscriptions.outcomes.isEmpty)
    #expect(store.state.notice == nil)
  }

  @Test func `the refresh of one show can be cancelled`() async {
    let gate = Gate()
    setResponses(unchanged, after: gate)
    let store = makeStore()
    await store.send(.refreshShowRequested(.sample(1)))
    #expect(store.state.isRefreshing(.sample(1)))
    await gate.waitForArrivals(1)
    await store.send(.showCancelButtonClicked(.sample(1)))
    await feeds.waitUntilCancelled(subscriptions.all[0].feedURL)
    await store.finish()
    #expect(!store.state.isRefreshing(.sample(1)))
    #expect(subscriptions.outcomes.isEmpty)
  }

  @Test func `one notice reports all failures, and selecting a show in the list of failures requests its health page`()
    async
  {
    // Given two feeds that fail
    setResponses(.failure(.webPage), .failure(.truncated))
    let store = makeStore()
    await store.send(.refreshAllButtonClicked)
    await store.receive(\.ended)
    #expect(store.state.notice?.text.description == "2 podcasts could not be refreshed")

    // When the user selects a show in the list of failures
    await store.send(.failuresButtonClicked)
    #expect(store.state.isFailureListShown)
    #expect(store.state.notice == nil)
    #expect(Set(store.state.failures.map(\.title)) == ["Show 1", "Show 2"])
    await store.send(.failureSelected(.sample(1)))

    // Then the feature requests the show's health page
    await store.receive(.delegate(.healthRequested(.sample(1))))
    #expect(!store.state.isFailureListShown)
  }

  @Test func `the notice about a single failure names the show`() async {
    setResponses(.failure(.webPage), unchanged)
    let store = makeStore()
    await store.send(.refreshAllButtonClicked)
    await store.receive(\.ended)
    #expect(store.state.notice?.text.description == "“Show 1” could not be refreshed")
  }

  @Test func `failures of an automatic refresh show no notice`() async {
    setResponses(.failure(.webPage), .failure(.webPage))
    let store = makeStore()
    await store.send(.ticked)
    await store.receive(\.ended)
    #expect(store.state.notice == nil)
    #expect(subscriptions.outcomes.count == 2)
  }

  @Test func `a library that cannot be written is reported`() async {
    subscriptions.fail(with: .diskFull(path: "/library"))
    let store = makeStore()
    await store.send(.refreshAllButtonClicked)
    await store.receive(.delegate(.problem(Problem(LibraryError.diskFull(path: "/library")))))
    #expect(!store.state.isRefreshingSeveral)
  }

  @Test func `automatic refreshes report only once that the library cannot be written`() async {
    let problem = Problem(LibraryError.diskFull(path: "/library"))
    subscriptions.fail(with: .diskFull(path: "/library"))
    let store = makeStore()
    await store.send(.ticked)
    await store.receive(.delegate(.problem(problem)))

    // When the next automatic refresh fails, then the store, which is exhaustive now, receives no report
    store.exhaustivity = .on
    await store.send(.ticked) { $0.progress = Refresher.Progress() }
    await store.receive(.ended(.failure(.diskFull(path: "/library")))) { $0.progress = nil }

    // When the user starts a refresh, the problem is reported again
    store.exhaustivity = .off
    await store.send(.refreshAllButtonClicked)
    await store.receive(.delegate(.problem(problem)))
  }

  @Test func `automatic refreshes do not report a problem that the window has already shown`() async {
    let error = LibraryError.notWritable(path: "/library")
    subscriptions.fail(with: error)
    let store = makeStore(afterReporting: error)
    // An exhaustive store fails if it receives a report.
    store.exhaustivity = .on
    await store.send(.ticked) { $0.progress = Refresher.Progress() }
    await store.receive(.ended(.failure(error))) { $0.progress = nil }
  }

  @Test func `a second request to refresh a show is ignored during its refresh, and no overall progress is shown`()
    async
  {
    // Given a slow feed
    let gate = Gate()
    setResponses(unchanged, after: gate)
    let store = makeStore()
    await store.send(.refreshShowRequested(.sample(1)))
    await store.send(.refreshShowRequested(.sample(1)))
    #expect(store.state.isRefreshing(.sample(1)))
    #expect(!store.state.isProgressShown)
    gate.open()
    await store.receive(.showEnded(.sample(1), .success(Refresher.Progress(done: 1, total: 1))))
    #expect(!store.state.isRefreshing(.sample(1)))
    #expect(feeds.requests.count == 1)
  }

  @Test func `Refresh All and added shows wait for the end of the timer's refresh`() async {
    // Given a refresh by the timer
    let gate = Gate()
    setResponses(unchanged, unchanged, after: gate)
    let store = makeStore()
    await store.send(.ticked)
    await gate.waitForArrivals(2)

    // When shows are added and the user clicks Refresh All
    await store.send(.showsAdded([.sample(2)]))
    await store.send(.refreshAllButtonClicked)
    gate.open()

    // Then all shows are refreshed once more
    await store.receive(.ended(.success(Refresher.Progress(done: 2, total: 2))))
    #expect(store.state.isRefreshingSeveral)
    await store.receive(.ended(.success(Refresher.Progress(done: 2, total: 2))))
    #expect(!store.state.isRefreshingSeveral)
    #expect(feeds.requests.count == 4)
  }

  @Test func `Refresh All waits for the end of the refresh of added shows`() async {
    // Given a refresh of one added show
    let gate = Gate()
    setResponses(unchanged, unchanged, after: gate)
    let store = makeStore()
    await store.send(.showsAdded([.sample(2)]))
    await gate.waitForArrivals(1)

    // When the user clicks Refresh All, then all shows are refreshed after that refresh
    await store.send(.refreshAllButtonClicked)
    gate.open()
    await store.receive(.ended(.success(Refresher.Progress(done: 1, total: 1))))
    await store.receive(.ended(.success(Refresher.Progress(done: 2, total: 2))))
    #expect(!store.state.isRefreshingSeveral)
    #expect(feeds.requests.count == 3)
  }

  @Test func `only the added shows are refreshed`() async {
    setResponses(unchanged, unchanged)
    let store = makeStore()

    // When no show was added, then no refresh starts
    await store.send(.showsAdded([]))
    #expect(!store.state.isRefreshingSeveral)

    // When the second show was added, then only this show is refreshed
    await store.send(.showsAdded([.sample(2)]))
    await store.receive(.ended(.success(Refresher.Progress(done: 1, total: 1))))
    #expect(feeds.requests.map(\.url) == [subscriptions.all[1].feedURL])
  }
}
