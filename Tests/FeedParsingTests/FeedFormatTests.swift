import FeedParsing
import Foundation
import Podcasts
import Testing

/// Values of feeds in each format. Relative addresses are resolved against `Feeds.source`, which is
/// `https://shows.example/feeds/one.xml`.
@Suite struct FeedFormatTests {
  /// 2024-05-01 09:30:00 UTC.
  private let firstOfMay = Date(timeIntervalSince1970: 1_714_555_800)
  /// 2024-04-24 00:00:00 UTC.
  private let april24 = Date(timeIntervalSince1970: 1_713_916_800)

  @Test func `Atom is read`() throws {
    // Given an Atom feed
    let feed = try Feeds.parse(Feeds.fixture("atom-full.xml"))

    // Then the show has the values of the feed's elements
    #expect(feed.podcast.title == "Dunes & Wind")
    #expect(feed.podcast.summary == "Walks in the sand.")
    #expect(feed.podcast.author == "Ann Lee")
    #expect(feed.podcast.artworkURL == URL(string: "https://dunes.example/logo.png"))
    #expect(feed.podcast.websiteURL == URL(string: "https://dunes.example/"))
    #expect(feed.podcast.details.selfURL == URL(string: "https://dunes.example/feed.atom"))
    #expect(feed.podcast.details.nextPageURL == URL(string: "https://dunes.example/feed.atom?page=2"))
    #expect(
      feed.podcast.details.funding == [.init(url: URL(string: "https://pay.example/dunes")!, title: "Support us")])
    #expect(feed.podcast.details.copyright == "CC BY")

