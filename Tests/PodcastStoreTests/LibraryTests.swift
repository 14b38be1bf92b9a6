import Foundation
import Podcasts
import Testing

@testable import PodcastStore

@Suite struct LibraryTests {
  private let temporary: TemporaryLibrary
  private let library: LibraryClient

  init() throws {
    temporary = try TemporaryLibrary()
    library = try temporary.open()
  }

  @Test func `an episode with a known guid keeps its place and marks, and gets the new values of the feed`()
    async throws
  {
    // Given a started episode and a played one, both favorites
    let show = try await library.subscribe(.sample(guids: ["1", "2"]), feedURL)
    let formerEpisodes = try await library.currentEpisodes(show).sorted { $0.guid < $1.guid }
    for episode in formerEpisodes { try await library.setFavorite(episode.id, true) }
    try await library.savePosition(formerEpisodes[0].id, .milliseconds(754_321))
    try await library.setPlayed(formerEpisodes[1].id, true)

    // When the feed has another audio address, title, date and length for each, and no picture
    var changed = Podcast.sample(title: "A New Title", guids: [])
    changed.items = ["1", "2"].map { guid in
      Podcast.Item(
        guid: guid, title: "New", summary: "New",
        enclosure: Enclosure(url: URL(string: "https://new.example/\(guid).ogg?token=7")!),
        publishedAt: Date(timeIntervalSince1970: 1_800_000_000), duration: .seconds(5))
    }
    #expect(try await library.subscribe(changed, feedURL) == show)

    // Then they are the same episodes, with the listener's state
    let newEpisodes = try await library.currentEpisodes(show).sorted { $0.guid < $1.guid }
    #expect(newEpisodes.map(\.id) == formerEpisodes.map(\.id))
    #expect(newEpisodes.map(\.isFavorite) == [true, true])
    #expect(newEpisodes.map(\.isPlayed) == [false, true])
    #expect(newEpisodes.map(\.playPosition) == [.milliseconds(754_321), .zero])

    // And they have the current values of the feed
    #expect(newEpisodes[0].title == "New")
    #expect(newEpisodes[0].enclosure == Enclosure(url: URL(string: "https://new.example/1.ogg?token=7")!))
    #expect(newEpisodes[0].publishedAt == Date(timeIntervalSince1970: 1_800_000_000))
    #expect(newEpisodes[0].duration == .seconds(5))
    #expect(newEpisodes[0].artworkURL == nil)
    #expect(try await library.currentShows().map(\.title) == ["A New Title"])
  }

  @Test func `shows and episodes are read as they were stored`() async throws {
    // Given a podcast with every value
    let item = Podcast.Item.sample("1")
    let podcast = Podcast(
      title: "라디오 'Show'", author: "An Author", summary: "About.", artworkURL: URL(string: "https://a.example/c.png"),
      websiteURL: URL(string: "https://a.example/"), language: "ko", items: [item])
    let id = try await library.subscribe(podcast, feedURL)

    // Then the library returns all values
    var show = Show(
      id: id, feedURL: feedURL, title: podcast.title, author: podcast.author, summary: podcast.summary,
      artworkURL: podcast.artworkURL,
      websiteURL: podcast.websiteURL, episodeCount: 1)
    show.unplayedCount = 1
    show.newestEpisodeAt = item.publishedAt
    #expect(try await library.currentShows() == [show])
    let episode = try #require(try await library.currentEpisodes(id).first)
    var expected = Episode(
      id: episode.id, showID: id, guid: "1", title: item.title, summary: item.summary, enclosure: item.enclosure,
      publishedAt: item.publishedAt, duration: item.duration, artworkURL: item.artworkURL)
    expected.isNew = true
    #expect(episode == expected)
  }

  @Test(arguments: [
    "..", "/", "", "../../etc/passwd", String(repeating: "긴", count: 100), "a\u{0}b", "\u{202e}gpj.exe\u{202c}",
    "\u{200f}שלום", "%s%n",
    "'; DROP TABLE show; --",
  ])
  func `an unusual title is stored and found, and is not used as a file name`(title: String) async throws {
    let library = try Library.open(at: temporary.file)
    var podcast = Podcast.sample(guids: [])
    podcast.title = title
    podcast.items = [.sample("1", title: title)]
    let show = try await library.client.subscribe(podcast, feedURL)
    let episode = try #require(try await library.client.currentEpisodes(show).first)
    // The library stores texts without null characters.
    let expected = title.replacing("\u{0}", with: "")
    #expect(try await library.client.currentShows().map(\.title) == [expected])
    #expect(episode.title == expected)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, text: expected)) == [episode.id])
    // And the files of the library and of its backup have no part of the title in their names
    let ifDue = false
    let backup = try #require(try await library.backups.make(ifDue))
    #expect(backup.episodeCount == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).sorted()
    #expect(Set(names).isSubset(of: ["backups", "library.sqlite", "library.sqlite-shm", "library.sqlite-wal"]))
  }

