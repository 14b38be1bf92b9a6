import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// The feeds that web pages link to.
@Suite struct FeedLinksTests {
  /// The address of the page with the links.
  private let pageURL = URL(string: "https://example.org/shows/index.html")!

  private func feeds(_ html: String) -> [DiscoveredFeed] { FeedLinks.find(in: html, at: pageURL) }

  @Test func `links to RSS, Atom and JSON feeds are found, with titles and absolute addresses`() {
    // The first two links are not found: one is in the text of the title, and the other one is a style sheet.
    let html = """
      <!DOCTYPE html><HTML><head><title>A <link rel="alternate" type="application/rss+xml" href="/no"></title>
      <link rel="stylesheet" href="style.css">
      <link rel="alternate" type="application/rss+xml" title="News &amp; more &#8220;x&#8221;" href="../feed.xml">
      <LINK REL='Alternate home' TYPE='application/atom+xml; charset=utf-8' HREF='https://Example.COM/피드.atom#top'/>
      <link href=feed.json type=application/feed+json rel=alternate>
      </head>
      """
    #expect(
      feeds(html) == [
        DiscoveredFeed(url: URL(string: "https://example.org/feed.xml")!, title: "News & more “x”"),
        DiscoveredFeed(url: URL(string: "https://example.com/%ED%94%BC%EB%93%9C.atom")!),
        DiscoveredFeed(url: URL(string: "https://example.org/shows/feed.json")!),
      ])
  }

  @Test func `relative links are resolved against the base element`() {
    let html = "<base href='//cdn.example.net/a/'><link rel=alternate type=application/rss+xml href=feed>"
    #expect(feeds(html).map(\.url.absoluteString) == ["https://cdn.example.net/a/feed"])
  }

  @Test func `a feed that is linked twice is found once, without credentials in its address`() {
    let link = "<link rel=alternate type=application/rss+xml href='https://me:secret@example.org/feed'>"
    #expect(feeds(link + link).map(\.url.absoluteString) == ["https://example.org/feed"])
  }

  @Test(arguments: [
    "<!-- <link rel=alternate type=application/rss+xml href=feed> -->",
    "<script>'<link rel=alternate type=application/rss+xml href=feed>'</SCRIPT>",
    "<link rel=alternate type=text/html href=feed>",
    "<link rel=canonical type=application/rss+xml href=feed>",
    "<link rel=alternate type=application/rss+xml href='javascript:alert(1)'>",
    "<link rel=alternate type=application/rss+xml href='file:///etc/passwd'>",
    "<link rel=alternate type=application/rss+xml>", "", "<", "<link", "<link rel=", "<link rel='", "<!--", "<script",
    "<link =>", "&lt;link",
  ]) func `a page without a usable link to a feed has no feeds`(html: String) {
    #expect(feeds(html).isEmpty)
  }

  @Test func `a hostile page is searched in bounded time, and at most 50 of its feeds are found`() {
    // Each page repeats the beginning of an element, an attribute or a comment up to about 200,000 bytes.
    for piece in [
      "<", "<!--", "<script>", "<link ", "<link a=' ", "<a b=\"", "=", "<!-- -",
      "<link rel=alternate type=application/rss+xml href=x",
    ] {
      let html = String(repeating: piece, count: 200_000 / piece.utf8.count)
      let start = ContinuousClock.now
      _ = feeds(html)
      #expect(.now - start < .seconds(10), "\(piece)")
    }
    let many = (0..<1000).map { "<link rel=alternate type=application/rss+xml href=\($0)>" }.joined()
    #expect(feeds(many).count == 50)
  }
}

