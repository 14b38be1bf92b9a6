import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of the sheet that adds podcasts, and of the shows that it adds.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LibraryFeatureSheetTests {
  let feed = URL.sample("feed.xml")

  @Test func `opening a search result that is already in the library selects its show and closes the sheet`() async {
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.addButtonClicked) { $0.destination = .subscribe(SubscribeFeature.State()) }
    await store.send(.destination(.presented(.subscribe(.delegate(.showSelected(.sample(2))))))) {
      $0.destination = nil
      $0.show = ShowFeature.State(show: .sample(2))
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    await store.finish()
  }

  @Test func `an added podcast is selected when the library contains it`() async {
    // Given the sheet
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.addButtonClicked) { $0.destination = .subscribe(SubscribeFeature.State()) }

    // When the sheet has added a show, then it closes
    await store.send(.destination(.presented(.subscribe(.delegate(.subscribed([.sample(4), .sample(5)])))))) {
      $0.destination = nil
      $0.awaitedShow = .sample(4)
    }

    // And the first of the added shows is selected when the library contains it
    await store.send(.showsReceived(.success([.sample(1), .sample(2), .sample(3), .sample(4)]))) {
      $0.shows = [.sample(1), .sample(2), .sample(3), .sample(4)]
      $0.artworks = LibraryStores.artworks([.sample(1), .sample(2), .sample(3), .sample(4)])
      $0.show = ShowFeature.State(show: .sample(4))
      $0.awaitedShow = nil
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    await store.finish()
  }

  @Test func `adding a podcast that is already in the library selects it immediately`() async {
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.showsAdded([.sample(3)])) { $0.show = ShowFeature.State(show: .sample(3)) }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))

    // And an addition without shows changes nothing
    await store.send(.showsAdded([]))
    await store.finish()
  }

  @Test func `an added podcast is selected even if the selected show disappears at the same time`() async {
    let store = LibraryStores.makeWithThreeShows(selecting: 3)
    await store.send(.showsAdded([.sample(4)])) { $0.awaitedShow = .sample(4) }
    await store.send(.showsReceived(.success([.sample(1), .sample(2), .sample(4)]))) {
      $0.shows = [.sample(1), .sample(2), .sample(4)]
      $0.artworks = LibraryStores.artworks([.sample(1), .sample(2), .sample(4)])
      $0.show = ShowFeature.State(show: .sample(4))
      $0.awaitedShow = nil
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    await store.finish()
  }

  @Test func `Cancel closes the sheet`() async {
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.addButtonClicked) { $0.destination = .subscribe(SubscribeFeature.State()) }
    await store.send(.destination(.presented(.subscribe(.cancelButtonClicked))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `changes of the library do not stop the transfer of the feed in the sheet, and no second sheet opens`()
    async
  {
    // Given a sheet that fetches a feed, above an empty library
    let world = World()
    let gate = Gate()
    world.feeds.setFetchResult(of: feed, .success(.sample("Zebra")), after: gate)
    var sheet = SubscribeFeature.State(address: feed.path)
    var state = LibraryFeature.State()
    state.phase = .empty
    state.destination = .subscribe(sheet)
    let store = TestStore(initialState: state) {
      LibraryFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    sheet.isFetching = true
    await store.send(.destination(.presented(.subscribe(.addButtonClicked)))) { $0.destination = .subscribe(sheet) }
    await gate.waitForArrivals(1)

    // When “Add Podcast” in the main window is clicked, and the library emits its shows
    await store.send(.addButtonClicked)
    await store.send(.showsReceived(.success([])))

    // Then the transfer completes, and the sheet closes
    gate.open()
    sheet.isFetching = false
    await store.receive(\.destination.subscribe.subscribeEnded) { $0.destination = .subscribe(sheet) }
    await store.receive(\.destination.subscribe.delegate.subscribed, [.sample(1)]) {
      $0.destination = nil
      $0.awaitedShow = .sample(1)
    }
  }
}
