package import Podcasts

/// An action of a notification, of the launcher's menu or of another process. It can start the program.
package enum DesktopAction: Hashable, Sendable {
  case playPause
  case refresh
  case playEpisode(Episode.ID)
  case queueEpisode(Episode.ID)
  /// Show the page of a show.
  case showShow(Show.ID)
  /// Show the window with an episode whose sound failed.
  case showFailure(Episode.ID)

  /// The names of the actions that take nothing.
  package static let names = ["play-pause", "refresh"]
  /// The names of the actions that take a number.
  package static let numberedNames = ["play-episode", "queue-episode", "show-show", "show-failure"]

  /// Creates the action with a name. `nil` if there is none, or if it takes a number and has none.
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

  /// Reads the text of an action: see ``text``.
  package init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first else { return nil }
    if words.count == 2, Int64(words[1]) == nil { return nil }
    self.init(String(name), number: words.count == 2 ? Int64(words[1]) : nil)
  }

  /// The action as a text, for a process that performs it: `play-episode 7`.
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

  /// The effect in the program. `nil` if it only shows its window, whose bar has the failure.
  package var action: AppFeature.Action? {
    switch self {
    case .playPause: .media(.playPause)
    case .refresh: .maintenance(.refresh(.refreshAllButtonClicked))
    case .playEpisode(let id): .media(.playEpisode(id))
    case .queueEpisode(let id): .media(.queueEpisodes([id], isNext: false))
    case .showShow(let id): .library(.pageSelected(.show(id)))
    case .showFailure: nil
    }
  }

  /// Whether the window comes to the front.
  package var opensWindow: Bool {
    switch self {
    case .showShow, .showFailure: true
    case .playPause, .refresh, .playEpisode, .queueEpisode: false
    }
  }
}
