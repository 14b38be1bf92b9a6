import Foundation
import Testing

@testable import PodcastStore

/// Watchers of files in folders.
@Suite struct FolderEventsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-events-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func `each of many watchers is notified only of changes of its own file`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given 300 watchers of files in two folders. By default, a user has only 128 inotify instances.
    let otherFolder = folder.appending(path: "other")
    try FileManager.default.createDirectory(at: otherFolder, withIntermediateDirectories: true)
    let (notifications, continuation) = AsyncStream.makeStream(of: Int.self)
    var watchers: [FileWatcher] = []
    for number in 0..<300 {
      let watcher = try #require(FileWatcher(name: "\(number)", in: number % 2 == 0 ? folder : otherFolder))
      watcher.start { continuation.yield(number) }
      watchers.append(watcher)
    }

    // When the files 298 and 1 are written in the folders of their watchers, and the file 299 in the wrong folder
    try Data([1]).write(to: folder.appending(path: "298"))
    try Data([1]).write(to: folder.appending(path: "299"))
    try Data([1]).write(to: otherFolder.appending(path: "1"))

    // Then only the watchers of 298 and 1 are notified. The file 299 is written before the file 1, so a wrong
    // notification usually comes before the notification of 1, and would be one of the two that are received.
    var notified: Set<Int> = []
    for await number in notifications {
      notified.insert(number)
      if notified.count == 2 { break }
    }
    #expect(notified == [1, 298])

    // And the release of watchers does not end another watcher of their folder
    watchers = [watchers[2]]
    try Data([1]).write(to: folder.appending(path: "2"))
    // The test ends only after a notification of 2.
    for await number in notifications where number == 2 { break }
  }
}
