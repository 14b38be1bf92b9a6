import FeedParsing
import Foundation
import Podcasts
import Testing

@Suite struct FeedCompletenessTests {
  @Test func `a feed that is cut off has its complete items`() throws {
    // Given a feed that ends in its second item
    let feed = try Feeds.parse(Feeds.fixture("truncated.xml"))

    // Then the feed contains the first item, and is marked as partial
    #expect(feed.podcast.items.map(\.guid) == ["two-rivers-2"])
    #expect(feed.podcast.title == "Two Rivers 두물머리")
    #expect(feed.isPartial)
    #expect(feed.repairs.map(\.kind) == [.truncated])
  }

  @Test func `a feed is cut off wherever it ends before its channel does`() throws {
    // Given a feed with two items
    let whole = String(decoding: try Feeds.fixture("clean.xml"), as: UTF8.self)
    let ends = whole.ranges(of: "</item>").map { whole[..<$0.upperBound].utf8.count }
    let channel = try #require(whole.range(of: "</channel")).upperBound
    let complete = whole[..<channel].utf8.count + 1

    // When the feed is cut at each byte
    for length in 40..<whole.utf8.count {
      let parser = FeedParser(source: Feeds.source)
      try parser.parse(Data(whole.utf8.prefix(length)))
      let count = ends.count { $0 <= length }
      if count == 0 {
        // Then parsing fails before the end of the first item
        #expect(throws: FeedParsingError.truncated) { try parser.finish() }
      } else {
        // And after that, the feed contains the complete items
        let feed = try parser.finish()
        #expect(feed.podcast.items.count == count, "after \(length) bytes")
        #expect(feed.isPartial == (length < complete), "after \(length) bytes")
      }
    }
  }

  @Test func `reading stops at the end of the channel`() throws {
    // Given a feed without the end of its root element, and a server that sends more bytes
    let feed = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>").replacing("</rss>", with: "")
    let parser = FeedParser(source: Feeds.source)
    try parser.parse(Data(feed.utf8.dropLast()))
    #expect(!parser.isComplete)
    try parser.parse(Data(">".utf8))

    // Then the feed is complete, and the other bytes are ignored
    #expect(parser.isComplete)
    try parser.parse(Data("<b>Fatal error: time limit exceeded".utf8))
    let result = try parser.finish()
    #expect(!result.isPartial)
    #expect(result.repairs.map(\.kind) == [.guid])
  }

  @Test(arguments: ["<![CDATA[no end", "<!-- no end", "<a b=\"no end", "<a ", "<", "&am", "</ite", "<?php"])
  func `a feed that ends within markup has its complete items`(end: String) throws {
    let audio = "<enclosure url=\"https://a.example/1.mp3\"/>"
    let feed = try Feeds.parse("<rss><channel><item>\(audio)</item><item>\(audio)<title>\(end)")
    #expect(feed.podcast.items.count == 1)
    #expect(feed.isPartial)
  }

  @Test func `RSS 1.0 goes on behind its channel`() throws {
    let feed = try Feeds.parse(Feeds.fixture("rdf.xml"))
    #expect(feed.podcast.items.count == 2)
    #expect(!feed.isPartial)
  }
}
