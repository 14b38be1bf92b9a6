import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting
import Testing

/// The program while its window is closed: whether it continues, and its notifications of failures.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ClosedWindowTests {
  /// Creates the state of the media controls. `canGoNext` is whether an episode can be played next.
  private func mediaState(_ status: MediaState.Status, canGoNext: Bool = false) -> MediaState {
    var state = MediaState()
    state.status = status
    state.canGoNext = canGoNext
    return state
  }

  @Test func `a program without a window keeps playing, waits or ends, depending on the player`() {
    #expect(ClosedWindow(mediaState(.playing), hasProblem: false) == .plays)
    // The user may continue the episode with the media controls.
    #expect(ClosedWindow(mediaState(.paused), hasProblem: false) == .waits)
    #expect(ClosedWindow(mediaState(.stopped, canGoNext: true), hasProblem: false) == .waits)
    #expect(ClosedWindow(mediaState(.stopped), hasProblem: false) == .ends)
    // The user may not have seen the notification about the failure yet.
    #expect(ClosedWindow(mediaState(.stopped), hasProblem: true) == .waits)
  }

  @Test func `the notification of a failure contains the episode's title and the reason`() async {
    let world = World.withTwoShows()
    let posted = Recorded<[FailureNotification]>([])
    var state = AppFeature.State()
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    state.player.item = item
    state.player.phase = .playing
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.notifications.postFailure = { notification in posted.change { $0.append(notification) } }
    }
    store.exhaustivity = .off
    // When the server reports that the audio does not exist, and later the server stays unreachable
    await store.send(.player(.event(.failed(item.episode.enclosure.url, .notFound))))
    await store.receive(.player(.delegate(.failed(item, .notFound, wasPlaying: true))))
    await store.send(.player(.delegate(.stillUnreachable(item))))
    await store.finish()

    // Then each failure has a notification with the title and the reason
    #expect(
      posted.current == [
        FailureNotification(episode: .sample(11), title: "Episode 11", error: .notFound),
        FailureNotification(episode: .sample(11), title: "Episode 11", error: .unreachable),
      ])
    #expect(posted.current.first?.text.description.hasPrefix("This Episode Was Not Found\n") == true)
  }
}