/// Feed discovery in web pages of real servers on the loopback device.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DiscoverTests {
  /// A page that consists of a link to a feed.
  private let pageWithLink = Data(
    "<link rel=alternate type=application/rss+xml href=feed.xml title=\"Caf\u{e9}\">".utf8)

  @Test func `links of a redirected page are resolved against its final address`() async throws {
    let server = try LoopbackServer { [pageWithLink] request in
      request.path == "/new/"
        ? .page(gzipped(pageWithLink), type: "text/html", headers: ["Content-Encoding": "gzip"])
        : .redirect(to: "/new/")
    }
    let feeds = try await FeedClient.live(version: "0").discover(server.url("/old"))
    #expect(feeds == [DiscoveredFeed(url: server.url("/new/feed.xml"), title: "Café")])
  }

  @Test func `a page in Latin-1 is decoded`() async throws {
    let latin1Page =
      Data("<link rel=alternate type=application/rss+xml href=feed.xml title=\"Caf".utf8) + [0xe9] + Data("\">".utf8)
    let server = try LoopbackServer { _ in .page(latin1Page, type: "text/html; charset=ISO-8859-1") }
    #expect(try await FeedClient.live(version: "0").discover(server.url("/")).map(\.title) == ["Café"])
  }

  @Test func `a link at the beginning of an endless page is found`() async throws {
    let server = try LoopbackServer { [pageWithLink] _ in
      .flood(after: TestFeed.okHead() + pageWithLink, repeating: Data("<p>text</p>".utf8))
    }
    #expect(try await FeedClient.live(version: "0").discover(server.url("/")).map(\.url) == [server.url("/feed.xml")])
  }

  @Test(arguments: [
    "https://podcasts.apple.com/us/podcast/the-last-tram/id1234567890",
    "https://podcasts.apple.com/kr/podcast/%EB%B0%A9%EC%86%A1/id1234567890?i=1000",
    "http://itunes.apple.com/podcast/id1234567890?mt=2",
  ])
  func `a show on Apple Podcasts is looked up in Apple's directory`(link: String) async throws {
    // Given Apple's directory
    let answer = #"{"results": [{"feedUrl": "https://example.org/tram.xml", "collectionName": "The Last Tram"}]}"#
    let server = try LoopbackServer { _ in .page(Data(answer.utf8), type: "text/javascript") }
    let client = FeedClient.live(version: "0", apple: .iTunes(base: server.url()))
    let showPage = try #require(URL(string: link))

    // When the link is fetched as a feed, then the fetch fails with webPage, and the directory receives no request
    #expect(await feedError { () async throws(FeedError) in try await client.fetch(showPage) } == .webPage)
    #expect(server.requests.isEmpty)

    // And discovery returns the feed from the directory
    #expect(
      try await client.discover(showPage) == [
        DiscoveredFeed(url: URL(string: "https://example.org/tram.xml")!, title: "The Last Tram")
      ])
    #expect(server.requests.map(\.path) == ["/lookup"])
    let items = try #require(
      server.requests.first.flatMap { URLComponents(url: $0.url, resolvingAgainstBaseURL: true)?.queryItems })
    #expect(items == [URLQueryItem(name: "entity", value: "podcast"), URLQueryItem(name: "id", value: "1234567890")])
  }

  @Test(arguments: [
    "https://podcasts.apple.com/us/podcast/the-last-tram", "https://podcasts.apple.com/us/podcast/id",
    "https://podcasts.apple.com/us/idx12",
    "https://podcasts.apple.com.example.org/us/podcast/id12", "https://example.org/podcast/id12",
  ])
  func `other addresses are not shows on Apple Podcasts`(address: String) throws {
    #expect(ApplePodcasts.showNumber(at: try #require(URL(string: address))) == nil)
  }

  @Test func `discovery throws the errors of a fetch`() async throws {
    let server = try LoopbackServer { _ in .page(Data(), status: 404) }
    let url = server.url("/")
    let client = FeedClient.live(version: "0")
    #expect(await feedError { () async throws(FeedError) in try await client.discover(url) } == .notFound(url))
    let file = URL(filePath: "/etc/passwd")
    #expect(await feedError { () async throws(FeedError) in try await client.discover(file) } == .notAnAddress)
  }
}
