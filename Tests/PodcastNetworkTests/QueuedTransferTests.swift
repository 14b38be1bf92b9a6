import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Transfers that run at the same time, and transfers that wait because their host already has two running requests.
/// Addresses with different ports count as different hosts, so each `LoopbackServer` is a host of its own.
@MainActor @Suite(.timeLimit(.minutes(1))) struct QueuedTransferTests {
  @Test func `silent hosts do not delay a request to another host`() async throws {
    // Given eleven hosts that have received a request and do not answer. By default, libsoup opens only ten
    // connections.
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let silentServers = try (0..<11).map { _ in
      try LoopbackServer { _ in
        continuation.yield()
        return .silence(after: Data())
      }
    }
    let client = FeedClient.live(limits: TransferLimits(idle: .seconds(10)), version: "0")
    let tasks = silentServers.map { server in
      let url = server.url("/feed.xml")
      return Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }
    }
    var count = 0
    for await _ in requests {
      count += 1
      if count == silentServers.count { break }
    }

    // When a feed is fetched from a host that answers
    // Then the feed is received
    let answeringServer = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    #expect(try await client.fetch(answeringServer.url("/feed.xml")).podcast.items.count == 1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .cancelled) }
  }

  @Test func `a third request to a host waits, and its time limit starts only when the request is sent`() async throws {
    // Given a server that has received two requests for `/silent` and does not answer them
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { request in
      continuation.yield()
      return request.path == "/silent" ? .silence(after: Data()) : .page(TestFeed.oneEpisode)
    }
    let (silentURL, url) = (server.url("/silent"), server.url("/feed.xml"))
    let client = FeedClient.live(limits: TransferLimits(total: .seconds(15), idle: .seconds(15)), version: "0")
    let running = (0..<2).map { _ in
      Task { await feedError { () async throws(FeedError) in try await client.fetch(silentURL) } }
    }
    var count = 0
    for await _ in requests {
      count += 1
      if count == 2 { break }
    }

    // When a third request waits until the first two reach their time limit
    let fetched = try await client.fetch(url)

    // Then the third request has its whole time limit, and succeeds
    #expect(fetched.podcast.items.count == 1)
    #expect(server.requests.map(\.path) == ["/silent", "/silent", "/feed.xml"])
    for task in running { #expect(await task.value == .timedOut(host: "127.0.0.1")) }
  }

  @Test func `a waiting transfer that is cancelled ends at once`() async throws {
    // Given a host with two running requests, which is the limit, and a third request that waits
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      return .silence(after: Data())
    }
    let url = server.url("/silent")
    let client = FeedClient.live(version: "0")
    let running = (0..<2).map { _ in
      Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }
    }
    var count = 0
    for await _ in requests {
      count += 1
      if count == 2 { break }
    }
    let waiting = Task { await feedError { () async throws(FeedError) in try await client.fetch(url) } }

    // When the third request is cancelled, then it ends, and it was never sent
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    #expect(server.requests.count == 2)
    for task in running { task.cancel() }
    for task in running { #expect(await task.value == .cancelled) }
  }

  @Test func `a connection that is not established within its time limit times out`() async throws {
    // A client that connects to a full port waits.
    let port = try FullPort()
    let url = port.url("/feed.xml")
    let limits = TransferLimits(total: .seconds(20), idle: .seconds(20), connect: .milliseconds(300))
    let start = ContinuousClock.now
    let error = await feedError { () async throws(FeedError) in
      try await FeedClient.live(limits: limits, version: "0").fetch(url)
    }
    #expect(error == .timedOut(host: "127.0.0.1"))
    // The other limits end a transfer only after 20 seconds.
    #expect(.now - start < .seconds(10))
  }

  @Test func `clients with the same queue together send at most two concurrent requests to a host`() async throws {
    // Given a silent server that has received two requests of one client
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      return .silence(after: Data())
    }
    var arrivals = requests.makeAsyncIterator()
    let queue = TransferQueue()
    let (feeds, pictures) = (
      FeedClient.live(version: "0", queue: queue), ArtworkClient.live(version: "0", queue: queue)
    )
    let url = server.url("/a")
    let running = (0..<2).map { _ in
      Task { await feedError { () async throws(FeedError) in try await feeds.fetch(url) } }
    }
    for _ in running { await arrivals.next() }

    // When another client sends a request to the same server, then the request waits
    let referrer: URL? = nil
    let picture = Task { [address = server.url("/picture")] in try? await pictures.fetch(address, referrer) }
    // Ends when the request is in the queue, or when it was sent by mistake.
    while await queue.slots.waitingCount == 0, server.requests.count == 2 { await Task.yield() }
    #expect(server.requests.count == 2)

    // And when one of the first two requests ends, the waiting request starts
    running[0].cancel()
    #expect(await running[0].value == .cancelled)
    await arrivals.next()
    #expect(server.requests.map(\.path) == ["/a", "/a", "/picture"])
    running[1].cancel()
    picture.cancel()
    _ = await (running[1].value, picture.value)
  }
}
