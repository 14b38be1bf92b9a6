import CMainLoopTesting
import Foundation
import LoopbackTesting
import PodcastStore
import Podcasts
import Testing

@testable import PodcastNetwork

/// Downloads in a child process. The child is killed at random points, or its disk is full. One more test downloads an
/// episode that is larger than the free space.
///
/// `PODCASTER_DOWNLOAD_KILLS` sets the number of kills. The default is 10.
@MainActor @Suite struct DownloadKillTests {
  /// The environment variables of the child process: the folder of its library, and the limit for the size of its files
  /// in bytes. Without a limit, the second variable is not set.
  private nonisolated static let folderVariable = "PODCASTER_DOWNLOAD_CHILD"
  private static let sizeVariable = "PODCASTER_DOWNLOAD_SIZE_LIMIT"
  /// The folder of the library in the child process, or `nil` in another process.
  private nonisolated static var childFolder: String? { ProcessInfo.processInfo.environment[folderVariable] }
  private static var killCount: Int {
    ProcessInfo.processInfo.environment["PODCASTER_DOWNLOAD_KILLS"].flatMap(Int.init) ?? 10
  }
  /// The size of each episode in bytes.
  private static let byteCount = 2_000_000
  private static let episodeCount: UInt64 = 30
  /// The contents of the episodes, by number.
  private static let audio = Dictionary(
    uniqueKeysWithValues: (1...episodeCount).map { ($0, testAudio(byteCount: byteCount, seed: $0)) })

  @Test(.enabled(if: childFolder == nil, "This is the child."))
  func `no incomplete file is marked as complete when the program is killed`() async throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    // Given a server that supports range requests
    let killer = ChildKiller()
    let server = try makeServer(killer)
    var folder = try await makeLibrary(server)
    var hasCompletedDownload = false
    var formerlyComplete: Set<Episode.ID> = []
    for _ in 0..<Self.killCount {
      // When a child that downloads is killed at a random point
      try await runChild(folder, killedBy: killer)

      // Then each file with a final name (`.mp3`) is complete, and so is each file that the library marks as complete
      let allRecords = try await self.records(in: folder)
      let completeRecords = allRecords.filter { $0.state == .complete }
      for record in completeRecords { #expect(try isComplete(record.file ?? "", of: record, in: folder)) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "downloads").path)
      for name in names where name.hasSuffix(".mp3") {
        let record = try #require(allRecords.first { "\($0.id.rawValue).mp3" == name })
        #expect(try isComplete(name, of: record, in: folder))
      }
      // And no download that was complete before is lost
      #expect(formerlyComplete.isSubset(of: completeRecords.map(\.id)))
      formerlyComplete = Set(completeRecords.map(\.id))
      if !completeRecords.isEmpty { hasCompletedDownload = true }
      // When all episodes are complete, the next run starts with a new library.
      if completeRecords.count == Self.episodeCount {
        formerlyComplete = []
        try FileManager.default.removeItem(at: folder)
        folder = try await makeLibrary(server)
      }
    }

    // And some downloads were completed, and some were resumed. With fewer than ten kills, it is possible that no
    // download is resumed.
    #expect(hasCompletedDownload)
    #expect(Self.killCount < 10 || server.requests.contains { $0.headers["range"] != nil })
    try FileManager.default.removeItem(at: folder)
  }

  @Test(.enabled(if: childFolder == nil, "This is the child."))
  func `a full disk keeps the partial file, and the download continues when there is space`()
    async throws
  {
    // Given a child process with a file size limit of 700,000 bytes, which has the effect of a full disk
    let server = try LoopbackServer { _ in
      .page(testAudio(byteCount: Self.byteCount), type: "audio/mpeg", headers: ["ETag": "\"1\""])
    }
    let folder = try await makeLibrary(server, count: 1)
    defer { try? FileManager.default.removeItem(at: folder) }

    // When the child downloads a larger file
    try await runChild(folder, sizeLimit: 700_000)

    // Then the download fails because the disk is full, and the partial file is kept
    let record = try #require(try await records(in: folder).first)
    #expect(record.error == .diskFull(needed: nil))
    #expect(record.byteCount == 700_000)

    // When this process, which has no limit, continues the download, then only the rest is fetched
    let library = try Library.open(at: folder.appending(path: "library.sqlite"))
    let engine = Self.makeEngine(for: library, in: folder)
    #expect(try await engine.downloadToEnd(record.id)?.byteCount == Int64(Self.byteCount))
    #expect(server.requests.last?.headers["range"] == "bytes=700000-")
    #expect(try isComplete("\(record.id.rawValue).mp3", of: record, in: folder))
  }

  @Test func `a download that does not fit on the disk is not started`() async throws {
    let fixture = try DownloadFixture()
    let server = try LoopbackServer { _ in
      .silence(after: TestFeed.okHead("Content-Length: 1000000000000000") + testAudio(byteCount: 1000))
    }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    guard case .diskFull(needed: let needed?)? = try await fixture.engine().downloadToEnd(id)?.error else {
      Issue.record("The download did not fail with diskFull."); return
    }
    // The audio has 10 to the power of 15 bytes. On any disk, more than a gigabyte is missing.
    #expect(needed > 1_000_000_000)
    #expect(fixture.fileNames == [])
  }

