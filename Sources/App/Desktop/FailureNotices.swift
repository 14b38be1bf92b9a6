package import Podcasts
package import Presentation
import ReducerStore

/// Posts a notification when an episode could not be played. ``NotificationsClient`` shows this notification only while
/// the window is closed.
struct FailureNotices: Reducer {
  @Dependency(\.notifications) private var notifications

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    switch action {
    case .player(.delegate(.failed(let item, let error, _))): post(item, error)
    // The player still tries to reach the server, but does not play the episode.
    case .player(.delegate(.stillUnreachable(let item))): post(item, .unreachable)
    default: .none
    }
  }

  private func post(_ item: PlayerFeature.Item, _ error: PlaybackError) -> Effect<AppFeature.Action> {
    let notification = FailureNotification(episode: item.episode.id, title: item.episode.title, error: error)
    return .run { [notifications] _ in notifications.postFailure(notification) }
  }
}

extension FailureNotification {
  /// The text below the episode's title: the problem and its remedy.
  package var text: TextState { .joined([error.title, error.message], separator: "\n") }
  /// The title of the button that shows the window.
  package static var openTitle: TextState { TextState("Show Podcaster") }
}
