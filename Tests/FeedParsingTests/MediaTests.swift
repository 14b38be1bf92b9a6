import FeedParsing
import Foundation
import Podcasts
import Testing

/// The enclosure of an episode: the audio or video that the parser selects from an item, its address and its length.
@Suite struct MediaTests {
  /// Returns the address of the media of an item with these contents, or `nil` if the item is no episode.
  private func address(_ contents: String, source: URL? = Feeds.source) throws -> String? {
    do {
      return try Feeds.parse(Feeds.withItems(contents), source: source).podcast.items.first?.enclosure.url
        .absoluteString
    } catch .noEpisodes {
      return nil
    }
  }

  @Test func `audio has priority among several enclosures`() throws {
    let picture = "<enclosure url=\"https://a.example/1.jpg\" type=\"image/jpeg\"/>"
    let document = "<enclosure url=\"https://a.example/1.pdf\" type=\"application/pdf\"/>"
    let video = "<enclosure url=\"https://a.example/1.mp4\" type=\"video/mp4\"/>"
    let audio = "<enclosure url=\"https://a.example/play?id=1\" type=\"audio/mpeg\"/>"
    #expect(try address(picture + document + video + audio) == "https://a.example/play?id=1")
    #expect(try address(picture + video) == "https://a.example/1.mp4")
    #expect(try address(picture + document) == nil)
  }

  @Test(arguments: [
    "", "type=\"\"", "type=\"mp3\"", "type=\"file\"", "type=\"application/octet-stream\"", "type=\"image/jpeg\"",
  ])
  func `an audio file name overrides the declared type`(typeAttribute: String) throws {
    #expect(try address("<enclosure url=\"https://a.example/1.MP3\" \(typeAttribute)/>") == "https://a.example/1.MP3")
  }

  @Test func `without an enclosure, audio is found in media elements and links`() throws {
    let group =
      "<media:group><media:content url=\"https://a.example/1.png\" medium=\"image\"/><media:content url=\"https://a.example/1\" type=\"audio/mp4\"/></media:group>"
    #expect(try address(group) == "https://a.example/1")
    #expect(try address("<link>https://a.example/1.m4a</link>") == "https://a.example/1.m4a")
    #expect(try address("<link>https://a.example/1.html</link>") == nil)
  }

  @Test func `relative addresses are resolved, and addresses are escaped exactly once`() throws {
    // The address of the feed is https://shows.example/feeds/one.xml.
    #expect(try address("<enclosure url=\"one.mp3\"/>") == "https://shows.example/feeds/one.mp3")
    #expect(try address("<enclosure url=\"//cdn.example/one.mp3\"/>") == "https://cdn.example/one.mp3")
    #expect(
      try address("<enclosure url=\"\n https://a.example/o ne.mp3?a=b&c=d \"/>")
        == "https://a.example/o%20ne.mp3?a=b&c=d"
    )
    // This address is escaped twice as XML.
    #expect(
      try address("<enclosure url=\"https://a.example/1.mp3?a=b&amp;amp;c=d\"/>") == "https://a.example/1.mp3?a=b&c=d")
    #expect(try address("<enclosure url=\"https://a.example/나루.mp3\"/>") == "https://a.example/%EB%82%98%EB%A3%A8.mp3")
    #expect(try address("<enclosure url=\"https://a.example/a%20b.mp3\"/>") == "https://a.example/a%20b.mp3")
  }

  @Test func `a feed from the network cannot refer to local files, but a feed file can`() throws {
    let file = "<enclosure url=\"file:///music/1.mp3\"/>"
    #expect(try address(file) == nil)
    #expect(try address("<enclosure url=\"javascript:1.mp3\"/>") == nil)
    #expect(try address(file, source: URL(filePath: "/music/feed.xml")) == "file:///music/1.mp3")
    #expect(
      try address("<enclosure url=\"2.ogg\"/>", source: URL(filePath: "/music/feed.xml")) == "file:///music/2.ogg")
  }

  @Test func `an address with a host but without a scheme is a web address, also in a feed file`() throws {
    let source = URL(filePath: "/music/feed.xml")
    #expect(try address("<enclosure url=\"//cdn.example/one.mp3\"/>", source: source) == "https://cdn.example/one.mp3")
    #expect(try address("<enclosure url=\"///music/one.mp3\"/>", source: source) == "file:///music/one.mp3")
    #expect(try address("<enclosure url=\"//cdn.example/one.mp3\"/>", source: nil) == "https://cdn.example/one.mp3")
    #expect(
      try address("<enclosure url=\"//cdn.example/one.mp3\"/>", source: URL(string: "http://shows.example/"))
        == "http://cdn.example/one.mp3")
  }

  @Test func `a file address with a remote host is ignored`() throws {
    let source = URL(filePath: "/music/feed.xml")
    #expect(try address("<enclosure url=\"file://cdn.example/one.mp3\"/>", source: source) == nil)
    #expect(
      try address("<enclosure url=\"file://localhost/music/one.mp3\"/>", source: source)
        == "file://localhost/music/one.mp3")
  }

  @Test(arguments: ["0", "", "unknown", "12.5", "-1", "99999999999999999999"])
  func `an invalid enclosure length is ignored`(length: String) throws {
    let feed = try Feeds.parse(Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\" length=\"\(length)\"/>"))
    #expect(feed.podcast.items[0].enclosure.byteCount == nil)
  }

  @Test func `an enclosure length above 2 GB is read`() throws {
    let feed = try Feeds.parse(Feeds.withItems("<enclosure url=\"https://a.example/1.mp3\" length=\" 5000000000 \"/>"))
    #expect(feed.podcast.items[0].enclosure.byteCount == 5_000_000_000)
  }
}

/// The guids by which the episodes of a feed are identified.
@Suite struct IdentityTests {
  /// Returns the contents of an item with the audio file `audio`.mp3.
  private func item(_ guid: String, audio: String, date: String = "") -> String {
    "<guid>\(guid)</guid><pubDate>\(date)</pubDate><enclosure url=\"https://a.example/\(audio).mp3\"/>"
  }

  /// Returns the guids of the episodes of a feed with these items.
  private func guids(_ items: String...) throws -> [String] {
    let items = items.map { "<item>\($0)</item>" }.joined()
    return try Feeds.parse("<rss><channel>\(items)</channel></rss>").podcast.items.map(\.guid)
  }

  @Test(arguments: ["", " ", "null", "NULL", "undefined"])
  func `an item without a guid has its audio address as guid`(guid: String) throws {
    #expect(try guids(item(guid, audio: "1")) == ["https://a.example/1.mp3"])
  }

  @Test func `an item that is listed twice becomes one episode`() throws {
    #expect(try guids(item("a", audio: "1"), item("b", audio: "2"), item("a", audio: "1")) == ["a", "b"])
    #expect(try guids(item("", audio: "1"), item("", audio: "1")) == ["https://a.example/1.mp3"])
  }

  @Test func `of several episodes with the same guid, the oldest keeps the guid`() throws {
    // Given a feed without dates, whose first episode counts as the newest, and with one guid for all episodes
    #expect(
      try guids(item("a", audio: "3"), item("a", audio: "2"), item("a", audio: "1")) == [
        "https://a.example/3.mp3", "https://a.example/2.mp3", "a",
      ])

    // And a feed whose dates show that the oldest episode comes first
    let dated = try guids(item("a", audio: "1", date: "1 May 2024"), item("a", audio: "2", date: "2 May 2024"))
    #expect(dated == ["a", "https://a.example/2.mp3"])
  }
}
