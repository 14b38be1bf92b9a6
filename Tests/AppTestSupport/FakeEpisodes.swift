import Foundation
package import Podcasts

/// The part of a ``FakeLibrary`` that serves lists of episodes.
package struct FakeEpisodes: Sendable {
  /// A stream of the ids of the episodes that a query finds. The stream yields the list of the ids when it is created,
  /// and each new list when the ids change.
  struct IDStream: Sendable {
    var query: EpisodeQuery
    var lastIDs: [Episode.ID]
    var continuation: AsyncStream<Result<[Episode.ID], LibraryError>>.Continuation
  }

  var idStreams: [IDStream] = []
  /// The streams that yield which episodes have changed.
  var changeStreams: [AsyncStream<EpisodeChanges>.Continuation] = []
  /// The ids of each request for episodes.
  var loads: [[Episode.ID]] = []
  /// The error of reads, or `nil` if reads succeed.
  var failure: LibraryError?
  var notes: [Episode.ID: EpisodeNotes] = [:]
  /// The episodes in the list of downloads.
  var downloads: Set<Episode.ID> = []
}

extension FakeLibrary {
  /// The ids of each request for episodes, in order.
  package var loads: [[Episode.ID]] { state.current.lists.loads }

  /// Makes reads fail from now on: of episodes by their ids, of notes, and the first read of a new list. Lists that are
  /// already observed still yield their new ids. `nil` makes reads succeed again.
  package func failReads(with error: LibraryError?) {
    state.change { $0.lists.failure = error }
  }

  /// Sets the notes of an episode.
  package func setNotes(_ notes: EpisodeNotes) {
    state.change { $0.lists.notes[notes.id] = notes }
  }

  /// Sets the episodes that the list of downloads contains, running and failed downloads included.
  package func setDownloads(_ ids: Set<Episode.ID>) {
    state.change { state in
      state.lists.downloads = ids
      state.notifyLists(.all)
    }
  }

  /// The client that reads and marks the episodes of this library.
  package var episodesClient: EpisodesClient {
    EpisodesClient(
      ids: { [self] query in ids(query) },
      episodes: { [self] ids throws(LibraryError) in try load(ids) },
      changes: { [self] in
        AsyncStream { continuation in state.change { $0.lists.changeStreams.append(continuation) } }
      },
      notes: { [self] id throws(LibraryError) in try notes(of: id) },
      setPlayed: { [self] selection, isPlayed throws(LibraryError) in try await setPlayed(selection, isPlayed) },
      restore: { [self] change throws(LibraryError) in
        try await write(.restore(change)) { state in
          for former in change.former {
            state.change(former.id) {
              $0.isPlayed = former.isPlayed
              $0.playPosition = former.position
            }
          }
        }
      },
      find: { [self] address throws(LibraryError) in
        state.current.allEpisodes.values.first { $0.enclosure.url == address }?.id
      })
  }

  private func ids(_ query: EpisodeQuery) -> AsyncStream<Result<[Episode.ID], LibraryError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      state.change { state in
        let ids = state.ids(query)
        continuation.yield(state.lists.failure.map { .failure($0) } ?? .success(ids))
        state.lists.idStreams.append(FakeEpisodes.IDStream(query: query, lastIDs: ids, continuation: continuation))
      }
    }
  }

  private func load(_ ids: [Episode.ID]) throws(LibraryError) -> [Episode] {
    state.change { $0.lists.loads.append(ids) }
    if let failure = state.current.lists.failure { throw failure }
    let foundEpisodes = state.current.titledEpisodes(Set(ids))
    return ids.compactMap { id in
      foundEpisodes[id].map {
        var episode = $0
        // Episodes in lists have no summary, as in a real library.
        episode.summary = ""
        return episode
      }
    }
  }

  private func notes(of id: Episode.ID) throws(LibraryError) -> EpisodeNotes {
    if let failure = state.current.lists.failure { throw failure }
    if let notes = state.current.lists.notes[id] { return notes }
    guard let episode = state.current.allEpisodes[id] else { throw .notFound }
    return EpisodeNotes(id: id, markup: episode.summary)
  }

  private func setPlayed(_ selection: EpisodeSelection, _ isPlayed: Bool) async throws(LibraryError) -> PlayedChange {
    try await write(.mark(selection, isPlayed: isPlayed)) { state in
      let ids =
        switch selection {
        case .episodes(let ids): ids
        case .query(let query): state.ids(query)
        }
      let allEpisodes = state.allEpisodes
      // Episodes that already have the mark, and have no place, are not changed.
      let former = ids.compactMap { allEpisodes[$0] }.filter { $0.isPlayed != isPlayed || $0.playPosition != .zero }
      for episode in former {
        state.change(episode.id) {
          $0.isPlayed = isPlayed
          $0.playPosition = .zero
          $0.isNew = false
        }
      }
      return PlayedChange(former: former.map { .init(id: $0.id, isPlayed: $0.isPlayed, position: $0.playPosition) })
    }
  }
}

