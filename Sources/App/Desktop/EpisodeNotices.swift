package import Podcasts
package import Presentation
package import ReducerStore

extension DependencyValues {
  /// The notifications of the desktop.
  package var notifications: NotificationsClient {
    get { self[NotificationsKey.self] }
    set { self[NotificationsKey.self] = newValue }
  }
}

private enum NotificationsKey: TestDependencyKey {
  static var testValue: NotificationsClient { NotificationsClient(post: { _ in unexpected("notifications.post", ()) }) }
}

/// Notifies of new episodes after a refresh: one notification for each show, where the settings allow it.
struct EpisodeNotices: Reducer {
  /// How many titles a notification has at most.
  private static let titleLimit = 3

  @Dependency(\.episodes) private var episodes
  @Dependency(\.notifications) private var notifications
  @Dependency(\.showSettings) private var showSettings

  func reduce(into state: inout AppFeature.State, action: AppFeature.Action) -> Effect<AppFeature.Action> {
    guard case .maintenance(.delegate(.episodesArrived(let arrivals))) = action,
      state.maintenance.refresh.preferences?.notifiesOfNewEpisodes ?? true
    else { return .none }
    return .run { _ in
      for arrival in arrivals where await isWanted(arrival.id) && !Task.isCancelled { await post(arrival) }
    }
  }

  /// Whether the user wants notifications about a show. If the settings cannot be read, there is none.
  private func isWanted(_ show: Show.ID) async -> Bool {
    for await result in showSettings.settings(show) {
      guard case .success(let settings?) = result else { return false }
      return settings.notifiesOfNewEpisodes
    }
    return false
  }

  private func post(_ arrival: Refresher.Progress.Arrival) async {
    let newest = Array(arrival.episodes.prefix(Self.titleLimit))
    guard let found = try? await episodes.episodes(newest), !found.isEmpty else { return }
    notifications.post(
      EpisodeNotification(show: arrival.id, showTitle: arrival.title, titles: found.map(\.title), episodes: arrival.episodes))
  }
}

extension EpisodeNotification {
  /// The title of the button that plays the newest episode.
  package static var playTitle: TextState { TextState("Play") }
  /// The title of the button that puts the newest episode into the queue.
  package static var queueTitle: TextState { TextState("Queue") }

  /// The text below the show's name: the title of a single episode, or the number and some titles.
  package var text: TextState {
    guard episodes.count > 1 else { return TextState(verbatim: titles.first ?? "") }
    return TextState("\(episodes.count) new episodes: \(titles.joined(separator: ", "))")
  }
}

extension MediaState {
  /// Why the computer is not suspended, for the desktop's list of reasons.
  package static var suspensionReason: TextState { TextState("An episode is playing") }
}
