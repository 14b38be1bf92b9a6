package import Podcasts

/// The scroll position in the list of a page. The raw value is saved for the next start of the program.
package struct LibraryScrollPosition: Hashable, Sendable, RawRepresentable {
  package var page: LibraryPage
  /// The episode of the first visible row.
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

  /// The raw value of the page and the number of the episode, such as `show 3:41`.
  package var rawValue: String { "\(page.rawValue):\(episode.rawValue)" }
}

extension LibraryFeature.State {
  /// The shows that match the search: each word is in the title or the author. Empty without a search.
  package var foundShows: [Show] {
    guard let search, !search.words.isEmpty else { return [] }
    let words = SearchText.normalized(search.words).split(separator: " ")
    return shows.filter { show in
      let text = SearchText.normalized("\(show.title)\n\(show.author)")
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// The show whose page is visible. On a show's page, Control+F searches only this show. The value is `nil` on other
  /// pages, such as the page of an episode. On those, Control+F opens the search of all episodes.
  package var searchableShow: Show.ID? { episode == nil ? show?.id : nil }

  /// The scroll position of the selected page. `nil` if its list is at the top, or if the page has no list.
  package var scrollPosition: LibraryScrollPosition? {
    guard let selection, let episode = (show?.list ?? list ?? home?.newEpisodes)?.firstVisibleRow else { return nil }
    return LibraryScrollPosition(page: selection, episode: episode)
  }

  /// Restores the scroll position of the last session if it belongs to the page that was just selected.
  mutating func restoreScrollPosition(on page: LibraryPage?) {
    guard let position = startScrollPosition, position.page == page else { return }
    startScrollPosition = nil
    switch page {
    case .show: show?.list.restoredRow = position.episode
    case .home: home?.newEpisodes.restoredRow = position.episode
    case .queue, .favorites, .history, .downloads: list?.restoredRow = position.episode
    default: break
    }
  }
}
