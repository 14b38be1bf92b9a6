import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of a list of episodes: loading rows and following the library. A realized row has a widget, but is
/// not always visible.
///
/// The numbers follow from `EpisodeLoads`: the first page is one batch of 24 rows. Later batches have at most 12 rows.
/// They load the visible rows, the 24 rows below them, and the 24 rows above them.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeListFeatureTests {
  /// Creates a world (the fake dependencies) with one show and this number of episodes. The newest episode has the
  /// highest number.
  private func makeWorld(episodeCount: Int64 = 3) -> World {
    World(shows: [.sample(1)], episodes: [.sample(1): (1...episodeCount).reversed().map { Episode.sample($0) }])
  }

  private func makeStore(
    _ world: World, _ query: EpisodeQuery = EpisodeQuery(.show(.sample(1)))
  ) -> TestStoreOf<EpisodeListFeature> {
    let state = EpisodeListFeature.State(query: query, showTitle: query.scope == .show(.sample(1)) ? "Show 1" : nil)
    let store = TestStore(initialState: state) {
      EpisodeListFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func ids(_ numbers: some Sequence<Int64>) -> [Episode.ID] { numbers.map { .sample($0) } }

  /// Tells the list that a row is realized.
  private func sendRowAppeared(_ index: Int, in store: TestStoreOf<EpisodeListFeature>) async {
    await store.send(.rowAppeared(IndexedEpisodes.Element(index: index, id: store.state.ids[index])))
  }

  /// Receives at most 100 loaded batches, until a row is loaded.
  private func receiveBatches(untilLoaded id: Episode.ID, in store: TestStoreOf<EpisodeListFeature>) async {
    for _ in 1...100 where store.state.rows[id: id] == nil { await store.receive(\.loaded) }
    #expect(store.state.rows[id: id] != nil)
  }

  @Test func `a long list loads its first page, and other rows when they become visible`() async {
    // Given a list of a thousand episodes
    let world = makeWorld(episodeCount: 1000)
    let store = makeStore(world)

    // When the list is opened, then it has all ids and loads one page. Row 0 has episode 1000, and the last row of the
    // page, row 23, has episode 977.
    let libraryObservation = await store.send(.opened)
    await receiveBatches(untilLoaded: .sample(977), in: store)
    #expect(store.state.ids == ids((1...1000).reversed()))
    #expect(store.state.rows.ids == Array(store.state.ids.prefix(24)))
    #expect(!store.state.isLoading)

    // When distant rows are realized, then these rows are not loaded yet
    for index in 610..<620 { await sendRowAppeared(index, in: store) }
    #expect(world.libraryFile.loads.map(\.count) == [24])

    // And when the rows from 612 to 617 become visible, these rows are loaded first, then the rows near them. The last
    // loaded row is row 588, 24 rows above row 612.
    await store.send(.visibleRowsChanged(Array(store.state.ids[612..<618])))
    await receiveBatches(untilLoaded: store.state.ids[588], in: store)
    #expect(world.libraryFile.loads[1].prefix(6) == store.state.ids[612..<618])
    #expect(store.state.rows[id: store.state.ids[615]]?.title == "Episode 385")
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `of many realized rows, the visible ones are loaded first, and then those near them`() async {
    // Given a list of which two hundred rows are realized and ten are visible
    let world = makeWorld(episodeCount: 1000)
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await receiveBatches(untilLoaded: .sample(977), in: store)
    await store.send(.visibleRowsChanged(Array(store.state.ids.prefix(10))))
    for index in 0..<200 { await sendRowAppeared(index, in: store) }
    // Row 33 is 24 rows below the last visible row, 9.
    await receiveBatches(untilLoaded: store.state.ids[33], in: store)
    #expect(store.state.rows.ids == Array(store.state.ids.prefix(34)))

    // When the user scrolls far. The rows from 500 to 509 are visible, so the rows from 476 to 533 are near.
    let loadCountBefore = world.libraryFile.loads.count
    for index in 400..<600 { await sendRowAppeared(index, in: store) }
    await store.send(.visibleRowsChanged(Array(store.state.ids[500..<510])))
    await receiveBatches(untilLoaded: store.state.ids[476], in: store)

    // Then the first batch of 12 rows has the visible rows and two rows below. The other rows below and then the rows
    // above follow.
    let loads = world.libraryFile.loads[loadCountBefore...]
    #expect(loads.first == Array(store.state.ids[500..<512]))
    #expect(loads.flatMap { $0 } == Array(store.state.ids[500..<534]) + store.state.ids[476..<500].reversed())

    // And when the next row becomes visible, one more row below is near enough and is loaded
    await store.send(.visibleRowsChanged(Array(store.state.ids[501..<511])))
    await receiveBatches(untilLoaded: store.state.ids[534], in: store)
    #expect(world.libraryFile.loads.last == [store.state.ids[534]])
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `new ids are used only after their first page is loaded, even if other rows become visible`() {
    // Given rows that are visible, and new ids whose first page is not loaded. The argument `loaded`, the rows that the
    // list keeps, is empty in all calls.
    let oldIDs = ids(1...300)
    let newIDs = Array(oldIDs.reversed())
    var loads = EpisodeLoads()
    for index in 100..<110 { loads.appeared(IndexedEpisodes.Element(index: index, id: oldIDs[index]), loaded: []) }
    loads.becameVisible(Array(oldIDs[100..<105]), in: oldIDs, loaded: [])
    #expect(loads.next(loaded: []) == Array(oldIDs[100..<112]))
    loads.setNewIDs(newIDs, loaded: [])

    // When other rows become visible, then these rows and the first page of the new ids are loaded
    loads.becameVisible(Array(oldIDs[104..<109]), in: oldIDs, loaded: [])
    loads.ended()
    var loadedSoFar: [Episode.ID] = []
    // `takeNewIDs()` returns `nil` as long as the new ids cannot be used.
    while let batch = loads.next(loaded: []) {
      #expect(loads.takeNewIDs() == nil || Set(newIDs.prefix(24)).isSubset(of: loadedSoFar))
      loadedSoFar += batch
      loads.ended()
    }
    #expect(Set(newIDs.prefix(24)).isSubset(of: loadedSoFar))
    // Rows 100 to 111 were loaded before the loop. Row 132 is 24 rows below the last visible row, 108.
    #expect(Set(oldIDs[112..<133]).isSubset(of: loadedSoFar))
  }

  @Test func `moving and removing queue rows changes the list immediately`() async throws {
    // Given the list of a queue with four episodes
    let world = makeWorld(episodeCount: 4)
    try await world.libraryFile.queueClient.playLast(ids(1...4))
    let store = makeStore(world, EpisodeQuery(.queue))
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    #expect(store.state.ids == ids(1...4))

    // When rows are moved, then the list shows the new order, and the parent receives a request to save it
    await store.send(.moved([0, 1], to: 3))
    #expect(store.state.ids == ids([3, 1, 2, 4]))
    await store.receive(.delegate(.queueRequested(.move(ids([1, 2]), before: .sample(4)))))
    await store.send(.moved([0], to: 4))
    await store.receive(.delegate(.queueRequested(.move(ids([3]), before: nil))))
    #expect(store.state.ids == ids([1, 2, 4, 3]))

    // And a move to the same position, or of a missing row, does nothing
    await store.send(.moved([1], to: 2))
    await store.send(.moved([9], to: 0))

    // And when a row is removed, it disappears. Row 9 does not exist.
    await store.send(.rowsRemoved([1, 9]))
    await store.receive(.delegate(.queueRequested(.remove(ids([2])))))
    #expect(store.state.ids == ids([1, 4, 3]))
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `visible rows that are far apart do not load the rows between them`() {
    let all = ids(1...2000)
    var loads = EpisodeLoads()
    for (index, id) in [(10, all[10]), (1500, all[1500])] {
      loads.appeared(IndexedEpisodes.Element(index: index, id: id), loaded: [])
    }
    // Load all waiting rows, so that only the report of visible rows can add rows.
    while loads.next(loaded: []) != nil { loads.ended() }
    // The view can report such rows after the order of the list has changed. Their positions count as unknown, so
    // nothing is loaded.
    loads.becameVisible([all[10], all[1500]], in: all, loaded: [])
    #expect(loads.next(loaded: []) == nil)
  }

  @Test func `the list keeps a limited number of rows, including the realized rows`() async {
    // Given a list that the user scrolls from end to end, and whose first row stays realized
    let world = makeWorld(episodeCount: 3000)
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    await sendRowAppeared(0, in: store)
    for index in stride(from: 24, to: 3000, by: 24) {
      await sendRowAppeared(index, in: store)
      await store.send(.visibleRowsChanged([store.state.ids[index]]))
      await receiveBatches(untilLoaded: store.state.ids[index], in: store)
      await store.send(.rowDisappeared(store.state.ids[index]))
    }

    // Then at most 480 rows are kept. Among them are row 0 (episode 3000), which is realized, and the last row (episode
    // 1). Row 100 (episode 2900) was evicted.
    #expect(store.state.rows.count <= EpisodeLoads.rowLimit)
    #expect(store.state.rows[id: .sample(3000)] != nil)
    #expect(store.state.rows[id: .sample(2900)] == nil)
    #expect(store.state.rows[id: .sample(1)] != nil)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a change reloads only loaded rows`() async {
    // Given a list of a hundred episodes. The first page is loaded: the episodes from 100 to 77.
    let world = makeWorld(episodeCount: 100)
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    let loadCountBefore = world.libraryFile.loads.count

    // When a loaded row and a row that is not loaded change, then only the loaded row is read
    await store.send(.changed(.episodes([.sample(99), .sample(2)])))
    await store.receive(\.loaded)
    #expect(world.libraryFile.loads.dropFirst(loadCountBefore) == [[.sample(99)]])

    // And nothing is read if no changed row is loaded
    await store.send(.changed(.episodes([.sample(2)])))
    #expect(world.libraryFile.loads.count == loadCountBefore + 1)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a new episode is inserted, and the other rows keep their identity`() async {
    let world = makeWorld()
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    let rowIdentity = store.state.rows[id: .sample(3)]?._$id
    world.libraryFile.change { _, episodes in episodes[.sample(1)]?.insert(.sample(4), at: 0) }
    await store.receive(\.idsReceived)
    await store.skipReceivedActions()
    #expect(store.state.ids == ids([4, 3, 2, 1]))
    #expect(store.state.rows[id: .sample(4)]?.title == "Episode 4")
    #expect(store.state.rows[id: .sample(3)]?._$id == rowIdentity)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a new filter, order or search text causes a query, and the old rows stay until the library responds`()
    async
  {
    // Given a list with a favourite
    let world = makeWorld()
    world.libraryFile.change { _, episodes in episodes[.sample(1)]?[1].isFavorite = true }
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)

    // When the user selects the favourites, then the list shows them
    await store.send(.filterSelected(.favorites))
    #expect(store.state.ids == ids([3, 2, 1]))
    await store.receive(\.idsReceived)
    #expect(store.state.ids == ids([2]))

    // And when the user selects all episodes again, they appear, and no row is loaded again
    let loadCountBefore = world.libraryFile.loads.count
    await store.send(.filterSelected(.all))
    await store.receive(\.idsReceived)
    #expect(store.state.ids == ids([3, 2, 1]))
    #expect(world.libraryFile.loads.count == loadCountBefore)

    // And the library also applies the order and the search text
    await store.send(.orderSelected(.title))
    await store.receive(\.idsReceived)
    #expect(store.state.ids == ids([1, 2, 3]))
    await store.send(.textChanged("episode 2"))
    await store.receive(\.idsReceived)
    #expect(store.state.ids == ids([2]))
    #expect(store.state.isFiltered)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a favourite is shown immediately, and an older value from the library does not undo it`() async {
    let world = makeWorld()
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    await store.send(.rows(.element(id: .sample(2), action: .favoriteToggled(true))))
    await store.receive(.delegate(.favoriteToggled(.sample(2), true)))
    #expect(store.state.rows[id: .sample(2)]?.isFavorite == true)

    // When the library returns the state from before the write, then the favourite stays
    await store.send(.changed(.all))
    await store.receive(\.loaded)
    #expect(store.state.rows[id: .sample(2)]?.isFavorite == true)

    // And a click during the write changes nothing
    await store.send(.rows(.element(id: .sample(2), action: .favoriteToggled(false))))
    #expect(store.state.rows[id: .sample(2)]?.isFavorite == true)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a favourite that could not be written is reverted`() {
    var state = EpisodeListFeature.State(query: EpisodeQuery(.library))
    state.rows = [EpisodeFeature.State(episode: .sample(1), showTitle: "Show 1", locale: Locale(identifier: "en_US"))]
    state.setFavorite(.sample(1), to: true)
    #expect(state.rows[0].isFavorite)
    state.favoriteWritten(.sample(1), isFavorite: true, failed: true)
    #expect(!state.rows[0].isFavorite)
    #expect(state.favoritesInWriting.isEmpty)
    // And the failure of a write that another list has started changes nothing here
    state.favoriteWritten(.sample(1), isFavorite: true, failed: true)
    #expect(!state.rows[0].isFavorite)
  }

  @Test func `marking one episode or all listed episodes as played is forwarded to the parent`() async {
    let world = makeWorld()
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    await store.send(.rows(.element(id: .sample(2), action: .playedToggled(true))))
    await store.receive(.delegate(.playedToggled(.episodes([.sample(2)]), true)))
    await store.send(.filterSelected(.unplayed))
    await store.send(.markAllButtonClicked(isPlayed: true))
    await store.receive(.delegate(.playedToggled(.query(EpisodeQuery(.show(.sample(1)), filter: .unplayed)), true)))
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `rows of a list across shows contain the title of their show`() async {
    let store = makeStore(makeWorld(), EpisodeQuery(.library))
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    #expect(store.state.rows[0].showTitle == "Show 1")
    #expect(store.state.rows[0].subtitle.description == "Show 1 · Sep 21, 2026 · 10 min")
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a library that cannot be read is reported, and the list stops loading`() async {
    let world = makeWorld()
    world.libraryFile.failReads(with: .notFound)
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
    #expect(!store.state.isLoading)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a failure to read rows is reported, and a row is loaded again when it reappears`() async {
    // Given a list with three loaded rows, to which the library adds a row that cannot be read
    let world = makeWorld()
    let store = makeStore(world)
    await store.send(.idsReceived(.success(ids([3, 2, 1]))))
    await store.skipReceivedActions()
    world.libraryFile.failReads(with: .notFound)
    world.libraryFile.change { _, episodes in episodes[.sample(1)]?.insert(.sample(4), at: 0) }
    await store.send(.idsReceived(.success(ids([4, 3, 2, 1]))))
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
    #expect(store.state.ids == ids([4, 3, 2, 1]))
    #expect(store.state.rows[id: .sample(4)] == nil)

    // When the library can be read, and the row at position 0, the new row, is realized
    world.libraryFile.failReads(with: nil)
    await sendRowAppeared(0, in: store)
    await store.receive(\.loaded)

    // Then the row is loaded
    #expect(store.state.rows[id: .sample(4)]?.title == "Episode 4")
    await store.finish()
  }

  @Test func `the scroll position is the first visible row, unless the top of the list is visible`() async {
    // Given a list whose first rows are visible. Row 0 has episode 300, and row 200 has episode 100.
    let world = makeWorld(episodeCount: 300)
    let store = makeStore(world)
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    for index in [0, 1, 2, 200, 201] { await sendRowAppeared(index, in: store) }
    await store.send(.visibleRowsChanged(ids([300, 299, 298])))
    #expect(store.state.firstVisibleRow == nil)

    // When the list is scrolled. The page also reports episode 500, a row of another list on the same page.
    await store.send(.visibleRowsChanged(ids([500, 100, 99])))

    // Then the scroll position is the first visible row of this list, and at the top of the list there is none
    #expect(store.state.firstVisibleRow == .sample(100))
    await store.send(.visibleRowsChanged(ids([300, 299])))
    #expect(store.state.firstVisibleRow == nil)
    await libraryObservation.cancel()
    await store.finish()
  }

  /// The list has 300 episodes, so it has no episode 999.
  @Test(arguments: [Int64(100), 999])
  func `a list scrolls to the restored row if the row still exists`(episode: Int64) async {
    let world = makeWorld(episodeCount: 300)
    var state = EpisodeListFeature.State(query: EpisodeQuery(.show(.sample(1))), showTitle: "Show 1")
    state.restoredRow = .sample(episode)
    let store = TestStore(initialState: state) {
      EpisodeListFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    let libraryObservation = await store.send(.opened)
    await store.receive(\.loaded)
    #expect(store.state.scrollTarget == (episode == 100 ? .sample(100) : nil))
    #expect(store.state.restoredRow == nil)
    await libraryObservation.cancel()
    await store.finish()
  }
}
