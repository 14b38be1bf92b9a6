import FeedParsing
import Foundation
import Podcasts
import Testing

/// Feeds that end early or late: which items are read, and whether the feed is marked as partial.
@Suite struct FeedCompletenessTests {
  @Test func `a truncated feed has its complete items`() throws {
    // Given a feed that ends in its second item
    let feed = try Feeds.parse(Feeds.fixture("truncated.xml"))

    // Then the feed contains the first item, and is marked as partial
    #expect(feed.podcast.items.map(\.guid) == ["two-rivers-2"])
    #expect(feed.podcast.title == "Two Rivers 두물머리")
    #expect(feed.isPartial)
    #expect(feed.repairs.map(\.kind) == [.truncated])
  }

  @Test func `a feed cut before the end of its channel is partial, or fails if no item is complete`() throws {
    // Given a feed with two items
    let whole = String(decoding: try Feeds.fixture("clean.xml"), as: UTF8.self)
    let itemEnds = whole.ranges(of: "</item>").map { whole[..<$0.upperBound].utf8.count }
    let channelEnd = try #require(whole.range(of: "</channel>")).upperBound
    let completeLength = whole[..<channelEnd].utf8.count

    // When the feed is cut at each byte after the first 40, which contain the XML declaration and the start of the root
    // element
    for length in 40..<whole.utf8.count {
      let parser = FeedParser(source: Feeds.source)
      try parser.parse(Data(whole.utf8.prefix(length)))
      let count = itemEnds.count { $0 <= length }
      if count == 0 {
        // Then parsing fails before the end of the first item
        #expect(throws: FeedParsingError.truncated) { try parser.finish() }
      } else {
        // And from that length on, the feed contains the complete items
        let feed = try parser.finish()
        #expect(feed.podcast.items.count == count, "after \(length) bytes")
        #expect(feed.isPartial == (length < completeLength), "after \(length) bytes")
      }
    }
  }

  @Test func `a truncated JSON Feed has its complete items`() throws {
    // Given a JSON Feed that ends in its third item
    let feed = try Feeds.parse(Feeds.fixture("truncated.json"))

    // Then the feed contains the first two items, and is marked as partial
    #expect(feed.podcast.items.map(\.guid) == ["2", "1"])
    #expect(feed.podcast.title == "Tide {\"Tables\"}, [1]: \\")
    #expect(feed.isPartial)
    #expect(feed.repairs.map(\.kind) == [.truncated])
  }

  @Test func `a JSON Feed cut before the end of its object is partial, or fails if no item is complete`() throws {
    // Given a JSON Feed whose first two items have audio. The other items are not read.
    let whole = try Feeds.fixture("feed.json")
    let text = String(decoding: whole, as: UTF8.self)
    // Each of the two items ends with the bracket before the next item.
    let itemEnds = ["},\n    {\"id\": \"1\"", "},\n    {\"id\": \"0\""].map {
      text.utf8.distance(from: text.startIndex, to: text.range(of: $0)!.lowerBound) + 1
    }
    let completeLength = try #require(whole.lastIndex(of: UInt8(ascii: "}"))) + 1

    // When the feed is cut at each byte after the first 10, which contain the start of the object and of its first name
    for length in 10...whole.count {
      let parser = FeedParser(source: Feeds.source)
      try parser.parse(whole.prefix(length))
      #expect(parser.isComplete == (length >= completeLength), "after \(length) bytes")
      let count = itemEnds.count { $0 <= length }
      if count == 0 {
        // Then parsing fails before the end of the first item
        #expect(throws: FeedParsingError.truncated, "after \(length) bytes") { try parser.finish() }
      } else {
        // And from that length on, the feed contains the complete items
        let feed = try parser.finish()
        #expect(feed.podcast.items.count == count, "after \(length) bytes")
        #expect(feed.isPartial == (length < completeLength), "after \(length) bytes")
      }
    }
  }

