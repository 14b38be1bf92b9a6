import FeedParsing
import Foundation
import Podcasts
import Testing

@Suite struct FeedParserTests {
  @Test func `the values of a valid feed and of its items are read`() throws {
    // Given a feed that follows the specifications
    let feed = try Feeds.parse(Feeds.fixture("clean.xml"))

    // Then the show has the values of the feed
    #expect(feed.podcast.title == "Two Rivers 두물머리")
    #expect(feed.podcast.author == "The Two Rivers Radio")
    #expect(feed.podcast.summary == "Stories from where two rivers meet.")
    #expect(feed.podcast.language == "ko-KR")
    #expect(feed.podcast.websiteURL == URL(string: "https://two-rivers.example/"))
    #expect(feed.podcast.artworkURL == URL(string: "https://two-rivers.example/cover.png"))

    // And the items have the values of the feed. The date is 1 May 2024, 00:30 UTC, and the duration is 1:02:03.
    let ferry = Podcast.Item(
      guid: "two-rivers-2", title: "The Ferry 나룻배", summary: "<p>A ferry, and <b>who</b> rode it.</p>",
      enclosure: .init(
        url: URL(string: "https://two-rivers.example/audio/ferry.mp3")!, mimeType: "audio/mpeg", byteCount: 48_123_456),
      publishedAt: Date(timeIntervalSince1970: 1_714_523_400), duration: .seconds(3723),
      artworkURL: URL(string: "https://two-rivers.example/ferry.png"))
    #expect(feed.podcast.items.first == ferry)
    #expect(feed.podcast.items.map(\.guid) == ["two-rivers-2", "two-rivers-1"])
    #expect(feed.podcast.items[1].summary == "Plain notes.")
    #expect(feed.podcast.items[1].duration == .seconds(1805))
  }

  @Test func `the iTunes picture overrides the RSS image, whose title and link are not those of the show`() throws {
    // Given an RSS image with its own title and link before the title of the show
    let rssImage =
      "<image><title>Logo</title><url>https://a.example/small.png</url><link>https://no.example/</link></image>"
    let iTunesPicture = "<itunes:image href=\"https://a.example/large.png\"/>"
    let item = "<item><enclosure url=\"https://a.example/1.mp3\"/></item>"
    let feed = try Feeds.parse(
      "<rss><channel>\(rssImage)<title>The Show</title>\(iTunesPicture)\(item)</channel></rss>")

    // Then the title is the show's title, the picture is the one of iTunes, and the show has no website
    #expect(feed.podcast.title == "The Show")
    #expect(feed.podcast.artworkURL == URL(string: "https://a.example/large.png"))
    #expect(feed.podcast.websiteURL == nil)
  }

  @Test func `a feed without a title has the name of its host or file`() throws {
    // Given a feed without a title
    let text = "<rss><channel><item><enclosure url=\"https://a.example/1.mp3\"/></item></channel></rss>"

    // Then the title is the host “shows.example” of the default source, the name of the file, or empty without a source
    #expect(try Feeds.parse(text).podcast.title == "shows.example")
    #expect(try Feeds.parse(text, source: URL(filePath: "/music/My Show.xml")).podcast.title == "My Show")
    #expect(try Feeds.parse(text, source: nil).podcast.title == "")
  }

  @Test func `an item without a title has the name of its audio file`() throws {
    // The audio file is “1.mp3”.
    #expect(try Feeds.item("<title> </title>").title == "1")
  }

  @Test func `markup and character references in titles become plain text`() throws {
    #expect(try Feeds.item("<title>A &amp;amp; B &amp;#39;live&amp;#39;</title>").title == "A & B 'live'")
    #expect(try Feeds.item("<title><![CDATA[<p>One</p><p>Two &lt;3 &eacute;</p>]]></title>").title == "One Two <3 é")
    #expect(try Feeds.item("<title>\n  Array&lt;Int&gt;   and\t3 &lt; 4\n</title>").title == "Array<Int> and 3 < 4")
    #expect(
      try Feeds.item("<title>half a reference & and &amp; alone; &b</title>").title
        == "half a reference & and & alone; &b")
  }

  @Test func `the description from the element with the highest rank is the summary`() throws {
    // From the highest rank to the lowest, the elements are `content:encoded`, `description` and `itunes:summary`.
    // Elements without text do not count.
    let encoded = "<content:encoded>Encoded</content:encoded>"
    #expect(try Feeds.item("<itunes:summary>Short</itunes:summary><description>Long</description>").summary == "Long")
    #expect(try Feeds.item(encoded + "<description>Long</description>").summary == "Encoded")
    #expect(
      try Feeds.item("<content:encoded> </content:encoded><itunes:summary>Short</itunes:summary>").summary == "Short")
  }

  @Test func `nested items are separate items`() throws {
    // Given an item that contains another item
    let innerItem = "<item><title>Inner</title><enclosure url=\"https://a.example/2.mp3\"/></item>"
    let feed = try Feeds.parse(
      Feeds.withItems("<title>Outer</title><enclosure url=\"https://a.example/1.mp3\"/>" + innerItem))

    // Then both items are read
    #expect(feed.podcast.items.map(\.title) == ["Outer", "Inner"])
  }

  @Test func `each call after an error throws the same error`() {
    // Given a parser that has rejected a web page
    let parser = FeedParser(source: nil)
    #expect(throws: FeedParsingError.webPage) { try parser.parse(Data("<html><body>".utf8)) }

    // Then each later call throws the same error
    #expect(throws: FeedParsingError.webPage) { try parser.parse(Data("<rss/>".utf8)) }
    #expect(throws: FeedParsingError.webPage) { try parser.finish() }
  }
}
