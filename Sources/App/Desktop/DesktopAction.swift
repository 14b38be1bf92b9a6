package import Podcasts

/// An action that a notification, the launcher's menu or another process requests over D-Bus. If the program is not
/// running, the desktop starts it for the action.
package enum DesktopAction: Hashable, Sendable {
  /// Play or pause the episode in the player.
  case playPause
  /// Refresh all shows.
  case refresh
  /// Play an episode.
  case playEpisode(Episode.ID)
  /// Add an episode to the end of the queue.
  case queueEpisode(Episode.ID)
  /// Show the page of a show.
  case showShow(Show.ID)
  /// Show the main window, which displays the failure of an episode that could not be played.
  case showFailure(Episode.ID)

  /// The names of the actions without a parameter.
  package static let names = ["play-pause", "refresh"]
  /// The names of the actions whose parameter is the number of an episode or a show.
  package static let numberedNames = ["play-episode", "queue-episode", "show-show", "show-failure"]

  /// Creates the action with a name. Returns `nil` if the name is unknown, if a required number is missing,
  /// or if an action without a parameter has a number.
  package init?(_ name: String, number: Int64? = nil) {
    switch (name, number) {
    case ("play-pause", nil): self = .playPause
    case ("refresh", nil): self = .refresh
    case ("play-episode", let number?): self = .playEpisode(Episode.ID(rawValue: number))
    case ("queue-episode", let number?): self = .queueEpisode(Episode.ID(rawValue: number))
    case ("show-show", let number?): self = .showShow(Show.ID(rawValue: number))
    case ("show-failure", let number?): self = .showFailure(Episode.ID(rawValue: number))
    default: return nil
    }
  }

  /// Creates an action from its ``text``. Returns `nil` if the text is not valid.
  package init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first else { return nil }
    if words.count == 2, Int64(words[1]) == nil { return nil }
    self.init(String(name), number: words.count == 2 ? Int64(words[1]) : nil)
  }

  /// The action as text, such as `play-episode 7`. If an action is requested while the program is about to end, the
  /// program starts a new process with this text, and the new process performs the action.
  package var text: String {
    switch self {
    case .playPause: "play-pause"
    case .refresh: "refresh"
    case .playEpisode(let id): "play-episode \(id.rawValue)"
    case .queueEpisode(let id): "queue-episode \(id.rawValue)"
    case .showShow(let id): "show-show \(id.rawValue)"
    case .showFailure(let id): "show-failure \(id.rawValue)"
    }
  }

  /// The action to send to the store. `nil` if the action only shows the main window.
  package var storeAction: AppFeature.Action? {
    switch self {
    case .playPause: .media(.playPause)
    case .refresh: .maintenance(.refresh(.refreshAllButtonClicked))
    case .playEpisode(let id): .media(.playEpisode(id))
    case .queueEpisode(let id): .media(.queueEpisodes([id], isNext: false))
    case .showShow(let id): .library(.pageSelected(.show(id)))
    case .showFailure: nil
    }
  }

  /// Whether the action shows the main window.
  package var showsWindow: Bool {
    switch self {
    case .showShow, .showFailure: true
    case .playPause, .refresh, .playEpisode, .queueEpisode: false
    }
  }
}
