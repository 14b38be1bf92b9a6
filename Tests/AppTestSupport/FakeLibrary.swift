package import Foundation
package import Podcasts

/// A library in memory. It records the writes, and a test can make them fail.
package final class FakeLibrary: Sendable {
  /// A write that was requested through a client of the library.
  package enum Write: Hashable, Sendable {
    case subscribe(URL)
    case removeShow(Show.ID)
    case setFavorite(Episode.ID, isFavorite: Bool)
    case savePosition(Episode.ID, Duration)
    /// A request to mark one episode as played or unplayed.
    case setPlayed(Episode.ID, isPlayed: Bool)
    /// A request to mark selected episodes as played or unplayed, which can be undone.
    case mark(EpisodeSelection, isPlayed: Bool)
    /// The undoing of such marks.
    case restore(PlayedChange)
    case queue(QueueWrite)
  }

  struct State: Sendable {
    var shows: [Show]
    var episodes: [Show.ID: [Episode]]
    var writes: [Write] = []
    var subscribed: [FetchedPodcast] = []
    /// The error of all writes. `lists` has the error of reads.
    var failure: LibraryError?
    /// The gate before which all writes wait.
    var gate: Gate?
    var lists = FakeEpisodes()
    var queueStreams: [AsyncStream<Result<[QueueEntry], LibraryError>>.Continuation] = []
    var showStreams: [AsyncStream<Result<[Show], LibraryError>>.Continuation] = []
    var episodeStreams: [(Show.ID, AsyncStream<Result<[Episode], LibraryError>>.Continuation)] = []
  }

  let state: Recorded<State>

  package init(shows: [Show] = [], episodes: [Show.ID: [Episode]] = [:]) {
    state = Recorded(State(shows: shows, episodes: episodes))
  }

  /// All requested writes, in order.
  package var writes: [Write] { state.current.writes }
  /// The fetched podcasts of all successful requests to subscribe, in order.
  package var subscribed: [FetchedPodcast] { state.current.subscribed }
  /// The positions of all requests to save a position, in order.
  package var savedPositions: [Duration] {
    writes.compactMap { if case .savePosition(_, let position) = $0 { position } else { nil } }
  }
  /// Returns the current state of an episode.
  package func episode(_ id: Episode.ID) -> Episode? { state.current.episodes.values.joined().first { $0.id == id } }
  /// The current shows of the library.
  package var shows: [Show] { state.current.shows }

  /// Makes every write fail from now on. `nil` makes writes succeed again.
  package func failWrites(with error: LibraryError?) {
    state.change { $0.failure = error }
  }

  /// Makes every write wait before a gate from now on. With `nil`, later writes do not wait.
  package func holdWrites(before gate: Gate?) {
    state.change { $0.gate = gate }
  }

  /// Waits until this write has been requested.
  package func waitUntilWritten(_ write: Write) async {
    await state.until { $0.writes.contains(write) }
  }

  /// Yields a result to all streams of the shows.
  package func emitShows(_ result: Result<[Show], LibraryError>) {
    state.current.showStreams.forEach { $0.yield(result) }
  }

  /// Changes the content of the library, like a refresh, and notifies all streams.
  package func change(_ body: @Sendable (inout [Show], inout [Show.ID: [Episode]]) -> Void) {
    state.change { body(&$0.shows, &$0.episodes) }
    notifyAll()
  }

  /// The client that reads and writes this library.
  package var client: LibraryClient {
    LibraryClient(
      shows: { [self] in
        AsyncStream { continuation in
          state.change { $0.showStreams.append(continuation) }
          continuation.yield(.success(state.current.shows))
        }
      },
      episodes: { [self] show in
        AsyncStream { continuation in
          state.change { $0.episodeStreams.append((show, continuation)) }
          continuation.yield(.success(state.current.episodes[show] ?? []))
        }
      },
      subscribe: { [self] podcast, feed throws(LibraryError) in
        try await write(.subscribe(feed)) { state in
          state.subscribed.append(podcast)
          return state.add(podcast.podcast, from: feed)
        }
      },
      removeShow: { [self] show throws(LibraryError) in
        try await write(.removeShow(show)) { state in
          state.shows.removeAll { $0.id == show }
          state.episodes[show] = nil
        }
      },
      setFavorite: { [self] episode, isFavorite throws(LibraryError) in
        try await write(.setFavorite(episode, isFavorite: isFavorite)) {
          $0.change(episode) { $0.isFavorite = isFavorite }
        }
      },
      savePosition: { [self] episode, position throws(LibraryError) in
        try await write(.savePosition(episode, position)) { $0.change(episode) { $0.playPosition = position } }
      },
      setPlayed: { [self] episode, isPlayed throws(LibraryError) in
        try await write(.setPlayed(episode, isPlayed: isPlayed)) { state in
          state.change(episode) {
            $0.isPlayed = isPlayed
            if isPlayed { $0.playPosition = .zero }
          }
        }
      })
  }

  /// Records a write and waits for the gate. Then applies the write, or throws the error that the test has set.
  func write<Value: Sendable>(
    _ write: Write, _ body: @Sendable (inout State) -> Value
  ) async throws(LibraryError) -> Value {
    state.change { $0.writes.append(write) }
    // A cancelled task writes nothing, as in a real library.
    if let gate = state.current.gate, await !gate.pass() { throw .failed(reason: "cancelled") }
    if let failure = state.current.failure { throw failure }
    let value = state.change(body)
    notifyAll()
    return value
  }

  private func notifyAll() {
    state.change { $0.notifyLists(.all) }
    let state = state.current
    state.queueStreams.forEach { $0.yield(.success(state.queueEntries)) }
    state.showStreams.forEach { $0.yield(.success(state.shows)) }
    for (show, stream) in state.episodeStreams {
      stream.yield(.success(state.episodes[show] ?? []))
    }
  }
}

extension FakeLibrary.State {
  /// Adds a show and its episodes. If the library has a show with this feed, replaces that show and keeps its id.
  mutating func add(_ podcast: Podcast, from feed: URL) -> Show.ID {
    let id = shows.first { $0.feedURL == feed }?.id ?? Show.ID(rawValue: (shows.map(\.id.rawValue).max() ?? 0) + 1)
    shows.removeAll { $0.id == id }
    shows.append(Show(id: id, feedURL: feed, title: podcast.title, author: podcast.author, summary: podcast.summary))
    shows.sort { $0.title < $1.title }
    // The episodes of show 2 have the ids 200, 201 and so on.
    episodes[id] = podcast.items.enumerated().map { index, item in
      Episode(
        id: Episode.ID(rawValue: id.rawValue * 100 + Int64(index)), showID: id, guid: item.guid, title: item.title,
        summary: item.summary, enclosure: item.enclosure, publishedAt: item.publishedAt, duration: item.duration)
    }
    return id
  }

  /// Changes an episode, if the library contains it.
  mutating func change(_ id: Episode.ID, _ body: (inout Episode) -> Void) {
    for (show, list) in episodes {
      guard let index = list.firstIndex(where: { $0.id == id }) else { continue }
      body(&episodes[show, default: []][index])
    }
  }
}