  @Test func `a truncated JSON Feed without its version is read, and one with an invalid version is rejected`() throws {
    // A feed without its version, which ends in its second item
    let feed = try Feeds.parse(
      #"{"items": [{"id": "1", "attachments": [{"url": "https://a.example/1.mp3"}]}, {"id": "2", "ti"#)
    #expect(feed.podcast.items.map(\.guid) == ["1"])
    #expect(feed.isPartial)

    // A feed whose version is a number, not an address
    #expect(throws: FeedParsingError.notAFeed(reason: "It is JSON.")) {
      try Feeds.parse(#"{"version": 2, "items": [{"id": "1", "attachments": [{"url": "https://a.example/1.mp3"}]}, {"#)
    }
  }

  @Test func `only the top-level items of a JSON Feed are items`() throws {
    // Given the beginning of a feed with two other lists named “items”, up to the name of its own list
    let beginning =
      #"{"version": "https://jsonfeed.org/version/1.1", "other": {"items": [{"id": "9"}]}, "list": [{"items": [1]}], "items"#

    // Then the beginning has no items
    #expect(throws: FeedParsingError.truncated) { try Feeds.parse(beginning) }

    // And with a complete item and the start of another one, the feed has the complete item
    let item = #"{"id": "1", "items": [{}], "attachments": [{"url": "https://a.example/1.mp3"}]}"#
    #expect(try Feeds.parse(beginning + "\": [\(item), {\"id\": [{}").podcast.items.map(\.guid) == ["1"])
  }

  @Test func `bytes after the object of a JSON Feed are ignored`() throws {
    // Given a JSON Feed, and a server that sends more bytes
    let whole = try Feeds.fixture("feed.json")
    let parser = FeedParser(source: Feeds.source)
    try parser.parse(whole)
    #expect(parser.isComplete)
    try parser.parse(Data("<b>Fatal error: } time limit exceeded".utf8))

    // Then the result is the same as without these bytes
    #expect(try parser.finish() == Feeds.parse(whole))
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16])
  func `a JSON Feed in UTF-16 is read completely or refused`(encoding: String.Encoding) throws {
    // Given a title with characters whose bytes are brackets and quotation marks in ASCII
    let text =
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "\#u{7D7D}\#u{7B7B}\#u{2222}", "items": [{"attachments": [{"url": "/1.mp3"}]}]}"#
    let data = try #require(text.data(using: encoding))

    // Then the feed is complete, or parsing fails with one of two errors
    let result = Result { () throws(FeedParsingError) in try Feeds.parse(data) }
    switch result {
    case .success(let feed): #expect(!feed.isPartial)
    case .failure(.truncated), .failure(.notAFeed): break
    case .failure(let error): throw error
    }
  }

  @Test func `parsing ends at the end of the channel`() throws {
    // Given a feed without the end of its root element, and a server that sends more bytes
    let feed = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>").replacing("</rss>", with: "")
    let parser = FeedParser(source: Feeds.source)
    // Without the last bracket of `</channel>`
    try parser.parse(Data(feed.utf8.dropLast()))
    #expect(!parser.isComplete)
    try parser.parse(Data(">".utf8))

    // Then the feed is complete, and the other bytes are ignored
    #expect(parser.isComplete)
    try parser.parse(Data("<b>Fatal error: time limit exceeded".utf8))
    let result = try parser.finish()
    #expect(!result.isPartial)
    // The item has no guid. The other bytes cause no repair.
    #expect(result.repairs.map(\.kind) == [.guid])
  }

  @Test(arguments: ["<![CDATA[no end", "<!-- no end", "<a b=\"no end", "<a ", "<", "&am", "</ite", "<?php"])
  func `a feed that ends within markup has its complete items`(end: String) throws {
    // Given a feed with a complete item, and an item whose title contains the beginning of some markup
    let audio = "<enclosure url=\"https://a.example/1.mp3\"/>"
    let feed = try Feeds.parse("<rss><channel><item>\(audio)</item><item>\(audio)<title>\(end)")
    #expect(feed.podcast.items.count == 1)
    #expect(feed.isPartial)
  }

  @Test func `RSS 1.0 items after the channel are read`() throws {
    let feed = try Feeds.parse(Feeds.fixture("rdf.xml"))
    #expect(feed.podcast.items.count == 2)
    #expect(!feed.isPartial)
  }
}
