import CSoup
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// The cancellation and the timeout of transfers, repeated requests, and the release of the session.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TransferLifecycleTests {
  /// Creates a server that sends only the first part of a response and then nothing. Also returns a stream with an
  /// element for each request.
  private func silentServer(after part: Data) throws -> (LoopbackServer, AsyncStream<Void>) {
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      return .silence(after: part)
    }
    return (server, requests)
  }

  // The part is empty, or a head and the first 100 bytes of the body.
  @Test(arguments: [Data(), TestFeed.okHead("Content-Length: 10000") + TestFeed.oneEpisode.prefix(100)])
  func `cancelling the task ends a fetch whose response is incomplete`(part: Data) async throws {
    let (server, requests) = try silentServer(after: part)
    let url = server.url("/feed.xml")
    let client = FeedClient.live(version: "0")
    let task = Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }
    // The loop waits for the request.
    for await _ in requests { break }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a task that is cancelled before it starts sends no request`() async throws {
    let server = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    let url = server.url("/feed.xml")
    let client = FeedClient.live(version: "0")
    let task = Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func `a fetch succeeds after another fetch on the same session has timed out`() async throws {
    let server = try LoopbackServer { $0.path == "/silent" ? .silence(after: Data()) : .page(TestFeed.oneEpisode) }
    let session = HTTPSession(userAgent: "Test")
    let makeReading: @Sendable (HTTPSource) -> FeedReading = { FeedReading($0, limit: 1_000_000) }
    await #expect(throws: FeedError.timedOut(host: "127.0.0.1")) {
      try await HTTPTransfer.fetch(
        HTTPRequest(server.url("/silent")), session: session, limits: TransferLimits(idle: .milliseconds(100)),
        by: makeReading)
    }
    // This fetch has the default time limit, because a busy machine may need longer than 100 ms.
    #expect(
      try await HTTPTransfer.fetch(
        HTTPRequest(server.url("/feed.xml")), session: session, limits: TransferLimits(), by: makeReading
      ).content?.podcast?
      .items.count == 1)
  }

  @Test func `a request whose connection ends without a response is sent once more`() async throws {
    var answers: [LoopbackServer.Reply] = [.bytes(Data()), .page(TestFeed.oneEpisode)]
    let server = try LoopbackServer { _ in answers.isEmpty ? .bytes(Data()) : answers.removeFirst() }
    #expect(try await FeedClient.live(version: "0").fetch(server.url("/feed.xml")).podcast.items.count == 1)
    #expect(server.requests.count == 2)
    // A request that fails twice is not sent a third time. This fetch uses another client, because libsoup itself
    // repeats a request on a connection that was kept open.
    await #expect(throws: FeedError.self) { try await FeedClient.live(version: "0").fetch(server.url("/feed.xml")) }
    #expect(server.requests.count == 4)
  }

  @Test func `a released HTTPSession releases its libsoup session`() async throws {
    let server = try LoopbackServer {
      .page($0.path == "/feed.xml" ? TestFeed.oneEpisode : TestFeed.captivePortal)
    }
    let (freed, continuation) = AsyncStream.makeStream(of: Void.self)
    var session: HTTPSession? = HTTPSession(userAgent: "Test")
    weak let weakSession = session
    await session!.whenFreed { continuation.yield() }
    let makeReading: @Sendable (HTTPSource) -> FeedReading = { FeedReading($0, limit: 1_000_000) }
    // The feed is read completely. The transfer of the web page is aborted, because a web page is
    // not a feed.
    _ = try await HTTPTransfer.fetch(
      HTTPRequest(server.url("/feed.xml")), session: session!, limits: TransferLimits(), by: makeReading)
    await #expect(throws: FeedError.webPage) {
      try await HTTPTransfer.fetch(
        HTTPRequest(server.url("/page")), session: session!, limits: TransferLimits(), by: makeReading)
    }
    session = nil
    for await _ in freed { break }
    #expect(weakSession == nil)
  }

  @Test func `the main loop runs while a large feed is fetched`() async throws {
    let server = try LoopbackServer { _ in .page(TestFeed.feed(title: "Large", padding: 5_000_000)) }
    // The counter ticks every millisecond while the main loop is free, and hardly at all if the fetch blocks the loop.
    let ticks = TickCounter()
    let podcast = try await FeedClient.live(version: "0").fetch(server.url("/feed.xml")).podcast
    #expect(podcast.title == "Large")
    #expect(ticks.count > 3)
  }
}

/// The closure of `whenFreed`, in an object that C code can hold.
private final class FreedNotice {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Calls the closure, and releases this object.
  static let function: GWeakNotify = { box, _ in Unmanaged<FreedNotice>.fromOpaque(box!).takeRetainedValue().body() }
}

extension HTTPSession {
  /// Calls a closure when the libsoup session of this session is freed.
  fileprivate func whenFreed(_ body: @escaping @Sendable () -> Void) {
    g_object_weak_ref(
      UnsafeMutableRawPointer(soupSession).assumingMemoryBound(to: GObject.self), FreedNotice.function,
      Unmanaged.passRetained(FreedNotice(body)).toOpaque())
  }
}
