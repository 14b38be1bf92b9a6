import Foundation
import LoopbackTesting
import PodcastStore
import Podcasts
import Testing

@testable import PodcastNetwork

/// Feeds that are fetched again.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RefreshTests {
  private let client = FeedClient.live(version: "0")

  /// Refreshes a feed whose server sends this reply. `hash` is the hash of the previous body, or empty if there was
  /// none. No body has the hash “0”.
  private func response(_ reply: LoopbackServer.Reply, hash: String = "") async throws -> FeedResponse {
    let server = try LoopbackServer { _ in reply }
    return try await client.refresh(FeedRequest(url: server.url("/feed.xml"), hash: hash))
  }

  /// Refreshes a feed whose server sends this reply. Returns the thrown error, or `nil` if none was thrown.
  private func error(_ reply: LoopbackServer.Reply) async throws -> FeedError? {
    let server = try LoopbackServer { _ in reply }
    let url = server.url("/feed.xml")
    return await feedError { () async throws(FeedError) in try await client.refresh(FeedRequest(url: url)) }
  }

  @Test func `validators are sent back unchanged, and status 304 means an unchanged feed`() async throws {
    // Given a server that sends an ETag and a date in an unusual notation
    let etag = "W/\"a, \\b--gzip\""
    let date = "Tue,  1 Jul 2025 10:00:00 GMT"
    let server = try LoopbackServer { request in
      request.headers["if-none-match"] == etag
        ? .page(Data(), status: 304) : .page(TestFeed.oneEpisode, headers: ["ETag": etag, "Last-Modified": date])
    }
    let url = server.url("/feed.xml")

    // When the feed is fetched twice
    let first = try await client.refresh(FeedRequest(url: url))
    let second = try await client.refresh(FeedRequest(url: url, validators: first.validators))

    // Then the second response is unchanged and keeps the validators
    #expect(first.validators == FeedValidators(etag: etag, lastModified: date))
    #expect(first.status == 200)
    #expect(second.content == .unchanged)
    #expect(second.status == 304)
    #expect(second.validators == first.validators)
    #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, date])
  }

  @Test func `the first refresh after a subscription is a conditional request`() async throws {
    // Given a show that was added from a server with validators
    let server = try LoopbackServer { request in
      request.headers["if-none-match"] == "\"1\""
        ? .page(Data(), status: 304) : .page(TestFeed.oneEpisode, headers: ["ETag": "\"1\""])
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "conditional-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let library = try Library.open(at: folder.appending(path: "library.sqlite"))
    let url = server.url("/feed.xml")
    _ = try await library.client.subscribe(try await client.fetch(url), url)

    // When the show's feed is refreshed with the stored validators and hash
    let added = try #require(try await library.subscriptions.all().first)
    let response = try await client.refresh(
      FeedRequest(url: added.feedURL, validators: added.validators, hash: added.hash))

    // Then the server sends no body. The hash of the feed was stored too.
    #expect(response.status == 304)
    #expect(response.content == .unchanged)
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    #expect(!added.hash.isEmpty)
  }

  @Test func `status 304 without a conditional request is an error`() async throws {
    #expect(try await error(.page(Data(), status: 304)) == .serverError(status: 304))
  }

  @Test func `a body with the previous hash is unchanged and is not parsed`() async throws {
    let first = try await response(.page(TestFeed.oneEpisode))
    guard case .podcast(let podcast, let hash) = first.content else {
      Issue.record("The response has no podcast.")
      return
    }
    #expect(podcast.items.count == 1)
    // The hash is the SHA-256 of the body.
    #expect(hash == Checksum.hexadecimalHash(of: String(decoding: TestFeed.oneEpisode, as: UTF8.self), .sha256))
    #expect(try await response(.page(TestFeed.oneEpisode), hash: hash).content == .unchanged)
    // The hash of a compressed body is the hash of its decompressed content.
    #expect(
      try await response(.page(gzipped(TestFeed.oneEpisode), headers: ["Content-Encoding": "gzip"]), hash: hash).content
        == .unchanged)

    // Even a web page is unchanged if it has the hash of the previous body. Parsing the page would throw an error.
    let pageHash = Checksum.hexadecimalHash(of: String(decoding: TestFeed.captivePortal, as: UTF8.self), .sha256)
    #expect(try await response(.page(TestFeed.captivePortal), hash: pageHash).content == .unchanged)
  }

  @Test func `a small or large body with another hash is parsed`() async throws {
    for padding in [0, 5_000_000] {
      let response = try await response(.page(TestFeed.feed(title: "New", padding: padding)), hash: "0")
      guard case .podcast(let podcast, _) = response.content else {
        Issue.record("The response has no podcast.")
        continue
      }
      #expect(podcast.title == "New")
    }
  }

  @Test func `a feed file with the previous hash is unchanged`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "podcaster-refresh-\(UUID()).xml")
    try TestFeed.oneEpisode.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let first = try await client.refresh(FeedRequest(url: file))
    guard case .podcast(_, let hash) = first.content else {
      Issue.record("The response has no podcast.")
      return
    }
    // A file has no HTTP status.
    #expect(first.status == 0)
    #expect(try await client.refresh(FeedRequest(url: file, hash: hash)).content == .unchanged)
  }

  @Test(
    arguments: [([301, 308], "/new"), ([301, 302], nil), ([307, 301], nil), ([303], nil), ([], nil)]
      as [([UInt32], String?)])
  func `a feed has a new address only if all its redirects are permanent`(
    statuses: [UInt32], newPath: String?
  ) async throws {
    // Given a server that redirects with these statuses in order
    var remainingStatuses = statuses
    let server = try LoopbackServer { _ in
      if remainingStatuses.isEmpty { return .page(TestFeed.oneEpisode) }
      let status = remainingStatuses.removeFirst()
      // The last redirect leads to “/new”. The earlier ones lead to numbers, so that no path is repeated.
      let nextPath = remainingStatuses.isEmpty ? "/new" : "/\(remainingStatuses.count)"
      return .redirect(to: nextPath, status: status)
    }
    let response = try await client.refresh(FeedRequest(url: server.url("/feed.xml")))
    #expect(response.permanentURL == newPath.map { server.url($0) })
    #expect(response.status == 200)
  }

  @Test func `a permanent redirect is reported for an unchanged feed`() async throws {
    let server = try LoopbackServer {
      $0.path == "/new" ? .page(Data(), status: 304) : .redirect(to: "/new", status: 301)
    }
    let request = FeedRequest(url: server.url("/feed.xml"), validators: FeedValidators(etag: "\"a\""))
    let response = try await client.refresh(request)
    #expect(response.content == .unchanged)
    #expect(response.permanentURL == server.url("/new"))
  }

  @Test func `the response has the wait time that the server requests`() async throws {
    let reply = { (fields: [String: String]) in LoopbackServer.Reply.page(TestFeed.oneEpisode, headers: fields) }
    #expect(try await response(reply(["Retry-After": "90"])).retryAfter == .seconds(90))
    #expect(try await response(reply(["Cache-Control": "public, max-age=600"])).retryAfter == .seconds(600))
    #expect(
      try await response(reply(["Cache-Control": "max-age=600", "Retry-After": "90"])).retryAfter == .seconds(90))
    #expect(try await response(reply([:])).retryAfter == nil)
  }

  @Test func `a truncated feed has its complete episodes, and neither hash nor validators`() async throws {
    // Given a feed whose end is missing. Its second item has no enclosure, so the item is not a complete episode.
    let item = "<item><title>One</title><guid>1</guid><enclosure url='a.ogg' type='audio/ogg' length='1'/></item>"
    let feed = Data("<rss version='2.0'><channel><title>Cut</title>\(item)<item><title>Two</title>".utf8)
    let compressed = gzipped(feed + Data(repeating: 0x20, count: 10_000) + Data("</item></channel></rss>".utf8))
    // The first reply is shorter than its Content-Length. The second reply lacks the last 12 bytes of its compressed
    // body: the 8 bytes of the gzip trailer, and the last 4 bytes of the compressed data, with a part of `</rss>`.
    let replies: [LoopbackServer.Reply] = [
      .bytes(TestFeed.okHead("Content-Length: 10000", "ETag: \"a\"") + feed),
      .page(compressed.dropLast(12), headers: ["Content-Encoding": "gzip", "ETag": "\"a\""]),
    ]
    for reply in replies {
      // When the feed is refreshed
      let response = try await response(reply, hash: "0")

      // Then the response contains the first episode, but no hash and no validators
      guard case .podcast(let podcast, let hash) = response.content else {
        Issue.record("The response has no podcast.")
        continue
      }
      #expect(podcast.items.map(\.title) == ["One"])
      #expect(response.isPartial)
      #expect(hash == "")
      #expect(response.validators == FeedValidators())
    }
  }

  @Test func `a truncated JSON Feed has its complete episodes, and neither hash nor validators`() async throws {
    // Given a JSON Feed of two episodes, and a connection that breaks in the second one
    let item = #"{"id": "1", "title": "One", "attachments": [{"url": "a.ogg", "mime_type": "audio/ogg"}]}"#
    let feed = Data(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "Cut", "items": [\#(item), {"id": "2", "title": "T"#
        .utf8)

    // When the feed is refreshed
    let response = try await response(.bytes(TestFeed.okHead("Content-Length: 10000", "ETag: \"a\"") + feed), hash: "0")

    // Then the response contains the first episode, but no hash and no validators
    guard case .podcast(let podcast, let hash) = response.content else {
      Issue.record("The response has no podcast.")
      return
    }
    #expect(podcast.items.map(\.title) == ["One"])
    #expect(response.isPartial)
    #expect(response.repairs.map(\.kind) == [.truncated])
    #expect(hash == "")
    #expect(response.validators == FeedValidators())
  }

  @Test func `a complete JSON Feed is not partial when its connection ends early`() async throws {
    let feed = Data(
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "attachments": [{"url": "a.ogg"}]}]}"#
        .utf8)
    let response = try await response(.bytes(TestFeed.okHead("Content-Length: 10000") + feed))
    #expect(!response.isPartial)
    #expect(response.repairs.isEmpty)
  }

  /// Fetches a feed with an idle limit of 15 seconds. A shorter limit could end the fetch while other tests use the
  /// main loop, on which the server runs. The total limit is below the time limit of this suite.
  private func fetchPatiently(_ reply: LoopbackServer.Reply) async throws -> FeedResponse {
    let server = try LoopbackServer { _ in reply }
    let network = FeedNetwork(
      session: HTTPSession(userAgent: "0"), limits: TransferLimits(total: .seconds(50), idle: .seconds(15)))
    return try await network.refresh(FeedRequest(url: server.url("/feed.xml")))
  }

  @Test func `a complete feed is not partial when its server falls silent or sends more bytes`() async throws {
    // Given a server that falls silent after the feed, and a server that sends endless spaces after the feed. Both
    // announce more bytes than the feed has.
    let head = TestFeed.okHead("Content-Length: 900000000")
    for reply in [
      LoopbackServer.Reply.silence(after: head + TestFeed.oneEpisode),
      .flood(after: head + TestFeed.oneEpisode, repeating: Data(repeating: 32, count: 65_536)),
    ] {
      let response = try await fetchPatiently(reply)

      // Then the feed is read and is not partial
      guard case .podcast(let podcast, _) = response.content else {
        Issue.record("The response has no podcast.")
        continue
      }
      #expect(!podcast.items.isEmpty)
      #expect(!response.isPartial)
    }
  }

  @Test func `a feed whose server falls silent has its complete episodes`() async throws {
    // Given a feed of two episodes, the second of which is cut off
    let item = "<item><guid>1</guid><enclosure url=\"https://a.example/1.mp3\"/></item>"
    let start = Data("<rss><channel><title>A</title>\(item)<item><guid>2".utf8)
    let response = try await fetchPatiently(.silence(after: TestFeed.okHead("Content-Length: 5000") + start))
    guard case .podcast(let podcast, _) = response.content else {
      Issue.record("The response has no podcast.")
      return
    }
    #expect(podcast.items.map(\.guid) == ["1"])
    #expect(response.isPartial)

    // And if no episode is complete, the fetch times out
    let error = await feedError { () async throws(FeedError) in
      do {
        _ = try await fetchPatiently(
          .silence(after: TestFeed.okHead("Content-Length: 5000") + Data("<rss><channel>".utf8)))
      } catch {
        throw error as! FeedError
      }
    }
    #expect(error == .timedOut(host: "127.0.0.1"))
  }

  @Test func `the response contains the parser's repairs`() async throws {
    // The last ten bytes are a part of the end tags `</channel></rss>`. The episode is complete.
    let response = try await response(.page(TestFeed.oneEpisode.dropLast(10)))
    #expect(response.isPartial)
    #expect(response.repairs.map(\.kind).contains(.truncated))
    let withAmpersand = Data(String(decoding: TestFeed.oneEpisode, as: UTF8.self).replacing("One", with: "A & B").utf8)
    #expect(try await self.response(.page(withAmpersand)).repairs.map(\.kind).contains(.markup))
    #expect(try await self.response(.page(TestFeed.oneEpisode)).repairs.isEmpty)
  }

  @Test func `the charset in the Content-Type header is used`() async throws {
    let feed = try #require(
      String(decoding: TestFeed.feed(title: "Café"), as: UTF8.self).replacing(" encoding=\"UTF-8\"", with: "").data(
        using: .isoLatin1))
    guard
      case .podcast(let podcast, _) = try await response(.page(feed, type: "text/xml; charset=\"ISO-8859-1\"")).content
    else {
      Issue.record("The response has no podcast.")
      return
    }
    #expect(podcast.title == "Café")
  }

  @Test func `status 401, 410, 429, and 503 with a wait time have their own errors`() async throws {
    guard case .unauthorized(host: "127.0.0.1", _)? = try await error(.page(Data(), status: 401)) else {
      Issue.record("not unauthorized")
      return
    }
    #expect(try await error(.page(Data(), status: 429)) == .busy(host: "127.0.0.1", retryAfter: nil))
    #expect(
      try await error(.page(Data(), status: 429, headers: ["Retry-After": "7"]))
        == .busy(host: "127.0.0.1", retryAfter: .seconds(7)))
    #expect(
      try await error(.page(Data(), status: 503, headers: ["Retry-After": "7"]))
        == .busy(host: "127.0.0.1", retryAfter: .seconds(7)))
    #expect(try await error(.page(Data(), status: 503)) == .serverError(status: 503))
    guard case .gone? = try await error(.page(Data(), status: 410)) else {
      Issue.record("not gone")
      return
    }
  }
}

