package import Podcasts

/// The page in the content area. The raw value is saved for the next start.
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
      guard rawValue.hasPrefix("show "), let number = Int64(rawValue.dropFirst(5)) else { return nil }
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
    case .show(let id): "show \(id.rawValue)"
    }
  }
}

extension LibraryPage {
  /// The page that is one list of these episodes, or `nil` if there is none.
  init?(_ scope: EpisodeQuery.Scope) {
    switch scope {
    case .queue: self = .queue
    case .favorites: self = .favorites
    case .downloads: self = .downloads
    case .history: self = .history
    case .library, .show, .continueListening, .new: return nil
    }
  }

  /// The episodes of the page, if it is one list.
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

/// Episodes that were marked as played or unplayed. The user can undo the change.
package struct PlayedMark: Hashable, Sendable, Identifiable {
  /// The number of the mark in this session.
  package var id: Int
  package var isPlayed: Bool
  package var change: PlayedChange

  package init(id: Int, isPlayed: Bool, change: PlayedChange) {
    self.id = id
    self.isPlayed = isPlayed
    self.change = change
  }

  /// The number of changed episodes.
  package var count: Int { change.former.count }
}
