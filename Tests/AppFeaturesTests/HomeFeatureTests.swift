import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of the home page. The page has a list of started episodes and a list of new episodes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct HomeFeatureTests {
  /// The current date of a `World`: September 21, 2026.
  private let now = Date(timeIntervalSince1970: 1_790_003_600)

  /// Returns the date this number of days before ``now``.
  private func date(daysAgo days: Double) -> Date { now - days * 86400 }

  /// Returns a sample episode with changes.
  private func makeEpisode(_ number: Int64, _ change: (inout Episode) -> Void) -> Episode {
    var episode = Episode.sample(number)
    change(&episode)
    return episode
  }

  private func makeStore(_ world: World) -> TestStoreOf<HomeFeature> {
    let store = TestStore(initialState: HomeFeature.State()) {
      HomeFeature()
    } withDependencies: {
      world.provide(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `the home page lists started episodes and groups new episodes by day`() async {
    // Given two started episodes, and new episodes from three days
    let world = World(
      shows: [.sample(1)],
      episodes: [
        .sample(1): [
          makeEpisode(5) { ($0.isNew, $0.publishedAt) = (true, date(daysAgo: 0)) },
          makeEpisode(4) { ($0.isNew, $0.publishedAt) = (true, date(daysAgo: 0)) },
          makeEpisode(3) { ($0.isNew, $0.publishedAt) = (true, date(daysAgo: 1)) },
          makeEpisode(2) { ($0.isNew, $0.publishedAt) = (true, date(daysAgo: 30)) },
          makeEpisode(1) { ($0.playPosition, $0.lastPlayedAt) = (.seconds(60), date(daysAgo: 2)) },
          makeEpisode(0) { ($0.playPosition, $0.lastPlayedAt) = (.seconds(60), date(daysAgo: 1)) },
        ]
      ])
    let store = makeStore(world)

    // When the page is shown
    let libraryObservation = await store.send(.opened)
    await store.receive(\.continueListening.loaded)
    await store.receive(\.newEpisodes.loaded)

    // Then the most recently played episode is first, and the first new episode of each day has the day as its heading
    #expect(store.state.continueListening.ids == [.sample(0), .sample(1)])
    #expect(
      store.state.newEpisodes.rows.map { $0.dayHeading?.description } == ["Today", nil, "Yesterday", "August 22, 2026"])
    #expect(!store.state.isEmpty)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `the home page counts as empty only after both lists are loaded without episodes`() async {
    // Given episodes that are neither started nor new
    let store = makeStore(World.withTwoShows())
    #expect(!store.state.isEmpty)

    // When both lists are loaded
    let libraryObservation = await store.send(.opened)
    await store.receive(\.continueListening.idsReceived)
    await store.receive(\.newEpisodes.idsReceived)

    // Then the page is empty
    #expect(store.state.isEmpty)
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `requests of the lists are forwarded to the parent`() async {
    let store = makeStore(World.withTwoShows())
    let (isFavorite, isPlayed) = (true, true)
    await store.send(.continueListening(.delegate(.favoriteToggled(.sample(11), isFavorite))))
    await store.receive(.delegate(.favoriteToggled(.sample(11), isFavorite)))
    await store.send(.newEpisodes(.delegate(.playedToggled(.episodes([.sample(11)]), isPlayed))))
    await store.receive(.delegate(.playedToggled(.episodes([.sample(11)]), isPlayed)))
  }
}
