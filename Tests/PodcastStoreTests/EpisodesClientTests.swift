import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Lists of episodes, searches for episodes, notifications about changed episodes, and marks of many episodes.
@Suite struct EpisodesClientTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  private let show: Show.ID
  /// The ids of the episodes by their guids, “1” to “4”. An episode with a higher number is newer and shorter, but
  /// episode 2 has no length.
  private let idsByGuid: [String: Episode.ID]

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    let titles = ["한국방송 뉴스", "banana", "Apple", "Cherry 100%"]
    let items = (1...4).reversed().map { index in
      var item = Podcast.Item.sample("\(index)", title: titles[index - 1], date: Double(index) * 86_400)
      item.duration = index == 2 ? nil : .seconds(1000 - index)
      item.summary = index == 3 ? "<p class=\"banana\">Notes of Ólafur</p>" : ""
      if index == 4 { item.details.people = [FeedPerson(name: "Grace Hopper")] }
      item.details.season = 2
      item.details.websiteURL = URL(string: "https://example.org/pages/\(index)?a=b")
      item.details.number = index
      return item
    }
    let show = try await library.client.subscribe(
      Podcast(title: "Space Radio", author: "An Author, Ángel Новости", items: items), feedURL)
    let episodes = try await library.client.currentEpisodes(show)
    idsByGuid = Dictionary(uniqueKeysWithValues: episodes.map { ($0.guid, $0.id) })
    self.show = show
  }

  /// Returns the guids of the episodes that a query finds, in the order of the query.
  private func guids(_ query: EpisodeQuery) async throws -> [String] {
    let guids = Dictionary(uniqueKeysWithValues: idsByGuid.map { ($1, $0) })
    return try await library.episodes.currentIDs(query).map { guids[$0] ?? "?" }
  }

  private func id(_ guid: String) -> Episode.ID { idsByGuid[guid]! }

  @Test func `each order sorts the episodes`() async throws {
    for scope in [EpisodeQuery.Scope.library, .show(show)] {
      #expect(try await guids(EpisodeQuery(scope)) == ["4", "3", "2", "1"])
      #expect(try await guids(EpisodeQuery(scope, order: .oldestFirst)) == ["1", "2", "3", "4"])
      #expect(try await guids(EpisodeQuery(scope, order: .longestFirst)) == ["1", "3", "4", "2"])
      #expect(try await guids(EpisodeQuery(scope, order: .shortestFirst)) == ["4", "3", "1", "2"])
      #expect(try await guids(EpisodeQuery(scope, order: .title)) == ["3", "2", "4", "1"])
    }
    // A show that is not in the library has no episodes.
    #expect(try await guids(EpisodeQuery(.show(Show.ID(rawValue: 99)))) == [])
  }

  @Test func `each scope and each filter returns its episodes`() async throws {
    // Given a played episode, a started episode and a favorite
    try await library.client.savePosition(id("1"), .seconds(5))
    try await library.client.setPlayed(id("1"), true)
    try await library.client.savePosition(id("2"), .seconds(5))
    try await library.client.setFavorite(id("3"), true)

    // Then each list has its episodes. A started episode is not unplayed.
    #expect(try await guids(EpisodeQuery(.library, filter: .unplayed)) == ["4", "3"])
    #expect(try await guids(EpisodeQuery(.show(show), filter: .started)) == ["2"])
    #expect(try await guids(EpisodeQuery(.show(show), filter: .played)) == ["1"])
    #expect(try await guids(EpisodeQuery(.library, filter: .favorites)) == ["3"])
    #expect(try await guids(EpisodeQuery(.library, filter: .downloaded)) == [])
    #expect(try await guids(EpisodeQuery(.continueListening)) == ["2"])
    #expect(try await guids(EpisodeQuery(.history)) == ["2", "1"])
    #expect(try await guids(EpisodeQuery(.favorites)) == ["3"])
    // Of a new show, only the newest episode is new.
    #expect(try await guids(EpisodeQuery(.new)) == ["4"])
    #expect(try await guids(EpisodeQuery(.queue)) == [])
    #expect(try await library.client.currentShows().map(\.unplayedCount) == [2])
  }

  // Every word of a search has to occur in an episode or its show, also as a part of a longer word, in upper or lower
  // case. The characters `%`, `_`, `*` and `"` and the word `OR` have no special meaning. The attribute
  // `class="banana"` in the notes of episode 3 is not found. A search without words finds all episodes.
  @Test(arguments: [
    ("방송", ["1"]), ("송", ["1"]), ("방송 뉴스", ["1"]), ("%", ["4"]), ("뉴스", ["1"]), ("국방송", ["1"]), ("APPLE", ["3"]),
    ("banana", ["2"]),
    ("ólafur", ["3"]), ("Ólafur notes", ["3"]),
    ("grace", ["4"]), ("100%", ["4"]), ("0%", ["4"]), ("space", ["4", "3", "2", "1"]), ("space app", ["3"]), ("_", []),
    ("\"", []), ("a\"b OR c", []),
    ("author", ["4", "3", "2", "1"]), ("новости", ["4", "3", "2", "1"]), ("ÁNGEL apple", ["3"]), ("an*", []),
    ("  ", ["4", "3", "2", "1"]),
  ])
  func `a search finds words in titles, notes, people and the show`(text: String, expected: [String]) async throws {
    #expect(try await guids(EpisodeQuery(.library, text: text)) == expected)
  }

  @Test func `a search finds changed titles and notes, and no former or removed ones`() async throws {
    // When a new version of the feed changes the title and the notes of episode 2
    var item = Podcast.Item.sample("2", title: "cucumber", date: 2 * 86_400)
    item.summary = "zebra"
    _ = try await library.client.subscribe(Podcast(title: "Space Radio", items: [item]), feedURL)

    // Then only the new words are found, and after the removal of the show none
    #expect(try await guids(EpisodeQuery(.library, text: "cucumber zebra")) == ["2"])
    #expect(try await guids(EpisodeQuery(.library, text: "banana")) == [])
    try await library.client.removeShow(show)
    #expect(try await guids(EpisodeQuery(.library, text: "cucumber")) == [])
  }

  @Test func `episodes are returned in the order of the requested ids, without missing ones`() async throws {
    let episodes = try await library.episodes.episodes([id("3"), Episode.ID(rawValue: 999), id("4"), id("3")])
    #expect(episodes.map(\.guid) == ["3", "4", "3"])
    // An episode of a list has an empty summary, because lists do not read the notes. Episode 3 has notes.
    #expect(episodes.allSatisfy { $0.showTitle == "Space Radio" && $0.summary.isEmpty && $0.season == 2 })
    #expect(episodes.map(\.number) == [3, 4, 3])
  }

  @Test func `the notes of an episode have the markup, the feed and the details`() async throws {
    #expect(try await library.episodes.notes(id("3")).markup == "<p class=\"banana\">Notes of Ólafur</p>")
    #expect(try await library.episodes.notes(id("3")).feed == feedURL)
    #expect(try await library.episodes.notes(id("4")).details.people == [FeedPerson(name: "Grace Hopper")])
    await #expect(throws: LibraryError.notFound) { try await library.episodes.notes(Episode.ID(rawValue: 999)) }
  }

  @Test func `an episode is found by its audio address or page address, with either scheme`() async throws {
    let episode = try #require(try await library.episodes.episodes([id("3")]).first)
    let audio = episode.enclosure.url.absoluteString
    let find = library.episodes.find
    #expect(try await find(#require(URL(string: audio))) == id("3"))
    #expect(try await find(#require(URL(string: audio.replacing("https://", with: "http://")))) == id("3"))
    #expect(try await find(#require(URL(string: "https://example.org/pages/2?a=b"))) == id("2"))
    #expect(try await find(#require(URL(string: "http://example.org/pages/2?a=b"))) == id("2"))
    // A page address without its query, and the address of the feed, find no episode.
    #expect(try await find(#require(URL(string: "https://example.org/pages/2"))) == nil)
    #expect(try await find(feedURL) == nil)
  }

  @Test
  func `saved places do not refetch lists of all episodes, and refetch the unplayed list only for a started episode`()
    async throws
  {
    // Given a started episode, and a consumer of each of four lists
    try await library.client.savePosition(id("1"), .seconds(5))
    let fetches = FetchCounter()
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    let client = LibraryClient.live(database)
    let queries = [
      EpisodeQuery(.show(show)), EpisodeQuery(.library), EpisodeQuery(.library, filter: .unplayed),
      EpisodeQuery(.continueListening),
    ]
    var streams: [AsyncStream<Result<[Episode.ID], LibraryError>>.AsyncIterator] = []
    for query in queries {
      var stream = database.observe { database in
        fetches.record(query)
        return try EpisodeListSQL.ids(query, in: database)
      }.makeAsyncIterator()
      _ = await stream.next()
      streams.append(stream)
    }

    // When more places of the started episode are saved, and then episode 2 becomes started, which changes the last two
    // lists, so that they emit new values
    let formerCounts = fetches.counts
    for second in 6...9 { try await client.savePosition(id("1"), .seconds(second)) }
    try await client.savePosition(id("2"), .seconds(1))
    #expect(try await streams[3].next()?.get() == [id("2"), id("1")])
    #expect(try await streams[2].next()?.get() == [id("4"), id("3")])

    // Then the first two lists were not fetched again, and the third list was fetched once
    #expect(fetches.counts[queries[0]] == formerCounts[queries[0]])
    #expect(fetches.counts[queries[1]] == formerCounts[queries[1]])
    #expect(fetches.counts[queries[2]] == (formerCounts[queries[2]] ?? 0) + 1)
  }

  @Test func `a change contains the ids of the changed episodes`() async throws {
    var changes = library.episodes.changes().makeAsyncIterator()
    try await library.client.savePosition(id("2"), .seconds(5))
    #expect(await changes.next() == .episodes([id("2")]))
    _ = try await library.episodes.setPlayed(.query(EpisodeQuery(.library)), true)
    #expect(await changes.next() == .episodes(Set(idsByGuid.values)))
  }

  /// A change has the ids of at most 1,000 episodes.
  @Test func `a very large change is emitted as a change of all episodes`() async throws {
    var changes = library.episodes.changes().makeAsyncIterator()
    _ = try await library.client.subscribe(
      .sample(guids: (0..<1500).map(String.init)), URL(string: "https://large.example/")!)
    #expect(await changes.next() == .all)
  }

  @Test(.timeLimit(.minutes(1))) func `a change by another program is emitted by the streams of changes and of lists`()
    async throws
  {
    // Given a consumer of changes, a consumer of a list, and another program with the same file
    var changes = library.episodes.changes().makeAsyncIterator()
    var favorites = library.episodes.ids(EpisodeQuery(.favorites)).makeAsyncIterator()
    #expect(try await favorites.next()?.get() == [])
    let otherProgram = try LibraryClient.live(
      LibraryDatabase(database: LibraryFile.open(at: temporary.file), path: temporary.file.path))

    // When the other program marks a favorite
    try await otherProgram.setFavorite(id("2"), true)

    // Then both consumers are notified. The change is `.all`, because this program does not know which episodes the
    // other program has changed.
    #expect(try await favorites.next()?.get() == [id("2")])
    #expect(await changes.next() == .all)
  }

  @Test func `marking all as played can be undone`() async throws {
    // Given a started episode and a played episode
    try await library.client.savePosition(id("1"), .seconds(5))
    try await library.client.setPlayed(id("2"), true)

    // When all episodes are marked as played
    let change = try await library.episodes.setPlayed(.query(EpisodeQuery(.show(show))), true)
    // The change has the former states of the episodes that were not played.
    #expect(Set(change.former.map(\.id)) == [id("1"), id("3"), id("4")])
    #expect(try await guids(EpisodeQuery(.library, filter: .played)) == ["4", "3", "2", "1"])
    #expect(try await guids(EpisodeQuery(.new)) == [])

    // And episode 3 is then played until second 77, and the change is undone
    try await library.client.savePosition(id("3"), .seconds(77))
    try await library.episodes.restore(change)

    // Then the former states are restored, except for episode 3, whose place has changed since the marking
    let episodes = try await library.episodes.episodes(["1", "2", "3", "4"].map(id))
    #expect(episodes.map(\.playPosition) == [.seconds(5), .zero, .seconds(77), .zero])
    #expect(episodes.map(\.isPlayed) == [false, true, true, false])
    #expect(try await guids(EpisodeQuery(.new)) == ["4"])
    #expect(try await guids(EpisodeQuery(.continueListening)) == ["1"])
  }

  @Test func `marking as unplayed keeps the place and removes the new mark`() async throws {
    try await library.client.savePosition(id("1"), .seconds(5))
    let change = try await library.episodes.setPlayed(.episodes([id("1"), id("4"), Episode.ID(rawValue: 999)]), false)
    // No episode was played, so the change has no former states. The missing episode 999 is skipped.
    #expect(change.former.isEmpty)
    #expect(try await guids(EpisodeQuery(.new)) == [])
    #expect(try await guids(EpisodeQuery(.continueListening)) == ["1"])
  }
}

/// Counts how often lists are fetched.
private final class FetchCounter: @unchecked Sendable {
  // Safe because the lock is held for each use.
  private var values: [EpisodeQuery: Int] = [:]
  private let lock = NSLock()

  var counts: [EpisodeQuery: Int] { lock.withLock { values } }
  func record(_ query: EpisodeQuery) { lock.withLock { values[query, default: 0] += 1 } }
}
