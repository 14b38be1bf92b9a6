import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The queue in the library, and its undo.
@Suite struct QueueTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  /// The show with the episodes of `ids`.
  private let show: Show.ID
  /// The ids of the episodes with the guids 1 to 5. The tests call these episodes 1 to 5.
  private let ids: [Episode.ID]

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    show = try await library.client.subscribe(.sample(guids: ["1", "2", "3", "4", "5"]), feedURL)
    ids = try await library.client.currentEpisodes(show).sorted { $0.guid < $1.guid }.map(\.id)
  }

  /// The guids of the episodes in the queue, as numbers.
  private var order: [Int] {
    get async throws { try await library.queue.currentEntries().map { entry in ids.firstIndex(of: entry.id)! + 1 } }
  }

  /// Returns the ids of the episodes with these numbers.
  private func episodes(_ numbers: Int...) -> [Episode.ID] { numbers.map { ids[$0 - 1] } }

  @Test func `episodes are added at the beginning or at the end, each once`() async throws {
    let queue = library.queue
    #expect(try await order == [])
    try await queue.playLast(episodes(1, 2))
    try await queue.playNext(episodes(4, 3))
    #expect(try await order == [4, 3, 1, 2])
    try await queue.playNext(episodes(2))
    try await queue.playLast(episodes(4, 4, 5))
    #expect(try await order == [2, 3, 1, 4, 5])
  }

  @Test func `the queue is kept after a restart`() async throws {
    try await library.queue.playLast(episodes(3, 1, 2))
    let reopened = try Library.open(at: temporary.file)
    #expect(try await reopened.queue.currentEntries().map(\.id) == episodes(3, 1, 2))
    #expect(try await reopened.episodes.currentIDs(EpisodeQuery(.queue)) == episodes(3, 1, 2))
  }

  @Test(
    arguments: [
      ([5], 1, [5, 1, 2, 3, 4]), ([1], nil, [2, 3, 4, 5, 1]), ([1], 3, [2, 1, 3, 4, 5]), ([4, 2], 1, [4, 2, 1, 3, 5]),
      // If the entry `before` is itself moved, the entries go in front of the next entry that is not moved.
      ([2], 2, [1, 2, 3, 4, 5]),
      ([2, 3], 3, [1, 2, 3, 4, 5]), ([5], 5, [1, 2, 3, 4, 5]),
    ] as [([Int], Int?, [Int])])
  func `entries are moved before another entry, or to the end`(moved: [Int], before: Int?, expected: [Int]) async throws
  {
    try await library.queue.playLast(ids)
    try await library.queue.move(moved.map { ids[$0 - 1] }, before.map { ids[$0 - 1] })
    #expect(try await order == expected)
  }

  @Test func `undoing a removal restores the former positions, although an entry was added`() async throws {
    // Given a queue of four episodes, from which two are removed. The removal of episode 5, which is not in the queue,
    // has no effect
    let queue = library.queue
    try await queue.playLast(episodes(1, 2, 3, 4))
    let removal = try await queue.remove(episodes(3, 1, 5))
    // The removal lists the episodes 1 and 3 in the order of the queue.
    #expect(removal.removed == [.init(id: ids[0], position: 0), .init(id: ids[2], position: 2)])
    #expect(try await order == [2, 4])

    // When another entry is added, and the removal is undone
    try await queue.playLast(episodes(5))
    try await queue.restore(removal)

    // Then the removed entries have their former positions
    #expect(try await order == [1, 2, 3, 4, 5])
  }

  @Test func `a cleared queue can be restored`() async throws {
    let queue = library.queue
    try await queue.playLast(episodes(2, 1, 3))
    let removal = try await queue.clear()
    #expect(try await order == [])
    try await queue.playLast(episodes(1))
    try await queue.restore(removal)
    // Episode 1 was added again before the undo. It is in the queue only once.
    #expect(try await order == [2, 1, 3])
    #expect(try await queue.clear().removed.count == 3)
    // Clearing an empty queue removes nothing.
    #expect(try await queue.clear() == QueueRemoval(removed: []))
  }

  @Test func `removing a show removes its episodes from the queue`() async throws {
    // Given a queue with episodes of two shows, and the undoable removal of an episode of `show`
    let other = try await library.client.subscribe(.sample(guids: ["a"]), URL(string: "https://other.example/")!)
    let otherEpisode = try #require(try await library.client.currentEpisodes(other).first).id
    try await library.queue.playLast([ids[0], otherEpisode, ids[1]])
    var entries = library.queue.entries().makeAsyncIterator()
    #expect(try await entries.next()?.get().count == 3)
    let removal = try await library.queue.remove([ids[1]])
    #expect(try await entries.next()?.get().count == 2)

    // When `show` is removed
    try await library.client.removeShow(show)

    // Then the stream emits the rest of the queue, and neither undo nor a new request brings the show's episodes back
    #expect(try await entries.next()?.get().map(\.id) == [otherEpisode])
    await #expect(throws: LibraryError.notFound) { try await library.queue.restore(removal) }
    await #expect(throws: LibraryError.notFound) { try await library.queue.playNext([ids[0]]) }
    await #expect(throws: LibraryError.notFound) { try await library.queue.move([ids[0]], nil) }
    // A request that also has an existing episode succeeds for this episode.
    try await library.queue.playNext([ids[0], otherEpisode])
    #expect(try await library.queue.currentEntries().map(\.id) == [otherEpisode])
  }

  @Test func `an entry has the remaining time of its episode, and a listed episode its position in the queue`()
    async throws
  {
    // Given a started episode, and an episode of unknown length
    try await library.client.savePosition(ids[0], .seconds(23))
    try await library.queue.playLast(episodes(1, 2))
    let database = try DatabaseQueue(path: temporary.file.path)
    try await database.write { [ids] in
      try $0.execute(sql: "UPDATE episode SET duration = NULL WHERE id = ?", arguments: [ids[1].rawValue])
    }
    // Then only the entry with a known length has a remaining time
    let entries = try await library.queue.currentEntries()
    // A sample has a length of 3,723.5 seconds, of which 23 are played.
    #expect(entries == [QueueEntry(id: ids[0], timeLeft: .milliseconds(3_700_500)), QueueEntry(id: ids[1])])
    // And in lists of episodes, each episode has its position in the queue
    #expect(try await library.episodes.episodes(episodes(1, 2, 3)).map(\.queuePosition) == [0, 1, nil])
  }

  @Test func `a move writes only the positions that change`() async throws {
    try await library.queue.playLast(episodes(1, 2, 3))
    var changes = library.episodes.changes().makeAsyncIterator()
    // Episode 3 is moved in front of episode 2. Episode 1 keeps its position.
    try await library.queue.move(episodes(3), ids[1])
    #expect(await changes.next() == .episodes(Set(episodes(2, 3))))
  }
}
