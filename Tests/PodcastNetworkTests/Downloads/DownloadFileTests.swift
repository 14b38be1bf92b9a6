import CMainLoopTesting
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// The files of downloads that were changed outside the program.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DownloadFileTests {
  private let world: DownloadWorld
  private let audio = testAudio(600_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    world = try DownloadWorld()
  }

  /// A server that sends the whole file first, then the beginning of it, and then the requested rest.
  private func server() throws -> LoopbackServer {
    let count = Mutex(0)
    return try LoopbackServer { [audio] _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number != 2 { return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"1\""]) }
      return .silence(after: TestFeed.head("Content-Length: 600000", "ETag: \"1\"") + audio.prefix(200_000))
    }
  }

  @Test(arguments: [false, true])
  func `a changed file is not taken for the complete one when its new download was interrupted`(byNewStart: Bool) async throws {
    // Given a complete download whose file was cut off outside
    let server = try server()
    let id = world.records.add(7, server.url("/a.mp3"))
    var engine = world.engine()
    _ = try await engine.finish(id)
    try Data("short".utf8).write(to: world.folder.appending(path: "7.mp3"))
    #expect(await engine.file(id) == nil)
    #expect(await engine.state(of: id, where: \.isEnd)?.error == .fileMissing)
    #expect(world.names == [])

    // When it is downloaded again, and interrupted after the first bytes
    try await engine.start([id], isAutomatic: false)
    _ = await engine.state(of: id) { if case .downloading(let progress) = $0 { progress.received == 200_000 } else { false } }
    if byNewStart {
      await engine.close()
      engine = world.engine()
    } else {
      try await engine.stop([id])
      try await engine.start([id], isAutomatic: false)
    }

    // Then it continues, and is complete with all bytes
    #expect(await engine.state(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.map { $0.headers["range"] } == [nil, nil, "bytes=200000-"])
    #expect(world.content("7.mp3") == audio)
    await engine.close()
  }

  /// Adds a record of a program that ended after it had named the file, and before the record was complete.
  private func addNamed(_ server: LoopbackServer) -> Episode.ID {
    let id = world.records.add(7, server.url("/a.mp3"))
    guard var record = world.records[id] else { return id }
    record.state = .waiting
    record.file = "7.mp3"
    record.source = DownloadRecord.Source(address: server.url("/a.mp3"), etag: "\"1\"", total: 600_000)
    world.records.set(record)
    return id
  }

  @Test func `a start takes a file with its last name for complete`() async throws {
    let server = try server()
    let id = addNamed(server)
    try audio.write(to: world.folder.appending(path: "7.mp3"))
    #expect(await world.engine().state(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [599_999, 600_000]) func `a file of another size, or next to a part, is fetched`(size: Int) async throws {
    let server = try server()
    let id = addNamed(server)
    try Data(count: size).write(to: world.folder.appending(path: "7.mp3"))
    if size == 600_000 { try audio.prefix(100_000).write(to: world.folder.appending(path: "7.part")) }
    #expect(await world.engine().state(of: id, where: \.isEnd)?.byteCount == 600_000)
    #expect(server.requests.map { $0.headers["range"] } == [size == 600_000 ? "bytes=100000-" : nil])
    #expect(world.content("7.mp3") == audio)
  }
}
