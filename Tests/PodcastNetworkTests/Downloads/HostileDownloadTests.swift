import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// Downloads from servers that send wrong or incomplete data, refuse requests, or are slow or silent. No incomplete
/// file is marked as complete. Each kind of failure has its own error.
@MainActor @Suite(.timeLimit(.minutes(1))) struct HostileDownloadTests {
  private let fixture: DownloadFixture
  private let audio = testAudio(byteCount: 600_000)
  private let otherAudio = testAudio(byteCount: 500_000, seed: 2)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    fixture = try DownloadFixture()
  }

  /// Downloads episode 1 from a server that sends these replies in order and repeats the last one. Returns the final
  /// state of the download, and the requests that the server has received. `byteCount` is the size in the feed.
  private func download(
    _ replies: LoopbackServer.Reply..., byteCount: Int64? = nil
  ) async throws -> (state: Download.State?, requests: [LoopbackServer.Request]) {
    let requestCount = Mutex(0)
    let server = try LoopbackServer { _ in
      let index = requestCount.withLock { count in
        defer { count += 1 }
        return count
      }
      return replies[min(index, replies.count - 1)]
    }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"), byteCount: byteCount)
    let engine = fixture.engine()
    let state = try await engine.downloadToEnd(id)
    await engine.close()
    return (state, server.requests)
  }

  /// Returns a reply that declares the length of the whole audio and ends after the first `byteCount` bytes.
  private func cutReply(after byteCount: Int, _ headers: String...) -> LoopbackServer.Reply {
    let head = ["HTTP/1.1 200 OK", "Content-Type: audio/mpeg", "Content-Length: \(audio.count)"] + headers + ["", ""]
    return .bytes(Data(head.joined(separator: "\r\n").utf8) + audio.prefix(byteCount))
  }

  /// Returns a reply with status 206. `range` is the value of Content-Range without the unit.
  private func rangeReply(_ range: String, _ body: Data, etag: String = "\"1\"") -> LoopbackServer.Reply {
    let head = [
      "HTTP/1.1 206 Partial Content", "Content-Type: audio/mpeg", "Content-Range: bytes \(range)",
      "Content-Length: \(body.count)", "ETag: \(etag)",
    ]
    return .bytes(Data((head + ["", ""]).joined(separator: "\r\n").utf8) + body)
  }

  @Test func `an interrupted transfer continues automatically`() async throws {
    let whole = LoopbackServer.Reply.page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""])
    let (state, requests) = try await download(cutReply(after: 100_000, "ETag: \"1\""), whole)
    #expect(state?.byteCount == 600_000)
    #expect(requests.map { $0.headers["range"] } == [nil, "bytes=100000-"])
    #expect(fixture.fileContent("1.mp3") == audio)
  }

  @Test func `a transfer that is interrupted repeatedly fails and keeps its partial file`() async throws {
    let (state, requests) = try await download(
      cutReply(after: 50_000, "ETag: \"1\""), rangeReply("50000-599999/600000", audio[50_000..<50_010]), .bytes(Data()))
    guard case .failed(let error, let progress)? = state else { Issue.record("\(String(describing: state))"); return }
    #expect(error.maySucceedSoon)
    #expect(progress == Download.Progress(received: 50_010, total: 600_000))
    // A request without a response is sent once more, in addition to the three attempts.
    #expect(requests.count > 3)
    #expect(fixture.fileNames == ["1.part"])
    #expect(fixture.fileContent("1.part") == audio.prefix(50_010))
  }

  @Test func `an interrupted transfer without a validator starts over`() async throws {
    let (state, requests) = try await download(cutReply(after: 100_000), .page(audio, type: "audio/mpeg"))
    #expect(state?.byteCount == 600_000)
    #expect(requests.allSatisfy { $0.headers["range"] == nil })
    #expect(fixture.fileContent("1.mp3") == audio)
  }

  @Test func `a transfer starts over when the server ignores the range`() async throws {
    let whole = LoopbackServer.Reply.page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""], ranges: false)
    let (state, requests) = try await download(cutReply(after: 100_000, "ETag: \"1\""), whole)
    #expect(state?.byteCount == 600_000)
    #expect(requests.last?.headers["range"] == "bytes=100000-")
    #expect(fixture.fileContent("1.mp3") == audio)
  }

  @Test func `a file that changed on the server is fetched from the beginning`() async throws {
    let changed = LoopbackServer.Reply.page(otherAudio, type: "audio/mpeg", headers: ["ETag": "\"2\""], ranges: false)
    let (state, _) = try await download(cutReply(after: 100_000, "ETag: \"1\""), changed)
    #expect(state?.byteCount == 500_000)
    #expect(fixture.fileContent("1.mp3") == otherAudio)
  }

  @Test func `a range of a changed file is not appended to the partial file`() async throws {
    // Given a server that ignores If-Range, and sends the requested range of a changed file
    let rangeOfChangedFile = rangeReply("100000-499999/500000", otherAudio[100_000...], etag: "\"2\"")
    let whole = LoopbackServer.Reply.page(otherAudio, type: "audio/mpeg", headers: ["ETag": "\"2\""], ranges: false)
    let (state, requests) = try await download(cutReply(after: 100_000, "ETag: \"1\""), rangeOfChangedFile, whole)
    #expect(state?.byteCount == 500_000)
    #expect(requests.last?.headers["range"] == nil)
    #expect(fixture.fileContent("1.mp3") == otherAudio)
  }

  // The requested range is 100000-599999 of 600,000 bytes.
  @Test(arguments: ["0-99/600000", "99999-599999/600000", "100000-599999/700000", "nonsense"])
  func `a range other than the requested one is not written`(range: String) async throws {
    let whole = LoopbackServer.Reply.page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""], ranges: false)
    let (state, requests) = try await download(
      cutReply(after: 100_000, "ETag: \"1\""), rangeReply(range, audio[100_000...]), whole)
    #expect(state?.byteCount == 600_000)
    #expect(requests.count == 3)
    #expect(fixture.fileContent("1.mp3") == audio)
  }

  @Test func `a partial response without a range request is refused`() async throws {
    let (state, _) = try await download(rangeReply("0-599999/600000", audio))
    #expect(state?.error == .contradictoryServer)
  }

  @Test func `status 416 restarts the transfer once`() async throws {
    let refusal = LoopbackServer.Reply.page(
      Data(), type: "text/plain", status: 416, headers: ["Content-Range": "bytes */600000"])
    let whole = LoopbackServer.Reply.page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""], ranges: false)
    let (state, requests) = try await download(cutReply(after: 100_000, "ETag: \"1\""), refusal, whole)
    #expect(state?.byteCount == 600_000)
    #expect(requests.map { $0.headers["range"] } == [nil, "bytes=100000-", nil])
  }

  @Test func `repeated status 416 fails the download`() async throws {
    let (state, _) = try await download(.page(Data(), type: "text/plain", status: 416))
    #expect(state?.error == .contradictoryServer)
  }

  @Test func `a body longer than its declared length is cut at that length`() async throws {
    #expect(
      try await download(.bytes(TestFeed.okHead("Content-Length: 600000") + audio + Data("more".utf8))).state?.byteCount
        == 600_000
    )
    #expect(fixture.fileContent("1.mp3") == audio)
  }

  @Test func `a body shorter than its declared length is not complete`() async throws {
    #expect(try await download(cutReply(after: 599_999)).state?.error == .cutOff)
    #expect(fixture.fileNames == ["1.part"])
  }

  @Test func `a chunked body that breaks off is not complete`() async throws {
    // Given responses that end after a whole chunk. libsoup accepts this as the end of the body. The responses have
    // different lengths, because two responses of the same length would be complete.
    // 186a0 is the size of the chunk in hexadecimal digits: 100,000 bytes.
    let chunk = Data("186a0\r\n".utf8) + audio.prefix(100_000) + Data("\r\n".utf8)
    let head = TestFeed.okHead("Transfer-Encoding: chunked")
    let (state, requests) = try await download(
      .bytes(head + chunk), .bytes(head + chunk + chunk), .bytes(head + chunk + chunk + chunk))
    #expect(state?.error == .cutOff)
    // The download has made all its attempts.
    #expect(requests.count == 3)
  }

  @Test func `a chunked body with an end is complete`() async throws {
    // 186a0 is the size of the chunk in hexadecimal digits: 100,000 bytes.
    let chunk = Data("186a0\r\n".utf8) + audio.prefix(100_000) + Data("\r\n".utf8)
    let reply = LoopbackServer.Reply.bytes(
      TestFeed.okHead("Transfer-Encoding: chunked") + chunk + Data("0\r\n\r\n".utf8))
    // If the feed states the size, one response is enough. Otherwise two responses must agree.
    var (state, requests) = try await download(reply, byteCount: 100_000)
    #expect(state?.byteCount == 100_000)
    #expect(requests.count == 1)
    (state, requests) = try await download(reply)
    #expect(state?.byteCount == 100_000)
    #expect(requests.count == 2)
  }

  @Test func `a body without a length is complete when two responses agree`() async throws {
    // Given responses that end when the connection closes, and a feed that states a larger size
    let reply = LoopbackServer.Reply.bytes(Data("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) + audio)
    let (state, requests) = try await download(
      .bytes(Data("HTTP/1.0 200 OK\r\n\r\n".utf8) + audio.prefix(1000)), reply, reply, byteCount: 700_000)

    // Then the short response is not complete, and the other two are complete because they agree
    #expect(state?.byteCount == 600_000)
    #expect(requests.count == 3)
  }

  @Test(arguments: ["text/html", "audio/mpeg", "text/plain; charset=utf-8"])
  func `a web page is refused, whatever its Content-Type`(type: String) async throws {
    #expect(try await download(.page(TestFeed.captivePortal, type: type)).state?.error == .webPage)
    #expect(fixture.fileNames == [])
  }

  @Test func `audio with a Content-Type of HTML is accepted`() async throws {
    #expect(try await download(.page(audio, type: "text/html")).state?.byteCount == 600_000)
  }

  @Test func `a web page instead of the rest does not change the partial file`() async throws {
    let (state, _) = try await download(
      cutReply(after: 100_000, "ETag: \"1\""), .page(TestFeed.captivePortal, type: "text/html", ranges: false))
    #expect(state?.error == .webPage)
    #expect(fixture.fileContent("1.part") == audio.prefix(100_000))
  }

  @Test func `an empty file is refused`() async throws {
    #expect(try await download(.page(Data(), type: "audio/mpeg")).state?.error == .empty)
  }

  @Test func `a request that is refused with status 403 is sent again with another user agent`() async throws {
    let refusal = LoopbackServer.Reply.page(Data("no".utf8), type: "text/plain", status: 403)
    let (state, requests) = try await download(refusal, .page(audio, type: "audio/mpeg"))
    #expect(state?.byteCount == 600_000)
    #expect(requests.map { $0.headers["user-agent"] } == ["Podcaster/0", "Mozilla/5.0 Podcaster/0"])
  }

  @Test func `HTTP errors and invalid redirects have their own errors`() async throws {
    func error(_ status: UInt32) async throws -> DownloadError? {
      try await download(.page(Data("no".utf8), type: "text/plain", status: status)).state?.error
    }
    #expect(try await error(404) == .notFound)
    #expect(try await error(410) == .notFound)
    #expect(try await error(401) == .unauthorized(host: "127.0.0.1"))
    #expect(try await error(403) == .refused(host: "127.0.0.1"))
    #expect(try await error(429) == .busy(host: "127.0.0.1"))
    #expect(try await error(500) == .serverError(status: 500))
    // A redirect to a file, and a redirect to the address itself.
    #expect(try await download(.redirect(to: "file:///etc/passwd")).state?.error == .redirectsNowhere)
    #expect(try await download(.redirect(to: "/1.mp3")).state?.error == .redirectsNowhere)
  }

  @Test func `a server below the minimum speed times out`() async throws {
    var limits = DownloadLimits.quick
    limits.minimumSpeed = DownloadLimits.Speed(bytes: 10_000, window: .milliseconds(200))
    limits.attemptWaits = []
    let slowFixture = try DownloadFixture(limits: limits)
    // The server sends one byte every 10 milliseconds after the first 600 bytes. So fewer than 10,000 bytes arrive in
    // each window of 200 milliseconds.
    let server = try LoopbackServer { [audio] _ in
      .drip(after: TestFeed.okHead("Content-Length: 600000") + audio.prefix(600), everyMilliseconds: 10)
    }
    let id = slowFixture.records.addEpisode(1, server.url("/1.mp3"))
    #expect(try await slowFixture.engine().downloadToEnd(id)?.error == .timedOut(host: "127.0.0.1"))
  }

  @Test func `a silent server times out while the main loop runs`() async throws {
    var limits = DownloadLimits.quick
    limits.transfer.idle = .milliseconds(300)
    limits.attemptWaits = []
    let shortIdleFixture = try DownloadFixture(limits: limits)
    let server = try LoopbackServer { [audio] _ in
      .silence(after: TestFeed.okHead("Content-Length: 600000") + audio.prefix(1000))
    }
    let id = shortIdleFixture.records.addEpisode(1, server.url("/1.mp3"))
    // The counter counts the ticks of a timer of the main loop. The timer fires every millisecond. 20 ticks show that
    // the download does not block the main loop.
    let ticks = TickCounter()
    async let state = shortIdleFixture.engine().downloadToEnd(id)
    await ticks.waitForCount(20)
    #expect(try await state?.error == .timedOut(host: "127.0.0.1"))
  }

  @Test func `compressed audio is decompressed although no compression was requested`() async throws {
    #expect(
      try await download(.page(gzipped(audio), type: "audio/mpeg", headers: ["Content-Encoding": "gzip"])).state?
        .byteCount
        == 600_000)
    #expect(fixture.fileContent("1.mp3") == audio)
  }
}
