import FeedParsing
import Foundation
import Podcasts
import Testing

@Suite struct FeedRejectionTests {
  /// Returns the error that rejects a document, or `nil` if the document is accepted.
  private func rejection(_ data: Data, limits: FeedLimits = FeedLimits()) -> FeedParsingError? {
    let parser = FeedParser(source: Feeds.source, limits: limits)
    do {
      try parser.parse(data)
      _ = try parser.finish()
      return nil
    } catch {
      return error
    }
  }

  private func rejection(_ text: String, limits: FeedLimits = FeedLimits()) -> FeedParsingError? {
    rejection(Data(text.utf8), limits: limits)
  }

  /// The content of an item that is an episode.
  private let enclosure = "<enclosure url=\"https://a.example/1.mp3\" type=\"audio/mpeg\"/>"

  @Test func `a web page is rejected`() throws {
    #expect(rejection(try Feeds.fixture("login-page.html")) == .webPage)
    #expect(rejection(try Feeds.fixture("error-page.xhtml")) == .webPage)
    #expect(rejection("<HTML><HEAD><META HTTP-EQUIV=refresh></HEAD></HTML>") == .webPage)
    #expect(rejection("<br/><b>Fatal error</b>: out of memory") == .webPage)
    #expect(rejection("<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body/></html>") == .webPage)
  }

  @Test func `a web page is rejected at its first bytes`() {
    // Given a parser
    let parser = FeedParser(source: nil)

    // When the beginning of a page arrives, then the parser throws, so that the transfer can stop
    #expect(throws: FeedParsingError.webPage) { try parser.parse(Data("<!DOCTYPE html><html>".utf8)) }
  }

  @Test func `a document that is not a feed is rejected with a reason`() throws {
    #expect(rejection("") == .notAFeed(reason: "It is empty."))
    #expect(rejection(" \n\u{FEFF}\n") == .notAFeed(reason: "It is empty."))
    #expect(rejection("{\"error\": \"<rss>\"}") == .notAFeed(reason: "It is JSON."))
    #expect(rejection("[{\"a\": \"<rss>\"}]") == .notAFeed(reason: "It is JSON."))
    #expect(rejection("Not found") == .notAFeed(reason: "There is no XML in it."))
    #expect(rejection(Data([0x1F, 0x8B, 8, 0, 0])) == .notAFeed(reason: "It is compressed with gzip."))
    #expect(rejection("<opml version=\"2.0\"><body/></opml>") == .notAFeed(reason: "It is an OPML list of feeds."))
    #expect(rejection("<?xml version='1.0'?><svg></svg>") == .notAFeed(reason: "Its root element is <svg>, not <rss>."))
  }

  @Test func `a feed without episodes is rejected with its title`() throws {
    #expect(rejection(try Feeds.fixture("text-posts.xml")) == .noEpisodes(title: "A Blog"))
    // Without a title, the feed has the name of its host.
    #expect(rejection("<rss/>") == .noEpisodes(title: "shows.example"))
  }

  @Test func `entities that grow too much or contain each other are rejected as hostile`() throws {
    guard case .hostile = rejection(try Feeds.fixture("billion-laughs.xml")) else {
      Issue.record("the feed with the “billion laughs” entities was accepted")
      return
    }

    // And a feed that uses a long entity many times, or whose entities contain each other, is hostile
    let documentType = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "a", count: 50_000))\">]>"
    let uses = Feeds.withItems(enclosure, channel: "<description>\(String(repeating: "&a;", count: 100))</description>")
    #expect(rejection(documentType + uses) == .hostile(reason: "Its entities grow without an end."))
    let circularFeed =
      "<!DOCTYPE rss [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]>"
      + Feeds.withItems(enclosure, channel: "<link>&a;</link>")
    #expect(rejection(circularFeed) == .hostile(reason: "Its entities are made of entities without an end."))
  }

  @Test func `a feed with more items than the limit is rejected as hostile`() {
    var limits = FeedLimits()
    limits.itemCount = 10
    let items = String(repeating: "<item/>", count: 11)
    #expect(
      rejection("<rss><channel>\(items)</channel></rss>", limits: limits)
        == .hostile(reason: "It has more than 10 items."))
  }

  @Test func `a long description and thousands of items are within the limits`() throws {
    // Given a feed with a description of 600,000 bytes, 3,000 items, and one more item with `enclosure`
    let description = String(repeating: "notes ", count: 100_000)
    let items = (0..<3000).map { "<item><guid>\($0)</guid><enclosure url=\"/\($0).mp3\"/></item>" }.joined()

    // Then all of these items are read
    let feed = try Feeds.parse(Feeds.withItems(enclosure, channel: "<description>\(description)</description>\(items)"))
    #expect(feed.podcast.items.count == 3001)
  }

  @Test func `broken bytes never crash the parser`() throws {
    // Given two feeds in sequence, and random numbers that are the same in each run
    let intact = [UInt8](try Feeds.fixture("everyday-mess.xml")) + [UInt8](try Feeds.fixture("billion-laughs.xml"))
    var random = Random(seed: 20_260_101)
    // Bytes of markup, parts of characters in UTF-8, zero and a line feed
    let replacements: [UInt8] = [
      0, 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x2F, 0x21, 0x5B, 0x5D, 0x2D, 0x3F, 0x3B, 0x3D, 0x80, 0xC2, 0xED, 0xF4, 0xFF,
      0x0A,
    ]

    // When 1 to 6 bytes are replaced and the end is cut off, in 2,000 ways
    // Then the parser returns a feed or throws. A crash would end the whole run of the tests
    for _ in 0..<2_000 {
      var bytes = intact
      for _ in 0...random.next(below: 6) {
        bytes[random.next(below: bytes.count)] = replacements[random.next(below: replacements.count)]
      }
      _ = rejection(Data(bytes.prefix(1 + random.next(below: bytes.count))))
    }
  }
}
