import Podcasts

extension CommandContext {
  /// How many episodes are read at a time: as many as ``EpisodesClient/episodes`` returns.
  private static let pageSize = 500

  /// The ids of the episodes that match a query, in its order.
  func episodeIDs(_ query: EpisodeQuery) async throws(LibraryError) -> [Episode.ID] {
    for await result in episodes.ids(query) { return try result.get() }
    return []
  }

  /// Reads episodes page by page, in the order of the ids. Only one page is in memory. Removed episodes are left out.
  func readPages(of ids: some Collection<Episode.ID>, _ body: ([Episode]) -> Void) async throws(LibraryError) {
    var rest = ids[...]
    while !rest.isEmpty {
      body(try await episodes.episodes(Array(rest.prefix(Self.pageSize))))
      rest = rest.dropFirst(Self.pageSize)
    }
  }

  /// The episodes with these ids, in their order. Removed episodes are left out.
  func readAll(_ ids: some Collection<Episode.ID>) async throws(LibraryError) -> [Episode] {
    var all: [Episode] = []
    try await readPages(of: ids) { all += $0 }
    return all
  }
}