  /// The work of the child process. Other processes return immediately.
  @Test func `child that downloads until it is killed`() async throws {
    guard let path = Self.childFolder else { return }
    if let limit = ProcessInfo.processInfo.environment[Self.sizeVariable].flatMap(rlim_t.init) {
      // Unless this signal is ignored, a write beyond the limit ends the process instead of failing.
      signal(SIGXFSZ, SIG_IGN)
      var value = rlimit(rlim_cur: limit, rlim_max: limit)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &value) == 0)
    }
    let folder = URL(filePath: path)
    let library = try Library.open(at: folder.appending(path: "library.sqlite"))
    let engine = Self.makeEngine(for: library, in: folder)
    let ids = try await Self.episodeIDs(in: library)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    try await engine.start(ids, isAutomatic: false)
    for id in ids { _ = await engine.waitForState(of: id, where: \.isEnd) }
    // The records are written after the states are emitted. `close` waits until the records are written.
    await engine.close()
  }

  /// Creates an engine that downloads episodes of a library to the subfolder `downloads` of a folder.
  private static func makeEngine(for library: Library, in folder: URL) -> DownloadEngine {
    DownloadEngine(
      records: library.downloadRecords, folder: folder.appending(path: "downloads"),
      sessions: DownloadTransfer.Sessions(first: HTTPSession(userAgent: "a"), second: HTTPSession(userAgent: "b")),
      limits: .quick, now: { Date() })
  }

  private static func episodeIDs(in library: Library) async throws -> [Episode.ID] {
    for await result in library.episodes.ids(EpisodeQuery(.library)) { return try result.get() }
    return []
  }

  /// Creates a server that supports range requests. The killer counts the requests to this server, and kills the child
  /// after one of them.
  private func makeServer(_ killer: ChildKiller) throws -> LoopbackServer {
    try LoopbackServer { request in
      let number = UInt64(request.url.lastPathComponent.split(separator: ".")[0])!
      let audio = Self.audio[number]!
      // In every second run, if the request after which the child is killed is for a whole file, the server sends only
      // half of the file. Then the kill is in the middle of a file.
      if killer.countRequestAndKillIfDue(), killer.childCount % 2 == 0, request.headers["range"] == nil {
        let head = TestFeed.okHead(
          "Content-Type: audio/mpeg\r\nETag: \"\(number)\"\r\nAccept-Ranges: bytes\r\nContent-Length: \(Self.byteCount)"
        )
        return .silence(after: head + audio.prefix(Self.byteCount / 2))
      }
      return .page(audio, type: "audio/mpeg", headers: ["ETag": "\"\(number)\""])
    }
  }

  /// Creates a folder with a library whose episodes are on a server. The name of each audio file is the episode's
  /// number in ``audio``, such as `1.mp3`.
  private func makeLibrary(_ server: LoopbackServer, count: UInt64 = episodeCount) async throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "download-kill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let library = try Library.open(at: folder.appending(path: "library.sqlite"))
    let items = (1...count).map {
      Podcast.Item(guid: "\($0)", title: "\($0)", enclosure: Enclosure(url: server.url("/\($0).mp3")))
    }
    _ = try await library.client.subscribe(
      FetchedPodcast(Podcast(title: "A", items: items), from: server.url("/feed.xml")), server.url("/feed.xml"))
    return folder
  }

  private func records(in folder: URL) async throws -> [DownloadRecord] {
    try await Library.open(at: folder.appending(path: "library.sqlite")).downloadRecords.all()
  }

  /// Whether a file has the whole content of the record's episode.
  private func isComplete(_ name: String, of record: DownloadRecord, in folder: URL) throws -> Bool {
    let data = try Data(contentsOf: folder.appending(path: "downloads/\(name)"))
    let number = UInt64(record.enclosure.url.deletingPathExtension().lastPathComponent)
    return data == number.flatMap { Self.audio[$0] }
  }

  /// Runs the child until the child ends or is killed.
  private func runChild(_ folder: URL, killedBy killer: ChildKiller? = nil, sizeLimit: Int? = nil) async throws {
    // The child is another process of this test program. It runs only the test of the child.
    let child = Process()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--testing-library", "swift-testing", "--filter", "DownloadKillTests.*child"]
    child.environment = ProcessInfo.processInfo.environment.merging([Self.folderVariable: folder.path]) { $1 }
    child.environment?[Self.sizeVariable] = sizeLimit.map(String.init)
    let output = Pipe()
    child.standardOutput = output
    let (ended, endedContinuation) = AsyncStream.makeStream(of: Void.self)
    child.terminationHandler = { _ in endedContinuation.finish() }
    let (ready, readyContinuation) = AsyncStream.makeStream(of: Void.self)
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty || String(decoding: data, as: UTF8.self).contains("ready") { readyContinuation.finish() }
      if data.isEmpty { handle.readabilityHandler = nil }
    }
    try child.run()
    // The child writes “ready” before it starts its downloads.
    for await _ in ready {}
    killer?.prepareKill(of: child)
    // A child ends by itself if it completes its downloads before it is killed.
    for await _ in ended {}
    killer?.cancelKill()
  }
}

/// Kills each child up to 30 milliseconds after a random request, one of its first twelve.
@MainActor
private final class ChildKiller {
  private var child: Process?
  /// The number of requests until the kill, including the request after which the child is killed.
  private var remainingRequests = 0
  /// The number of children so far.
  private(set) var childCount = 0

  func prepareKill(of child: Process) {
    self.child = child
    childCount += 1
    remainingRequests = .random(in: 1...12)
  }

  func cancelKill() { child = nil }

  /// Counts a request. If the child is to be killed after this request, starts the kill and returns `true`.
  func countRequestAndKillIfDue() -> Bool {
    remainingRequests -= 1
    guard remainingRequests == 0, let child else { return false }
    Task {
      try await Task.sleep(for: .microseconds(.random(in: 0...30_000)))
      if child.isRunning { kill(child.processIdentifier, SIGKILL) }
    }
    return true
  }
}
