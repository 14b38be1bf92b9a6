import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Downloads from correct servers, and the creation, removal and restoration of the downloaded files.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DownloadTests {
  private let fixture: DownloadFixture
  private let audio = testAudio(byteCount: 600_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    fixture = try DownloadFixture()
  }

  /// Returns the current state of a download.
  private func currentState(of id: Episode.ID, in engine: DownloadEngine) async -> Download.State? {
    // An engine emits the current state at once. The condition accepts any state.
    await engine.waitForState(of: id) { _ in true }
  }

  @Test func `a complete download has its final file name and all bytes`() async throws {
    // Given a server
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
    let id = fixture.records.addEpisode(7, server.url("/a/Title%20of%20it.mp3?x=1"))
    let engine = fixture.engine()

    // When an episode is downloaded
    let state = try await engine.downloadToEnd(id)

    // Then the file name is the episode's id with the extension of the address, and the file contains all bytes
    #expect(state == .complete(file: URL(filePath: fixture.folder.appending(path: "7.mp3").path), byteCount: 600_000))
    #expect(fixture.fileContent("7.mp3") == audio)
    #expect(fixture.fileNames == ["7.mp3"])
    #expect(await engine.file(id)?.lastPathComponent == "7.mp3")

    // And the request accepts no compression, has no range, and has the user agent of the program
    #expect(server.requests.first?.headers["accept-encoding"] == "identity")
    #expect(server.requests.first?.headers["range"] == nil)
    #expect(server.requests.first?.headers["user-agent"] == "Podcaster/0")
    // And the record is complete
    #expect(fixture.records[id]?.state == .complete)
    #expect(fixture.records[id]?.file == "7.mp3")
  }

  @Test func `a stopped download continues where it stopped`() async throws {
    // Given a server that stops sending in the middle, and a download that was stopped there
    let half = audio.prefix(300_000)
    let server = try LoopbackServer { [audio] request in
      // The rest is sent when it is requested.
      if request.headers["range"] != nil { return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
      return .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + half)
    }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let engine = fixture.engine()
    try await engine.start([id], isAutomatic: false)
    _ = await engine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received == 300_000 } else { false }
    }
    try await engine.stop([id])
    #expect(
      await currentState(of: id, in: engine) == .paused(Download.Progress(received: 300_000, total: 600_000)))
    #expect(fixture.records[id]?.state == .paused)
    #expect(await engine.file(id) == nil)

    // When the download is started again
    // Then only the rest is requested
    #expect(try await engine.downloadToEnd(id)?.byteCount == 600_000)
    #expect(server.requests.last?.headers["range"] == "bytes=300000-")
    #expect(server.requests.last?.headers["if-range"] == "\"1\"")
    #expect(fixture.fileContent("7.mp3") == audio)
  }

  @Test func `a running download continues at the next start of the program`() async throws {
    // Given an engine that ended during a download
    let server = try LoopbackServer { [audio] request in
      // The rest is sent when it is requested.
      if request.headers["range"] != nil { return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
      return .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(200_000))
    }
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    let first = fixture.engine()
    try await first.start([id], isAutomatic: false)
    _ = await first.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received == 200_000 } else { false }
    }
    await first.close()
    #expect(fixture.fileNames == ["7.part"])

    // When another engine starts
    // Then it continues the download
    let second = fixture.engine()
    #expect(await second.waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=200000-"])
    #expect(fixture.fileContent("7.mp3") == audio)
  }

  @Test func `two downloads run at a time, and the next one starts when one is stopped`() async throws {
    // Given a server whose responses do not end
    let server = try LoopbackServer { [audio] _ in
      .silence(after: TestFeed.okHead("Content-Length: 600000") + audio.prefix(10_000))
    }
    let ids = (1...4).map { fixture.records.addEpisode($0, server.url("/\($0).mp3")) }
    let engine = fixture.engine()

    // When four downloads are started
    // Then the first two run, and the third one waits
    try await engine.start(ids, isAutomatic: false)
    let hasReceivedBytes: @Sendable (Download.State) -> Bool = {
      if case .downloading(let progress) = $0 { progress.received > 0 } else { false }
    }
    for id in ids.prefix(2) { _ = await engine.waitForState(of: id, where: hasReceivedBytes) }
    #expect(await currentState(of: ids[2], in: engine) == .waiting)

    // When the third, waiting download is stopped, and then the first, running one
    try await engine.stop([ids[2]])
    try await engine.stop([ids[0]])

    // Then the fourth one runs, and the third one has never run
    _ = await engine.waitForState(of: ids[3], where: hasReceivedBytes)
    #expect(await currentState(of: ids[2], in: engine) == .paused(Download.Progress()))
    #expect(Set(server.requests.map(\.path)) == ["/1.mp3", "/2.mp3", "/4.mp3"])
    await engine.close()
  }

  @Test func `a removed file can be restored until the next removal`() async throws {
    // Given two complete downloads
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg") }
    let ids = [
      fixture.records.addEpisode(1, server.url("/1.mp3")), fixture.records.addEpisode(2, server.url("/2.mp3")),
    ]
    let engine = fixture.engine()
    for id in ids { _ = try await engine.downloadToEnd(id) }

    // When a download is removed
    // Then the engine has no file for it
    let removed = try await engine.remove([ids[0]], keepsForUndo: true)
    #expect(await engine.file(ids[0]) == nil)
    #expect(fixture.records[ids[0]]?.state == .removed)

    // When the removal is undone
    // Then the file exists again, without another request
    try await engine.restore(removed)
    #expect(await engine.file(ids[0]) != nil)
    #expect(fixture.records[ids[0]]?.state == .complete)
    #expect(server.requests.count == 2)

    // When both downloads are removed, one after the other
    // Then only the file of the last removal is kept
    _ = try await engine.remove([ids[0]], keepsForUndo: true)
    _ = try await engine.remove([ids[1]], keepsForUndo: true)
    #expect(fixture.fileNames == ["2.removed"])
    // When the first removal is undone after the second one
    // Then the file is fetched again
    try await engine.restore(removed)
    #expect(await engine.waitForState(of: ids[0], where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.count == 3)
  }

  @Test func `removing a show deletes its files, also during a transfer`() async throws {
    let server = try LoopbackServer { [audio] request in
      if request.path == "/1.mp3" { return .page(audio, type: "audio/mpeg") }
      return .silence(after: TestFeed.okHead("Content-Length: 600000") + audio.prefix(10_000))
    }
    let ids = [
      fixture.records.addEpisode(1, server.url("/1.mp3")), fixture.records.addEpisode(2, server.url("/2.mp3")),
    ]
    let engine = fixture.engine()
    _ = try await engine.downloadToEnd(ids[0])
    try await engine.start([ids[1]], isAutomatic: false)
    _ = await engine.waitForState(of: ids[1]) {
      if case .downloading(let progress) = $0 { progress.received > 0 } else { false }
    }
    // The removal of a show from the library removes its episodes.
    for id in ids { fixture.records.removeEpisode(id) }
    for id in ids { await engine.waitForRemoval(of: id) }
    #expect(fixture.fileNames == [])
  }

  @Test func `an engine that starts removes download files without a record, and no other files`() async throws {
    // Given a complete download, three files of downloads without a record, and two files that are not of downloads:
    // the engine writes no extension in capital letters
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg") }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let first = fixture.engine()
    _ = try await first.downloadToEnd(id)
    await first.close()
    for name in ["5.mp3", "6.part", "7.removed", "notes.txt", "8.MP3"] {
      try Data("x".utf8).write(to: fixture.folder.appending(path: name))
    }

    // When another engine starts
    // Then the file with a record and the two files that are not of downloads remain
    let second = fixture.engine()
    #expect(await second.file(id) != nil)
    #expect(fixture.fileNames == ["1.mp3", "8.MP3", "notes.txt"])
  }

  @Test func `a changed file is reported as missing and can be downloaded again`() async throws {
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg") }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let engine = fixture.engine()
    _ = try await engine.downloadToEnd(id)
    try Data("short".utf8).write(to: fixture.folder.appending(path: "1.mp3"))
    #expect(await engine.file(id) == nil)
    #expect(await engine.waitForState(of: id, where: \.isEnd)?.error == .fileMissing)
    #expect(try await engine.downloadToEnd(id)?.byteCount == 600_000)
  }

  @Test func `a second engine leaves its downloads to the first engine`() async throws {
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg") }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let first = fixture.engine()
    // This call opens the first engine, which locks the folder of downloads.
    #expect(await first.file(id) == nil)
    // When the engine of another program requests a download
    // Then the first engine performs it
    let second = fixture.engine()
    try await second.start([id], isAutomatic: false)
    #expect(await first.waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.count == 1)
    // And the second engine emits the final state
    #expect(await second.waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
  }

  @Test(arguments: [false, true]) func `a second engine takes over when the first one ends`(
    byNextRequest: Bool
  ) async throws {
    // Given an engine whose download does not end, and a waiting engine of another program
    var limits = DownloadLimits.quick
    // Without a request, the second engine would take over only after an hour.
    if byNextRequest { limits.takeoverInterval = .seconds(3600) }
    let fixture = try DownloadFixture(limits: limits)
    let server = try LoopbackServer { [audio] request in
      // The rest is sent when it is requested.
      if request.headers["range"] != nil { return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
      return .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(200_000))
    }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let first = fixture.engine()
    try await first.start([id], isAutomatic: false)
    _ = await first.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received == 200_000 } else { false }
    }
    let second = fixture.engine()
    #expect(await currentState(of: id, in: second) == .waiting)

    // When the first engine ends, then the second one continues the download automatically, or with its next request
    await first.close()
    if byNextRequest { try await second.start([id], isAutomatic: false) }
    #expect(await second.waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(fixture.fileContent("1.mp3") == audio)
    // And the second engine has exclusive access to the folder
    #expect(await second.folderAccess.isExclusive)
    await second.close()
  }

  @Test func `a local file is copied`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString).ogg")
    try (Data("OggS".utf8) + audio).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let id = fixture.records.addEpisode(1, file)
    // “OggS” and the audio
    #expect(try await fixture.engine().downloadToEnd(id)?.byteCount == 4 + 600_000)
    #expect(fixture.fileNames == ["1.ogg"])
  }
}