  @Test func `favorites and places are read by a client that opens the library later`() async throws {
    // Given a library with a favorite and a place
    let show = try await library.subscribe(.sample(), feedURL)
    let episode = try #require(try await library.currentEpisodes(show).first)
    try await library.setFavorite(episode.id, true)
    try await library.savePosition(episode.id, .seconds(12))

    // When another client opens the file
    let reopened = try temporary.open()

    // Then that client reads the same state
    let found = try #require(try await reopened.currentEpisodes(show).first)
    #expect(found.isFavorite)
    #expect(found.playPosition == .seconds(12))
  }

  @Test func `episodes that the feed no longer contains are kept`() async throws {
    // Given a feed with two episodes, then with only a third
    let show = try await library.subscribe(.sample(guids: ["1", "2"]), feedURL)
    _ = try await library.subscribe(.sample(guids: ["3"]), feedURL)

    // Then all three episodes are kept, also when the feed is empty
    _ = try await library.subscribe(.sample(guids: []), feedURL)
    #expect(Set(try await library.currentEpisodes(show).map(\.guid)) == ["1", "2", "3"])
  }

  @Test func `an episode keeps its date and length when the feed no longer has them`() async throws {
    // Given an episode with a date and a length
    let show = try await library.subscribe(.sample(), feedURL)

    // When the feed has neither of them
    var item = Podcast.Item.sample("1", date: nil)
    item.duration = nil
    _ = try await library.subscribe(Podcast(title: "A Show", items: [item]), feedURL)

    // Then both values are unchanged
    let episode = try #require(try await library.currentEpisodes(show).first)
    #expect(episode.publishedAt == Podcast.Item.sample("1").publishedAt)
    #expect(episode.duration == Podcast.Item.sample("1").duration)
  }

  @Test func `the support pages of a show are stored`() async throws {
    var podcast = Podcast.sample()
    podcast.details.funding = [FeedLink(url: URL(string: "https://one.example/support")!, title: "Become a member")]
    _ = try await library.subscribe(podcast, feedURL)
    _ = try await library.subscribe(.sample(), URL(string: "https://other.example/feed.xml")!)
    #expect(try await library.currentShows().map(\.funding) == [podcast.details.funding, []])
  }

  @Test func `two shows may have episodes with the same guid`() async throws {
    let first = try await library.subscribe(.sample(), feedURL)
    let second = try await library.subscribe(.sample(), URL(string: "https://other.example/feed.xml")!)
    #expect(first != second)
    #expect(try await library.currentEpisodes(first).count == 1)
    #expect(try await library.currentEpisodes(second).count == 1)
  }

  @Test func `episodes are sorted by date, and episodes without a date follow in the feed's order`() async throws {
    let items = [("old", 100.0), ("new", 300), ("middle", 200)].map { Podcast.Item.sample($0.0, date: $0.1) }
    let undated = ["u1", "u2"].map { Podcast.Item.sample($0, date: nil) }
    let show = try await library.subscribe(Podcast(title: "A Show", items: items + undated), feedURL)
    #expect(try await library.currentEpisodes(show).map(\.guid) == ["new", "middle", "old", "u1", "u2"])
  }

  @Test func `shows are sorted by title, ignoring case and comparing numbers by value`() async throws {
    for (index, title) in ["zebra", "Apple", "나무", "banana", "Part 10", "가방", "éclair", "Part 2", "apple"].enumerated()
    {
      _ = try await library.subscribe(Podcast(title: title), URL(string: "https://\(index).example/")!)
    }
    let titles = try await library.currentShows().map(\.title)
    // Only the order within a script is checked. In UTF-8, a Hangul syllable begins with a byte above 0xE3, and the
    // Latin titles have only smaller bytes.
    let latin = titles.filter { $0.utf8.allSatisfy { $0 < 0xE3 } }
    #expect(latin.map { $0.lowercased() } == ["apple", "apple", "banana", "éclair", "part 2", "part 10", "zebra"])
    #expect(titles.filter { !latin.contains($0) } == ["가방", "나무"])
  }

