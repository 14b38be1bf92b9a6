import Podcasts

extension CommandContext {
  /// The largest number of episodes in a page. One call of ``EpisodesClient/episodes`` reads a page. The call does not
  /// accept more ids.
  private static let pageSize = 500

  /// Returns the ids of the episodes that match a query, in the order of the query.
  func episodeIDs(_ query: EpisodeQuery) async throws(LibraryError) -> [Episode.ID] {
    // The stream emits the ids again after each change. The first value is enough.
    for await result in episodes.ids(query) { return try result.get() }
    return []
  }

  /// Reads episodes in the order of the ids, page by page, and calls `body` with each page, so that only one page is in
  /// memory. Removed episodes are skipped.
  func readPages(of ids: some Collection<Episode.ID>, _ body: ([Episode]) -> Void) async throws(LibraryError) {
    var unreadIDs = ids[...]
    while !unreadIDs.isEmpty {
      body(try await episodes.episodes(Array(unreadIDs.prefix(Self.pageSize))))
      unreadIDs = unreadIDs.dropFirst(Self.pageSize)
    }
  }

  /// Reads all episodes with these ids, in the order of the ids. Removed episodes are skipped.
  func readAll(_ ids: some Collection<Episode.ID>) async throws(LibraryError) -> [Episode] {
    var all: [Episode] = []
    try await readPages(of: ids) { all += $0 }
    return all
  }
}
