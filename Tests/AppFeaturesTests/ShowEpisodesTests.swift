import AppFeatures
import AppTestSupport
import Foundation
import Observation
import Podcasts
import ReducerStoreTesting
import Testing

/// What a show does for its episodes: in its list, and in their details.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowEpisodesTests {
  private let item = PlayerFeature.Item(episode: .sample(12), showTitle: "Show 1")

  /// A show with three episodes, with the details of the second open or not.
  private func makeStore(withDetails: Bool = false) -> TestStoreOf<ShowFeature> {
    var state = ShowFeature.State(show: .sample(1))
    state.isLoading = false
    state.episodes = IdentifiedArray(uniqueElements: [.sample(13), .sample(12), .sample(11)].map(row))
    if withDetails { state.destination = .details(row(.sample(12))) }
    return TestStore(initialState: state) { ShowFeature() } withDependencies: { $0.locale = Locale(identifier: "en_US") }
  }

  private func row(_ episode: Episode) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode, showTitle: "Show 1", locale: Locale(identifier: "en_US"))
  }

  private func favorite(_ episode: Episode, _ isFavorite: Bool = true) -> Episode {
    var episode = episode
    episode.isFavorite = isFavorite
    return episode
  }

  @Test func `a favorite that is marked in the list is shown at once, and the library is asked to write it`() async {
    let store = makeStore()
    await store.send(.episodes(.element(id: .sample(12), action: .favoriteToggled(true))))
    await store.receive(.episodes(.element(id: .sample(12), action: .delegate(.favoriteToggled(.sample(12), true))))) {
      $0.episodes[id: .sample(12)]?.episode.isFavorite = true
      $0.favoritesInWriting = [.sample(12): true]
    }
    await store.receive(.delegate(.favoriteToggled(.sample(12), true)))
  }

  @Test func `a favorite that is marked in the details is marked in the list`() async {
    let store = makeStore(withDetails: true)
    await store.send(.destination(.presented(.details(.favoriteToggled(true)))))
    await store.receive(.destination(.presented(.details(.delegate(.favoriteToggled(.sample(12), true)))))) {
      $0.episodes[id: .sample(12)]?.episode.isFavorite = true
      $0.destination = .details(row(favorite(.sample(12))))
      $0.favoritesInWriting = [.sample(12): true]
    }
    await store.receive(.delegate(.favoriteToggled(.sample(12), true)))
  }

  @Test func `a favorite that is marked in the list is marked in the details`() async {
    let store = makeStore(withDetails: true)
    await store.send(.episodes(.element(id: .sample(12), action: .favoriteToggled(true))))
    await store.receive(\.episodes) {
      $0.episodes[id: .sample(12)]?.episode.isFavorite = true
      $0.destination = .details(row(favorite(.sample(12))))
      $0.favoritesInWriting = [.sample(12): true]
    }
    await store.receive(.delegate(.favoriteToggled(.sample(12), true)))
  }

  @Test func `an old list does not undo a favorite that is being written`() async {
    // Given a favourite that is being written
    let store = makeStore(withDetails: true)
    await store.send(.episodes(.element(id: .sample(12), action: .favoriteToggled(true))))
    await store.receive(\.episodes) {
      $0.episodes[id: .sample(12)]?.episode.isFavorite = true
      $0.destination = .details(row(favorite(.sample(12))))
      $0.favoritesInWriting = [.sample(12): true]
    }
    await store.receive(\.delegate)

    // When the library tells of the episodes as they were, then the favourite stays
    await store.send(.episodesReceived(.success([.sample(13), .sample(12), .sample(11)])))

    // And the rest is taken over
    var renamed = Episode.sample(12)
    renamed.title = "New"
    await store.send(.episodesReceived(.success([.sample(13), renamed, .sample(11)]))) {
      $0.episodes[id: .sample(12)]?.episode.title = "New"
      $0.destination = .details(row(favorite(renamed)))
    }

    // And a click while it is being written changes nothing
    await store.send(.episodes(.element(id: .sample(12), action: .favoriteToggled(false))))
    await store.receive(.episodes(.element(id: .sample(12), action: .delegate(.favoriteToggled(.sample(12), false)))))
  }

  @Test func `what is a favorite already is not marked again`() async {
    let store = makeStore()
    await store.send(.episodes(.element(id: .sample(12), action: .favoriteToggled(false))))
  }

  @Test func `a favorite that was written can be taken away again`() async {
    var state = makeStore(withDetails: true).state
    state.favoritesInWriting = [.sample(12): true]
    state.favoriteWritten(.sample(12), true, failed: false)
    #expect(state.favoritesInWriting.isEmpty)
    #expect(state == makeStore(withDetails: true).state)
  }

  @Test func `a favorite that could not be written is shown as it really is, in the list and in the details`() async {
    // Given a favourite that is being written
    let store = makeStore(withDetails: true)
    var state = store.state
    state.favoritesInWriting = [.sample(12): true]
    state.episodes[id: .sample(12)]?.episode.isFavorite = true
    state.destination = .details(row(favorite(.sample(12))))

    // When another one was written, nothing changes
    let before = state
    state.favoriteWritten(.sample(13), true, failed: true)
    #expect(state == before)

    // When it could not be written, then it is as it was
    state.favoriteWritten(.sample(12), true, failed: true)
    #expect(state == store.state)
  }

  @Test func `an episode is played and paused from the list and from its details`() async {
    let store = makeStore(withDetails: true)
    await store.send(.episodes(.element(id: .sample(12), action: .playToggled(true))))
    await store.receive(.episodes(.element(id: .sample(12), action: .delegate(.playToggled(item, isPlaying: true)))))
    await store.receive(.delegate(.playToggled(item, isPlaying: true)))
    await store.send(.destination(.presented(.details(.playToggled(false)))))
    await store.receive(.destination(.presented(.details(.delegate(.playToggled(item, isPlaying: false))))))
    await store.receive(.delegate(.playToggled(item, isPlaying: false)))
  }

  @Test func `an episode that changes wakes its own row, and neither the list nor another row`() {
    // Given views of the list and of two rows
    let store = Store(initialState: makeStore().state) { ShowFeature() } withDependencies: { $0.locale = Locale(identifier: "en_US") }
    let woken = Recorded(Set<String>())
    func watch(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { woken.change { _ = $0.insert(name) } }
    }
    watch("list") { _ = (store.episodes.ids, store.isLoading, store.title) }
    watch("row 13") { _ = store.episodes[id: .sample(13)]?.subtitle }
    watch("row 12") { _ = store.episodes[id: .sample(12)]?.subtitle }

    // When the library tells another place in one of them
    var heard = Episode.sample(12)
    heard.playPosition = .seconds(60)
    store.send(.episodesReceived(.success([.sample(13), heard, .sample(11)])))

    // Then only its row is drawn again
    #expect(woken.current == ["row 12"])
  }
}
