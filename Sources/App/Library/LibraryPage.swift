package import Podcasts

/// A page of the main window. The window shows the page next to the list of pages. The raw value is saved for the next
/// start of the program.
package enum LibraryPage: Hashable, Sendable, RawRepresentable {
  case home
  case queue
  case favorites
  case downloads
  case history
  case search
  case show(Show.ID)

  package init?(rawValue: String) {
    switch rawValue {
    case "home": self = .home
    case "queue": self = .queue
    case "favorites": self = .favorites
    case "downloads": self = .downloads
    case "history": self = .history
    case "search": self = .search
    default:
      guard rawValue.hasPrefix(Self.showPrefix), let number = Int64(rawValue.dropFirst(Self.showPrefix.count)) else {
        return nil
      }
      self = .show(Show.ID(rawValue: number))
    }
  }

  package var rawValue: String {
    switch self {
    case .home: "home"
    case .queue: "queue"
    case .favorites: "favorites"
    case .downloads: "downloads"
    case .history: "history"
    case .search: "search"
    case .show(let id): Self.showPrefix + String(id.rawValue)
    }
  }

  /// The beginning of the raw value of a show's page. The number of the show follows.
  private static let showPrefix = "show "
}

extension LibraryPage {
  /// The page that shows only the episodes of `scope`. `nil` if there is no such page.
  init?(_ scope: EpisodeQuery.Scope) {
    switch scope {
    case .queue: self = .queue
    case .favorites: self = .favorites
    case .downloads: self = .downloads
    case .history: self = .history
    case .library, .show, .continueListening, .new: return nil
    }
  }

  /// The episodes of the page, if the page contains only a list of episodes. Otherwise `nil`.
  var scope: EpisodeQuery.Scope? {
    switch self {
    case .queue: .queue
    case .favorites: .favorites
    case .downloads: .downloads
    case .history: .history
    case .home, .search, .show: nil
    }
  }
}

extension Show {
  /// The page of the show.
  package var page: LibraryPage { .show(id) }
}

/// The message about episodes that the user marked as played or unplayed. The user can undo the change.
package struct PlayedNotice: Hashable, Sendable, Identifiable {
  /// The number of the message since the program started.
  package var id: Int
  /// Whether the episodes were marked as played. Otherwise they were marked as unplayed.
  package var isPlayed: Bool
  /// The changed episodes with their former marks and places, for undo.
  package var change: PlayedChange

  package init(id: Int, isPlayed: Bool, change: PlayedChange) {
    self.id = id
    self.isPlayed = isPlayed
    self.change = change
  }

  /// The number of changed episodes.
  package var count: Int { change.former.count }
}
