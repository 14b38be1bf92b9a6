import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Running downloads that the player reads from the partial file, at a local address. `playable(_:from:)` returns this
/// address if the bytes at the place where the player starts have arrived. The place is a fraction of the length.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PartialFileTests {
  private let fixture: DownloadFixture
  private let audio = testAudio(byteCount: 600_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    fixture = try DownloadFixture()
  }

  /// Starts a download, waits until a number of bytes has arrived, and returns the local address for the player.
  private func startAndWait(_ id: Episode.ID, _ engine: DownloadEngine, received count: Int64) async throws -> URL {
    try await engine.start([id], isAutomatic: false)
    _ = await engine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= count } else { false }
    }
    return try #require(await engine.playable(id, from: 0))
  }

  /// Expects that the bytes are equal. A comparison in `#expect` would compute the differences for minutes.
  private func expectSame(_ body: Data, _ expected: Data, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = body == expected
    #expect(isSame, "\(body.count) bytes and \(expected.count) bytes differ", sourceLocation: sourceLocation)
  }

  /// Returns a server that sends the first half of the audio and then nothing.
  private func halfServer() throws -> LoopbackServer {
    try LoopbackServer { [audio] _ in
      .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(300_000))
    }
  }

  @Test func `a received range is sent at once`() async throws {
    // Given a download whose first half has arrived
    let server = try halfServer()
    let engine = fixture.engine()
    let url = try await startAndWait(fixture.records.addEpisode(7, server.url("/a.mp3")), engine, received: 300_000)

    // When a received range is requested, as after a seek
    let answer = await RangeClient.get(url, range: "bytes=100000-199999")

    // Then the response contains the range and the total size
    #expect(answer.status == 206)
    #expect(answer.head.contains("content-range: bytes 100000-199999/600000"))
    expectSame(answer.body, audio[100_000..<200_000])
    await engine.close()
  }

  @Test func `bytes are sent to the player as they arrive`() async throws {
    // Given a download that ends with 300 spaces, which arrive one by one
    let server = try LoopbackServer { [audio] _ in
      .drip(after: TestFeed.okHead("Content-Length: 600300", "ETag: \"1\"") + audio, everyMilliseconds: 30)
    }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    let url = try await startAndWait(id, engine, received: 600_000)
    #expect(!url.isFileURL)

    // When the whole file is requested, then all bytes arrive
    let answer = await RangeClient.get(url)
    #expect(answer.status == 200)
    #expect(answer.head.contains("accept-ranges: bytes"))
    expectSame(answer.body, audio + Data(repeating: UInt8(ascii: " "), count: 300))

    // And the complete file is played from the disk
    _ = await engine.waitForState(of: id, where: \.isEnd)
    #expect(await engine.playable(id, from: 0)?.lastPathComponent == "7.mp3")
  }

  @Test func `bytes of a running download can be read and awaited until the download stops`() async throws {
    // Given a download that ends with 1,000 spaces, which arrive one by one
    let server = try LoopbackServer { [audio] _ in
      .drip(after: TestFeed.okHead("Content-Length: 601000", "ETag: \"1\"") + audio, everyMilliseconds: 30)
    }
    let address = server.url("/a.mp3")
    let id = fixture.records.addEpisode(7, address)
    let engine = fixture.engine()
    _ = try await startAndWait(id, engine, received: 600_000)
    let reader = try #require(await engine.receivedAudio(of: address))

    // Then received bytes are read, and the next ones when they have arrived. The arguments are the offset and the
    // count. No bytes are left at offset 601,000, the end of the file
    #expect(await reader.bytes(599_980, 10) == Array(audio[599_980..<599_990]))
    #expect(
      await reader.bytes(599_990, 20) == Array(audio[599_990...]) + Array(repeating: UInt8(ascii: " "), count: 10))
    #expect(await reader.bytes(601_000, 1) == [])
    // And the reader has no remote address, because the download itself requests all bytes
    #expect(reader.address == nil)
    // And there is nothing to read for an address without a download, and after the download has stopped
    #expect(await engine.receivedAudio(of: server.url("/b.mp3")) == nil)
    try await engine.stop([id])
    #expect(await engine.receivedAudio(of: address) == nil)
  }

  @Test func `reading waits neither for bytes far after the received ones nor for a stopped download`() async throws {
    // Given a download whose first half has arrived, and a long download whose beginning has arrived
    let half = try halfServer()
    let long = try LoopbackServer { [audio] _ in .silence(after: TestFeed.okHead("Content-Length: 60000000") + audio) }
    let engine = fixture.engine()
    _ = try await startAndWait(fixture.records.addEpisode(7, half.url("/a.mp3")), engine, received: 300_000)
    _ = try await startAndWait(fixture.records.addEpisode(8, long.url("/b.mp3")), engine, received: 600_000)

    // Then reading does not wait for bytes that are far after the received ones
    let longReader = try #require(await engine.receivedAudio(of: long.url("/b.mp3")))
    #expect(await longReader.bytes(30_000_000, 10) == nil)
    // And reading waits for bytes that are 100,000 bytes after the received half, until the download is stopped
    let halfReader = try #require(await engine.receivedAudio(of: half.url("/a.mp3")))
    async let awaitedBytes = halfReader.bytes(400_000, 10)
    try await engine.stop([Episode.ID(rawValue: 7)])
    #expect(await awaitedBytes == nil)
    await engine.close()
  }

  @Test func `stopping a download ends the response to the player`() async throws {
    // Given a player that waits for the second half
    let server = try halfServer()
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    let url = try await startAndWait(id, engine, received: 300_000)
    async let answer = RangeClient.get(url)

    // When the download is stopped, then the response ends early, and there is no local address until the download runs
    // again
    try await engine.stop([id])
    let body = await answer.body
    expectSame(body, audio.prefix(body.count))
    #expect(body.count <= 300_000)
    #expect(await engine.playable(id, from: 0) == nil)
    #expect(await RangeClient.get(url).status == 503)
  }

  @Test func `a download that starts over with another file ends the response to the player`() async throws {
    // Given a player that reads from a download, and a server that falls silent after the first half and sends another
    // file for the next request. The download sends the next request after a silence of 15 seconds
    let newAudio = testAudio(byteCount: 500_000, seed: 9)
    let transfer = TransferLimits(size: .max, total: .seconds(60), idle: .seconds(15))
    let fixture = try DownloadFixture(
      limits: DownloadLimits(
        transfer: transfer, attemptWaits: [.zero, .zero], progressBytes: 400_000,
        progressInterval: .milliseconds(10)))
    let server = try LoopbackServer { [audio] request in
      if request.headers["range"] != nil {
        return .page(newAudio, type: "audio/mpeg", headers: ["ETag": "\"2\""], ranges: false)
      }
      return .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(300_000))
    }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    let url = try await startAndWait(id, engine, received: 300_000)
    async let answer = RangeClient.get(url)

    // When the other file arrives, then the player receives none of its bytes, even if it requests the rest
    #expect(await engine.waitForState(of: id, where: \.isEnd)?.byteCount == 500_000)
    let body = await answer.body
    expectSame(body, audio.prefix(body.count))
    #expect(body.count <= 300_000)
    #expect(await RangeClient.get(url, range: "bytes=300000-").status == 503)
    expectSame(fixture.fileContent("7.mp3") ?? Data(), newAudio)
  }

  @Test func `a place beyond the received bytes is not played from the download`() async throws {
    // Given a long download whose beginning has arrived
    let server = try LoopbackServer { [audio] _ in .silence(after: TestFeed.okHead("Content-Length: 60000000") + audio)
    }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    let url = try await startAndWait(id, engine, received: 600_000)

    // Then neither the middle nor an unknown place is played from the download, and a request for the bytes in the
    // middle fails at once
    #expect(await engine.playable(id, from: 0.5) == nil)
    #expect(await engine.playable(id, from: nil) == nil)
    #expect(await RangeClient.get(url, range: "bytes=30000000-").status == 503)
    await engine.close()
  }

  @Test func `a format whose end is read first is not played during its download`() async throws {
    // The player reads the end of an M4A file first.
    let server = try halfServer()
    let id = fixture.records.addEpisode(7, server.url("/a.m4a"))
    let engine = fixture.engine()
    try await engine.start([id], isAutomatic: false)
    _ = await engine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= 300_000 } else { false }
    }
    #expect(await engine.playable(id, from: 0) == nil)
    await engine.close()
  }

  @Test func `requests for other addresses are refused`() async throws {
    let server = try halfServer()
    let engine = fixture.engine()
    let url = try await startAndWait(fixture.records.addEpisode(7, server.url("/a.mp3")), engine, received: 300_000)
    // The path of a local address is a secret and the number of the episode. The first request has a wrong number, and
    // the second one a wrong secret.
    #expect(await RangeClient.get(url.deletingLastPathComponent().appending(path: "8")).status == 404)
    #expect(await RangeClient.get(URL(string: "/0/7", relativeTo: url)!).status == 404)
    await engine.close()
  }

  @Test func `a running download of unknown size is not played`() async throws {
    let server = try LoopbackServer { [audio] _ in .silence(after: TestFeed.okHead() + audio.prefix(300_000)) }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    try await engine.start([id], isAutomatic: false)
    _ = await engine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received >= 300_000 } else { false }
    }
    #expect(await engine.playable(id, from: 0) == nil)
    await engine.close()
  }
}
