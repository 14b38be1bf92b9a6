import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of the library: its shows, the selected page, and the errors of reading it.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LibraryFeatureTests {
  let feed = URL.sample("feed.xml")

  @Test func `reading an empty library changes the phase from loading to empty`() async {
    // Given a library that has not been read yet, so no show can be added
    let store = LibraryStores.makeUnread(World())
    #expect(store.state.phase == .loading)
    #expect(!store.state.isAddButtonEnabled)
    await store.send(.addButtonClicked)

    // When it is read, then it is empty
    let libraryObservation = await store.send(.launched)
    await store.receive(.showsReceived(.success([]))) { $0.phase = .empty }
    #expect(store.state.isAddButtonEnabled)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a filled library shows the home page first`() async {
    let store = LibraryStores.makeUnread(.withTwoShows())
    store.exhaustivity = .off
    let libraryObservation = await store.send(.launched)
    await store.receive(.showsReceived(.success([.sample(1), .sample(2)])))
    await store.receive(.home(.opened))
    #expect(store.state.phase == .filled)
    #expect(store.state.selection == .home)
    // The title of the show is “Show 1”.
    #expect(store.state.artworks[.sample(1)]?.initial == "S")
    await libraryObservation.cancel()
    await store.finish()
  }

  /// The library has no show 99.
  @Test(arguments: [LibraryPage.history, .favorites, .show(.sample(2)), .show(.sample(99))])
  func `the page of the last session is restored, or the home page if it no longer exists`(page: LibraryPage) async {
    // Given a page that is restored before the library responds, and one that is restored after
    let earlyStore = LibraryStores.makeUnread(.withTwoShows())
    earlyStore.exhaustivity = .off
    await earlyStore.send(.pageRestored(page))
    let earlyObservation = await earlyStore.send(.launched)
    await earlyStore.receive(\.showsReceived)
    let lateStore = LibraryStores.makeUnread(.withTwoShows())
    lateStore.exhaustivity = .off
    let lateObservation = await lateStore.send(.launched)
    await lateStore.receive(\.home.opened)
    await lateStore.send(.pageRestored(page))

    // Then both stores select the page, or the home page instead of the page of a missing show
    let expected: LibraryPage = page == .show(.sample(99)) ? .home : page
    #expect(earlyStore.state.selection == expected)
    #expect(lateStore.state.selection == expected)

    // And the raw value, which is saved for the next session, is converted back to the same page
    #expect(LibraryPage(rawValue: page.rawValue) == page)
    await earlyObservation.cancel()
    await lateObservation.cancel()
    await earlyStore.finish()
    await lateStore.finish()
  }

  @Test func `selecting pages changes the selection, and closing the search restores the previous page`() async {
    let store = LibraryStores.makeWithThreeShows()
    store.exhaustivity = .off
    for page in [LibraryPage.home, .favorites, .history, .show(.sample(2))] {
      await store.send(.pageSelected(page))
      #expect(store.state.selection == page)
    }
    await store.send(.searchButtonClicked)
    #expect(store.state.selection == .search)
    #expect(store.state.show == nil)
    await store.send(.search(.closed))
    #expect(store.state.selection == .show(.sample(2)))
    await store.finish()
  }

  @Test func `the page of an episode opens above another page, and closes when the user goes back or selects a page`()
    async
  {
    // Given the page of a show
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.show(.delegate(.list(.detailsRequested(.sample(11), showTitle: "Show 1"))))) {
      $0.episode = EpisodeFeature.State(episode: .sample(11), showTitle: "Show 1", locale: Locale(identifier: "en_US"))
    }
    store.exhaustivity = .off
    await store.receive(\.episode.opened)
    #expect(store.state.selection == .show(.sample(1)))

    // When the user goes back, then the page of the episode closes
    await store.send(.episode(.dismiss)) { $0.episode = nil }

    // And when the page of the episode is open again and the user selects another page, it closes too
    await store.send(.show(.delegate(.list(.detailsRequested(.sample(11), showTitle: "Show 1")))))
    await store.send(.pageSelected(.home)) { $0.episode = nil }
    await store.finish()
  }

  @Test func `the scroll position of the last session is restored only on its page`() async {
    // Given a saved scroll position on the page of a show, and a library that shows the home page first
    let world = World.withTwoShows()
    let store = LibraryStores.makeUnread(
      world, startScrollPosition: LibraryScrollPosition(page: .show(.sample(1)), episode: .sample(12)))
    store.exhaustivity = .off
    let libraryObservation = await store.send(.launched)
    await store.receive(\.showsReceived)
    #expect(store.state.home?.newEpisodes.restoredRow == nil)

    // When the page of the show is restored, then its list gets the scroll position, once
    await store.send(.pageRestored(.show(.sample(1))))
    #expect(store.state.show?.list.restoredRow == .sample(12))
    await store.send(.pageSelected(.favorites))
    await store.send(.pageSelected(.show(.sample(1))))
    #expect(store.state.show?.list.restoredRow == nil)
    await libraryObservation.cancel()
  }

  @Test(arguments: [LibraryPage.home, .favorites, .history, .search, .show(.sample(7))])
  func `a scroll position is converted to text and back`(page: LibraryPage) {
    let position = LibraryScrollPosition(page: page, episode: .sample(12))
    #expect(LibraryScrollPosition(rawValue: position.rawValue) == position)
  }

  @Test(arguments: ["", "home", "home:", ":3", "show:3", "home:x"])
  func `a malformed text is not a scroll position`(text: String) {
    #expect(LibraryScrollPosition(rawValue: text) == nil)
  }

  @Test
  func `the window size is converted to text and back, and is limited to valid sizes, and malformed text is rejected`()
  {
    let frame = WindowFrame(width: 1200, height: 800, isMaximized: true)
    #expect(frame.rawValue == "1200 800 maximized")
    #expect(WindowFrame(rawValue: frame.rawValue) == frame)
    #expect(WindowFrame(rawValue: "800 600") == WindowFrame(width: 800, height: 600))
    // A window is at least 360 pixels wide, and at most 16,384 pixels high.
    #expect(WindowFrame(rawValue: "-1 99999999") == WindowFrame(width: 360, height: 16_384))
    for text in ["", "800", "800 x", "800 600 small", "8e9 600"] { #expect(WindowFrame(rawValue: text) == nil) }
  }

  @Test func `launching the library again replaces the subscription to the shows`() async {
    let world = World()
    let store = LibraryStores.makeUnread(world)
    await store.send(.launched)
    await store.receive(\.showsReceived) { $0.phase = .empty }
    let libraryObservation = await store.send(.launched)
    await store.receive(\.showsReceived)

    // Then the first subscription has ended, so the next result of the library arrives only once
    world.libraryFile.emitShows(.failure(.notFound))
    await store.receive(.showsReceived(.failure(.notFound)))
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `selecting another show opens its page, and selecting the same show or a missing show does nothing`() async
  {
    let store = LibraryStores.makeWithThreeShows()
    #expect(store.state.selection == .show(.sample(1)))
    await store.send(.pageSelected(.show(.sample(2)))) { $0.show = ShowFeature.State(show: .sample(2)) }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    await store.send(.pageSelected(.show(.sample(2))))

    // And when the user goes back to the list of pages, no page is selected
    await store.send(.pageSelected(nil)) { $0.show = nil }
    #expect(store.state.selection == nil)
    await store.send(.pageSelected(.show(.sample(99))))
    await store.finish()
  }

  @Test func `after the user went back to the list, a change of the library selects only an added show`() async {
    // Given a library in which no show is selected
    let store = LibraryStores.makeWithThreeShows(selecting: nil)

    // When the library emits its shows without the third one, then no show is selected
    await store.send(.showsReceived(.success([.sample(1), .sample(2)]))) {
      $0.shows = [.sample(1), .sample(2)]
      $0.artworks = LibraryStores.artworks([.sample(1), .sample(2)])
    }
    #expect(store.state.selection == nil)

    // And a show that is added is selected
    await store.send(.showsAdded([.sample(3)])) { $0.awaitedShow = .sample(3) }
    await store.send(.showsReceived(.success([.sample(1), .sample(2), .sample(3)]))) {
      $0.shows = [.sample(1), .sample(2), .sample(3)]
      $0.artworks = LibraryStores.artworks([.sample(1), .sample(2), .sample(3)])
      $0.show = ShowFeature.State(show: .sample(3))
      $0.awaitedShow = nil
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    await store.finish()
  }

  @Test func `deselecting a show ends the stream of its episodes`() async {
    // Given the page of a show, whose list observes a stream of the episodes
    let showsOfEndedStreams = Recorded(Set<Show.ID>())
    var episodes = EpisodesClient.silent
    episodes.ids = { query in
      AsyncStream {
        $0.onTermination = { _ in
          showsOfEndedStreams.change { if case .show(let show) = query.scope { $0.insert(show) } }
        }
      }
    }
    let store = LibraryStores.makeWithThreeShows(selecting: nil, episodes: episodes)
    await store.send(.pageSelected(.show(.sample(2)))) { $0.show = ShowFeature.State(show: .sample(2)) }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))

    // When no show is selected, then the stream of its episodes ends
    await store.send(.pageSelected(nil)) { $0.show = nil }
    await showsOfEndedStreams.until { $0 == [.sample(2)] }
    await store.finish()
  }

  @Test func `a changed show is updated without replacing its page`() async {
    // Given the page of a show
    let store = LibraryStores.makeWithThreeShows()
    let pageIdentity = store.state.show?._$id
    var changed = Show.sample(1)
    changed.title = "New"
    changed.summary = "<b>Other</b> words."

    // When its title and summary change, then its page stays and shows the new text
    await store.send(.showsReceived(.success([changed, .sample(2), .sample(3)]))) {
      $0.shows[0] = changed
      $0.artworks = LibraryStores.artworks([changed, .sample(2), .sample(3)])
      $0.show?.show = changed
      $0.show?.summary = "Other words."
    }
    #expect(store.state.show?._$id == pageIdentity)

    // And when the library emits the same shows again, nothing changes
    await store.send(.showsReceived(.success([changed, .sample(2), .sample(3)])))
  }

  @Test func `removing the selected show selects its neighbour`() async {
    // Given three shows, of which the second is selected
    let store = LibraryStores.makeWithThreeShows(selecting: 2)

    // When the selected show is removed, then the third show is selected
    await store.send(.showsReceived(.success([.sample(1), .sample(3)]))) {
      $0.shows = [.sample(1), .sample(3)]
      $0.artworks = LibraryStores.artworks([.sample(1), .sample(3)])
      $0.show = ShowFeature.State(show: .sample(3))
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))

    // And when that show is removed, the previous one is selected
    await store.send(.showsReceived(.success([.sample(1)]))) {
      $0.shows = [.sample(1)]
      $0.artworks = LibraryStores.artworks([.sample(1)])
      $0.show = ShowFeature.State(show: .sample(1))
    }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))

    // And when the last show is removed, no show is selected
    await store.send(.showsReceived(.success([]))) {
      $0.shows = []
      $0.artworks = LibraryStores.artworks([])
      $0.show = nil
      $0.phase = .empty
    }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `closing the sheet for a new show cancels the fetch of its feed`(usesCancelButton: Bool) async {
    // Given a running fetch of a feed
    let world = World()
    let gate = Gate()
    world.feeds.setFetchResult(of: feed, .success(.sample("Zebra")), after: gate)
    var state = LibraryFeature.State()
    state.destination = .subscribe(SubscribeFeature.State(address: feed.path))
    let store = TestStore(initialState: state) {
      LibraryFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    await store.send(.destination(.presented(.subscribe(.addButtonClicked)))) {
      var sheet = SubscribeFeature.State(address: feed.path)
      sheet.isFetching = true
      $0.destination = .subscribe(sheet)
    }
    await gate.waitForArrivals(1)

    // When the user closes the sheet with its Cancel button or with its close button
    if usesCancelButton {
      await store.send(.destination(.presented(.subscribe(.cancelButtonClicked))))
      await store.receive(.destination(.dismiss)) { $0.destination = nil }
    } else {
      await store.send(.destination(.dismiss)) { $0.destination = nil }
    }

    // Then the fetch is cancelled, and nothing is written to the library
    await world.feeds.waitUntilCancelled(feed)
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `a library that cannot be opened is reported, and no podcast can be added`() async {
    let store = LibraryStores.makeUnread(World())
    store.dependencies.library = .unavailable(.damaged(path: "/library"))
    await store.send(.launched)
    await store.receive(.showsReceived(.failure(.damaged(path: "/library")))) { $0.phase = .unavailable }
    await store.receive(.delegate(.problem(Problem(LibraryError.damaged(path: "/library")))))
    await store.send(.addButtonClicked)
    await store.finish()
  }

  @Test func `a later failure of the library is reported and does not change the state`() async {
    let store = LibraryStores.makeWithThreeShows()
    await store.send(.showsReceived(.failure(.failed(reason: "x"))))
    await store.receive(.delegate(.problem(Problem(LibraryError.failed(reason: "x")))))
  }

  @Test func `calls to an unavailable library fail with the reason why it is unavailable`() async {
    let client = LibraryClient.unavailable(.newerVersion(path: "/library"))
    let show = Show.ID(rawValue: 1)
    let episode = Episode.ID(rawValue: 1)
    let (isFavorite, isPlayed) = (true, true)
    var shows = client.shows().makeAsyncIterator()
    #expect(await shows.next() == .failure(.newerVersion(path: "/library")))
    var episodes = client.episodes(show).makeAsyncIterator()
    #expect(await episodes.next() == .failure(.newerVersion(path: "/library")))
    await #expect(throws: LibraryError.newerVersion(path: "/library")) {
      try await client.subscribe(FetchedPodcast(.sample("A"), from: .sample("a")), .sample("a"))
    }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.removeShow(show) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) {
      try await client.setFavorite(episode, isFavorite)
    }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.savePosition(episode, .zero) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.setPlayed(episode, isPlayed) }
  }

  @Test func `each library error has its own title and message`() {
    let errors: [LibraryError] = [
      .notWritable(path: "/l"), .inUse(path: "/l"), .diskFull(path: "/l"), .damaged(path: "/l"),
      .newerVersion(path: "/l"), .notFound,
      .failed(reason: "x"),
    ]
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)
  }
}

extension LibraryClient {
  /// A library whose streams end without a value, and whose writes fail.
  static var silent: LibraryClient {
    LibraryClient(
      shows: { AsyncStream { $0.finish() } },
      episodes: { _ in AsyncStream { $0.finish() } },
      subscribe: { _, _ throws(LibraryError) in throw .notFound },
      removeShow: { _ throws(LibraryError) in throw .notFound },
      setFavorite: { _, _ throws(LibraryError) in throw .notFound },
      savePosition: { _, _ throws(LibraryError) in throw .notFound },
      setPlayed: { _, _ throws(LibraryError) in throw .notFound })
  }
}

extension EpisodesClient {
  /// A client of episodes whose streams end without a value, and whose reads and writes fail.
  static var silent: EpisodesClient {
    EpisodesClient(
      ids: { _ in AsyncStream { $0.finish() } },
      episodes: { _ throws(LibraryError) in throw .notFound },
      changes: { AsyncStream { $0.finish() } },
      notes: { _ throws(LibraryError) in throw .notFound },
      setPlayed: { _, _ throws(LibraryError) in throw .notFound },
      restore: { _ throws(LibraryError) in throw .notFound })
  }
}
