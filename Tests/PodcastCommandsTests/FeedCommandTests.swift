import AppTestSupport
import FeedParsing
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The command `feed`, which fetches a feed and writes its content.
@Suite(.timeLimit(.minutes(1)))
struct FeedCommandTests {
  let fixture = CommandFixture()
  private let address = URL.sample("a.xml")

  /// Sets the result of fetching `address`. The command fetches a feed with the client's function `refresh`.
  private func setFetchResult(_ result: Result<FeedResponse, FeedError>) {
    fixture.feeds.setResolution(of: address.path, .success([address]))
    fixture.feeds.setRefreshResult(of: address, result)
  }

  /// Sets the parsed XML of a feed as the result of fetching `address`.
  private func setFetchedFeed(_ xml: String) throws {
    let feed = try FeedParser.feed(from: Data(xml.utf8), source: URL(string: "https://example.org/feed.xml"))
    setFetchResult(
      .success(
        FeedResponse(content: .podcast(feed.podcast, hash: ""), repairs: feed.repairs, isPartial: feed.isPartial)))
  }

  @Test func `feed writes a feed without changing the library, and reports failed fetches and invalid addresses`()
    async throws
  {
    setFetchResult(.success(FeedResponse(content: .podcast(.sample("A"), hash: ""))))
    #expect(await fixture.run("feed", address.path) == .success)
    // The title, the author, and the episode. The date of the episode is missing, so its column is blank.
    #expect(fixture.outputText == "A\nSomeone\n              First\n")
    #expect(fixture.errorLines.isEmpty)
    #expect(fixture.library.writes.isEmpty)

    setFetchResult(.failure(.timedOut(host: "example.org")))
    #expect(await fixture.run("feed", address.path, "--json") == .unavailable)

    // “nowhere” is not an address.
    #expect(await fixture.run("feed", "nowhere") == .usage)
  }

  @Test func `the JSON output contains all values of a show`() async throws {
    try setFetchedFeed(Self.completeFeed)
    #expect(await fixture.run("feed", address.path, "--json") == .success)
    var record = try #require(try fixture.json() as? [String: Any])
    // Other tests check the episodes and the repairs.
    record["episodes"] = nil
    record["repairs"] = nil
    let expected: [String: Any] = [
      "feed": address.path, "title": "Bird Radio", "author": "Ann Lee", "summary": "All birds.",
      "website": "https://example.org/",
      "language": "en-GB",
      "artwork": "https://example.org/art.jpg", "guid": "917393e3-1b1e-5cef-ace4-edaa54e1f810",
      "categories": ["Science", "Nature"],
      "copyright": "CC BY", "location": "Oslo", "medium": "music", "isExplicit": false, "isSerial": true,
      "isBlocked": true, "isLocked": true,
      "funding": [["address": "https://example.org/give", "title": "Give"]],
      // In the feed, Ann Lee has no role. A person without a role is a host.
      "people": [
        [
          "name": "Ann Lee", "role": "host", "picture": "https://example.org/ann.jpg",
          "website": "https://example.org/ann",
        ]
      ],
      "ownAddress": "https://example.org/self.xml", "newAddress": "https://example.org/new.xml",
      "nextPage": "https://example.org/feed.xml?page=2",
      "isPartial": false,
    ]
    #expect(record as NSDictionary == expected as NSDictionary)
  }