/// The wait time that a server requests. The parameter `date` is the header Date of the server's response.
@Suite struct HTTPWaitTests {
  @Test func `a Retry-After date is compared with the server's clock`() {
    let date = "Fri, 31 Dec 1999 23:58:00 GMT"
    #expect(HTTPWait.retryAfter("Fri, 31 Dec 1999 23:59:59 GMT", date: date) == .seconds(119))
    #expect(HTTPWait.retryAfter("Friday, 31-Dec-99 23:59:59 GMT", date: date) == .seconds(119))
    #expect(HTTPWait.retryAfter("Fri, 31 Dec 1999 23:00:00 GMT", date: date) == .zero, "the date has passed")
  }

  @Test func `an invalid wait time is ignored, and a very long one is limited`() {
    for value in ["", " ", "soon", "-5", "1.5", "½", "Fri, 99 Dec"] {
      #expect(HTTPWait.retryAfter(value, date: nil) == nil)
    }
    #expect(HTTPWait.retryAfter("99999999999999999999999", date: nil) == HTTPWait.longest)
    #expect(HTTPWait.maxAge("max-age=99999999999999999999999") == HTTPWait.longest)
    #expect(HTTPWait.maxAge("no-cache, MAX-AGE = \"60\"") == .seconds(60))
    for value in ["no-cache", "max-age", "max-age=", "max-age=-1", "max-age=½", "s-maxage=60", ""] {
      #expect(HTTPWait.maxAge(value) == nil)
    }
  }
}
