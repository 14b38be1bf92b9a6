import FeedParsing
import Foundation
import Podcasts
import Testing

@Suite struct FeedRepairTests {
  @Test func `a feed with common mistakes is read as intended`() throws {
    // Given a feed with the mistakes of real feeds
    let feed = try Feeds.parse(Feeds.fixture("everyday-mess.xml"))

    // Then the texts and the addresses are complete, and contain no tags and no control characters
    #expect(feed.podcast.title == "Salt & Pepper at the Café — it’s on")
    #expect(feed.podcast.author == "Q & A")
    #expect(feed.podcast.summary == "Unclosedtags & bold claims, 3 < 4, AT&T &unknown; control")
    #expect(feed.podcast.websiteURL == URL(string: "https://salt.example/?a=1&b=2"))
    #expect(feed.podcast.artworkURL == URL(string: "https://shows.example/cover.jpg?size=big&v=2"))

    // And the only item with media is present, and its guid is the address of its audio
    #expect(feed.podcast.items.count == 1)
    let audio = URL(string: "https://shows.example/feeds/audio/episode%20one.mp3")!
    #expect(feed.podcast.items[0].title == "Tom & Jerry live")
    #expect(feed.podcast.items[0].enclosure == Enclosure(url: audio))
    #expect(feed.podcast.items[0].guid == audio.absoluteString)
    #expect(feed.podcast.items[0].duration == .seconds(62 * 60))
    // 7 March 2024, 10:10 GMT
    #expect(feed.podcast.items[0].publishedAt == Date(timeIntervalSince1970: 1_709_806_200))
  }

  @Test(arguments: ["]\u{0}]>", "]]\u{0}>", "]\u{1}\u{2}]\u{3}>", "]]\u{0}]>"])
  func `control characters between brackets do not end a CDATA section`(brackets: String) throws {
    // A parser that removes the control characters first would find the end of the section in the brackets. The tags
    // after the brackets, which are text, would then be read as elements.
    let item = try Feeds.item(
      "<guid>1</guid><enclosure url='/1.mp3'/><title><![CDATA[a \(brackets)<zz\u{e9} x='1'><item>b]]></title><link>https://one.example/</link>"
    )
    // Without control characters, the brackets of each argument begin with `]]`.
    #expect(item.title.hasPrefix("a ]]"))
    #expect(item.guid == "1")
    #expect(item.details.websiteURL == URL(string: "https://one.example/"))
  }

  @Test(arguments: ["latin1-declared-as-utf8.xml", "utf8-declared-as-latin1.xml"])
  func `the actual encoding is used instead of the declared encoding`(name: String) throws {
    #expect(try Feeds.parse(Feeds.fixture(name)).podcast.title == "Café Müller – the naïve “hour”")
  }

  @Test(arguments: ["euc-kr.xml", "utf8-declared-as-euc-kr.xml"])
  func `a feed declared as EUC-KR is decoded from EUC-KR or from UTF-8`(name: String) throws {
    #expect(try Feeds.parse(Feeds.fixture(name)).podcast.title == "똠방각하의 라디오")
  }

  @Test func `UTF-16 is read`() throws {
    #expect(try Feeds.parse(Feeds.fixture("utf-16.xml")).podcast.title == "두물머리 café")
  }

  @Test func `a PHP warning before the feed is ignored`() throws {
    let feed = try Feeds.parse(Feeds.fixture("php-warning.xml"))
    #expect(feed.podcast.title == "After the Warning")
    #expect(feed.podcast.items.count == 1)
  }

  @Test func `text and markup before and after a feed are ignored`() throws {
    let feed = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>")
    for source in [
      " \n\t" + feed, "\u{FEFF}" + feed, "<!-- <rss> --><?php ?>" + feed, feed + "<b>junk",
      feed + "</rss></channel>\0\0",
    ] {
      #expect(try Feeds.parse(source).podcast.items.count == 1)
    }
  }