  @Test func `the JSON output contains all values of an episode`() async throws {
    try setFetchedFeed(Self.completeFeed)
    #expect(await fixture.run("feed", address.path, "--json") == .success)
    let record = try #require(try fixture.json() as? [String: Any])
    let episodes = try #require(record["episodes"] as? [[String: Any]])
    // The length 12:34 in the feed is 754 seconds.
    let expected: [String: Any] = [
      "guid": "rain-1", "title": "Rain", "published": "2026-09-21T10:00:00Z", "length": 754.0,
      "audio": "https://example.org/rain.mp3",
      "audioType": "audio/mpeg", "audioSize": 1234, "notes": "<p>All about <b>rain</b>.</p>",
      "website": "https://example.org/rain",
      "artwork": "https://example.org/rain.jpg", "author": "Bob Ray", "season": 2, "number": 7, "kind": "bonus",
      "isExplicit": true,
      "location": "Bergen",
      "chaptersFile": "https://example.org/rain.json",
      "chapters": [
        [
          "start": 0, "title": "Start", "website": "https://example.org/start",
          "picture": "https://example.org/start.jpg",
        ],
        ["start": 62.5, "title": "Drops"],
      ],
      "transcripts": [["address": "https://example.org/rain.vtt", "type": "text/vtt", "language": "en"]],
      "soundbites": [["start": 12, "length": 30, "title": "Loud"]],
      "people": [["name": "Bob Ray", "role": "guest"]],
      "funding": [["address": "https://example.org/rain/give", "title": "Umbrella"]],
      "alternates": [["address": "https://example.org/rain.opus", "type": "audio/opus", "size": 567]],
    ]
    #expect(episodes[0] as NSDictionary == expected as NSDictionary)

    // The episode “Plain” has no details. Its record has only the required keys, the kind and the keys of lists.
    #expect(
      Set(episodes[1].keys) == [
        "guid", "title", "audio", "notes", "kind", "chapters", "transcripts", "soundbites", "people", "funding",
        "alternates",
      ])
    #expect(episodes[1]["kind"] as? String == "full")
  }

  @Test func `repairs of the feed are listed, and a truncated feed is a partial success`() async throws {
    // Given a feed that ends before `</channel>`, and in which the item “Plain” has no guid
    try setFetchedFeed(String(Self.completeFeed.prefix(upTo: Self.completeFeed.range(of: "</channel>")!.lowerBound)))

    // Then the JSON output contains the repairs, and the error output is empty
    #expect(await fixture.run("feed", address.path, "--json") == .partial)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["isPartial"] as? Bool == true)
    let repairs = try #require(record["repairs"] as? [[String: Any]])
    #expect(repairs.map { $0["kind"] as? String } == ["guid", "truncated"])
    #expect(repairs[0]["count"] as? Int == 1)
    #expect(repairs[0]["episodes"] as? [String] == ["Plain"])
    #expect(fixture.errorLines.isEmpty)

    // And without `--json`, the error output has a line for each repair
    #expect(await fixture.run("feed", address.path) == .partial)
    #expect(fixture.errorLines == repairs.map { "podcaster: \(address.path): \($0["text"] ?? "")" })
  }

  /// A feed with each element that the command writes, and an episode without details.
  private static let completeFeed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:psc="http://podlove.org/simple-chapters">
    <channel>
      <title>Bird Radio</title><itunes:author>Ann Lee</itunes:author><description>&lt;p&gt;All birds.&lt;/p&gt;</description>
      <link>https://example.org/</link><language>en-GB</language><copyright>CC BY</copyright>
      <itunes:image href="https://example.org/art.jpg"/><itunes:category text="Science"><itunes:category text="Nature"/></itunes:category>
      <itunes:explicit>no</itunes:explicit><itunes:type>serial</itunes:type><itunes:block>yes</itunes:block>
      <itunes:new-feed-url>https://example.org/new.xml</itunes:new-feed-url>
      <atom:link rel="self" href="https://example.org/self.xml"/><atom:link rel="next" href="https://example.org/feed.xml?page=2"/>
      <podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><podcast:locked>yes</podcast:locked>
      <podcast:medium>music</podcast:medium><podcast:location>Oslo</podcast:location>
      <podcast:funding url="https://example.org/give">Give</podcast:funding>
      <podcast:person img="https://example.org/ann.jpg" href="https://example.org/ann">Ann Lee</podcast:person>
      <item>
        <guid>rain-1</guid><title>Rain</title><link>https://example.org/rain</link><pubDate>Mon, 21 Sep 2026 10:00:00 GMT</pubDate>
        <description>&lt;p&gt;All about &lt;b&gt;rain&lt;/b&gt;.&lt;/p&gt;</description><itunes:author>Bob Ray</itunes:author>
        <enclosure url="https://example.org/rain.mp3" type="audio/mpeg" length="1234"/><itunes:duration>12:34</itunes:duration>
        <itunes:image href="https://example.org/rain.jpg"/><itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
        <itunes:episodeType>bonus</itunes:episodeType><itunes:explicit>yes</itunes:explicit><podcast:location>Bergen</podcast:location>
        <podcast:chapters url="https://example.org/rain.json" type="application/json+chapters"/>
        <psc:chapters><psc:chapter start="00:00:00" title="Start" href="https://example.org/start" image="https://example.org/start.jpg"/>
          <psc:chapter start="00:01:02.5" title="Drops"/></psc:chapters>
        <podcast:transcript url="https://example.org/rain.vtt" type="text/vtt" language="en"/>
        <podcast:soundbite startTime="12" duration="30">Loud</podcast:soundbite>
        <podcast:person role="guest">Bob Ray</podcast:person><podcast:funding url="https://example.org/rain/give">Umbrella</podcast:funding>
        <podcast:alternateEnclosure type="audio/opus" length="567"><podcast:source uri="https://example.org/rain.opus"/></podcast:alternateEnclosure>
      </item>
      <item><title>Plain</title><enclosure url="https://example.org/plain.mp3"/></item>
    </channel></rss>
    """
}
