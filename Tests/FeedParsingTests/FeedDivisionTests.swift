import FeedParsing
import Foundation
import Podcasts
import Testing

/// A feed has the same result for every division of its bytes into pieces.
@Suite struct FeedDivisionTests {
  /// Returns the feed or the error of bytes that arrive in pieces of these sizes. The rest is one more piece.
  private func outcome(_ data: Data, pieceSizes: [Int]) -> Result<ParsedFeed, FeedParsingError> {
    let parser = FeedParser(source: Feeds.source)
    return Result { () throws(FeedParsingError) in
      var rest = data[...]
      for count in pieceSizes {
        try parser.parse(Data(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      try parser.parse(Data(rest))
      return try parser.finish()
    }
  }

  @Test(arguments: try Feeds.allFixtures())
  func `each division into two pieces gives the same feed`(name: String) throws {
    // Given a feed, and its result as a whole
    let data = try Feeds.fixture(name)
    let whole = outcome(data, pieceSizes: [])

    // Then each division has the same result, and single bytes have the same result. Of a feed of 1000 bytes or more,
    // about 200 divisions are tested.
    for firstSize in stride(from: 0, through: data.count, by: data.count < 1000 ? 1 : 1 + data.count / 200) {
      #expect(outcome(data, pieceSizes: [firstSize]) == whole, "\(firstSize) bytes, then the rest")
    }
    #expect(outcome(data, pieceSizes: Array(repeating: 1, count: data.count)) == whole)
  }

  @Test(arguments: try Feeds.allFixtures())
  func `random divisions give the same feed`(name: String) throws {
    let data = try Feeds.fixture(name)
    let whole = outcome(data, pieceSizes: [])
    var random = Random(seed: 20_261_124)
    for _ in 0..<15 {
      let largestSize = 1 + random.next(below: 200)
      // A size is half of the largest one on average, so this number of pieces covers about the whole feed.
      let sizes = (0..<(2 * data.count / largestSize)).map { _ in 1 + random.next(below: largestSize) }
      #expect(outcome(data, pieceSizes: sizes) == whole)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a long prologue of PHP warnings in single bytes is parsed in linear time`()
    throws
  {
    // A parser that reads all previous bytes again at each byte would exceed the time limit.
    let warnings = String(repeating: "<br />Warning: the feed is not ready, see line 12.\n", count: 1200)
    let data = Data((warnings + Feeds.withItems("<guid>1</guid><enclosure url='/1.mp3'/>")).utf8)
    #expect(outcome(data, pieceSizes: Array(repeating: 1, count: data.count)) == outcome(data, pieceSizes: []))
  }

  @Test(.timeLimit(.minutes(1))) func `a long document type in single bytes is parsed in linear time`()
    throws
  {
    // A parser that reads all previous bytes again at each byte would exceed the time limit.
    let entities = (0..<1500).map { "<!ENTITY e\($0) \"value number \($0)\">" }.joined(separator: "\n")
    let feed = Feeds.withItems("<guid>1</guid><title>&e7;</title><enclosure url='/1.mp3'/>")
    let data = Data("<?xml version=\"1.0\"?><!DOCTYPE rss [\(entities)]>\(feed)".utf8)
    let whole = outcome(data, pieceSizes: [])
    #expect(outcome(data, pieceSizes: Array(repeating: 1, count: data.count)) == whole)
    #expect(try whole.get().podcast.items.first?.title == "value number 7")
  }

  @Test func `a namespace address above the limit is ignored, in one piece and in single bytes`() throws {
    // The limit of a namespace address is 256 bytes.
    let address = "HTTP\(String(repeating: "-", count: 300))://www.itunes.com/dtds/podcast-1.0.dtd"
    let item = "<item><enclosure url='/1.mp3'/></item>"
    let data = Data(
      "<rss xmlns:it='\(address)'><channel><title>A</title><it:author>Ann</it:author>\(item)</channel></rss>".utf8)
    let whole = outcome(data, pieceSizes: [])
    #expect(outcome(data, pieceSizes: Array(repeating: 1, count: data.count)) == whole)
    // The prefix of the author's element has no known namespace, so the element is ignored.
    #expect(try whole.get().podcast.author == "")
  }

  @Test func `an end mark of CDATA outside a CDATA section is text in each division`() throws {
    for text in ["ol/>]]>", "]]>", "a]]&gt;]]>b", "]]\u{1}>x", "]]]>]>\u{2}>"] {
      let data = Data(Feeds.withItems("<guid>1</guid><title>\(text)</title><enclosure url='/1.mp3'/>").utf8)
      let whole = outcome(data, pieceSizes: [])
      for firstSize in 0...data.count {
        #expect(outcome(data, pieceSizes: [firstSize]) == whole, "\(text) after \(firstSize) bytes")
      }
      // And pieces of the same size have the same result
      for size in 1...9 {
        let sizes = Array(repeating: size, count: data.count / size)
        #expect(outcome(data, pieceSizes: sizes) == whole, "\(text) in pieces of \(size) bytes")
      }
    }
    let item = try Feeds.item("<guid>1</guid><title>ol/>]]></title><enclosure url='/1.mp3'/>")
    #expect(item.title == "ol/>]]>")
  }

  @Test func `random divisions of large feeds with difficult markup give the same feed`() throws {
    // Given a feed with an incomplete end tag and with long tags, names, references and comments, a feed whose Korean
    // text follows much ASCII text, and the first feed without its last 200 bytes
    let filler = "<!-- \(String(repeating: "- ", count: 3000)) -->"
    let markup = Feeds.withItems(
      "<title>A</title \(String(repeating: " ", count: 2000))<guid>1</guid><enclosure url=\"/1.mp3\" x=\"\(String(repeating: "&amp;", count: 14_000))\" type=\"audio/mpeg\"/>",
      "<guid>2</guid><enclosure url='/2.mp3'/><description>\(String(repeating: "&#12345;&unknown;]]>", count: 3000))</description>",
      "<guid>3</guid><enclosure url='/3.mp3'/><\(String(repeating: "n", count: 700)) /><title><![CDATA[\(String(repeating: "]]", count: 900))]]></title>",
      channel: filler)
    let data =
      Data("<?xml version=\"1.0\" encoding=\"euc-kr\"?>".utf8) + Data(markup.replacing(Feeds.title, with: filler).utf8)
    let korean = try Feeds.fixture("late-euc-kr.xml")
    var random = Random(seed: 7)
    for feed in [data, korean, data.dropLast(200)] {
      let whole = outcome(feed, pieceSizes: [])
      // Each size is the largest one in two rounds.
      for round in 0..<10 {
        let largestSize = [3, 17, 300, 5000, 70_000][round % 5]
        let sizes = (0..<(2 * feed.count / largestSize)).map { _ in 1 + random.next(below: largestSize) }
        #expect(outcome(feed, pieceSizes: sizes) == whole, "pieces of up to \(largestSize)")
      }
    }
  }

  @Test(arguments: [30, 60, 200, 500, 900, 1100])
  func `each division of a JSON Feed that is truncated or followed by more bytes gives the same feed`(
    length: Int
  ) throws {
    // Given a truncated JSON Feed, and a JSON Feed that is followed by more bytes
    let feed = try Feeds.fixture("feed.json")
    for data in [feed.prefix(length), feed + Data(#"{"items": ["#.utf8) + feed.prefix(length)] {
      // Then the result is the same in one piece, in two, and byte by byte
      let whole = outcome(data, pieceSizes: [])
      for firstSize in 0...data.count {
        #expect(outcome(data, pieceSizes: [firstSize]) == whole, "\(firstSize) bytes, then the rest")
      }
      #expect(outcome(data, pieceSizes: Array(repeating: 1, count: data.count)) == whole)
    }
  }

  @Test(arguments: ["</channel></rss>", "</channel>", "</channel></rss>\u{FFFE}"])
  func `bytes after the end of a feed are ignored, also in the piece with the end`(end: String) {
    // Given a feed that ends, and bytes after its end that are not UTF-8
    let feed = Data(
      Feeds.withItems("<guid>1</guid><enclosure url='/1.mp3'/>").replacing("</channel></rss>", with: end).utf8)
    let data = feed + Data([0x3C, 0x69, 0xFE, 0xFF, 0xFF])

    // Then the result is the same in one piece, byte by byte, and without the bytes after the end
    let whole = outcome(data, pieceSizes: [])
    #expect(whole == outcome(data, pieceSizes: Array(repeating: 1, count: data.count)))
    #expect(whole == outcome(feed.dropLast(end.utf8.count) + Data("</channel></rss>".utf8), pieceSizes: []))
  }
}

/// A random number generator that returns the same numbers in each run.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a number from 0 to `bound` - 1.
  mutating func next(below bound: Int) -> Int {
    // A linear congruential generator with Knuth's constants. The high bits are the most random.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
