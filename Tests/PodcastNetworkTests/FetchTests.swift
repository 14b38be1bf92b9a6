import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Feeds from real servers on the loopback device: valid feeds and each kind of failure.
@MainActor @Suite(.timeLimit(.minutes(1))) struct FetchTests {
  /// The title of `TestFeed.oneEpisode`.
  private let feedTitle = "이야기 Stories"

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Fetches a feed from a server that sends this reply to each request.
  private func fetch(_ reply: LoopbackServer.Reply, limits: TransferLimits = TransferLimits()) async throws -> Podcast {
    let server = try LoopbackServer { _ in reply }
    return try await FeedClient.live(limits: limits, version: "0").fetch(server.url("/feed.xml")).podcast
  }

  /// Returns the error of a fetch, or `nil` if the fetch succeeds.
  private func error(
    _ reply: LoopbackServer.Reply, limits: TransferLimits = TransferLimits()
  ) async throws -> FeedError? {
    do {
      _ = try await fetch(reply, limits: limits)
      return nil
    } catch let error as FeedError {
      return error
    }
  }

  // Successful fetches

  @Test
  func `relative addresses in a feed are resolved against the feed's address, and the user agent has the version`()
    async throws
  {
    let server = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    let podcast = try await FeedClient.live(version: "9.8").fetch(server.url("/shows/feed.xml")).podcast
    #expect(podcast.title == feedTitle)
    #expect(podcast.items.map(\.enclosure.url) == [server.url("/shows/audio/one.ogg")])
    #expect(server.requests.map { $0.headers["user-agent"] } == ["Podcaster/9.8"])
  }

  @Test func `relative addresses in a redirected feed are resolved against the feed's final address`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/new/피드.xml" ? .page(TestFeed.oneEpisode) : .redirect(to: "../new/피드.xml", status: 308)
    }
    let podcast = try await FeedClient.live(version: "0").fetch(server.url("/old/feed.xml")).podcast
    #expect(podcast.items.map(\.enclosure.url) == [server.url("/new/audio/one.ogg")])
  }

  @Test func `spaces and Korean characters in the path of an address reach the server unchanged`() async throws {
    let server = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    let client = FeedClient.live(version: "0")
    let address = server.url().absoluteString + "쇼/my feed.xml?이름=a b#top"
    let feeds = try await client.resolve(address)
    #expect(feeds.count == 1)
    _ = try await client.fetch(feeds[0])
    #expect(server.requests.map(\.path) == ["/쇼/my feed.xml"])
  }

  @Test func `a gzip body is decompressed, with and without a Content-Encoding header`() async throws {
    let compressed = gzipped(TestFeed.oneEpisode)
    #expect(try await fetch(.page(compressed, headers: ["Content-Encoding": "gzip"])).title == feedTitle)
    #expect(try await fetch(.page(compressed)).title == feedTitle)
    // A compressed file that the server compresses again
    #expect(try await fetch(.page(gzipped(compressed), headers: ["Content-Encoding": "gzip"])).title == feedTitle)
  }

  @Test func `all members of a gzip body are read, and trailing bytes are ignored`() async throws {
    // The members of a gzip body are compressed separately.
    let (start, end) = (gzipped(TestFeed.oneEpisode.prefix(100)), gzipped(TestFeed.oneEpisode.dropFirst(100)))
    for data in [start + end, start + gzipped(Data()) + end, start + end + Data("junk".utf8)] {
      #expect(try await fetch(.page(data, headers: ["Content-Encoding": "gzip"])).title == feedTitle)
      #expect(try await fetch(.page(data)).title == feedTitle)
    }
    // The last member is cut off.
    #expect(try await error(.page(start + end.dropLast(80))) == .truncated)
  }

  @Test func `an uncompressed feed is read despite a Content-Encoding of gzip`() async throws {
    #expect(try await fetch(.page(TestFeed.oneEpisode, headers: ["Content-Encoding": "gzip"])).title == feedTitle)
  }

  @Test func `a feed is read despite a Content-Type of HTML`() async throws {
    #expect(try await fetch(.page(TestFeed.oneEpisode, type: "text/html; charset=iso-8859-1")).title == feedTitle)
  }

  @Test func `one client fetches many feeds concurrently`() async throws {
    let server = try LoopbackServer { request in .page(TestFeed.feed(title: request.path)) }
    let client = FeedClient.live(version: "0")
    let urls = (0..<20).map { server.url("/\($0)") }
    let titles = try await withThrowingTaskGroup(of: String.self) { group in
      for url in urls { group.addTask { try await client.fetch(url).podcast.title } }
      var titles: Set<String> = []
      while let title = try await group.next() { titles.insert(title) }
      return titles
    }
    #expect(titles == Set((0..<20).map { "/\($0)" }))
  }

  @Test func `credentials in the address are sent when the server requires them, and wrong ones throw unauthorized`()
    async throws
  {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == "Basic \(Data("me:secret".utf8).base64EncodedString())"
        ? .page(TestFeed.oneEpisode)
        : .page(Data(), status: 401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])
    }
    let address = server.url("/feed.xml").absoluteString.replacing("http://", with: "http://me:secret@")
    #expect(
      try await FeedClient.live(version: "0").fetch(#require(URL(string: address))).podcast.title == feedTitle)
    let wrongAddress = address.replacing("secret", with: "guess")
    await #expect(throws: FeedError.unauthorized(host: "127.0.0.1", address: server.url("/feed.xml"))) {
      try await FeedClient.live(version: "0").fetch(#require(URL(string: wrongAddress)))
    }
  }

  // Failed fetches

  @Test func `status 404 throws notFound, and status 410 throws gone`() async throws {
    let server = try LoopbackServer { $0.path == "/gone" ? .page(Data(), status: 410) : .page(Data(), status: 404) }
    let client = FeedClient.live(version: "0")
    await #expect(throws: FeedError.gone(server.url("/gone"))) { try await client.fetch(server.url("/gone")) }
    await #expect(throws: FeedError.notFound(server.url("/missing"))) { try await client.fetch(server.url("/missing")) }
  }

  // The status 304 is an error in this test, because the request has no validators.
  @Test(arguments: [304, 403, 500, 503] as [UInt32])
  func `a status without an error of its own throws serverError with its number`(
    status: UInt32
  ) async throws {
    #expect(
      try await error(.page(TestFeed.captivePortal, type: "text/html", status: status))
        == .serverError(status: Int(status)))
  }

  @Test func `a captive portal throws webPage`() async throws {
    #expect(try await error(.page(TestFeed.captivePortal, type: "text/html")) == .webPage)
    #expect(try await error(.page(TestFeed.captivePortal)) == .webPage, "with the Content-Type of a feed")
  }

  @Test func `JSON that is not a feed throws notAFeed`() async throws {
    guard case .notAFeed? = try await error(.page(Data("{\"error\": true}".utf8), type: "application/json")) else {
      Issue.record("The JSON was read as a feed.")
      return
    }
  }

  @Test func `a feed without episodes throws an error with its title`() async throws {
    #expect(try await error(.page(TestFeed.empty)) == .noEpisodes(title: "Quiet"))
  }

  // Redirects

  @Test func `a redirect loop throws tooManyRedirects`() async throws {
    let server = try LoopbackServer { .redirect(to: $0.path == "/a" ? "/b" : "/a", status: 302) }
    await #expect(throws: FeedError.tooManyRedirects) {
      try await FeedClient.live(version: "0").fetch(server.url("/a"))
    }
    // The second redirect leads to the first address again.
    #expect(server.requests.count == 2)
  }

  @Test func `more than ten redirects throw tooManyRedirects`() async throws {
    let server = try LoopbackServer { .redirect(to: $0.path + "x") }
    await #expect(throws: FeedError.tooManyRedirects) { try await FeedClient.live(version: "0").fetch(server.url("/")) }
    // The first request, and the requests after ten redirects
    #expect(server.requests.count == 11)
  }

  @Test func `ten redirects are followed`() async throws {
    // The path “/” has one character. Each redirect adds a letter, so the path has 11 characters after ten redirects.
    let server = try LoopbackServer {
      $0.path.count > 10 ? .page(TestFeed.oneEpisode) : .redirect(to: $0.path + "x", status: 307)
    }
    #expect(try await FeedClient.live(version: "0").fetch(server.url("/")).podcast.title == feedTitle)
    #expect(server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/feed.xml", "data:text/xml,<rss/>", "http://", ""])
  func `a redirect without a valid address of the web is refused`(target: String) async throws {
    let error = try await error(.redirect(to: target))
    #expect(error == .redirectsNowhere)
  }

  // Limits

  @Test func `only a feed above the size limit is refused, with and without a declared size`() async throws {
    let limits = TransferLimits(size: 10_000)
    let large = TestFeed.feed(title: "Large", padding: 20_000)
    #expect(try await error(.page(large), limits: limits) == .tooLarge(limit: 10_000))
    #expect(try await error(.bytes(TestFeed.okHead() + large), limits: limits) == .tooLarge(limit: 10_000))
    #expect(try await fetch(.page(TestFeed.feed(title: "Fits", padding: 9000)), limits: limits).title == "Fits")
  }

  @Test func `a gzip bomb is refused as too large`() async throws {
    let limits = TransferLimits(size: 1_000_000)
    let bomb = gzipped(
      Data("<rss version=\"2.0\"><channel><title>Bomb</title><description>".utf8)
        + Data(repeating: 0x20, count: 60_000_000))
    #expect(bomb.count < 100_000)
    let withHeader = try await error(.page(bomb, headers: ["Content-Encoding": "gzip"]), limits: limits)
    #expect(withHeader == .tooLarge(limit: 1_000_000))
    let withoutHeader = try await error(.page(bomb), limits: limits)
    #expect(withoutHeader == .tooLarge(limit: 1_000_000))
  }

  @Test func `a silent server times out`() async throws {
    let limits = TransferLimits(idle: .milliseconds(200))
    #expect(try await error(.silence(after: Data()), limits: limits) == .timedOut(host: "127.0.0.1"))
    let beginning = TestFeed.okHead("Content-Length: 10000") + TestFeed.oneEpisode.prefix(100)
    #expect(try await error(.silence(after: beginning), limits: limits) == .timedOut(host: "127.0.0.1"))
  }

  @Test func `a server that sends very slowly times out at the total limit`() async throws {
    let limits = TransferLimits(total: .milliseconds(500), idle: .seconds(20))
    let drip = LoopbackServer.Reply.drip(
      after: TestFeed.okHead() + TestFeed.oneEpisode.prefix(200), everyMilliseconds: 20)
    #expect(try await error(drip, limits: limits) == .timedOut(host: "127.0.0.1"))
  }

  // Broken connections

  @Test func `a feed that is cut off throws truncated in each transfer encoding`() async throws {
    let cut = TestFeed.oneEpisode.prefix(200)
    #expect(
      try await error(.bytes(TestFeed.okHead("Content-Length: \(TestFeed.oneEpisode.count)") + cut)) == .truncated)
    let chunk = Data("\(String(cut.count, radix: 16))\r\n".utf8) + cut + Data("\r\n".utf8)
    #expect(try await error(.bytes(TestFeed.okHead("Transfer-Encoding: chunked") + chunk)) == .truncated)
    #expect(try await error(.bytes(TestFeed.okHead() + cut)) == .truncated, "without a declared length")
    let compressed = gzipped(TestFeed.oneEpisode)
    #expect(try await error(.page(compressed.dropLast(30), headers: ["Content-Encoding": "gzip"])) == .truncated)
    #expect(try await error(.page(Data(compressed.dropLast(30)))) == .truncated)
  }

  @Test func `a server that disconnects or does not use HTTP is unreachable`() async throws {
    for bytes in [Data(), Data("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8)] {
      let error = try await error(.bytes(bytes))
      guard case .unreachable(host: "127.0.0.1", _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a closed port is unreachable, and the error has a reason`() async throws {
    let port = try ClosedPort()
    await #expect { try await FeedClient.live(version: "0").fetch(port.url("/feed.xml")) } throws: { error in
      guard case .unreachable(host: "127.0.0.1", let reason)? = error as? FeedError else { return false }
      return !reason.isEmpty
    }
  }

  @Test func `an unknown host is unreachable`() async throws {
    let url = try #require(URL(string: "https://nonexistent.invalid/feed.xml"))
    await #expect { try await FeedClient.live(version: "0").fetch(url) } throws: { error in
      guard case .unreachable(host: "nonexistent.invalid", _)? = error as? FeedError else { return false }
      return true
    }
  }

  // TLS

  @Test func `a self-signed certificate is not trusted`() async throws {
    let server = try LoopbackServer(certificate: TestCertificate.selfSigned()) { _ in .page(TestFeed.oneEpisode) }
    await #expect(throws: FeedError.untrusted(host: "127.0.0.1")) {
      try await FeedClient.live(version: "0").fetch(server.url("/feed.xml"))
    }
    #expect(server.requests.isEmpty, "the server receives no request")
  }

  @Test func `a redirect to a server with an untrusted certificate throws untrusted`() async throws {
    let tls = try LoopbackServer(certificate: TestCertificate.selfSigned()) { _ in .page(TestFeed.oneEpisode) }
    #expect(try await error(.redirect(to: tls.url("/feed.xml").absoluteString)) == .untrusted(host: "127.0.0.1"))
  }

  // Addresses

  @Test func `an FTP address throws notAnAddress`() async throws {
    await #expect(throws: FeedError.notAnAddress) {
      try await FeedClient.live(version: "0").fetch(#require(URL(string: "ftp://127.0.0.1/feed.xml")))
    }
  }
}
