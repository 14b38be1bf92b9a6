import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// Chapters from real servers on the loopback device and from files.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ChaptersClientTests {
  /// A file with three chapters, which are not in order. The last one in the file is not listed, because its `toc` is
  /// `false`.
  private static let chaptersFile = """
    {"version": "1.2.0", "chapters": [
      {"startTime": 60, "title": "Second", "img": "2.jpg"}, {"startTime": 0, "title": "First"}, {"startTime": 9, "toc": false}]}
    """

  /// Returns the four bytes of a number, of which the highest is the first.
  private static func bigEndianBytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns a frame of an ID3 tag: its identifier, its size, two bytes of flags and its content.
  private static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
    Array(id.utf8) + bigEndianBytes(content.count) + [0, 0] + content
  }

  /// Returns an ID3 tag, and 2,000,000 bytes of audio after the tag. The tag has a picture of `pictureSize` bytes, the
  /// chapter “One” at the beginning of the audio, and the chapter “Two” at `secondChapterStart` in milliseconds.
  private static func audio(pictureSize: Int = 300_000, secondChapterStart: Int = 60_000) -> Data {
    // The text encoding, the MIME type, the type of the picture (3: front cover), an empty description, the picture
    let cover = frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0] + Array(repeating: 7, count: pictureSize))
    // A chapter has an identifier, its start, its end, two byte offsets, which are unused (-1), and the frame of its
    // title. The title begins with its text encoding (3: UTF-8).
    func chapter(_ title: String, from start: Int) -> [UInt8] {
      frame(
        "CHAP",
        Array(title.utf8) + [0] + [start, start + 1, -1, -1].flatMap { bigEndianBytes($0) }
          + frame("TIT2", [3] + Array(title.utf8)))
    }
    let frames = cover + chapter("One", from: 0) + chapter("Two", from: secondChapterStart)
    // The tag has version 2.3.0 and no flags. Its size has 7 bits in each byte.
    let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
    let header = Array("ID3".utf8) + [ /* version */3, 0, /* flags */ 0] + size
    return Data(header + frames + Array(repeating: 0x55, count: 2_000_000))
  }

  /// Returns the titles of the chapters from these sources. At most `audioLimit` bytes of audio on the web are read.
  private func titles(_ sources: ChapterSources, audioLimit: Int = 8_000_000) async -> [String] {
    await ChaptersClient.live(version: "0", audioLimit: audioLimit).chapters(sources).chapters.map(\.title)
  }

  @Test func `a chapter file is fetched once, and its relative addresses are resolved`() async throws {
    let server = try LoopbackServer { _ in .page(Data(Self.chaptersFile.utf8), type: "application/json") }
    let client = ChaptersClient.live(version: "0")
    let feedChapter = Chapter(start: .zero, title: "Of the feed", websiteURL: URL(string: "https://a.org"))
    let sources = ChapterSources(file: server.url("/show/chapters.json"), feedChapters: [feedChapter])
    let chapters = await client.chapters(sources).chapters
    #expect(chapters.map(\.title) == ["First", "Second"])
    #expect(chapters.last?.pictureURL == server.url("/show/2.jpg"))
    // The feed has a chapter with the same start, whose website is added.
    #expect(chapters.first?.websiteURL?.absoluteString == "https://a.org")
    // When the chapters are read again, then the file is not fetched again
    _ = await client.chapters(sources)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [404, 200])
  func `an invalid or missing chapter file leaves the feed's chapters and is requested again`(
    status: UInt32
  ) async throws {
    // With the status 200, the chapter file is invalid: a web page.
    let server = try LoopbackServer { _ in .page(Data("<html>".utf8), status: status) }
    let client = ChaptersClient.live(version: "0")
    let sources = ChapterSources(file: server.url("/c"), feedChapters: [Chapter(start: .zero, title: "Of the feed")])
    for _ in 0..<2 {
      let chapters = await client.chapters(sources).chapters
      #expect(chapters.map(\.title) == ["Of the feed"])
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a public feed cannot request a chapter file in a private network`() async throws {
    // The address of the loopback server counts as private.
    let server = try LoopbackServer { _ in .page(Data(Self.chaptersFile.utf8), type: "application/json") }
    let (publicFeed, homeFeed) = (URL(string: "https://1.1.1.1/feed.xml"), URL(string: "http://nas.local/feed.xml"))
    #expect(await titles(ChapterSources(file: server.url("/c"), referrer: publicFeed)) == [])
    #expect(server.requests.isEmpty)
    #expect(await titles(ChapterSources(file: server.url("/c"), referrer: homeFeed)) == ["First", "Second"])
  }

  @Test func `chapters in remote audio are read with range requests`() async throws {
    let audio = Self.audio()
    let server = try LoopbackServer { _ in .page(audio, type: "audio/mpeg") }
    #expect(await titles(ChapterSources(audio: server.url("/a.mp3"))) == ["One", "Two"])
    #expect(server.requests.allSatisfy { $0.headers["range"]?.hasPrefix("bytes=") == true })
    // One request for the beginning of the tag, and one for the chapters after the picture
    #expect(server.requests.count == 2)
  }

  @Test func `chapters are read from the start of the audio if the server does not support ranges`() async throws {
    let audio = Self.audio(pictureSize: 1000)
    let server = try LoopbackServer { _ in .page(audio, type: "audio/mpeg", ranges: false) }
    #expect(await titles(ChapterSources(audio: server.url("/a.mp3"))) == ["One", "Two"])
    #expect(server.requests.count == 1)
  }

  /// Returns a client that keeps the received bytes of streams in a new folder.
  private func makeStreams() -> StreamsClient {
    .live(folder: URL.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)"), version: "0")
  }

  @Test func `chapters of the playing stream are read from its received audio without a request`() async throws {
    // Given a server that inserts an advertisement from the second response on, so that the second chapter starts later
    let firstAudio = Self.audio(pictureSize: 1000)
    let laterAudio = Self.audio(pictureSize: 1000, secondChapterStart: 90_000)
    let responseCount = Mutex(0)
    let server = try LoopbackServer { _ in
      let number = responseCount.withLock { count in
        count += 1
        return count
      }
      return .page(number == 1 ? firstAudio : laterAudio, type: "audio/mpeg", headers: ["ETag": "\"\(number)\""])
    }
    let address = server.url("/a.mp3")
    let streams = makeStreams()
    let playbackURL = try #require(await streams.source(address))
    // This request stands for the player's. The stream keeps the received bytes.
    #expect(await RangeClient.get(playbackURL, range: "bytes=0-99999").body == firstAudio.prefix(100_000))

    // When the chapters of the playing episode are read
    let client = ChaptersClient.live(version: "0", streams: streams)
    let chapters = await client.chapters(ChapterSources(audio: address, playbackKind: .keptStream)).chapters
    // Then they come from the same audio, without a request
    #expect(chapters.map(\.start) == [.zero, .seconds(60)])
    #expect(server.requests.count == 1)

    // And the chapters of an episode that is not playing are requested
    #expect(await client.chapters(ChapterSources(audio: address)).chapters.map(\.start) == [.zero, .seconds(90)])
  }

  @Test func `bytes that the stream lacks are requested at its address after redirects`() async throws {
    // Given a stream behind a redirect. The first 50,000 bytes of the stream have arrived
    let audio = Self.audio()
    let server = try LoopbackServer { request in
      if request.path == "/a.mp3" { return .redirect(to: "/host/1.mp3", status: 302) }
      guard request.headers["range"] == "bytes=0-" else { return .page(audio, type: "audio/mpeg") }
      let range = "Content-Length: \(audio.count)\r\nContent-Range: bytes 0-\(audio.count - 1)/\(audio.count)"
      return .silence(
        after: Data("HTTP/1.1 206 Partial Content\r\nContent-Type: audio/mpeg\r\n\(range)\r\n\r\n".utf8)
          + audio.prefix(50_000))
    }
    let address = server.url("/a.mp3")
    let streams = makeStreams()
    let playbackURL = try #require(await streams.source(address))
    #expect(await RangeClient.get(playbackURL, range: "bytes=0-49999").body == audio.prefix(50_000))

    // When the chapters are read, which are after these bytes, then the client requests only the redirect's target
    let client = ChaptersClient.live(version: "0", streams: streams)
    let chapters = await client.chapters(ChapterSources(audio: address, playbackKind: .keptStream)).chapters
    #expect(chapters.map(\.title) == ["One", "Two"])
    #expect(server.requests.count { $0.path == "/a.mp3" } == 1)
    // The stream made the first two requests, so the other ones are for the chapters.
    #expect(server.requests.count > 2)
  }

  @Test func `chapters of a running download are read from its received bytes without a request`() async throws {
    // Given a download whose first bytes have arrived, and a server that inserts an advertisement from the second
    // response on
    let firstAudio = Self.audio(pictureSize: 1000)
    let laterAudio = Self.audio(pictureSize: 1000, secondChapterStart: 90_000)
    let responseCount = Mutex(0)
    let server = try LoopbackServer { _ in
      let number = responseCount.withLock { count in
        count += 1
        return count
      }
      if number > 1 { return .page(laterAudio, type: "audio/mpeg") }
      return .silence(
        after: TestFeed.okHead("Content-Length: \(firstAudio.count)", "ETag: \"1\"") + firstAudio.prefix(100_000))
    }
    let fixture = try DownloadFixture()
    let address = server.url("/a.mp3")
    let id = fixture.records.addEpisode(1, address)
    let downloadEngine = fixture.engine()
    try await downloadEngine.start([id], isAutomatic: false)
    _ = await downloadEngine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received == 100_000 } else { false }
    }

    // When the chapters of the episode that plays from the download are read
    let client = ChaptersClient.live(
      version: "0", streams: makeStreams(), runningDownload: { await downloadEngine.receivedAudio(of: $0) })
    let chapters = await client.chapters(ChapterSources(audio: address, playbackKind: .runningDownload)).chapters
    // Then they come from the same audio, without a request
    #expect(chapters.map(\.start) == [.zero, .seconds(60)])
    #expect(server.requests.count == 1)

    // And the chapters of an episode that plays from its own address are requested
    #expect(
      await client.chapters(ChapterSources(audio: address, playbackKind: .address)).chapters.map(\.start) == [
        .zero, .seconds(90),
      ])
    await downloadEngine.close()
  }

  @Test func `audio is read only up to the limit`() async throws {
    let audio = Self.audio()
    let server = try LoopbackServer { _ in .page(audio, type: "audio/mpeg") }
    // The chapters are after the picture of 300,000 bytes.
    #expect(await titles(ChapterSources(audio: server.url("/a.mp3")), audioLimit: 200_000) == [])
    let lastRequestedBytes = server.requests.compactMap {
      $0.headers["range"]?.split(separator: "-").last.flatMap { Int($0) }
    }
    #expect(lastRequestedBytes.max() == 199_999)
  }

  /// The replies are a refused range, an incomplete head, and a range without bytes.
  @Test(arguments: [
    LoopbackServer.Reply.page(Data(), status: 416), .bytes(Data("HTTP/1.1 206 Partial".utf8)),
    .page(Data(), status: 206),
  ])
  func `audio that cannot be read has no chapters`(reply: LoopbackServer.Reply) async throws {
    let server = try LoopbackServer { _ in reply }
    #expect(await titles(ChapterSources(audio: server.url("/a.mp3"))) == [])
    // The client gives up after a few requests.
    #expect(server.requests.count <= 3)
  }

  @Test func `chapters are read from an audio file, and not from a folder or a missing file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The name has characters that are escaped in an address.
    let file = folder.appending(path: "a b%.mp3", directoryHint: .notDirectory)
    try Self.audio().write(to: file)
    #expect(await titles(ChapterSources(audio: file)) == ["One", "Two"])
    #expect(await titles(ChapterSources(audio: folder)) == [])
    #expect(await titles(ChapterSources(audio: folder.appending(path: "none"))) == [])
  }

  /// Audio can contain the pictures of its chapters. The address of such a picture is a data address, which contains
  /// the bytes. `AQID` is 1, 2, 3 in base64.
  @Test func `the picture in a data address is returned, but only from base64`() async throws {
    let client = ArtworkClient.live(version: "0")
    #expect(try await client.fetch(#require(URL(string: "data:image/png;base64,AQID")), nil) == [1, 2, 3])
    await #expect(throws: ArtworkError.notAnAddress) {
      try await client.fetch(#require(URL(string: "data:image/png,AQID")), nil)
    }
  }
}

