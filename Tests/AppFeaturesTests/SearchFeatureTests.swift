import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of the search for episodes and for lines of saved transcripts.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SearchFeatureTests {
  private func makeStore(_ world: World) -> TestStoreOf<SearchFeature> {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `typed words are searched in all shows, and an empty field starts no search`() async {
    // Given two shows
    let store = makeStore(.withTwoShows())
    #expect(store.state.results == nil)

    // When two words are typed, then the episodes of both shows whose titles contain “episode” and “2” are found
    let searchEffect = await store.send(.textChanged(" episode  2"))
    await store.receive(\.results.loaded)
    #expect(store.state.results?.query == EpisodeQuery(.library, text: "episode 2"))
    #expect(Set(store.state.results?.ids ?? []) == [.sample(12), .sample(21)])

    // And when more text is typed, the previous results stay until the new results arrive
    await store.send(.textChanged("episode 21"))
    #expect(store.state.results?.ids.count == 2)
    await store.receive(\.results.idsReceived)
    #expect(store.state.results?.ids == [.sample(21)])

    // And a field with only blanks counts as empty
    await store.send(.textChanged("  "))
    #expect(store.state.results == nil)
    await searchEffect.cancel()
    await store.finish()
  }

  @Test func `the search finds transcript lines, and clicking a line requests its place or its episode`() async {
    // Given the lines of two saved transcripts, one with times and one without
    let timed = TranscriptMatch(
      episode: .sample(11), episodeTitle: "Episode 11", showTitle: "Show 1",
      line: Transcript.Line(id: 4, start: .seconds(90), text: "A robin sings.")
    )
    let untimed = TranscriptMatch(
      episode: .sample(12), episodeTitle: "Episode 12", showTitle: "Show 1",
      line: Transcript.Line(id: 0, start: nil, text: "robin"))
    let store = makeStore(.withTwoShows())
    // The feature requests at most 50 lines.
    store.dependencies.savedTranscripts.search = { text, limit in
      text == "robin" && limit == 50 ? [timed, untimed] : []
    }

    // When a word is typed, then the lines are found
    let searchEffect = await store.send(.textChanged("robin"))
    await store.receive(.matchesReceived("robin", [timed, untimed]))
    #expect(store.state.matches == [timed, untimed])

    // When a line is clicked, then the feature requests playback at the time of the line
    await store.send(.matchClicked(timed))
    await store.receive { action in
      guard case .delegate(.placeRequested(let item, .seconds(90))) = action else { return false }
      return item.episode.id == .sample(11) && item.showTitle == "Show 1"
    }

    // And when a line without a time is clicked, the feature requests the page of its episode
    await store.send(.matchClicked(untimed))
    await store.receive { action in
      guard case .delegate(.detailsRequested(let episode, "Show 1")) = action else { return false }
      return episode.id == .sample(12)
    }

    // When the field is empty, then no line is found
    await store.send(.textChanged(""))
    #expect(store.state.matches.isEmpty)
    await searchEffect.cancel()
    await store.finish()
  }

  @Test func `requests of the results are forwarded to the parent`() async {
    let store = makeStore(.withTwoShows())
    let searchEffect = await store.send(.textChanged("episode"))
    await store.send(.results(.delegate(.favoriteToggled(.sample(11), true))))
    await store.receive(.delegate(.favoriteToggled(.sample(11), true)))
    await searchEffect.cancel()
    await store.finish()
  }
}
