import Foundation
import Testing

@testable import PodcastStore

/// Watchers of files in folders.
@Suite struct FolderEventsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-events-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func `each of many watchers is notified only of changes of its own file`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given more watchers of files in two folders than the system has inotify instances for a user, 128 by default
    let otherFolder = folder.appending(path: "other")
    try FileManager.default.createDirectory(at: otherFolder, withIntermediateDirectories: true)
    let (notifications, continuation) = AsyncStream.makeStream(of: Int.self)
    var watchers: [FileWatcher] = []
    for number in 0..<300 {
      let watcher = try #require(FileWatcher(name: "\(number)", in: number % 2 == 0 ? folder : otherFolder))
      watcher.start { continuation.yield(number) }
      watchers.append(watcher)
    }

    // When some of the files are written, one of them in the other folder
    try Data([1]).write(to: folder.appending(path: "298"))
    try Data([1]).write(to: folder.appending(path: "299"))
    try Data([1]).write(to: otherFolder.appending(path: "1"))

    // Then only the watchers of these files are notified
    var notified: Set<Int> = []
    for await number in notifications {
      notified.insert(number)
      if notified.count == 2 { break }
    }
    #expect(notified == [1, 298])

    // And the release of watchers does not end another watcher of their folder
    watchers = [watchers[2]]
    try Data([1]).write(to: folder.appending(path: "2"))
    for await number in notifications where number == 2 { break }
  }
}
