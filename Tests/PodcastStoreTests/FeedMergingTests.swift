import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Merging a changed feed does not lose the places of its episodes. Each of the first tests covers one way in which
/// feeds change. The later tests cover the addresses in a feed, the lengths of its values and the number of writes.
///
/// `subscribe` merges the feed of an existing show into the show. An item with a new guid can be merged with an episode
/// that is no longer in the feed.
@Suite struct FeedMergingTests {
  private let temporary: TemporaryLibrary
  private let library: Library

  init() throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
  }

  /// The date of an item, in seconds since 1970.
  private static let itemDate = 1_714_555_800.0

  private func item(
    _ guid: String, title: String = "An Episode", audio: String, date: Double? = itemDate,
    duration: Duration? = .seconds(1800)
  ) -> Podcast.Item {
    Podcast.Item(
      guid: guid, title: title, enclosure: Enclosure(url: URL(string: audio)!),
      publishedAt: date.map(Date.init(timeIntervalSince1970:)), duration: duration)
  }

  /// Merges a feed that contains one item, saves the place of 99 seconds in its episode, and merges the feed after its
  /// items have changed. Returns the places of all episodes afterwards, those of the newest episodes first.
  private func placesAfterMerging(_ item: Podcast.Item, _ changedItems: [Podcast.Item]) async throws -> [Duration] {
    let show = try await library.client.subscribe(Podcast(title: "A Show", items: [item]), feedURL)
    let episode = try #require(try await library.client.currentEpisodes(show).first)
    try await library.client.savePosition(episode.id, .seconds(99))
    _ = try await library.client.subscribe(Podcast(title: "A Show", items: changedItems), feedURL)
    return try await library.client.currentEpisodes(show).map(\.playPosition)
  }

  @Test func `a changed guid with the same audio path keeps the place`() async throws {
    let places = try await placesAfterMerging(
      item("old", title: "Old Title", audio: "https://a.example/1.mp3?token=1"),
      [item("new", title: "New Title", audio: "https://cdn.example/1.mp3?token=2")])
    #expect(places == [.seconds(99)])
    let show = try #require(try await library.client.currentShows().first).id
    #expect(try await library.subscriptions.merges(show).map(\.evidence) == [.sameAudio])
  }

  @Test func `a changed guid with the same title, date and length keeps the place`() async throws {
    let places = try await placesAfterMerging(
      item("old", audio: "https://a.example/1.mp3"), [item("new", audio: "https://a.example/other/2.mp3")])
    #expect(places == [.seconds(99)])
    let show = try #require(try await library.client.currentShows().first).id
    let merges = try await library.subscriptions.merges(show)
    #expect(merges.map(\.evidence) == [.sameTitleDateAndLength])
    #expect(merges.map(\.title) == ["An Episode"])
  }

  @Test func `an undone merge creates a separate episode and is not repeated`() async throws {
    // Given a merge
    let before = item("old", title: "Old Title", audio: "https://a.example/1.mp3")
    let after = item("new", title: "New Title", audio: "https://a.example/1.mp3")
    _ = try await placesAfterMerging(before, [after])
    let show = try #require(try await library.client.currentShows().first).id
    let merge = try #require(try await library.subscriptions.merges(show).first)

    // When it is undone, and the feed is merged again
    try await library.subscriptions.undoMerge(merge.id)
    _ = try await library.client.subscribe(Podcast(title: "A Show", items: [after]), feedURL)

    // Then there are two episodes: the former one with its place, and the item of the feed
    let episodes = try await library.client.currentEpisodes(show).sorted { $0.id.rawValue < $1.id.rawValue }
    #expect(episodes.map(\.guid) == ["old", "new"])
    #expect(episodes.map(\.title) == ["Old Title", "New Title"])
    #expect(episodes.map(\.playPosition) == [.seconds(99), .zero])
    #expect(try await library.subscriptions.merges(show).isEmpty)
    // And the merge cannot be undone twice
    await #expect(throws: LibraryError.notFound) { try await library.subscriptions.undoMerge(merge.id) }
  }

  @Test func `an item that is still in the feed is not merged with another`() async throws {
    let before = item("old", audio: "https://a.example/1.mp3")
    let places = try await placesAfterMerging(before, [before, item("new", audio: "https://a.example/1.mp3?again")])
    // Both items have the same date, so the order of their episodes is not defined.
    #expect(Set(places) == [.seconds(99), .zero])
    #expect(places.count == 2)
  }

  @Test func `changed tokens in the addresses of a feed without guids add no episodes`() async throws {
    // The parser uses the audio address as the guid of an item without a guid.
    func items(token: Int) -> [Podcast.Item] {
      (1...3).map { index in
        let audio = "https://a.example/\(index).mp3?token=\(token)"
        return item(audio, title: "Episode \(index)", audio: audio, date: Self.itemDate + Double(index))
      }
    }
    let show = try await library.client.subscribe(Podcast(title: "A Show", items: items(token: 1)), feedURL)
    let ids = try await library.client.currentEpisodes(show).map(\.id)
    try await library.client.savePosition(ids[0], .seconds(5))
    for token in 2...4 {
      _ = try await library.client.subscribe(Podcast(title: "A Show", items: items(token: token)), feedURL)
    }
    let episodes = try await library.client.currentEpisodes(show)
    #expect(episodes.map(\.id) == ids)
    #expect(episodes[0].playPosition == .seconds(5))
    #expect(episodes[0].enclosure.url.query() == "token=4")
  }

  @Test func `addresses of a program on a server with different queries belong to different episodes`() async throws {
    // The query of such an address identifies the audio, unlike the query of the address of a file.
    func items(numbers: [Int]) -> [Podcast.Item] {
      numbers.map { number in
        let audio = "https://a.example/play.php?id=\(number)"
        return item(audio, audio: audio, date: nil, duration: nil)
      }
    }
    let show = try await library.client.subscribe(Podcast(title: "A Show", items: items(numbers: [1])), feedURL)
    _ = try await library.client.subscribe(Podcast(title: "A Show", items: items(numbers: [2])), feedURL)
    #expect(try await library.client.currentEpisodes(show).count == 2)
  }

  @Test func `hourly news with the same title and audio address but another date are not merged`() async throws {
    let places = try await placesAfterMerging(
      item("10", title: "News", audio: "https://a.example/news.mp3", duration: .seconds(300)),
      [
        item(
          "11", title: "News", audio: "https://a.example/news.mp3", date: Self.itemDate + 3600, duration: .seconds(300))
      ])
    #expect(places == [.zero, .seconds(99)])
  }

  @Test func `a rerun with the same audio a year later is not merged`() async throws {
    let places = try await placesAfterMerging(
      item("first", audio: "https://a.example/1.mp3"),
      [item("rerun", audio: "https://a.example/1.mp3", date: Self.itemDate + 365 * 86_400)])
    #expect(places == [.zero, .seconds(99)])
  }

  @Test func `an empty or shorter feed deletes no episodes`() async throws {
    let show = try await library.client.subscribe(.sample(guids: ["1", "2", "3"]), feedURL)
    for guids in [[], ["2"]] { _ = try await library.client.subscribe(.sample(guids: guids), feedURL) }
    #expect(try await library.client.currentEpisodes(show).count == 3)
  }

  @Test func `a truncated feed merges no episodes`() async throws {
    // Given an episode, and a truncated feed with another item that has the same audio
    let before = item("old", audio: "https://a.example/1.mp3")
    let show = try await library.client.subscribe(Podcast(title: "A Show", items: [before]), feedURL)
    let podcast = Podcast(title: "A Show", items: [item("new", audio: "https://a.example/1.mp3")])
    let response = FeedResponse(content: .podcast(podcast, hash: "h"), validators: .init(etag: "e"), isPartial: true)
    let recorded = try await library.subscriptions.record(
      RefreshOutcome(show: show, endedAt: Date(timeIntervalSince1970: 0), nextDueAt: nil, result: .success(response)))

    // Then no episode is merged, because the missing part may contain the old item. Validators and hash are not stored,
    // so that the next fetch reads the whole feed.
    #expect(recorded.mergedEpisodes.isEmpty)
    #expect(recorded.newEpisodes.count == 1)
    let subscription = try #require(try await library.subscriptions.all().first)
    #expect(subscription.validators == FeedValidators())
    #expect(subscription.hash == "")
    #expect(subscription.isPartial)
  }

  @Test func `a truncated feed keeps the values and the episodes of its show`() async throws {
    // Given a show, and a feed that may end before the show's values, such as its title and author
    let outline = Outline(title: "Listed", feedURL: feedURL)
    let show = try #require(try await library.subscriptions.addFeeds([outline]).first)
    func record(_ podcast: Podcast, isPartial: Bool) async throws {
      let response = FeedResponse(content: .podcast(podcast, hash: "h"), isPartial: isPartial)
      _ = try await library.subscriptions.record(
        RefreshOutcome(show: show, endedAt: Date(timeIntervalSince1970: 0), nextDueAt: nil, result: .success(response)))
    }
    let (old, new) = (item("old", audio: "https://a.example/1.mp3"), item("new", audio: "https://a.example/2.mp3"))

    // Then a show whose feed was never read takes the values of the truncated feed
    try await record(Podcast(title: "First", author: "Ann", items: [old]), isPartial: true)
    #expect(try await library.client.currentShows().map(\.title) == ["First"])
    try await record(Podcast(title: "Whole", author: "Ann", summary: "All.", items: [old]), isPartial: false)

    // And later the values and the episodes of the show are kept, and new episodes are added. The parser uses the host
    // as the title of a feed without a title.
    try await record(Podcast(title: "a.example", items: [new]), isPartial: true)
    let shows = try await library.client.currentShows()
    #expect(shows.map(\.title) == ["Whole"])
    #expect(shows.map(\.author) == ["Ann"])
    #expect(try await library.client.currentEpisodes(show).map(\.guid).sorted() == ["new", "old"])
  }

  @Test func `addresses that differ in scheme, port, slash, host case or login belong to the same show`() async throws {
    let show = try await library.client.subscribe(.sample(), URL(string: "http://shows.example/feed")!)
    for address in [
      "https://shows.example/feed", "https://Shows.Example/feed/", "http://shows.example:80/feed",
      "https://me:pw@shows.example/feed",
    ] {
      #expect(try await library.client.subscribe(.sample(), URL(string: address)!) == show)
    }
    // The secure address replaces the one with HTTP. An address with another query belongs to another show.
    #expect(try await library.client.currentShows().map(\.feedURL.scheme) == ["https"])
    #expect(try await library.client.subscribe(.sample(), URL(string: "https://shows.example/feed?other")!) != show)
  }

  @Test func `the address of a feed is stored without its password`() async throws {
    _ = try await library.client.subscribe(.sample(), URL(string: "https://me:secret@shows.example/feed")!)
    #expect(try await library.client.currentShows().map(\.feedURL.absoluteString) == ["https://shows.example/feed"])
  }

  @Test func `no address in a feed is stored with its password`() async throws {
    // Given a feed with a password in each kind of address
    func address(_ name: String) -> URL { URL(string: "https://me:secret@a.example/\(name)")! }
    var podcast = Podcast.sample()
    podcast.artworkURL = address("picture")
    podcast.websiteURL = address("page")
    podcast.details.selfURL = address("self")
    podcast.details.funding = [FeedLink(url: address("funding"))]
    podcast.items[0].enclosure.url = address("audio.mp3")
    podcast.items[0].guid = address("audio.mp3").absoluteString
    podcast.items[0].artworkURL = address("cover")
    podcast.items[0].details.websiteURL = address("notes")
    podcast.items[0].details.chaptersURL = address("chapters")
    podcast.items[0].details.transcripts = [TranscriptLink(url: address("words"))]
    podcast.items[0].details.people = [FeedPerson(name: "A", pictureURL: address("person"))]
    podcast.items[0].details.chapters = [FeedChapter(start: .zero, title: "One", pictureURL: address("chapter"))]
    podcast.items[0].details.alternateEnclosures = [Enclosure(url: address("other.mp3"))]

    // When the feed is added, and merged again
    let show = try await library.client.subscribe(podcast, feedURL)
    #expect(try await library.client.subscribe(podcast, feedURL) == show)

    // Then there is one episode, and no file of the library contains the password
    let episodes = try await library.client.currentEpisodes(show)
    #expect(episodes.map(\.enclosure.url.absoluteString) == ["https://a.example/audio.mp3"])
    for file in try FileManager.default.contentsOfDirectory(at: temporary.folder, includingPropertiesForKeys: nil)
    where !file.hasDirectoryPath {
      #expect(try Data(contentsOf: file).range(of: Data("secret".utf8)) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func `a feed at a new address with the podcast guid of a show belongs to that show`() async throws {
    var podcast = Podcast.sample()
    podcast.details.guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    let show = try await library.client.subscribe(podcast, feedURL)
    let moved = URL(string: "https://moved.example/")!
    #expect(try await library.client.subscribe(podcast, moved) == show)

    // And the show has the new address, and is found at the former one
    #expect(try await library.client.currentShows().map(\.feedURL) == [moved])
    #expect(try await library.subscriptions.find(feedURL, nil) == show)

    // And a former address does not replace the new one
    #expect(try await library.client.subscribe(podcast, feedURL) == show)
    #expect(try await library.client.currentShows().map(\.feedURL) == [moved])
  }

  @Test func `long titles and guids are shortened, and an item with a long address is left out`() async throws {
    // The limits (`Cap`) are 4096 bytes for a title, and 8192 bytes for a guid or an address. The end of a shortened
    // guid is a hash of the whole guid, so the first two items stay different.
    let long = String(repeating: "é", count: 1_000_000)
    var items = [
      item(long, title: long, audio: "https://a.example/1.mp3"), item(long + "x", audio: "https://a.example/2.mp3"),
    ]
    // The third item is left out, because its address is too long.
    items.append(item("3", audio: "https://a.example/" + String(repeating: "a", count: 9_000)))
    let podcast = Podcast(title: long, author: long, items: items)
    let show = try await library.client.subscribe(podcast, feedURL)
    #expect(try await library.client.currentEpisodes(show).count == 2)
    #expect(try await library.client.currentShows().allSatisfy { $0.title.utf8.count <= Cap.title })

    // And merging the same feed again adds no episodes
    _ = try await library.client.subscribe(podcast, feedURL)
    #expect(try await library.client.currentEpisodes(show).count == 2)
  }

  @Test func `an unchanged feed writes no rows, and a new episode writes a few rows`() async throws {
    // Given a library with 200 episodes
    let pool = try LibraryFile.open(at: temporary.file)
    let client = LibraryClient.live(LibraryDatabase(database: pool, path: temporary.file.path))
    let guids = (0..<200).map(String.init)
    _ = try await client.subscribe(.sample(guids: guids), feedURL)
    let formerChangeCount = try await pool.write { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 }

    // When the same feed is merged again
    _ = try await client.subscribe(.sample(guids: guids), feedURL)

    // Then no row is written
    #expect(try await pool.write { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 } == formerChangeCount)

    // And a new episode writes its row, its notes, its state and the rows of its index entries: together fewer than 12
    // rows, so none for the other 200 episodes
    _ = try await client.subscribe(.sample(guids: ["200"] + guids), feedURL)
    #expect(try await pool.write { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 } - formerChangeCount < 12)
  }
}