  @Test func `invalid bytes and characters are replaced, and the rest is kept`() throws {
    // Given a title with a byte that is not UTF-8, a truncated character, a Windows-1252 character encoded as UTF-8,
    // and a character that XML forbids
    let title: [UInt8] = [0x61, 0xE9, 0x62, 0xED, 0x95, 0x63, 0xC2, 0x92, 0xEF, 0xBF, 0xBE, 0x64]
    let parts = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>").split(separator: Feeds.title)
    let bytes = Data(parts[0].utf8) + Data(title) + Data(parts[1].utf8)

    // Then each of them is replaced or removed, and the rest is unchanged
    #expect(try Feeds.parse(bytes).podcast.title == "aéb\u{FFFD}c’d")
  }

  @Test func `entities of the document type and of HTML are replaced`() throws {
    // The comment contains a bracket that does not end the document type. The entity `%x;` of another file is ignored.
    let documentType = """
      <!DOCTYPE rss [<!-- ] --> <!ENTITY b "B"> <!ENTITY show "The &eacute; &#x27;Show&apos; &amp; A & &b;">
      <!ENTITY % x SYSTEM "x.dtd"> %x;]>
      """
    let feed = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>").replacing(
      Feeds.title, with: "&show; &hellip;")
    #expect(try Feeds.parse(documentType + feed).podcast.title == "The é 'Show' & A & B …")
  }

  @Test func `the attributes of malformed tags are read`() throws {
    // Given a tag without spaces between its attributes, a tag without quotes and with an attribute without a value, a
    // tag with needless spaces and capitals, and a tag without an end
    let enclosures = [
      "<enclosure url=\"https://a.example/1.mp3\"length='5'type=\"audio/mpeg\"/>",
      "<enclosure checked url=https://a.example/1.mp3 length=5 type=audio/mpeg></enclosure>",
      "<Enclosure  URL = \"https://a.example/1.mp3\" length=\"5\" type=\"audio/mpeg\" / >",
      "<enclosure url=\"https://a.example/1.mp3\" length=\"5\" type=\"audio/mpeg\" <description>No end",
    ]
    for enclosure in enclosures {
      let item = try #require(Feeds.parse(Feeds.withItems(enclosure)).podcast.items.first, "\(enclosure)")
      #expect(
        item.enclosure == .init(url: URL(string: "https://a.example/1.mp3")!, mimeType: "audio/mpeg", byteCount: 5),
        "\(enclosure)")
    }
  }

  @Test func `mismatched tags do not affect the following elements`() throws {
    // Given an item with tags that are not closed, closed twice, and closed in the wrong order
    let feed = try Feeds.parse(
      Feeds.withItems(
        "<description>one<br>two</p><b><i>three</b></i></description><title>First</title><enclosure url=\"https://a.example/1.mp3\">",
        "<title>Second</title><enclosure url=\"https://a.example/2.mp3\"/>"))

    // Then both items are complete
    #expect(feed.podcast.items.map(\.title) == ["First", "Second"])
    #expect(feed.podcast.items[0].summary == "onetwothree")
  }

  @Test func `iTunes tags are recognized by their namespace in upper or lower case, or by their prefix`() throws {
    // Given a feed with a duration whose prefix is not declared
    let duration = "<p:duration>5:00</p:duration>"
    let namespace = "HTTPS://WWW.ITUNES.COM/DTDs/PodCast-1.0.DTD"
    let feed = Feeds.withItems(duration + "<enclosure url=\"https://a.example/1.mp3\"/>")

    // Then the duration is read if the prefix is declared with the namespace of iTunes, and ignored otherwise
    #expect(
      try Feeds.parse(feed.replacing("<rss", with: "<rss xmlns:p=\"\(namespace)\"")).podcast.items[0].duration
        == .seconds(300))
    #expect(try Feeds.parse(feed).podcast.items[0].duration == nil)

    // And the usual prefix of iTunes needs no declaration
    #expect(
      try Feeds.parse(feed.replacing("p:duration", with: "iTunes:Duration")).podcast.items[0].duration == .seconds(300))
  }
}
