import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// Tests of notifications about new episodes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeNoticesTests {
  let world = World.withTwoShows()

  /// Sends the action that reports two new episodes of the first show and one of the second show.
  ///
  /// - Parameters:
  ///   - secondShowNotifies: Whether the notifications of the second show are on. Those of the first show are on.
  ///   - changePreferences: Changes the general settings, in which notifications are on by default.
  private func sendNewEpisodes(
    secondShowNotifies: Bool = true, _ changePreferences: (inout Preferences) -> Void = { _ in }
  ) async {
    var state = AppFeature.State()
    var preferences = Preferences()
    changePreferences(&preferences)
    state.maintenance.refresh.preferences = preferences
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.showSettings.settings = { show in
        AsyncStream {
          var settings = ShowSettings()
          settings.notifiesOfNewEpisodes = show == .sample(1) || secondShowNotifies
          $0.yield(.success(settings))
          $0.finish()
        }
      }
    }
    let news = [
      Refresher.Progress.ShowNews(id: .sample(1), title: "Show 1", episodes: [.sample(13), .sample(12)]),
      Refresher.Progress.ShowNews(id: .sample(2), title: "Show 2", episodes: [.sample(21)]),
    ]
    await store.send(.maintenance(.delegate(.episodesArrived(news))))
    await store.finish()
  }

  @Test func `new episodes cause one notification for each show`() async {
    await sendNewEpisodes()
    #expect(
      world.posted.current == [
        EpisodeNotification(
          show: .sample(1), showTitle: "Show 1", titles: ["Episode 13", "Episode 12"],
          episodes: [.sample(13), .sample(12)]),
        EpisodeNotification(show: .sample(2), showTitle: "Show 2", titles: ["Episode 21"], episodes: [.sample(21)]),
      ])
    #expect(world.posted.current.map(\.text.description) == ["2 new episodes: Episode 13, Episode 12", "Episode 21"])
  }

  @Test func `a show whose notifications are off causes no notification`() async {
    await sendNewEpisodes(secondShowNotifies: false)
    #expect(world.posted.current.map(\.show) == [.sample(1)])
  }

  @Test func `the general setting turns all notifications off`() async {
    await sendNewEpisodes { $0.notifiesOfNewEpisodes = false }
    #expect(world.posted.current.isEmpty)
  }
}
