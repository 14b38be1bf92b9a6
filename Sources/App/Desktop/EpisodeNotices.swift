package import Podcasts
package import Presentation
package import ReducerStore

extension DependencyValues {
  /// Posts notifications on the desktop.
  package var notifications: NotificationsClient {
    get { self[NotificationsKey.self] }
    set { self[NotificationsKey.self] = newValue }
  }
}

private enum NotificationsKey: TestDependencyKey {
  static var testValue: NotificationsClient {
    NotificationsClient(post: { _ in reportMissing("notifications.post", returning: ()) })
  }
}

/// Posts notifications about new episodes after a refresh, one for each show. The general settings or the settings of a
/// show can disable the notifications. While the general settings are not loaded, only the settings of the show count.
struct EpisodeNotices: Reducer {
  /// The maximum number of episode titles in a notification.
  private static let titleLimit = 3

  @Dependency(\.episodes) private var episodes
  @Dependency(\.notifications) private var notifications
  @Dependency(\.showSettings) private var showSettings

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    guard case .maintenance(.delegate(.episodesArrived(let newsOfShows))) = action,
      state.maintenance.refresh.preferences?.notifiesOfNewEpisodes ?? true
    else { return .none }
    return .run { _ in
      for news in newsOfShows where await allowsNotifications(news.id) && !Task.isCancelled { await post(news) }
    }
  }

  /// Whether the show's settings allow notifications. `false` if the settings cannot be read or the show was removed.
  private func allowsNotifications(_ show: Show.ID) async -> Bool {
    for await result in showSettings.settings(show) {
      guard case .success(let settings?) = result else { return false }
      return settings.notifiesOfNewEpisodes
    }
    return false
  }

  /// Posts the notification about a show, with the titles of the newest episodes. Posts nothing if these episodes
  /// cannot be read.
  private func post(_ news: Refresher.Progress.ShowNews) async {
    let newestIDs = Array(news.episodes.prefix(Self.titleLimit))
    guard let newest = try? await episodes.episodes(newestIDs), !newest.isEmpty else { return }
    notifications.post(
      EpisodeNotification(show: news.id, showTitle: news.title, titles: newest.map(\.title), episodes: news.episodes))
  }
}

extension EpisodeNotification {
  /// The title of the button that plays the newest episode.
  package static var playTitle: TextState { TextState("Play") }
  /// The title of the button that puts the newest episode into the queue.
  package static var queueTitle: TextState { TextState("Queue") }

  /// The text below the show's name: the title of a single episode, or the number of episodes and the titles of the
  /// newest ones.
  package var text: TextState {
    guard episodes.count > 1 else { return TextState(verbatim: titles.first ?? "") }
    return TextState("\(episodes.count) new episodes: \(titles.joined(separator: ", "))")
  }
}

extension MediaState {
  /// The reason why the program prevents the suspension of the computer. The desktop shows this text.
  package static var suspensionReason: TextState { TextState("An episode is playing") }
}
