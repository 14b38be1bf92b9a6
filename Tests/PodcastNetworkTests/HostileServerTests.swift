import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Servers that try to keep a client busy without end. Each transfer ends within its limits and with the right error.
/// The main loop keeps running. An informational answer (HTTP 100 to 199) precedes the final answer to a request.
@MainActor @Suite(.timeLimit(.minutes(1))) struct HostileServerTests {
  private static let informationalAnswer = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Fetches a feed from a server that sends this reply. Returns the error, or `nil` if the feed is read.
  private func fetchError(
    _ reply: LoopbackServer.Reply, limits: TransferLimits = TransferLimits()
  ) async throws -> FeedError? {
    let server = try LoopbackServer { _ in reply }
    let url = server.url("/feed.xml")
    return await feedError { () async throws(FeedError) in
      try await FeedClient.live(limits: limits, version: "0").fetch(url)
    }
  }

  // Informational answers

  @Test func `endless informational answers end the transfer at the limit of their number`() async throws {
    // The time limits are longer than the test takes, so only the number of answers can end the transfer.
    let limits = TransferLimits(total: .seconds(50), idle: .seconds(50))
    #expect(
      try await fetchError(.flood(after: Data(), repeating: Self.informationalAnswer), limits: limits)
        == .serverError(status: 100))
  }

  @Test func `endless informational answers end at the time limit if their number has no limit`() async throws {
    // Given no limit of the number of informational answers, so that libsoup stays in one iteration of its loop on the
    // network's thread
    let limits = TransferLimits(idle: .milliseconds(300), informationalAnswers: .max)

    // When a server sends informational answers without end
    // Then the deadline ends the transfer from another thread
    #expect(
      try await fetchError(.flood(after: Data(), repeating: Self.informationalAnswer), limits: limits)
        == .timedOut(host: "127.0.0.1"))
  }

  @Test func `the main loop runs during an endless answer and can cancel the transfer`() async throws {
    // Given a server that sends informational answers without end, and a client without a limit of their number
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      return .flood(after: Data(), repeating: Self.informationalAnswer)
    }
    let url = server.url("/feed.xml")
    let client = FeedClient.live(limits: TransferLimits(idle: .seconds(50), informationalAnswers: .max), version: "0")
    let task = Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }
    // Wait for the request.
    for await _ in requests { break }

    // When the answers arrive
    // Then the main loop is not blocked: a timer fires many times
    let ticks = TickCounter()
    await ticks.waitForCount(100)

    // And the transfer can be cancelled
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `endless informational answers end the transfer of a picture`() async throws {
    let server = try LoopbackServer { _ in .flood(after: Data(), repeating: Self.informationalAnswer) }
    let url = server.url("/a.png")
    await #expect(throws: ArtworkError.unavailable(reason: "serverError(status: 100)")) {
      try await ArtworkClient.live(version: "0").fetch(url, nil)
    }
  }

  @Test func `a few informational answers before a feed are accepted`() async throws {
    // The default limit is 20, so 20 informational answers are accepted, and 21 are not.
    let answers = (0..<20).reduce(into: Data()) { data, _ in data += Self.informationalAnswer }
    let body = TestFeed.okHead("Content-Length: \(TestFeed.oneEpisode.count)") + TestFeed.oneEpisode
    #expect(try await fetchError(.bytes(answers + body)) == nil)
    #expect(try await fetchError(.bytes(answers + Self.informationalAnswer + body)) == .serverError(status: 100))
  }

  // Heads and bodies

  @Test func `endless headers end the transfer at libsoup's limit`() async throws {
    let head = Data("HTTP/1.1 200 OK\r\n".utf8)
    let error = try await fetchError(
      .flood(after: head, repeating: Data("X-Header: \(String(repeating: "x", count: 1000))\r\n".utf8)))
    guard case .unreachable(host: "127.0.0.1", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an endless header line ends the transfer`() async throws {
    let limits = TransferLimits(idle: .seconds(2))
    let error = try await fetchError(
      .flood(after: Data("HTTP/1.1 200 OK\r\nX-Header: ".utf8), repeating: Data("xxxxxxxx".utf8)), limits: limits)
    // The kind of error is not checked: only the end of the transfer matters.
    #expect(error != nil)
  }

  @Test func `an endless body is refused as too large`() async throws {
    let limits = TransferLimits(size: 3_000_000)
    let start = TestFeed.okHead() + Data("<rss version=\"2.0\"><channel><description>".utf8)
    let spaces = Data(repeating: 0x20, count: 1000)
    #expect(
      try await fetchError(.flood(after: start, repeating: spaces), limits: limits) == .tooLarge(limit: 3_000_000))
    // The same body in chunks. 29 and 3e8 are the sizes of the chunks in hexadecimal digits: 41 and 1,000 bytes
    let chunked =
      TestFeed.okHead("Transfer-Encoding: chunked") + Data("29\r\n<rss version=\"2.0\"><channel><description>\r\n".utf8)
    let chunk = Data("3e8\r\n".utf8) + spaces + Data("\r\n".utf8)
    #expect(
      try await fetchError(.flood(after: chunked, repeating: chunk), limits: limits) == .tooLarge(limit: 3_000_000))
  }

  @Test func `an endless or invalid chunk length is an error`() async throws {
    let head = TestFeed.okHead("Transfer-Encoding: chunked")
    let limits = TransferLimits(idle: .seconds(2))
    #expect(try await fetchError(.flood(after: head, repeating: Data("0".utf8)), limits: limits) != nil)
    #expect(try await fetchError(.bytes(head + Data("zz\r\n\r\n".utf8)), limits: limits) != nil)
  }

  @Test func `a header that arrives very slowly times out at the total limit`() async throws {
    let limits = TransferLimits(total: .milliseconds(500), idle: .seconds(20))
    let drip = LoopbackServer.Reply.drip(after: Data("HTTP/1.1 200 OK\r\nX-Slow: ".utf8), everyMilliseconds: 20)
    #expect(try await fetchError(drip, limits: limits) == .timedOut(host: "127.0.0.1"))
  }

  // Lengths

  @Test func `a body longer than its declared length is cut, and a shorter body is truncated`() async throws {
    let feed = TestFeed.oneEpisode
    // The whole feed and four further bytes, which are ignored
    #expect(
      try await fetchError(.bytes(TestFeed.okHead("Content-Length: \(feed.count)") + feed + Data("more".utf8))) == nil)
    // A length that cuts off the end of the feed
    #expect(try await fetchError(.bytes(TestFeed.okHead("Content-Length: \(feed.count - 60)") + feed)) == .truncated)
    // A connection that ends before the declared length, and before the end of the feed
    #expect(
      try await fetchError(.bytes(TestFeed.okHead("Content-Length: \(feed.count + 100)") + feed.dropLast(60)))
        == .truncated)
  }

  @Test func `an answer that ends within its headers is unreachable`() async throws {
    for bytes in ["HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Type: te"] {
      let error = try await fetchError(.bytes(Data(bytes.utf8)))
      guard case .unreachable(host: "127.0.0.1", _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  // Compression

  @Test func `many empty gzip members are read, and a nested gzip bomb is refused`() async throws {
    // A gzip file may consist of several members, each of which is a gzip file itself.
    let empty = gzipped(Data())
    let members = (0..<50_000).reduce(into: Data()) { data, _ in data += empty }
    #expect(
      try await fetchError(.page(members + gzipped(TestFeed.oneEpisode), headers: ["Content-Encoding": "gzip"])) == nil)
    // The body is compressed three times. `Content-Encoding` names two of the compressions. The third one counts as the
    // compression of the feed file. The decompressed feed is larger than the limit.
    let limits = TransferLimits(size: 1_000_000)
    let bomb = gzipped(gzipped(gzipped(Data("<rss>".utf8) + Data(repeating: 0x20, count: 60_000_000))))
    #expect(
      try await fetchError(.page(bomb, headers: ["Content-Encoding": "gzip, gzip"]), limits: limits)
        == .tooLarge(limit: 1_000_000))
  }
}