    // And the items have the values of the entries
    #expect(feed.podcast.items.map(\.guid) == ["tag:dunes.example,2024:2", "tag:dunes.example,2024:1"])
    let evening = feed.podcast.items[0]
    #expect(evening.title == "Evening")
    #expect(evening.summary == "<p>Long.</p>")
    #expect(evening.publishedAt == firstOfMay)
    #expect(
      evening.enclosure
        == .init(url: URL(string: "https://dunes.example/2.mp3")!, mimeType: "audio/mpeg", byteCount: 20))
    #expect(evening.details.author == "Bo Ek")
    #expect(evening.details.websiteURL == URL(string: "https://dunes.example/2"))
    #expect(feed.podcast.items[1].publishedAt == april24)
    #expect(feed.podcast.items[1].enclosure.url == URL(string: "https://shows.example/feeds/1.mp3"))
    #expect(feed.repairs == [])
  }

  @Test func `Atom without a namespace is read`() throws {
    let text = String(decoding: try Feeds.fixture("atom-full.xml"), as: UTF8.self).replacing(
      " xmlns=\"http://www.w3.org/2005/Atom\"", with: "")
    #expect(try Feeds.parse(text) == Feeds.parse(Feeds.fixture("atom-full.xml")))
  }

  @Test func `RSS 1.0 is read`() throws {
    let feed = try Feeds.parse(Feeds.fixture("rdf.xml"))
    #expect(feed.podcast.title == "Reef Radio")
    #expect(feed.podcast.author == "Ann Lee")
    #expect(feed.podcast.language == "en")
    #expect(feed.podcast.artworkURL == URL(string: "https://reef.example/reef.png"))
    #expect(feed.podcast.items.map(\.title) == ["Corals", "Sand"])
    #expect(feed.podcast.items.map(\.guid) == ["https://reef.example/2", "https://reef.example/1"])
    #expect(feed.podcast.items.map(\.publishedAt) == [firstOfMay, april24])
    #expect(
      feed.podcast.items[0].enclosure
        == .init(url: URL(string: "https://reef.example/2.ogg")!, mimeType: "audio/ogg", byteCount: 20))
    #expect(feed.podcast.items[1].details.author == "Bo Ek")
  }

  @Test func `JSON Feed is read`() throws {
    let feed = try Feeds.parse(Feeds.fixture("feed.json"))
    #expect(feed.podcast.title == "Tide Tables")
    #expect(feed.podcast.author == "Ann Lee")
    #expect(feed.podcast.summary == "Twice a day.")
    #expect(feed.podcast.language == "en")
    #expect(feed.podcast.websiteURL == URL(string: "https://tide.example/"))
    #expect(feed.podcast.artworkURL == URL(string: "https://tide.example/icon.png"))
    #expect(feed.podcast.details.nextPageURL == URL(string: "https://tide.example/feed.json?page=2"))
    #expect(feed.podcast.items.map(\.guid) == ["2", "1"])
    let highTide = feed.podcast.items[0]
    #expect(highTide.title == "High ↑")
    #expect(highTide.summary == "<p>High.</p>")
    #expect(highTide.publishedAt == firstOfMay)
    #expect(highTide.duration == .seconds(61.5))
    #expect(highTide.artworkURL == URL(string: "https://shows.example/2.png"))
    #expect(
      highTide.enclosure
        == .init(url: URL(string: "https://tide.example/2.mp3")!, mimeType: "audio/mpeg", byteCount: 5_000_000_000))
    #expect(highTide.details.author == "Bo Ek")
    #expect(feed.podcast.items[1].summary == "Low.")
  }

  @Test func `the tags of a show are read in all namespaces`() throws {
    // Given a feed with the tags of all namespaces
    let feed = try Feeds.parse(Feeds.fixture("namespaces.xml"))
    let details = feed.podcast.details

    // Then the show has the values of the tags
    #expect(feed.podcast.author == "Night Trains Radio")
    #expect(feed.podcast.artworkURL == URL(string: "https://trains.example/cover.png"))
    #expect(details.isSerial)
    #expect(details.isExplicit == false)
    #expect(details.isBlocked == true)
    #expect(details.newFeedURL == URL(string: "https://trains.example/new.xml"))
    #expect(details.nextPageURL == URL(string: "https://trains.example/feed.xml?page=2"))
    #expect(details.selfURL == URL(string: "https://trains.example/feed.xml"))
    #expect(details.categories == ["Society & Culture", "Places & Travel"])
    #expect(details.copyright == "2024 Night Trains")
    #expect(details.guid == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
    #expect(details.medium == "podcast")
    #expect(details.isLocked == true)
    #expect(details.location == "Berlin")
    #expect(details.funding.map(\.title) == ["Flat fare", "Buy a ticket"])
    let ann = FeedPerson(
      name: "Ann Lee", role: "host", pictureURL: URL(string: "https://shows.example/ann.png"),
      websiteURL: URL(string: "https://ann.example/"))
    #expect(details.people == [ann])
  }

  @Test func `the tags of an episode are read in all namespaces`() throws {
    let item = try Feeds.parse(Feeds.fixture("namespaces.xml")).podcast.items[0]
    let details = item.details
    #expect(item.title == "Platform 9")
    #expect(item.artworkURL == URL(string: "https://trains.example/9.png"))
    #expect(details.season == 2)
    #expect(details.number == 9)
    #expect(details.kind == .bonus)
    #expect(details.isExplicit == true)
    #expect(details.author == "Bo Ek")
    #expect(details.websiteURL == URL(string: "https://trains.example/9"))
    #expect(details.chaptersURL == URL(string: "https://trains.example/9.json"))
    #expect(details.transcripts.map(\.mimeType) == ["text/vtt", "application/x-subrip"])
    #expect(details.transcripts.map(\.language) == ["en", nil])
    #expect(details.people == [.init(name: "Cy Roe", role: "guest")])
    #expect(details.soundbites == [.init(start: .seconds(73.5), duration: .seconds(60), title: "Whistle")])
    #expect(details.location == "Prague")
    #expect(details.alternateEnclosures.map(\.url.lastPathComponent) == ["9.mp4", "9.opus"])
    #expect(details.alternateEnclosures.map(\.mimeType) == ["video/mp4", "audio/opus"])
    #expect(details.alternateEnclosures.map(\.byteCount) == [99, 5])
    #expect(details.chapters.map(\.title) == ["Intro", "Departure"])
    #expect(details.chapters.map(\.start) == [.zero, .milliseconds(65_250)])
    #expect(details.chapters[1].pictureURL == URL(string: "https://shows.example/d.png"))
  }

  @Test func `podcast and media tags supply values that iTunes and RSS tags lack`() throws {
    let item = try Feeds.parse(Feeds.fixture("namespaces.xml")).podcast.items[1]
    #expect(item.title == "Siding")
    #expect(item.details.season == 1)
    #expect(item.details.number == 3)
    #expect(item.details.author == "", "an author that is also the show's author is not repeated in the item")
    #expect(item.guid == "https://trains.example/8")
  }

  @Test func `a live item is ignored`() throws {
    // The feed also has a `podcast:liveItem`, which announces a broadcast and is no episode.
    #expect(
      try Feeds.parse(Feeds.fixture("namespaces.xml")).podcast.items.map(\.guid) == [
        "nine", "https://trains.example/8",
      ])
  }

  @Test func `the author is read from the tag with the highest priority`() throws {
    // The tags and the names in them, in ascending order of priority
    let authorTags = [
      "<itunes:owner><itunes:name>Owner</itunes:name></itunes:owner>", "<dc:author>Creator</dc:author>",
      "<author>a@a.example (Author)</author>",
      "<managingEditor>Editor &lt;e@a.example&gt;</managingEditor>", "<itunes:author>iTunes</itunes:author>",
    ]
    let names = ["Owner", "Creator", "Author", "Editor", "iTunes"]
    // The last of the first `count` tags supplies the author, also if it is the first one in the feed.
    for count in 1...authorTags.count {
      for order in [Array(authorTags.prefix(count)), authorTags.prefix(count).reversed()] {
        let feed = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>", channel: order.joined())
        #expect(try Feeds.parse(feed).podcast.author == names[count - 1])
      }
    }
  }

  @Test func `each defect is reported as a repair of its kind`() throws {
    #expect(try Feeds.parse(Feeds.fixture("clean.xml")).repairs == [])
    #expect(try Feeds.parse(Feeds.fixture("php-warning.xml")).repairs.map(\.kind).contains(.textBeforeDocument))
    #expect(try Feeds.parse(Feeds.fixture("everyday-mess.xml")).repairs.map(\.kind) == [.markup, .namespace, .guid])
    for name in ["latin1-declared-as-utf8.xml", "utf8-declared-as-latin1.xml", "utf8-declared-as-euc-kr.xml"] {
      #expect(try Feeds.parse(Feeds.fixture(name)).repairs.map(\.kind).contains(.encoding), "\(name)")
    }
    #expect(try !Feeds.parse(Feeds.fixture("euc-kr.xml")).repairs.map(\.kind).contains(.encoding))
    let feedWithInvalidDate = Feeds.withItems(
      "<guid>1</guid><pubDate>soon</pubDate><enclosure url=\"https://a.example/1.mp3\"/>")
    #expect(try Feeds.parse(feedWithInvalidDate).repairs.map(\.kind) == [.date])
  }

  @Test func `a repair names the first items with the defect and counts all`() throws {
    // Given seven items with invalid dates, of which two have the same guid and one has a long title
    let longTitle = String(repeating: "가", count: 300)
    let items = (1...7).map { number in
      "<title>\(number == 2 ? longTitle : "Part \(number)")</title>"
        + "<guid>\(max(2, number))</guid><pubDate>soon</pubDate>"
        + "<enclosure url=\"https://a.example/\(number).mp3\"/>"
    }
    let feed = try Feeds.parse(Feeds.withItems(items[0], items[1], items[2], items[3], items[4], items[5], items[6]))

    // Then five items are named, and all items are counted
    let dateRepair = try #require(feed.repairs.first { $0.kind == .date })
    // The title has 300 characters of three bytes. It is cut at 200 bytes, after 66 whole characters.
    #expect(dateRepair.itemTitles == ["Part 1", String(repeating: "가", count: 66), "Part 3", "Part 4", "Part 5"])
    #expect(dateRepair.itemCount == 7)
    // “Part 2” is later in the feed, so it counts as older and keeps the guid. “Part 1” gets another one.
    #expect(feed.repairs.first { $0.kind == .guid } == FeedRepair(.guid, itemTitles: ["Part 1"], itemCount: 1))
  }

  @Test func `a repair names a skipped item, and a shortened text of the show adds no item to it`() throws {
    // The guid is longer than its limit of 8 KB, so the item is skipped. The copyright is longer than its limit of
    // 4 KB.
    let skipped =
      "<title>Rain</title><guid>\(String(repeating: "g", count: 9000))</guid><enclosure url=\"https://a.example/1.mp3\"/>"
    let otherItem = "<guid>2</guid><enclosure url=\"https://a.example/2.mp3\"/>"
    let feed = try Feeds.parse(
      Feeds.withItems(skipped, otherItem, channel: "<copyright>\(String(repeating: "c", count: 9000))</copyright>"))
    #expect(
      feed.repairs == [
        FeedRepair(.longValue, itemTitles: ["Rain"], itemCount: 1),
        FeedRepair(.skippedItem, itemTitles: ["Rain"], itemCount: 1),
      ])
    // In a JSON Feed, an item is counted too if its title is longer than the limit of 4 KB
    let json =
      #"{"version": "https://jsonfeed.org/version/1", "title": "A", "items": [{"id": "1", "title": "\#(String(repeating: "t", count: 5000))","#
      + #" "attachments": [{"url": "https://a.example/1.mp3"}]}]}"#
    let repair = try #require(Feeds.parse(json).repairs.first)
    #expect(repair.kind == .longValue)
    #expect(repair.itemCount == 1)
  }
}

