import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the page about the health of a feed. The page shows the last refresh, the repairs of the feed, and the
/// merges of its episodes. A merge is the match of an episode with an item of the feed that has another guid.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct HealthFeatureTests {
  let subscriptions: FakeSubscriptions
  let copied = Recorded<[String]>([])
  let logged = Recorded<[String]>([])
  let merge = EpisodeMerge(
    id: EpisodeMerge.ID(rawValue: 7), episode: .sample(11), title: "Rain", evidence: .sameAudio,
    mergedAt: Date(timeIntervalSince1970: 0))

  init() {
    var subscription = Subscription.sample(1)
    subscription.status = .failed(.timedOut(host: "example.org"))
    subscription.failureCount = 3
    subscription.httpStatus = 503
    subscription.repairs = [FeedRepair(.encoding), FeedRepair(.guid, itemTitles: ["Rain", "Wind"], itemCount: 5)]
    subscription.isPartial = true
    subscription.formerURLs = [URL(string: "http://me:secret@old.example/feed")!]
    // In January 2027.
    subscription.nextDueAt = Date(timeIntervalSince1970: 1_800_000_000)
    subscriptions = FakeSubscriptions([subscription])
  }

  private func makeStore() -> TestStoreOf<HealthFeature> {
    let store = TestStore(initialState: HealthFeature.State(show: .sample(1))) {
      HealthFeature()
    } withDependencies: {
      $0.subscriptions = subscriptions.client
      $0.locale = Locale(identifier: "en_US")
      $0.copyText = { [copied] text in copied.change { $0.append(text) } }
      $0.log = { [logged] text in logged.change { $0.append(text) } }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `the page shows the result of the last refresh`() async throws {
    // Given a feed whose last three refreshes have failed
    let store = makeStore()
    let libraryObservation = await store.send(.opened)
    await store.receive(\.subscriptionReceived)

    // Then the page shows the reason, the facts, the repairs and the former addresses without their passwords
    let report = try #require(store.state.report)
    #expect(report.status.description == "The Feed Took Too Long")
    #expect(report.advice?.description.contains("example.org") == true)
    #expect(
      report.facts.map(\.label.description) == [
        "Address", "Last Refresh", "Last Success", "Answer of the Server", "Failures in a Row", "Next Refresh",
      ])
    #expect(report.facts[3].value.description == "HTTP 503")
    #expect(report.facts[4].value.description == "3")
    #expect(report.facts[5].value.description.contains("2027"))
    // The repair `.truncated` follows from `isPartial`.
    #expect(report.repairs.map(\.kind) == [.encoding, .guid, .truncated])
    #expect(report.repairs.map { $0.episodesText?.description } == [nil, "Rain, Wind and 3 more", nil])
    #expect(report.formerAddresses == ["http://old.example/feed"])
    #expect(store.state.title == "Show 1")
    await libraryObservation.cancel()
  }

  @Test func `the Copy button copies the report as text without passwords`() async {
    let store = makeStore()
    let libraryObservation = await store.send(.opened)
    await store.receive(\.subscriptionReceived)
    await store.send(.copyButtonClicked)
    #expect(store.state.isCopied)
    await copied.until { $0.count == 1 }
    let text = copied.current.first ?? ""
    #expect(text.hasPrefix("Show 1\nThe Feed Took Too Long\nAddress: https://example.org/show1.xml\n"))
    #expect(text.contains("Repaired: The feed declares the wrong encoding."))
    #expect(!text.contains("secret"))
    await libraryObservation.cancel()
  }

  @Test func `a merge is undone only once and disappears from the list`() async {
    subscriptions.setMerges([merge])
    let store = makeStore()
    let libraryObservation = await store.send(.opened)
    await store.receive(.mergesReceived([merge]))
    await store.send(.undoButtonClicked(merge.id))
    await store.receive(.undone(merge.id, nil))
    // A second click on the same Undo button has no effect.
    await store.send(.undoButtonClicked(merge.id))
    #expect(store.state.merges.isEmpty)
    #expect(subscriptions.undoneMerges == [merge.id])
    await libraryObservation.cancel()
  }

  @Test func `a failed undo presents an alert and can be retried`() async {
    subscriptions.setMerges([merge])
    let store = makeStore()
    let libraryObservation = await store.send(.opened)
    await store.receive(.mergesReceived([merge]))
    subscriptions.fail(with: .diskFull(path: "/library"))
    await store.send(.undoButtonClicked(merge.id))
    await store.receive(.undone(merge.id, .diskFull(path: "/library")))
    #expect(store.state.alert?.titleText == "The Disk Is Full")
    // The merge is still listed and no undo is running, so the user can click its Undo button again.
    #expect(store.state.merges == [merge])
    #expect(store.state.mergesInUndo.isEmpty)
    await libraryObservation.cancel()
  }

  @Test func `Refresh Now requests a refresh unless one is running`() async {
    let store = makeStore()
    await store.send(.refreshButtonClicked)
    await store.receive(.delegate(.refreshRequested(.sample(1))))
    await store.send(.refreshingChanged(true))
    // From now on, the store reports an action that the test does not receive, such as a second request.
    store.exhaustivity = .on
    await store.send(.refreshButtonClicked)
  }

  @Test func `the page follows the library, and is dismissed when its show is removed`() async {
    let store = makeStore()
    await store.send(.opened)
    await store.receive(\.subscriptionReceived)
    subscriptions.change { $0[0].status = .current }
    await store.receive(\.subscriptionReceived)
    #expect(store.state.report?.status.description == "This feed is up to date.")
    subscriptions.change { $0 = [] }
    await store.receive(.subscriptionReceived(.success(nil)))
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test
  func `the facts describe feeds that are gone or not fetched yet, and each repair and evidence has its own text`() {
    // The second fact is about the last refresh, and the last fact is about the next refresh.
    var subscription = Subscription.sample(1)
    let locale = Locale(identifier: "en_US")
    subscription.status = .gone
    #expect(HealthReport(subscription, locale: locale).facts.last?.value.description == "Only when you ask for it")
    subscription.status = .neverFetched
    subscription.lastRefreshedAt = nil
    #expect(HealthReport(subscription, locale: locale).facts[1].value.description == "Never")
    #expect(HealthReport(subscription, locale: locale).facts.last?.value.description == "Soon")
    #expect(
      Set(FeedRepair.Kind.allCases.map { FeedRepair($0).text.description }).count == FeedRepair.Kind.allCases.count)
    #expect(EpisodeMerge.Evidence.sameAudio.text != EpisodeMerge.Evidence.sameTitleDateAndLength.text)
  }
}
