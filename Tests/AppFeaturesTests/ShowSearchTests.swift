import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Searching the names of a show's episodes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowSearchTests {
  private static let titles: [Int64: String] = [14: "Rain in Seoul", 13: "Café noise", 12: "The long rain", 11: "비 오는 날"]

  /// A show with four episodes.
  private func makeStore(_ change: (inout ShowFeature.State) -> Void = { _ in }) -> TestStoreOf<ShowFeature> {
    var state = ShowFeature.State(show: .sample(1))
    state.isLoading = false
    state.episodes = IdentifiedArray(uniqueElements: [14, 13, 12, 11].map(row))
    change(&state)
    return TestStore(initialState: state) { ShowFeature() } withDependencies: { $0.locale = Locale(identifier: "en_US") }
  }

  private func episode(_ number: Int64) -> Episode {
    var episode = Episode.sample(number)
    episode.title = Self.titles[number] ?? "?"
    return episode
  }

  private func row(_ number: Int64) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode(number), showTitle: "Show 1", locale: Locale(identifier: "en_US"))
  }

  @Test func `all episodes are shown while nothing is searched`() {
    let store = makeStore()
    #expect(store.state.content == .episodes([.sample(14), .sample(13), .sample(12), .sample(11)]))
  }

  @Test func `what is typed is searched, and what is found replaces the list`() async {
    // Given a show
    let store = makeStore()

    // When a word is typed, then the list stays until it is found
    await store.send(.searchTextChanged("rain")) { $0.searchText = "rain" }
    #expect(store.state.content == .episodes(store.state.episodes.ids))
    await store.receive(.matchesFound([.sample(14), .sample(12)], text: "rain")) { $0.matches = [.sample(14), .sample(12)] }
    #expect(store.state.content == .episodes([.sample(14), .sample(12)]))

    // And when the field is emptied, all are shown at once
    await store.send(.searchTextChanged("")) {
      $0.searchText = ""
      $0.matches = nil
    }
    await store.finish()
  }

  @Test(arguments: [
    ("RAIN", [14, 12]), ("cafe", [13]), ("long the", [12]), ("오는", [11]), ("seoul rain ", [14]), ("snow", []),
  ] as [(String, [Int64])])
  func `words are found in any order, whatever their case and accents`(text: String, numbers: [Int64]) async {
    let store = makeStore()
    let found = numbers.map { Episode.ID.sample($0) }
    await store.send(.searchTextChanged(text)) { $0.searchText = text }
    await store.receive(.matchesFound(found, text: text)) { $0.matches = found }
    #expect(store.state.content == (found.isEmpty ? .noMatches : .episodes(found)))
    await store.finish()
  }

  @Test func `blanks alone search nothing`() async {
    let store = makeStore()
    await store.send(.searchTextChanged("  ")) { $0.searchText = "  " }
    await store.finish()
  }

  @Test func `what was found for another text than the present one is not shown`() async {
    let store = makeStore { $0.searchText = "rain" }
    await store.send(.matchesFound([.sample(13)], text: "r"))
    await store.finish()
  }

  @Test func `episodes that come while something is searched are searched too`() async {
    // Given a search that has found two
    let store = makeStore {
      $0.searchText = "rain"
      $0.matches = [.sample(14), .sample(12)]
    }

    // When the library has another list, then what is gone is out of the list at once, and what has come is found
    let newEpisodes = [episode(14), episode(13)]
    await store.send(.episodesReceived(.success(newEpisodes))) {
      $0.episodes = IdentifiedArray(uniqueElements: [row(14), row(13)])
      $0.matches = [.sample(14)]
    }
    await store.receive(.matchesFound([.sample(14)], text: "rain"))
    await store.finish()
  }
}