/// The priority of the encodings that HTTP, the XML declaration and a byte order mark state.
@Suite struct TransportEncodingTests {
  /// Returns the parsed title of a feed.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the title.
  ///   - declared: The encoding in the XML declaration. If `nil`, the feed has no declaration.
  ///   - httpCharset: The `charset` of HTTP's `Content-Type`.
  private func title(_ bytes: [UInt8], declared: String?, httpCharset: String?) throws -> String {
    let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
    let (start, end) = (
      "<rss><channel><title>", "</title><item><enclosure url=\"https://a.example/1.mp3\"/></item></channel></rss>"
    )
    let parser = FeedParser(source: Feeds.source, encoding: httpCharset)
    try parser.parse(Data((declaration + start).utf8) + Data(bytes) + Data(end.utf8))
    return try parser.finish().podcast.title
  }

  /// “라디오” in EUC-KR.
  private let korean: [UInt8] = [0xB6, 0xF3, 0xB5, 0xF0, 0xBF, 0xC0]

  @Test func `the HTTP charset overrides a missing or different declaration`() throws {
    #expect(try title(korean, declared: nil, httpCharset: "EUC-KR") == "라디오")
    #expect(try title(korean, declared: "utf-8", httpCharset: "euc-kr") == "라디오")
    #expect(try title(korean, declared: "shift_jis", httpCharset: "euc-kr") == "라디오")
    #expect(try title([0xE9], declared: "euc-kr", httpCharset: "ISO-8859-1") == "é")
  }

  @Test func `an HTTP charset that cannot decode the bytes is ignored`() throws {
    #expect(try title(korean, declared: "euc-kr", httpCharset: "utf-8") == "라디오")
    #expect(try title([0xE9], declared: "iso-8859-1", httpCharset: "euc-kr") == "é")
    #expect(try title(Array("라디오".utf8), declared: nil, httpCharset: "euc-kr") == "라디오")
    #expect(try title(korean, declared: "euc-kr", httpCharset: "x-unknown") == "라디오")
  }

  @Test func `a byte order mark overrides the HTTP charset`() throws {
    let text = Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\"/>").replacing(Feeds.title, with: "é")
    let parser = FeedParser(source: nil, encoding: "euc-kr")
    try parser.parse(Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8))
    #expect(try parser.finish().podcast.title == "é")
  }
}
