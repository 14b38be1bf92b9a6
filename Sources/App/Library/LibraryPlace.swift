package import Podcasts

/// A place in the list of a page. The raw value is saved for the next start.
package struct LibraryPlace: Hashable, Sendable, RawRepresentable {
  package var page: LibraryPage
  /// The first visible episode.
  package var episode: Episode.ID

  package init(page: LibraryPage, episode: Episode.ID) {
    self.page = page
    self.episode = episode
  }

  package init?(rawValue: String) {
    guard let colon = rawValue.lastIndex(of: ":"), let page = LibraryPage(rawValue: String(rawValue[..<colon])),
      let episode = Int64(rawValue[rawValue.index(after: colon)...])
    else { return nil }
    self.init(page: page, episode: Episode.ID(rawValue: episode))
  }

  package var rawValue: String { "\(page.rawValue):\(episode.rawValue)" }
}

extension LibraryFeature.State {
  /// The shows whose title and author have all words of the search. Empty without a search.
  package var foundShows: [Show] {
    guard let search, !search.words.isEmpty else { return [] }
    let words = search.words.lowercased().split(separator: " ")
    return shows.filter { show in
      let text = "\(show.title)\n\(show.author)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// The show whose episodes Control with F searches. `nil` on other pages, where it searches all episodes.
  package var searchableShow: Show.ID? { episode == nil ? show?.id : nil }

  /// The place in the list of the selected page. `nil` at its head, or without a list.
  package var place: LibraryPlace? {
    guard let selection, let episode = (show?.list ?? list ?? home?.newEpisodes)?.place else { return nil }
    return LibraryPlace(page: selection, episode: episode)
  }

  /// Lets a page that was just selected show the place of the last session, if that was on this page.
  mutating func restorePlace(on page: LibraryPage?) {
    guard let place = startPlace, place.page == page else { return }
    startPlace = nil
    switch page {
    case .show: show?.list.restoredPlace = place.episode
    case .home: home?.newEpisodes.restoredPlace = place.episode
    case .queue, .favorites, .history, .downloads: list?.restoredPlace = place.episode
    default: break
    }
  }
}
