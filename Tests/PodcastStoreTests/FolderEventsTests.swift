import Foundation
import Testing

@testable import PodcastStore

/// The changes of files in folders.
@Suite struct FolderEventsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-events-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func `each of many watchers is notified only of changes of its own file`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given more watchers of files in two folders than the system has inotify instances for a user
    let other = folder.appending(path: "other")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let (names, continuation) = AsyncStream.makeStream(of: Int.self)
    var watchers: [LibraryWatcher] = []
    for number in 0..<300 {
      let watcher = try #require(LibraryWatcher(name: "\(number)", in: number % 2 == 0 ? folder : other))
      watcher.start { continuation.yield(number) }
      watchers.append(watcher)
    }

    // When some of the files are written, one of them in the other folder
    try Data([1]).write(to: folder.appending(path: "298"))
    try Data([1]).write(to: folder.appending(path: "299"))
    try Data([1]).write(to: other.appending(path: "1"))

    // Then only the watchers of these files are notified
    var notified: Set<Int> = []
    for await number in names {
      notified.insert(number)
      if notified.count == 2 { break }
    }
    #expect(notified == [1, 298])

    // And the release of watchers does not end another watcher of their folder
    watchers = [watchers[2]]
    try Data([1]).write(to: folder.appending(path: "2"))
    for await number in names where number == 2 { break }
  }
}
