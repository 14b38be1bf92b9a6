import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SearchFeatureTests {
  private func makeStore(_ world: World) -> TestStoreOf<SearchFeature> {
    let store = TestStore(initialState: SearchFeature.State()) { SearchFeature() } withDependencies: { world.provide(&$0) }
    store.exhaustivity = .off
    return store
  }

  @Test func `what is typed is searched in all shows, and nothing is when the field is empty`() async {
    // Given two shows
    let store = makeStore(.withTwoShows())
    #expect(store.state.results == nil)

    // When a word is typed, then the episodes of both shows that contain it are found
    let searching = await store.send(.textChanged(" episode  2"))
    await store.receive(\.results.loaded)
    #expect(store.state.results?.query == EpisodeQuery(.library, text: "episode 2"))
    #expect(Set(store.state.results?.ids ?? []) == [.sample(12), .sample(21)])

    // And when more text is typed, the previous results stay until the new results arrive
    await store.send(.textChanged("episode 21"))
    #expect(store.state.results?.ids.count == 2)
    await store.receive(\.results.idsReceived)
    #expect(store.state.results?.ids == [.sample(21)])

    // And blanks alone start no search
    await store.send(.textChanged("  "))
    #expect(store.state.results == nil)
    await searching.cancel()
    await store.finish()
  }

  @Test func `what the results ask for is handed on`() async {
    let store = makeStore(.withTwoShows())
    let searching = await store.send(.textChanged("episode"))
    await store.send(.results(.delegate(.favoriteToggled(.sample(11), true))))
    await store.receive(.delegate(.favoriteToggled(.sample(11), true)))
    await searching.cancel()
    await store.finish()
  }
}
