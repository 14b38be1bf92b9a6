import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of the library feature: its writes of favourites, played marks and removals of shows, and the requests that it
/// forwards to its parent.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LibraryWritesTests {
  let libraryFile = FakeLibrary(shows: [.sample(1), .sample(2)], episodes: [.sample(1): [.sample(11)]])
  let writes = PendingWrites()

  /// Creates the store of a library with two shows, of which the first one is selected. The streams of episodes emit
  /// nothing.
  private func makeStore() -> TestStoreOf<LibraryFeature> {
    var show = ShowFeature.State(show: .sample(1))
    show.list.ids = [.sample(11)]
    show.list.rows = [
      EpisodeFeature.State(episode: .sample(11), showTitle: "Show 1", locale: Locale(identifier: "en_US"))
    ]
    var state = LibraryFeature.State()
    state.phase = .filled
    state.shows = [.sample(1), .sample(2)]
    state.show = show
    return TestStore(initialState: state) {
      LibraryFeature()
    } withDependencies: {
      var episodes = libraryFile.episodesClient
      episodes.ids = EpisodesClient.silent.ids
      episodes.changes = EpisodesClient.silent.changes
      $0.episodes = episodes
      $0.library = libraryFile.client
      $0.notes = .plainText
      $0.chapters = .feedOnly
      $0.locale = Locale(identifier: "en_US")
      $0.writes = writes
    }
  }

  /// Marks the only episode in the list of the selected show as a favourite.
  private func markFavorite(in store: TestStoreOf<LibraryFeature>) async {
    await store.send(.show(.list(.rows(.element(id: .sample(11), action: .favoriteToggled(true))))))
    await store.receive(\.show.list.rows) {
      $0.show?.list.rows[id: .sample(11)]?.episode.isFavorite = true
      $0.show?.list.favoritesInWriting = [.sample(11): true]
    }
    await store.receive(.show(.list(.delegate(.favoriteToggled(.sample(11), true)))))
    await store.receive(.show(.delegate(.list(.favoriteToggled(.sample(11), true)))))
  }

  @Test func `queue requests from a row and from an episode page are forwarded to the parent`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.show(.list(.rows(.element(id: .sample(11), action: .queueButtonClicked(.playNext))))))
    await store.receive(.delegate(.queueRequested(.playNext([.sample(11)]))))
    await store.send(.show(.list(.rows(.element(id: .sample(11), action: .detailsButtonClicked)))))
    await store.receive(\.episode.presented.contents.notesReceived)
    await store.send(.episode(.presented(.queueButtonClicked(.remove))))
    await store.receive(.delegate(.queueRequested(.remove([.sample(11)]))))
    await store.finish()
  }

  @Test func `a favourite is written`() async {
    let store = makeStore()
    await markFavorite(in: store)
    await store.receive(.favoriteWritten(.sample(11), isFavorite: true, nil)) { $0.show?.list.favoritesInWriting = [:] }
    #expect(libraryFile.writes == [.setFavorite(.sample(11), isFavorite: true)])
    #expect(libraryFile.episode(.sample(11))?.isFavorite == true)
  }

  @Test func `a favourite mark that cannot be written is removed and reported, and can be set again`() async {
    // Given a library that cannot be written
    let error = LibraryError.notWritable(path: "/library")
    libraryFile.failWrites(with: error)
    let store = makeStore()

    // When an episode is marked as a favourite, then the mark is removed, and the problem is reported
    await markFavorite(in: store)
    await store.receive(.favoriteWritten(.sample(11), isFavorite: true, error)) {
      $0.show?.list.favoritesInWriting = [:]
      $0.show?.list.rows[id: .sample(11)]?.episode.isFavorite = false
    }
    await store.receive(.delegate(.problem(Problem(error))))

    // And the episode can be marked again
    libraryFile.failWrites(with: nil)
    await markFavorite(in: store)
    await store.receive(.favoriteWritten(.sample(11), isFavorite: true, nil)) { $0.show?.list.favoritesInWriting = [:] }
  }

  @Test func `a failed write of a favourite is reported even after another show is selected`() async {
    // Given a running write of a favourite
    let gate = Gate()
    libraryFile.holdWrites(before: gate)
    libraryFile.failWrites(with: .diskFull(path: "/library"))
    let store = makeStore()
    await markFavorite(in: store)
    await gate.waitForArrivals(1)

    // When the user selects another show before the write has finished
    await store.send(.pageSelected(.show(.sample(2)))) { $0.show = ShowFeature.State(show: .sample(2)) }
    await store.receive(.show(.opened))
    await store.receive(.show(.list(.opened)))
    gate.open()

    // Then the failure is still reported
    await store.receive(.favoriteWritten(.sample(11), isFavorite: true, .diskFull(path: "/library")))
    await store.receive(.delegate(.problem(Problem(LibraryError.diskFull(path: "/library")))))
    #expect(libraryFile.writes == [.setFavorite(.sample(11), isFavorite: true)])
  }

  @Test func `a show is removed only after the player's writes of the show's places have ended`() async {
    // Given a show whose removal the user has confirmed
    let store = makeStore()
    await store.send(.show(.delegate(.removalConfirmed)))
    await store.receive(.delegate(.removalConfirmed(.sample(1))))
    #expect(libraryFile.writes.isEmpty)

    // When the parent sends that the player has ended its writes of places, then the show is removed
    await store.send(.placeWritesEnded(.sample(1)))
    await store.finish()
    #expect(libraryFile.shows.map(\.id) == [.sample(2)])
  }

  @Test func `a show that cannot be removed stays, and the failure is reported`() async {
    // Given a show that is being removed, in a library that cannot be written
    let error = LibraryError.diskFull(path: "/library")
    libraryFile.failWrites(with: error)
    let gate = Gate()
    libraryFile.holdWrites(before: gate)
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.show(.removeButtonClicked))
    await store.send(.show(.destination(.presented(.removal(.confirmed)))))
    await store.receive(.delegate(.removalConfirmed(.sample(1))))
    #expect(store.state.show?.isRemoving == true)
    store.exhaustivity = .on

    // When the library tries to remove the show
    await store.send(.placeWritesEnded(.sample(1)))
    gate.open()

    // Then the show stays, and its page no longer shows that it is being removed
    await store.receive(.removalFailed(.sample(1), error)) { $0.show?.isRemoving = false }
    await store.receive(.delegate(.problem(Problem(error))))
    #expect(libraryFile.shows.count == 2)
  }

  @Test func `a failed removal is reported while another show is selected`() async {
    // The first show is selected.
    let store = makeStore()
    let error = LibraryError.notFound
    await store.send(.removalFailed(.sample(2), error))
    await store.receive(.delegate(.problem(Problem(error))))
  }

  @Test func `a write completes after its effect is cancelled`() async {
    // Given a slow write
    let gate = Gate()
    libraryFile.holdWrites(before: gate)
    let store = makeStore()
    // With this timeout, `cancel()` does not wait for the end of the effect.
    store.timeout = .zero
    let removal = await store.send(.placeWritesEnded(.sample(1)))
    await gate.waitForArrivals(1)

    // When the effect is cancelled without waiting for its end, as when the program's store is deallocated
    await removal.cancel()
    gate.open()
    await writes.waitUntilDone(within: .seconds(30))

    // Then the write completes
    #expect(libraryFile.shows.map(\.id) == [.sample(2)])
    await store.finish(timeout: .seconds(10))
  }

  @Test func `requests of a show's page and of the import button are forwarded to the parent`() async {
    let store = makeStore()
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    await store.send(.show(.delegate(.list(.playToggled(item, isPlaying: true)))))
    await store.receive(.delegate(.playToggled(item, isPlaying: true)))
    let problem = Problem(LibraryError.notFound)
    await store.send(.show(.delegate(.list(.problem(problem)))))
    await store.receive(.delegate(.problem(problem)))
    await store.send(.show(.delegate(.refreshRequested)))
    await store.receive(.delegate(.refreshRequested(.sample(1))))
    await store.send(.importButtonClicked(.list))
    await store.receive(.delegate(.importRequested(.list)))
  }

  @Test func `marking an episode as played is written and can be undone`() async {
    // Given a started episode
    libraryFile.change { _, episodes in episodes[.sample(1)]?[0].playPosition = .seconds(90) }
    let store = makeStore()
    let change = PlayedChange(former: [.init(id: .sample(11), isPlayed: false, position: .seconds(90))])

    // When the episode is marked as played, then a notice about the mark is shown
    await store.send(.show(.delegate(.list(.playedToggled(.episodes([.sample(11)]), true)))))
    await store.receive(.playedWritten(.success(change), isPlayed: true)) {
      $0.playedNotice = PlayedNotice(id: 1, isPlayed: true, change: change)
      $0.playedNoticeCount = 1
    }
    await store.receive(.delegate(.placesChanged([.sample(11)])))
    #expect(libraryFile.episode(.sample(11))?.isPlayed == true)
    #expect(libraryFile.episode(.sample(11))?.playPosition == .zero)

    // And when the mark is undone, the library has the place again
    await store.send(.undoButtonClicked) { $0.playedNotice = nil }
    await store.receive(.undone(change, nil))
    await store.receive(.delegate(.placesChanged([.sample(11)])))
    #expect(libraryFile.episode(.sample(11))?.isPlayed == false)
    #expect(libraryFile.episode(.sample(11))?.playPosition == .seconds(90))

    // And a second click on Undo does nothing
    await store.send(.undoButtonClicked)
  }

  @Test func `a mark without a change shows no notice, and a failed mark is reported as a problem`() async {
    // The episode is not played, so the removal of its mark changes nothing.
    let store = makeStore()
    await store.send(.show(.delegate(.list(.playedToggled(.episodes([.sample(11)]), false)))))
    await store.receive(.playedWritten(.success(PlayedChange(former: [])), isPlayed: false))

    libraryFile.failWrites(with: .diskFull(path: "/library"))
    await store.send(.show(.delegate(.list(.playedToggled(.episodes([.sample(11)]), true)))))
    await store.receive(.playedWritten(.failure(.diskFull(path: "/library")), isPlayed: true))
    await store.receive(.delegate(.problem(Problem(LibraryError.diskFull(path: "/library")))))

    // No notice was set, so clearing the notice changes nothing.
    await store.send(.playedNoticeChanged(nil))
  }
}
