import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// The cache for the received audio of streams.
///
/// `client.source(_:)` returns the local address at which the player reads a stream: of the cache's server, or of a
/// file when all audio was received. It returns `nil` if the player has to use the stream's own address.
/// `RangeClient.get` reads a range of bytes at the address of the cache's server, as the player does.
@MainActor @Suite(.timeLimit(.minutes(1))) struct StreamCacheTests {
  private let folder = URL.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)")
  private let audio = testAudio(byteCount: 6_000_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Creates a client of the cache. The default limits end no transfer within a test.
  private func client(
    _ limits: TransferLimits = TransferLimits(size: .max, total: .seconds(50), idle: .seconds(40))
  ) -> StreamsClient {
    .live(folder: folder, version: "0", limits: limits)
  }

  private func audioReply(_ audio: Data, etag: String = "\"1\"") -> LoopbackServer.Reply {
    .page(audio, type: "audio/mpeg", headers: ["ETag": etag])
  }

  /// Expects that the bytes are equal. A comparison in `#expect` would compute their differences for minutes.
  private func expectSame(_ body: Data, _ expected: Data, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = body == expected
    #expect(isSame, "\(body.count) bytes and \(expected.count) bytes differ", sourceLocation: sourceLocation)
  }

  @Test func `each byte of a stream is requested once, and no file remains`() async throws {
    // Given a stream that was read as a whole
    let server = try LoopbackServer { [audio] _ in audioReply(audio) }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))
    let whole = await RangeClient.get(url)
    #expect(whole.status == 200)
    #expect(whole.head.contains("accept-ranges: bytes"))
    expectSame(whole.body, audio)

    // When a part is read again, then the audio is the same, and the server receives no further request
    let part = await RangeClient.get(url, range: "bytes=1000000-1999999")
    #expect(part.status == 206)
    expectSame(part.body, audio[1_000_000..<2_000_000])
    #expect(server.requests.map { $0.headers["range"] } == ["bytes=0-"])

    // And the player can now play the local file
    #expect(await client.isNewlyReceived(server.url("/a.mp3")))
    let file = try #require(await client.source(server.url("/a.mp3")))
    #expect(file.isFileURL)
    expectSame(try Data(contentsOf: file), audio)
    #expect(await !client.isNewlyReceived(server.url("/a.mp3")))
    // The cache unlinks its files at once and reads them through their descriptors.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == [])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a distant range is requested at the address after redirects`() async throws {
    // Given a server that stops after the first half million bytes, behind a redirect
    let server = try LoopbackServer { [audio, truncatedResponse] request in
      if request.path == "/a.mp3" { return .redirect(to: "/host/1.mp3", status: 302) }
      guard request.headers["range"] == "bytes=0-" else { return audioReply(audio) }
      return .silence(after: truncatedResponse)
    }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))
    expectSame(await RangeClient.get(url, range: "bytes=0-499999").body, audio.prefix(500_000))

    // When the player seeks to a distant place, then only the rest is requested, with the condition that the content is
    // unchanged
    let part = await RangeClient.get(url, range: "bytes=5000000-")
    expectSame(part.body, audio[5_000_000...])
    #expect(server.requests.map(\.path) == ["/a.mp3", "/host/1.mp3", "/host/1.mp3"])
    #expect(server.requests.last?.headers["if-range"] == "\"1\"")

    // And the audio before the seek is still cached
    expectSame(await RangeClient.get(url, range: "bytes=0-499999").body, audio.prefix(500_000))
    #expect(server.requests.count == 3)
  }

  /// The beginning of a response with six million bytes of audio, of which half a million arrive.
  private var truncatedResponse: Data {
    let head =
      "HTTP/1.1 206 Partial Content\r\nContent-Length: 6000000\r\nContent-Range: bytes 0-5999999/6000000\r\nETag: \"1\"\r\n\r\n"
    return Data(head.utf8) + audio.prefix(500_000)
  }

  @Test(arguments: ["empty", "small", "error", "beyond the end"])
  func `a server that sends little or no further audio gets only two requests`(
    kind: String
  ) async throws {
    // Given a server that ends its first response early, and then sends little or nothing
    let server = try LoopbackServer { [audio, truncatedResponse] request in
      guard request.headers["range"] != "bytes=0-" else { return .bytes(truncatedResponse) }
      let head =
        "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 500000-5999999/6000000\r\nETag: \"1\"\r\nConnection: close\r\n"
      return switch kind {
      case "empty": .bytes(Data("\(head)Content-Length: 0\r\n\r\n".utf8))
      case "small": .bytes(Data("\(head)Content-Length: 5500000\r\n\r\n".utf8) + audio[500_000..<501_000])
      case "beyond the end": .page(Data(), status: 416)
      // The case "error".
      default: .page(Data(), status: 503)
      }
    }
    let client = client()
    let address = server.url("/a.mp3")
    let url = try #require(await client.source(address))

    // When the player continues to read, then the response ends after two requests
    let body = await RangeClient.get(url).body
    expectSame(body, audio.prefix(body.count))
    #expect(body.count >= 500_000)
    #expect(server.requests.map { $0.headers["range"] } == ["bytes=0-", "bytes=500000-"])

    // And the received audio is still cached. A response without bytes, or with the status 416, means that the server
    // no longer has this audio, so the player has to use the stream's own address from then on
    expectSame(await RangeClient.get(url, range: "bytes=1000-1999").body, audio[1000..<2000])
    if kind == "empty" || kind == "beyond the end" {
      #expect(await client.source(address) == nil)
    } else {
      let next = try #require(await client.source(address))
      expectSame(await RangeClient.get(next, range: "bytes=1000-1999").body, audio[1000..<2000])
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a web page is not joined to the received audio`() async throws {
    // Given a server that breaks off and then responds with a web page, as a captive portal does. The page has as many
    // bytes as the audio: 20 × 300,000
    let page = Data(String(repeating: "<html>Sign in</html>", count: 300_000).utf8)
    let server = try LoopbackServer { [truncatedResponse] request in
      guard request.headers["range"] != "bytes=0-" else { return .bytes(truncatedResponse) }
      return .page(page, type: "text/html", ranges: false)
    }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))

    // When the player continues to read, then the audio ends where the response broke off
    let body = await RangeClient.get(url).body
    #expect(body.count >= 500_000)
    expectSame(body, audio.prefix(body.count))
  }

  @Test func `a silent stream ends at its idle limit, and the received audio is kept`() async throws {
    // Given a server that falls silent
    let server = try LoopbackServer { [truncatedResponse] _ in .silence(after: truncatedResponse) }
    let client = client(TransferLimits(size: .max, total: .seconds(50), idle: .seconds(15)))
    let url = try #require(await client.source(server.url("/a.mp3")))

    // When the player continues to read, then it receives the available audio
    let body = await RangeClient.get(url).body
    expectSame(body, audio.prefix(500_000))
    expectSame(await RangeClient.get(url, range: "bytes=1000-1999").body, audio[1000..<2000])
  }

  @Test func `a slow stream is read as far as received, and another range is requested at once`() async throws {
    // Given a server that sends half a million bytes, and then one byte at a time
    let server = try LoopbackServer { [audio, truncatedResponse] request in
      guard request.headers["range"] == "bytes=0-" else { return audioReply(audio) }
      return .drip(after: truncatedResponse, everyMilliseconds: 50)
    }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))
    expectSame(await RangeClient.get(url, range: "bytes=0-499999").body, audio.prefix(500_000))
    expectSame(await RangeClient.get(url, range: "bytes=5000000-").body, audio[5_000_000...])
  }

  @Test func `a response longer than its declared size ends at that size`() async throws {
    let server = try LoopbackServer { [audio] _ in
      .flood(
        after: Data("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-99999/100000\r\n\r\n".utf8)
          + audio.prefix(100_000),
        repeating: audio.prefix(65_536))
    }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))
    expectSame(await RangeClient.get(url).body, audio.prefix(100_000))
    #expect(await client.source(server.url("/a.mp3"))?.isFileURL == true)
  }

  @Test func `a broken connection is continued at the first missing byte`() async throws {
    let server = try LoopbackServer { [audio, truncatedResponse] request in
      guard request.headers["range"] == "bytes=0-" else { return audioReply(audio) }
      return .bytes(truncatedResponse)
    }
    let client = client()
    let url = try #require(await client.source(server.url("/a.mp3")))
    expectSame(await RangeClient.get(url).body, audio)
    #expect(server.requests.map { $0.headers["range"] } == ["bytes=0-", "bytes=500000-"])
  }

  @Test func `changed audio is not joined to the received audio and is no longer cached`() async throws {
    // Given a server that inserts other advertisements into each response
    let otherAudio = testAudio(byteCount: 6_200_000, seed: 5)
    let server = try LoopbackServer { [truncatedResponse] request in
      guard request.headers["range"] == "bytes=0-" else { return audioReply(otherAudio, etag: "\"2\"") }
      return .silence(after: truncatedResponse)
    }
    let client = client()
    let address = server.url("/a.mp3")
    let url = try #require(await client.source(address))

    // When the player seeks to a place that was not received, then it receives no bytes of the other audio
    #expect(await RangeClient.get(url, range: "bytes=5000000-").body.isEmpty)

    // And the stream plays from its own address from then on
    #expect(await client.source(address) == nil)
  }

  @Test(arguments: ["no ranges", "no length", "web page", "playlist", "gone"])
  func `streams that cannot be cached play from their own addresses`(
    kind: String
  ) async throws {
    let server = try LoopbackServer { [audio] _ in
      switch kind {
      case "no ranges": .page(audio, type: "audio/mpeg", ranges: false)
      case "no length":
        .silence(after: Data("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) + audio.prefix(100_000))
      case "web page": .page(Data("<!DOCTYPE html><p>Sign in</p>".utf8), type: "audio/mpeg")
      case "playlist": .page(Data("#EXTM3U\n#EXTINF:10,\n1.ts\n".utf8), type: "application/vnd.apple.mpegurl")
      // The case "gone".
      default: .page(Data(), status: 404)
      }
    }
    #expect(await client().source(server.url("/a.mp3")) == nil)
    // The address of a local file is no stream.
    #expect(await client().source(URL(filePath: "/a.mp3")) == nil)
  }

  @Test func `a short Ogg file is received before it plays, and a long one is not awaited`() async throws {
    // Given a short file that arrives at once, and a long one that arrives slowly
    let ogg = Data("OggS".utf8) + audio.prefix(50_000)
    let server = try LoopbackServer { request in
      guard request.path != "/short" else { return .page(ogg, type: "audio/ogg") }
      let head =
        "HTTP/1.1 206 Partial Content\r\nContent-Length: 60000000\r\nContent-Range: bytes 0-59999999/60000000\r\n\r\n"
      return .drip(after: Data(head.utf8) + ogg.prefix(40_000), everyMilliseconds: 10)
    }
    let client = client()
    #expect(await client.source(server.url("/short"))?.isFileURL == true)
    #expect(await client.source(server.url("/long"))?.isFileURL == false)
  }

  @Test func `only the last three streams are received`() async throws {
    // Given four streams whose servers stop in the middle
    let server = try LoopbackServer { [truncatedResponse] _ in .silence(after: truncatedResponse) }
    let client = client()
    var localAddresses: [URL] = []
    for name in ["a", "b", "c", "d"] {
      localAddresses.append(try #require(await client.source(server.url("/\(name).mp3"))))
    }

    // Then the first stream has ended, and the last one is still received
    #expect(await RangeClient.get(localAddresses[0]).status == 503)
    expectSame(await RangeClient.get(localAddresses[3], range: "bytes=0-99999").body, audio.prefix(100_000))
  }

  @Test func `only three streams are received if four are opened at the same time`() async throws {
    // Given four streams that are opened before the first of them has answered
    let server = try LoopbackServer { [truncatedResponse] _ in .silence(after: truncatedResponse) }
    let client = client()
    let openings = ["a", "b", "c", "d"].map { name in Task { await client.source(server.url("/\(name).mp3")) } }
    var localAddresses: [URL] = []
    for opening in openings { localAddresses.append(try #require(await opening.value)) }
    var statuses: [Int] = []
    for address in localAddresses { statuses.append(await RangeClient.get(address, range: "bytes=0-99").status) }

    // Then one of them has ended
    #expect(statuses.sorted() == [206, 206, 206, 503])
  }
}

/// The set of the bytes of a stream that were received.
@Suite struct ReceivedRangesTests {
  @Test func `adjacent and overlapping ranges are joined, and missing bytes are found`() {
    var ranges = ReceivedRanges()
    // 20..<30 joins its two neighbours, and 5..<5 is empty.
    for range in [10..<20, 30..<40, 20..<30, 0..<5, 5..<5] as [Range<Int64>] { ranges.insert(range) }
    #expect(ranges.ranges == [0..<5, 10..<40])
    ranges.insert(3..<50)
    #expect(ranges.ranges == [0..<50])
    #expect(ranges.count(from: 10) == 40)
    #expect(ranges.count(from: 50) == 0)
    #expect(ranges.firstMissing(from: 10, to: 60) == 50)
    #expect(ranges.firstMissing(from: 10, to: 50) == nil)
  }
}
