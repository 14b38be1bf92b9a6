import FeedParsing
import Foundation
import Podcasts
import Testing

/// The limits on the sizes of a feed's values. `FeedLimits` has the numbers.
@Suite struct FeedLimitTests {
  private let enclosure = "<enclosure url=\"https://a.example/1.mp3\" type=\"audio/mpeg\"/>"
  /// The contents of a short item, which each limit must leave unchanged.
  private let otherItem = "<title>Other</title><guid>other</guid><enclosure url=\"https://a.example/2.mp3\"/>"

  /// Returns a text of this many letters, each of one byte.
  private func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `a title and an author are cut at 4 KB`() throws {
    // Given a show and an episode with names of 1.5 MB
    let name = letters(1_500_000)
    let feed = try Feeds.parse(
      "<rss><channel><title>\(name)</title><itunes:author>\(name)</itunes:author><item><title>\(name)</title>\(enclosure)</item></channel></rss>"
    )

    // Then each name is cut, and the cut is reported
    #expect(feed.podcast.title.utf8.count == 4096)
    #expect(feed.podcast.author.utf8.count == 4096)
    #expect(feed.podcast.items[0].title.utf8.count == 4096)
    #expect(feed.repairs.map(\.kind).contains(.longValue))
  }

  @Test func `a title is cut between characters`() throws {
    // Given a title with characters of three bytes. The limit of 4096 bytes is 1,365 characters and one more byte.
    let title = try Feeds.item("<title>\(String(repeating: "두", count: 2000))</title>").title
    #expect(title == String(repeating: "두", count: 1365))
  }

  @Test func `a title of 4 KB and a guid of 8 KB are not cut`() throws {
    let feed = try Feeds.parse(
      Feeds.withItems(
        "<title>\(letters(4096))</title><guid>\(letters(8192))</guid>\(enclosure)",
        channel: "<link>https://a.example/</link>"))
    #expect(feed.podcast.items[0].title.utf8.count == 4096)
    #expect(feed.podcast.items[0].guid.utf8.count == 8192)
    #expect(feed.repairs == [])
  }

  @Test(arguments: [
    // The test replaces LONG by 9000 letters.
    "<guid>LONG</guid><enclosure url=\"https://a.example/1.mp3\"/>",
    "<guid>1</guid><enclosure url=\"https://a.example/LONG.mp3\"/>",
  ])
  func `an item whose guid or audio address is longer than 8 KB is skipped`(contents: String) throws {
    // Given an item with at least 9000 bytes in its guid or audio address, and another item
    let feed = try Feeds.parse(Feeds.withItems(contents.replacing("LONG", with: letters(9000)), otherItem))

    // Then only the other item is read
    #expect(feed.podcast.items.map(\.guid) == ["other"])
    #expect(feed.repairs.map(\.kind).contains(.skippedItem))
  }

  @Test(arguments: [
    // The test replaces LONG by 9000 letters, and AUDIO by an attachment with a short address.
    #"{"id": "LONG", "title": "Rain", "attachments": [AUDIO]}"#,
    #"{"id": "1", "title": "Rain", "attachments": [{"url": "https://a.example/LONG"}, AUDIO]}"#,
  ])
  func `an item of a JSON Feed whose id or audio address is longer than 8 KB is skipped`(item: String) throws {
    // Given an item with at least 9000 bytes in its id or in an audio address, and another item
    let skipped = item.replacing("LONG", with: letters(9000)).replacing(
      "AUDIO", with: #"{"url": "https://a.example/1.mp3"}"#)
    let other = #"{"id": "other", "attachments": [{"url": "https://a.example/2.mp3"}]}"#
    let feed = try Feeds.parse(
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"A\", \"items\": [\(skipped), \(other)]}")

    // Then only the other item is read, and the repairs name the skipped item “Rain”
    #expect(feed.podcast.items.map(\.guid) == ["other"])
    #expect(
      feed.repairs == [
        FeedRepair(.longValue, itemTitles: ["Rain"], itemCount: 1),
        FeedRepair(.skippedItem, itemTitles: ["Rain"], itemCount: 1),
      ])
  }

  @Test func `a link longer than 8 KB is removed`() throws {
    let link = "<link>https://a.example/\(letters(9000))</link>"
    let feed = try Feeds.parse(Feeds.withItems("<guid>1</guid>\(link)\(enclosure)"))
    #expect(feed.podcast.items[0].details.websiteURL == nil)
    #expect(feed.repairs.map(\.kind) == [.longValue])
  }