/// Transcripts from real servers on the loopback device. The arguments of `transcript` are the links, the language of
/// the show, and the address of the feed.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TranscriptClientTests {
  private static let vtt = """
    WEBVTT

    00:00.000 --> 00:01.000
    <v Ina>Good

    00:01.000 --> 00:02.000
    morning.

    00:02.500 --> 00:03.000
    And now

    00:20.000 --> 00:21.000
    the rain.

    00:21.000 --> 00:22.000
    <v Kim>Yes.
    """

  @Test func `cues of short sentences form one line, and a pause or another speaker starts a line`() async throws {
    let server = try LoopbackServer { _ in .page(Data(Self.vtt.utf8), type: "text/vtt") }
    let transcript = try await TranscriptClient.live(version: "0").transcript(
      [TranscriptLink(url: server.url("/1.vtt"))], "en", nil)
    // The pause before “the rain.” starts a line, because it is longer than 4 seconds.
    #expect(
      transcript.lines == [
        .init(id: 0, start: .zero, speaker: "Ina", text: "Good morning. And now"),
        .init(id: 1, start: .seconds(20), text: "the rain."),
        .init(id: 2, start: .seconds(21), speaker: "Kim", text: "Yes."),
      ])
  }

  @Test func `the best format in the language is read first, and the next format after a failure`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/de.vtt"
        ? .page(Data("WEBVTT".utf8)) : request.path == "/de.srt" ? .page(Data(), status: 500) : .page(Data("Text".utf8))
    }
    let links = [("/en.vtt", "en"), ("/de.html", "de-DE"), ("/de.srt", "de"), ("/de.vtt", "de")].map {
      TranscriptLink(url: server.url($0), language: $1)
    }
    let transcript = try await TranscriptClient.live(version: "0").transcript(links, "de", nil)
    // The VTT file has no cues, and the request for the SRT file fails.
    #expect(server.requests.map(\.path) == ["/de.vtt", "/de.srt", "/de.html"])
    #expect(transcript.lines.map(\.text) == ["Text"])
  }

  @Test func `a public feed cannot request a transcript in a private network`() async throws {
    // The address of the loopback server counts as private.
    let server = try LoopbackServer { _ in .page(Data(Self.vtt.utf8), type: "text/vtt") }
    let links = [TranscriptLink(url: server.url("/1.vtt"))]
    let (publicFeed, homeFeed) = (URL(string: "https://1.1.1.1/feed.xml"), URL(string: "http://nas.local/feed.xml"))
    let client = TranscriptClient.live(version: "0")
    await #expect(throws: TranscriptError.self) { try await client.transcript(links, nil, publicFeed) }
    #expect(server.requests.isEmpty)
    #expect(try await client.transcript(links, nil, homeFeed).lines.count == 3)
  }

  @Test func `an empty file, a file above the limit and a link to a local file have different errors`() async throws {
    let server = try LoopbackServer { $0.path == "/empty" ? .page(Data()) : .page(Data(repeating: 0x61, count: 5000)) }
    let client = TranscriptClient.live(version: "0", limits: TransferLimits(size: 4000))
    await #expect(throws: TranscriptError.empty) {
      try await client.transcript([TranscriptLink(url: server.url("/empty"))], nil, nil)
    }
    await #expect(throws: TranscriptError.tooLarge(limit: 4000)) {
      try await client.transcript([TranscriptLink(url: server.url("/large"))], nil, nil)
    }
    // A link to a local file counts as missing.
    let file = try #require(URL(string: "file:///etc/passwd"))
    await #expect(throws: TranscriptError.unavailable(reason: "There is no link.")) {
      try await client.transcript([TranscriptLink(url: file)], nil, nil)
    }
  }
}
