/// A notification about the new episodes of one show.
package struct EpisodeNotification: Hashable, Sendable {
  /// The show. The next notification about the same show replaces this notification.
  package var show: Show.ID
  package var showTitle: String
  /// The titles of the new episodes, the newest first, at most three.
  package var titles: [String]
  /// The new episodes, the newest first.
  package var episodes: [Episode.ID]

  package init(show: Show.ID, showTitle: String, titles: [String], episodes: [Episode.ID]) {
    self.show = show
    self.showTitle = showTitle
    self.titles = titles
    self.episodes = episodes
  }
}

/// A notification about an episode that could not be played. The next such notification replaces this one.
package struct FailureNotification: Hashable, Sendable {
  package var episode: Episode.ID
  /// The title of the episode.
  package var title: String
  package var error: PlaybackError

  package init(episode: Episode.ID, title: String, error: PlaybackError) {
    self.episode = episode
    self.title = title
    self.error = error
  }
}

/// Shows desktop notifications.
package struct NotificationsClient: Sendable {
  /// Shows a notification about new episodes.
  package var post: @MainActor @Sendable (_ notification: EpisodeNotification) -> Void
  /// Shows a notification about an episode that could not be played, if the window is closed. An open window displays
  /// the failure itself.
  package var postFailure: @MainActor @Sendable (_ notification: FailureNotification) -> Void

  package init(
    post: @escaping @MainActor @Sendable (_ notification: EpisodeNotification) -> Void,
    postFailure: @escaping @MainActor @Sendable (_ notification: FailureNotification) -> Void = { _ in }
  ) {
    self.post = post
    self.postFailure = postFailure
  }
}