  @Test func `a duration longer than 128 bytes is read from its beginning`() throws {
    // The `x`, which would make the duration invalid, is after the first 128 bytes.
    #expect(
      try Feeds.item("<itunes:duration>1:00\(String(repeating: " ", count: 500))x</itunes:duration>").duration
        == .seconds(60))
  }

  @Test func `notes that are nested too deeply are removed, and all items are kept`() throws {
    // Given notes with 100,000 nested elements that are closed or not closed
    for end in ["", String(repeating: "</b>", count: 100_000)] {
      let notes = "<description>\(String(repeating: "<b>", count: 100_000))deep\(end)</description>"
      let feed = try Feeds.parse(Feeds.withItems("<title>Deep</title>\(notes)\(enclosure)", otherItem))

      // Then only the notes are lost
      #expect(feed.podcast.items.map(\.title) == ["Deep", "Other"])
      #expect(feed.podcast.items[0].summary == "")
      #expect(feed.repairs.map(\.kind).contains(.longValue))
    }
  }

  @Test func `an item with too deep nesting outside its texts is kept`() throws {
    let nestedTags = String(repeating: "<a>", count: 100_000)
    let feed = try Feeds.parse(Feeds.withItems(enclosure + nestedTags, otherItem))
    #expect(feed.podcast.items.map(\.enclosure.url.lastPathComponent) == ["1.mp3", "2.mp3"])
  }

  @Test func `notes that are too long are removed, and all items are kept`() throws {
    // The notes have 10 MB. The limit is 1 MB.
    let feed = try Feeds.parse(
      Feeds.withItems(
        "<description>\(String(repeating: "long ", count: 2_000_000))</description>" + enclosure, otherItem))
    #expect(feed.podcast.items.map(\.summary) == ["", ""])
    #expect(feed.podcast.items.count == 2)
    #expect(feed.repairs.map(\.kind).contains(.longValue))
  }

  @Test func `notes of 1 MB are kept, and longer notes are replaced by shorter ones`() throws {
    // Given an episode with notes in two elements. The first notes have the largest size that the library stores, and
    // the second notes are short
    func feed(notesLength count: Int) throws -> ParsedFeed {
      let notes = "<content:encoded>\(letters(count))</content:encoded><description>Short</description>"
      return try Feeds.parse(Feeds.withItems("<title>Long</title>" + notes + enclosure))
    }
    // The limit is 1 MB, which is 1,048,576 bytes.
    let atLimit = try feed(notesLength: 1_048_576)
    #expect(atLimit.podcast.items[0].summary.utf8.count == 1_048_576)
    #expect(!atLimit.repairs.contains { $0.kind == .longValue })

    // Then first notes with one more byte are replaced by the second notes, and the repairs name the episode
    let aboveLimit = try feed(notesLength: 1_048_577)
    #expect(aboveLimit.podcast.items[0].summary == "Short")
    #expect(
      aboveLimit.repairs.filter { $0.kind == .longValue }
        == [FeedRepair(.longValue, itemTitles: ["Long"], itemCount: 1)])
  }

  @Test func `a podcast guid and an audio type are cut at 128 bytes`() throws {
    let feed = try Feeds.parse(
      Feeds.withItems("<guid>1</guid>" + enclosure, channel: "<podcast:guid>\(letters(200))</podcast:guid>"))
    #expect(feed.podcast.details.guid == letters(128))
    // The repair names no item, because the guid is a value of the show.
    #expect(feed.repairs.filter { $0.kind == .longValue } == [FeedRepair(.longValue)])
    let item =
      "{\"id\": \"1\", \"title\": \"Rain\", \"attachments\": [{\"url\": \"https://a.example/1.mp3\", \"mime_type\": \"audio/\(letters(200))\"}]}"
    let json = try Feeds.parse(
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"A\", \"items\": [\(item)]}")
    #expect(json.podcast.items[0].enclosure.mimeType?.utf8.count == 128)
    #expect(json.repairs == [FeedRepair(.longValue, itemTitles: ["Rain"], itemCount: 1)])
  }

  @Test func `an oversized tag in an item removes neither this item nor the next one`() throws {
    // Given tags with a value that is too long, too many attributes, too many namespaces, and a name that is too long
    let longValue = "<a b=\"\(letters(100_000))\" url=\"x\">text</a>"
    let manyAttributes = "<a \((0..<20_000).map { "a\($0)=''" }.joined(separator: " "))/>"
    let manyNamespaces =
      "<a\((0..<500).map { " xmlns:a\($0)='u'" }.joined())><a\((0..<500).map { " xmlns:a\($0)='u'" }.joined())>"
    let longName = "<\(letters(1000))>text</\(letters(1000))>"
    for tag in [longValue, manyAttributes, manyNamespaces, longName] {
      // Then all items are read
      let feed = try Feeds.parse(Feeds.withItems("<guid>1</guid>" + tag + enclosure, otherItem))
      #expect(feed.podcast.items.map(\.guid) == ["1", "other"], "\(tag.prefix(20))")
    }
  }

  @Test func `an entity that refers to a file is empty`() throws {
    // Given a feed whose title consists of an entity that refers to a file of this machine
    let feed = try Feeds.parse(Feeds.fixture("external-entity.xml"))

    // Then the entity is empty, so the title is the name of the feed's host, and the rest is read
    #expect(feed.podcast.title == "shows.example")
    #expect(feed.podcast.items.map(\.title) == ["One"])
  }

  @Test func `distinct names of many elements are not stored`() throws {
    // Given a feed in which each element has a new name, a new prefix and an attribute with a new name
    func feed(elementCount count: Int) -> String {
      Feeds.withItems(
        enclosure + (0..<count).map { "<p\($0):e\($0) xmlns:p\($0)=\"u\($0)\" a\($0)=\"1\"></p\($0):e\($0)>" }.joined())
    }
    func storedNameCount(elementCount: Int) throws -> Int {
      let parser = FeedParser(source: Feeds.source)
      try parser.parse(Data(feed(elementCount: elementCount).utf8))
      _ = try parser.finish()
      return parser.storedNameCount
    }

    // Then the XML parser stores as many names for 10,000 elements as for one element
    let countOfOneElement = try storedNameCount(elementCount: 1)
    #expect(try storedNameCount(elementCount: 10_000) == countOfOneElement)
  }
}