  @Test func `removing a show removes its episodes, and its id is not used again`() async throws {
    // Given a show
    let show = try await library.subscribe(.sample(), feedURL)
    let episode = try #require(try await library.currentEpisodes(show).first)

    // When it is removed
    try await library.removeShow(show)
    // Removing a show that is not in the library has no effect.
    try await library.removeShow(show)

    // Then its episodes are removed too
    #expect(try await library.currentShows().isEmpty)
    #expect(try await library.currentEpisodes(show).isEmpty)
    await #expect(throws: LibraryError.notFound) { try await library.setFavorite(episode.id, true) }
    await #expect(throws: LibraryError.notFound) { try await library.savePosition(episode.id, .seconds(1)) }
    await #expect(throws: LibraryError.notFound) { try await library.setPlayed(episode.id, true) }

    // And the same feed becomes another show
    #expect(try await library.subscribe(.sample(), feedURL) != show)
  }

  @Test func `adding a removed show again restores its places, marks and favorites`() async throws {
    // Given a show with a started episode, a played episode and a favorite
    let library = try Library.open(at: temporary.file)
    let podcast = Podcast.sample(guids: ["1", "2", "3", "4"])
    let first = try await library.client.subscribe(podcast, feedURL)
    var ids: [String: Episode.ID] = [:]
    for episode in try await library.client.currentEpisodes(first) { ids[episode.guid] = episode.id }
    try await library.client.savePosition(ids["1"]!, .seconds(77))
    _ = try await library.episodes.setPlayed(.episodes([ids["2"]!]), true)
    try await library.client.setFavorite(ids["3"]!, true)

    // When it is removed and added again, first from a list of subscriptions and then by its feed
    try await library.client.removeShow(first)
    #expect(try await library.client.currentShows().isEmpty)
    let added = try await library.subscriptions.addFeeds([Outline(title: "Again", feedURL: feedURL)])
    let second = try await library.client.subscribe(podcast, feedURL)
    #expect(added == [second] && second != first)

    // Then the places, marks and favorites are restored
    let episodes = try await library.client.currentEpisodes(second).sorted { $0.guid < $1.guid }
    #expect(episodes.map(\.playPosition) == [.seconds(77), .zero, .zero, .zero])
    #expect(episodes.map(\.isPlayed) == [false, true, false, false])
    #expect(episodes.map(\.isFavorite) == [false, false, true, false])
    #expect(episodes[0].lastPlayedAt != nil)

    // And a place that was saved since then is not overwritten by the earlier place
    try await library.client.savePosition(episodes[0].id, .seconds(5))
    _ = try await library.client.subscribe(podcast, feedURL)
    #expect(try await library.client.currentEpisodes(second).first { $0.guid == "1" }?.playPosition == .seconds(5))
  }

  @Test func `marking an episode as played resets its place, and removing the mark keeps its place`() async throws {
    let show = try await library.subscribe(.sample(), feedURL)
    let id = try #require(try await library.currentEpisodes(show).first).id
    try await library.savePosition(id, .seconds(30))
    try await library.setPlayed(id, true)
    #expect(try await library.currentEpisodes(show).first?.playPosition == .zero)
    try await library.savePosition(id, .seconds(5))
    try await library.setPlayed(id, false)
    let episode = try #require(try await library.currentEpisodes(show).first)
    #expect(!episode.isPlayed)
    #expect(episode.playPosition == .seconds(5))
  }

  @Test func `a negative place is stored as zero, and a very large place is accepted`() async throws {
    let show = try await library.subscribe(.sample(), feedURL)
    let id = try #require(try await library.currentEpisodes(show).first).id
    try await library.savePosition(id, .seconds(-3))
    #expect(try await library.currentEpisodes(show).first?.playPosition == .zero)
    try await library.savePosition(id, .seconds(Int64.max))
    #expect(try #require(try await library.currentEpisodes(show).first).playPosition > .seconds(1_000_000_000))
  }

  @Test func `a write completes in a cancelled task`() async throws {
    // Given a task that is cancelled before it writes
    let library = library
    let task = Task { () async throws -> Show.ID in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await library.subscribe(.sample(), feedURL)
    }

    // Then the show is stored
    let show = try await task.value
    #expect(try await library.currentShows().map(\.id) == [show])
  }

  @Test func `two clients write to one file concurrently`() async throws {
    // Given two clients on one file
    let other = try temporary.open()
    let clients = [library, other]

    // When each of them writes fifty shows concurrently
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          _ = try await clients[index % 2].subscribe(
            .sample(guids: ["1", "2", "3"]), URL(string: "https://\(index).example/")!)
        }
      }
      try await group.waitForAll()
    }

    // Then both clients return all shows
    for client in clients {
      #expect(try await client.currentShows().map(\.episodeCount) == Array(repeating: 3, count: 100))
    }
  }
}