extension FakeLibrary.State {
  /// All episodes, with the titles of their shows.
  var allEpisodes: [Episode.ID: Episode] { titledEpisodes(nil) }

  /// Returns the episodes with these ids, or all episodes for `nil`, with the titles of their shows.
  func titledEpisodes(_ ids: Set<Episode.ID>?) -> [Episode.ID: Episode] {
    let titles = Dictionary(uniqueKeysWithValues: shows.map { ($0.id, $0.title) })
    return Dictionary(
      uniqueKeysWithValues: episodes.values.joined().filter { ids?.contains($0.id) != false }.map {
        var episode = $0
        episode.showTitle = titles[$0.showID] ?? ""
        return ($0.id, episode)
      })
  }

  /// Returns the ids that a query finds.
  func ids(_ query: EpisodeQuery) -> [Episode.ID] {
    // The list of all episodes of a show, the newest first, keeps the order in which the test has set the episodes.
    if case .show(let show) = query.scope, query.filter == .all, query.order == .newestFirst, query.text.isEmpty {
      return (episodes[show] ?? []).map(\.id)
    }
    let found = shows.flatMap { episodes[$0.id] ?? [] }.filter { query.contains($0, downloads: lists.downloads) }
    return query.sorted(found).map(\.id)
  }

  /// Yields the new ids of each query whose ids have changed, and yields `changes` to the streams of changes.
  mutating func notifyLists(_ changes: EpisodeChanges) {
    for index in lists.idStreams.indices {
      let ids = ids(lists.idStreams[index].query)
      if ids != lists.idStreams[index].lastIDs {
        lists.idStreams[index].lastIDs = ids
        lists.idStreams[index].continuation.yield(.success(ids))
      }
    }
    lists.changeStreams.forEach { $0.yield(changes) }
  }
}

extension EpisodeQuery {
  /// Whether the query finds an episode. `downloads` are the ids in the list of downloads.
  fileprivate func contains(_ episode: Episode, downloads: Set<Episode.ID>) -> Bool {
    let isInDownloads = downloads.contains(episode.id)
    return (scope == .downloads ? isInDownloads : scopeContains(episode))
      && (filter == .downloaded ? isInDownloads : filterContains(episode))
      && textMatches(episode)
  }

  /// Whether the scope of the query contains an episode. ``contains(_:downloads:)`` handles the scope `downloads`.
  private func scopeContains(_ episode: Episode) -> Bool {
    switch scope {
    case .library: true
    case .show(let show): episode.showID == show
    case .continueListening: episode.playPosition > .zero && !episode.isPlayed
    case .new: episode.isNew
    case .favorites: episode.isFavorite
    case .history: episode.lastPlayedAt != nil
    case .queue: episode.queuePosition != nil
    case .downloads: false
    }
  }

  /// Whether the filter of the query accepts an episode. ``contains(_:downloads:)`` handles the filter `downloaded`.
  private func filterContains(_ episode: Episode) -> Bool {
    switch filter {
    case .all: true
    case .unplayed: !episode.isPlayed && episode.playPosition == .zero
    case .started: !episode.isPlayed && episode.playPosition > .zero
    case .played: episode.isPlayed
    case .downloaded: false
    case .favorites: episode.isFavorite
    }
  }

  /// Whether each word of the query is in the title or the summary. The library also searches the show's title and the
  /// names of participants.
  private func textMatches(_ episode: Episode) -> Bool {
    text.split(separator: " ").allSatisfy { word in
      [episode.title, episode.summary].contains {
        $0.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
  }

  /// Returns the episodes in the order of the query. Unlike in the library, downloads are also sorted by `order`,
  /// because the fake does not have the dates of downloads.
  fileprivate func sorted(_ episodes: [Episode]) -> [Episode] {
    func date(_ episode: Episode) -> Date { episode.publishedAt ?? .distantPast }
    if scope == .queue { return episodes.sorted { ($0.queuePosition ?? 0) < ($1.queuePosition ?? 0) } }
    if scope == .history || scope == .continueListening {
      return episodes.sorted { ($0.lastPlayedAt ?? .distantPast) > ($1.lastPlayedAt ?? .distantPast) }
    }
    return switch order {
    case .newestFirst: episodes.sorted { date($0) > date($1) }
    case .oldestFirst: episodes.sorted { date($0) < date($1) }
    case .longestFirst: episodes.sorted { ($0.duration ?? .zero) > ($1.duration ?? .zero) }
    case .shortestFirst: episodes.sorted { ($0.duration ?? .zero) < ($1.duration ?? .zero) }
    case .title: episodes.sorted { $0.title < $1.title }
    }
  }
}
