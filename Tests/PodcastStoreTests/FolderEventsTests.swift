import Foundation
import Testing

@testable import PodcastStore

/// The changes of files in folders.
@Suite struct FolderEventsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-events-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func `more watchers than the system has instances for a user are notified, each of its own file`() async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given a watcher of each of many files in two folders
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

    // Then their watchers are notified, and no other one
    var told: Set<Int> = []
    for await number in names {
      told.insert(number)
      if told.count == 2 { break }
    }
    #expect(told == [1, 298])

    // And a watcher that has ended does not end the others of its folder
    watchers = [watchers[2]]
    try Data([1]).write(to: folder.appending(path: "2"))
    for await number in names where number == 2 { break }
  }
}
