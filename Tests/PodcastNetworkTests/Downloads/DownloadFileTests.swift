import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// Downloaded files that another program has changed, and files of removed downloads.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DownloadFileTests {
  private let fixture: DownloadFixture
  private let audio = testAudio(byteCount: 600_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    fixture = try DownloadFixture()
  }

  /// Returns a server that sends the whole file for the first request. The second response stops after 200,000 bytes,
  /// and later responses send the requested rest.
  private func interruptedServer() throws -> LoopbackServer {
    let requestCount = Mutex(0)
    return try LoopbackServer { [audio] _ in
      let requestNumber = requestCount.withLock { count in
        count += 1
        return count
      }
      if requestNumber != 2 { return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
      return .silence(after: TestFeed.okHead("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(200_000))
    }
  }

  @Test(arguments: [false, true])
  func `a changed file is not treated as complete when its new download is interrupted`(
    restartsEngine: Bool
  ) async throws {
    // Given a complete download whose file was truncated by another program
    let server = try interruptedServer()
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    var engine = fixture.engine()
    _ = try await engine.downloadToEnd(id)
    try Data("short".utf8).write(to: fixture.folder.appending(path: "7.mp3"))
    #expect(await engine.file(id) == nil)
    #expect(await engine.waitForState(of: id, where: \.isEnd)?.error == .fileMissing)
    #expect(fixture.fileNames == [])

    // When the episode is downloaded again, and the download is interrupted after 200,000 bytes
    try await engine.start([id], isAutomatic: false)
    _ = await engine.waitForState(of: id) {
      if case .downloading(let progress) = $0 { progress.received == 200_000 } else { false }
    }
    if restartsEngine {
      await engine.close()
      engine = fixture.engine()
    } else {
      try await engine.stop([id])
      try await engine.start([id], isAutomatic: false)
    }

    // Then the download continues, and its file has all bytes
    #expect(await engine.waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.map { $0.headers["range"] } == [nil, nil, "bytes=200000-"])
    #expect(fixture.fileContent("7.mp3") == audio)
    await engine.close()
  }

  /// Adds the record that remains if the program renames the complete file to its final name, and ends before it marks
  /// the record as complete. Does not create the file.
  private func addRecordOfRenamedFile(_ server: LoopbackServer) -> Episode.ID {
    let id = fixture.records.addEpisode(7, server.url("/a.mp3"))
    guard var record = fixture.records[id] else { return id }
    record.state = .waiting
    record.file = "7.mp3"
    record.source = DownloadRecord.Source(address: server.url("/a.mp3"), etag: "\"1\"", total: 600_000)
    fixture.records.set(record)
    return id
  }

  @Test func `a file with its final name and size is complete without a request`() async throws {
    let server = try interruptedServer()
    let id = addRecordOfRenamedFile(server)
    try audio.write(to: fixture.folder.appending(path: "7.mp3"))
    #expect(await fixture.engine().waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [599_999, 600_000])
  func `a file with a wrong size or next to a partial file does not count as complete`(size: Int) async throws {
    // A partial file of 100,000 bytes lies next to the file with the right size. Only the missing bytes are requested.
    let hasPartialFile = size == 600_000
    let server = try interruptedServer()
    let id = addRecordOfRenamedFile(server)
    try Data(count: size).write(to: fixture.folder.appending(path: "7.mp3"))
    if hasPartialFile { try audio.prefix(100_000).write(to: fixture.folder.appending(path: "7.part")) }
    #expect(await fixture.engine().waitForState(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.map { $0.headers["range"] } == [hasPartialFile ? "bytes=100000-" : nil])
    #expect(fixture.fileContent("7.mp3") == audio)
  }

  /// Downloads two episodes completely, into the files `1.mp3` and `2.mp3`. Returns the ids of the episodes.
  private func downloadTwo(_ engine: DownloadEngine) async throws -> [Episode.ID] {
    let server = try LoopbackServer { [audio] _ in .page(audio, type: "audio/mpeg") }
    let ids = [
      fixture.records.addEpisode(1, server.url("/1.mp3")), fixture.records.addEpisode(2, server.url("/2.mp3")),
    ]
    for id in ids { _ = try await engine.downloadToEnd(id) }
    return ids
  }

  @Test func `removed files are deleted on request, except restored files`() async throws {
    // Given two removed downloads that can be restored
    let engine = fixture.engine()
    let ids = try await downloadTwo(engine)
    let removed = try await engine.remove(ids, keepsForUndo: true)
    #expect(fixture.fileNames == ["1.removed", "2.removed"])

    // When one of them is restored, and the deletion of the files of both is requested
    try await engine.restore(RemovedDownloads(downloads: removed.downloads.filter { $0.id == ids[0] }))
    await engine.deleteRemoved(removed)

    // Then the restored file is kept, and the other file is deleted
    #expect(fixture.fileNames == ["1.mp3"])
    #expect(await engine.file(ids[0]) != nil)
  }

  @Test func `a removal without undo deletes its files and keeps the files of the previous removal`() async throws {
    let engine = fixture.engine()
    let ids = try await downloadTwo(engine)
    let removed = try await engine.remove([ids[0]], keepsForUndo: true)
    _ = try await engine.remove([ids[1]], keepsForUndo: false)
    #expect(fixture.fileNames == ["1.removed"])
    #expect(fixture.records[ids[1]]?.state == .removed)
    try await engine.restore(removed)
    #expect(await engine.file(ids[0]) != nil)
  }

  @Test func `a download that does not fit on the disk deletes removed files that can be restored`() async throws {
    // Given a removed download that can be restored
    let engine = fixture.engine()
    let ids = try await downloadTwo(engine)
    _ = try await engine.remove([ids[0]], keepsForUndo: true)
    #expect(fixture.fileNames == ["1.removed", "2.mp3"])

    // When a download of 10^15 bytes does not fit on the disk
    let server = try LoopbackServer { [audio] _ in
      .silence(after: TestFeed.okHead("Content-Length: 1000000000000000") + audio)
    }
    let id = fixture.records.addEpisode(3, server.url("/3.mp3"))
    guard case .diskFull? = try await engine.downloadToEnd(id)?.error else {
      Issue.record("The download did not fail with diskFull.")
      return
    }

    // Then the removed file is deleted
    #expect(fixture.fileNames == ["2.mp3"])
    await engine.close()
  }
}
