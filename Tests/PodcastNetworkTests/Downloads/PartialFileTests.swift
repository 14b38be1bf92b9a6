import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// The player reads a running download from an address on this machine.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PartialFileTests {
  private let world: DownloadWorld
  private let audio = testAudio(600_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    world = try DownloadWorld()
  }

  /// Starts a download, and waits until so many bytes have arrived.
  private func start(_ id: Episode.ID, _ engine: DownloadEngine, received count: Int64) async throws -> URL {
    try await engine.start([id], isAutomatic: false)
    _ = await engine.state(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= count } else { false }
    }
    return try #require(await engine.playable(id, from: 0))
  }

  /// Expects that two files are the same. The testing library would look for their differences for minutes.
  private func expectSame(_ body: Data, _ expected: Data, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = body == expected
    #expect(isSame, "\(body.count) bytes and \(expected.count) bytes differ", sourceLocation: sourceLocation)
  }

  /// A server that gives the first half of the audio and then nothing.
  private func halfServer() throws -> LoopbackServer {
    try LoopbackServer { [audio] _ in
      .silence(after: TestFeed.head("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(300_000))
    }
  }

  @Test func `a part that has arrived is given at once`() async throws {
    // Given a download of which the first half has arrived
    let server = try halfServer()
    let engine = world.engine()
    let url = try await start(world.records.add(7, server.url("/a.mp3")), engine, received: 300_000)

    // When a part in it is requested, as the player does after a seek
    let answer = await RangeClient.get(url, range: "bytes=100000-199999")

    // Then it is given, with the whole size
    #expect(answer.status == 206)
    #expect(answer.head.contains("content-range: bytes 100000-199999/600000"))
    expectSame(answer.body, audio[100_000..<200_000])
    await engine.close()
  }

  @Test func `bytes are given as they arrive`() async throws {
    // Given a download whose last bytes arrive one by one
    let server = try LoopbackServer { [audio] _ in
      .drip(after: TestFeed.head("Content-Length: 600300", "ETag: \"1\"") + audio, everyMilliseconds: 30)
    }
    let id = world.records.add(7, server.url("/a.mp3"))
    let engine = world.engine()
    let url = try await start(id, engine, received: 600_000)
    #expect(!url.isFileURL)

    // When the whole file is requested, then all bytes come
    let answer = await RangeClient.get(url)
    #expect(answer.status == 200)
    #expect(answer.head.contains("accept-ranges: bytes"))
    expectSame(answer.body, audio + Data(repeating: 32, count: 300))

    // And the complete file is played from the disk
    _ = await engine.state(of: id, where: \.isEnd)
    #expect(await engine.playable(id, from: 0)?.lastPathComponent == "7.mp3")
  }

  @Test func `the bytes of a running download are read, and awaited until the download stops`() async throws {
    // Given a download whose last bytes arrive one by one
    let server = try LoopbackServer { [audio] _ in
      .drip(after: TestFeed.head("Content-Length: 601000", "ETag: \"1\"") + audio, everyMilliseconds: 30)
    }
    let address = server.url("/a.mp3")
    let id = world.records.add(7, address)
    let engine = world.engine()
    _ = try await start(id, engine, received: 600_000)
    let kept = try #require(await engine.kept(address))

    // Then received bytes are read, and the next ones when they have arrived
    #expect(await kept.bytes(599_980, 10) == Array(audio[599_980..<599_990]))
    #expect(await kept.bytes(599_990, 20) == Array(audio[599_990...]) + Array(repeating: 32, count: 10))
    #expect(await kept.bytes(601_000, 1) == [])
    // And no other request has the same audio
    #expect(kept.address == nil)
    #expect(await engine.kept(server.url("/b.mp3")) == nil)
    try await engine.stop([id])
    #expect(await engine.kept(address) == nil)
  }

  @Test func `bytes that do not come are not awaited`() async throws {
    // Given a download of which the first half has arrived, and one of which the beginning has
    let half = try halfServer()
    let long = try LoopbackServer { [audio] _ in .silence(after: TestFeed.head("Content-Length: 60000000") + audio) }
    let engine = world.engine()
    _ = try await start(world.records.add(7, half.url("/a.mp3")), engine, received: 300_000)
    _ = try await start(world.records.add(8, long.url("/b.mp3")), engine, received: 600_000)

    // Then bytes far behind do not come within seconds
    let kept = try #require(await engine.kept(long.url("/b.mp3")))
    #expect(await kept.bytes(30_000_000, 10) == nil)
    // And a download that is stopped brings none
    let other = try #require(await engine.kept(half.url("/a.mp3")))
    async let later = other.bytes(400_000, 10)
    try await engine.stop([Episode.ID(rawValue: 7)])
    #expect(await later == nil)
    await engine.close()
  }

  @Test func `a download that is stopped ends the answer`() async throws {
    // Given a player that waits for the second half
    let server = try halfServer()
    let id = world.records.add(7, server.url("/a.mp3"))
    let engine = world.engine()
    let url = try await start(id, engine, received: 300_000)
    async let answer = RangeClient.get(url)

    // When the download is stopped, then the answer ends early, and there is no address until it runs again
    try await engine.stop([id])
    let body = await answer.body
    expectSame(body, audio.prefix(body.count))
    #expect(body.count <= 300_000)
    #expect(await engine.playable(id, from: 0) == nil)
    #expect(await RangeClient.get(url).status == 503)
  }

  @Test func `a file that is started over ends the answer`() async throws {
    // Given a player that reads from a download whose server is silent after the first half, and has another file when
    // it is asked again
    let other = testAudio(500_000, seed: 9)
    let transfer = TransferLimits(size: .max, total: .seconds(60), idle: .seconds(15))
    let world = try DownloadWorld(
      limits: DownloadLimits(
        transfer: transfer, pauses: [.zero, .zero], progress: 400_000, interval: .milliseconds(10)))
    let server = try LoopbackServer { [audio] request in
      if request.headers["range"] != nil {
        return .page(other, type: "audio/mpeg", headers: ["ETag": "\"2\""], ranges: false)
      }
      return .silence(after: TestFeed.head("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(300_000))
    }
    let id = world.records.add(7, server.url("/a.mp3"))
    let engine = world.engine()
    let url = try await start(id, engine, received: 300_000)
    async let answer = RangeClient.get(url)

    // When the other file arrives, then no bytes of it follow those of the first, also when the player asks for the
    // rest
    #expect(await engine.state(of: id, where: \.isEnd)?.byteCount == 500_000)
    let body = await answer.body
    expectSame(body, audio.prefix(body.count))
    #expect(body.count <= 300_000)
    #expect(await RangeClient.get(url, range: "bytes=300000-").status == 503)
    expectSame(world.content("7.mp3") ?? Data(), other)
  }

  @Test func `a place that has not arrived is not played from the download`() async throws {
    // Given a long download of which the start has arrived
    let server = try LoopbackServer { [audio] _ in .silence(after: TestFeed.head("Content-Length: 60000000") + audio) }
    let id = world.records.add(7, server.url("/a.mp3"))
    let engine = world.engine()
    let url = try await start(id, engine, received: 600_000)

    // Then a far place, or one that is unknown, is not played from it, and a request for such a part fails at once
    #expect(await engine.playable(id, from: 0.5) == nil)
    #expect(await engine.playable(id, from: nil) == nil)
    #expect(await RangeClient.get(url, range: "bytes=30000000-").status == 503)
    await engine.close()
  }

  @Test func `a format that is read from its end first is not played while it is downloaded`() async throws {
    let server = try halfServer()
    let id = world.records.add(7, server.url("/a.m4a"))
    let engine = world.engine()
    try await engine.start([id], isAutomatic: false)
    _ = await engine.state(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= 300_000 } else { false }
    }
    #expect(await engine.playable(id, from: 0) == nil)
    await engine.close()
  }

  @Test func `other addresses are refused`() async throws {
    let server = try halfServer()
    let engine = world.engine()
    let url = try await start(world.records.add(7, server.url("/a.mp3")), engine, received: 300_000)
    #expect(await RangeClient.get(url.deletingLastPathComponent().appending(path: "8")).status == 404)
    #expect(await RangeClient.get(URL(string: "/0/7", relativeTo: url)!).status == 404)
    await engine.close()
  }

  @Test func `a download without a known size is not played while it runs`() async throws {
    let server = try LoopbackServer { [audio] _ in .silence(after: TestFeed.head() + audio.prefix(300_000)) }
    let id = world.records.add(7, server.url("/a.mp3"))
    let engine = world.engine()
    try await engine.start([id], isAutomatic: false)
    _ = await engine.state(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= 300_000 } else { false }
    }
    #expect(await engine.playable(id, from: 0) == nil)
    await engine.close()
  }
}
