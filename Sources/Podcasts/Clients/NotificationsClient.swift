/// A notification about the new episodes of one show.
package struct EpisodeNotification: Hashable, Sendable {
  /// The show. A newer notification about it replaces the older one.
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

/// Shows notifications of the desktop.
package struct NotificationsClient: Sendable {
  /// Shows a notification about new episodes.
  package var post: @MainActor @Sendable (_ notification: EpisodeNotification) -> Void

  package init(post: @escaping @MainActor @Sendable (_ notification: EpisodeNotification) -> Void) { self.post = post }
}
