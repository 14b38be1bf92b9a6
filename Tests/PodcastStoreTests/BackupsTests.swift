import Foundation
import GRDB
import Podcasts
import Synchronization
import Testing

@testable import PodcastStore

/// Backups of the library, and the restoration of a damaged library.
@Suite struct BackupsTests {
  private let temporary: TemporaryLibrary
  private let clock = TestClock()
  /// The argument by which `backups.make` creates a backup only if no daily backup is less than a day old.
  private let ifDue = true
  /// The argument by which `backups.make` creates a backup in any case.
  private let always = false

  init() throws { temporary = try TemporaryLibrary() }

  private func open() throws(LibraryError) -> Library {
    let clock = clock
    return try Library.open(at: temporary.file, now: { clock.date })
  }

  @Test func `a backup is made once a day, and the newest five are kept`() async throws {
    let library = try open()
    _ = try await library.client.subscribe(.sample(guids: ["1", "2"]), feedURL)
    let firstBackup = try #require(try await library.backups.make(ifDue))
    #expect(firstBackup.showCount == 1)
    #expect(firstBackup.episodeCount == 2)
    // The name of a backup's file has the date in milliseconds.
    #expect(abs(firstBackup.madeAt.timeIntervalSince(clock.date)) < 0.01)
    clock.advance(23 * 3600)
    #expect(try await library.backups.make(ifDue) == nil)
    // With the first one, seven backups are made, and the two oldest ones are removed.
    var laterBackups: [LibraryBackup] = []
    for _ in 1...6 {
      clock.advance(86_400)
      laterBackups.append(try #require(try await library.backups.make(ifDue)))
    }
    #expect(try await library.backups.all() == laterBackups.suffix(5).reversed())
  }

  @Test func `backups continue after the clock is set back`() async throws {
    let library = try open()
    #expect(try await library.backups.make(ifDue) != nil)
    clock.advance(-30 * 86_400)
    #expect(try await library.backups.make(ifDue) != nil)
    #expect(try await library.backups.make(ifDue) == nil)
  }

  @Test func `after the clock is set back, one backup replaces the future one and can be restored`() async throws {
    // Given four daily backups, and a backup of a day on which the clock was a year ahead
    var dailyBackups: [LibraryBackup] = []
    let backup: LibraryBackup
    do {
      let library = try open()
      _ = try await library.client.subscribe(.sample(guids: (0..<300).map(String.init)), feedURL)
      for _ in 1...4 {
        dailyBackups.append(try #require(try await library.backups.make(ifDue)))
        clock.advance(86_400)
      }
      clock.advance(365 * 86_400)
      let futureBackup = try #require(try await library.backups.make(ifDue))

      // When the clock is set back, and a show is added
      clock.advance(-365 * 86_400)
      _ = try await library.client.subscribe(.sample(title: "B"), URL(string: "https://b.example/")!)

      // Then only one backup is made, and it replaces the backup from the future
      backup = try #require(try await library.backups.make(ifDue))
      clock.advance(60)
      #expect(try await library.backups.make(ifDue) == nil)
      #expect(try await library.backups.all() == [backup] + dailyBackups.reversed())
      #expect(!FileManager.default.fileExists(atPath: futureBackup.file.path))
    }

    // And after damage to the library, the new backup is restored
    _ = try damageFile("overwritten header")
    let library = try open()
    guard case .restored(let restored, _) = library.opening else { Issue.record("\(library.opening)"); return }
    #expect(restored.file.path == backup.file.path)
    #expect(try await library.client.currentShows().count == 2)
  }

  @Test func `damage restores the newest backup although an older one has a date in the future`() async throws {
    // Given a backup of a day on which the clock was a year ahead, and a newer backup with another show
    let backup: LibraryBackup
    do {
      let library = try open()
      _ = try await library.client.subscribe(.sample(), feedURL)
      clock.advance(365 * 86_400)
      _ = try await library.backups.make(ifDue)
      clock.advance(-365 * 86_400)
      _ = try await library.client.subscribe(.sample(title: "B"), URL(string: "https://b.example/")!)
      backup = try #require(try await library.backups.make(ifDue))
    }

    // When the library is damaged
    _ = try damageFile("overwritten header")

    // Then the newer backup replaces the library
    guard case .restored(let restored, _) = try open().opening else {
      Issue.record("The library was not restored."); return
    }
    #expect(restored.file.path == backup.file.path)
  }

  @Test func `a backup is one library file without further files`() async throws {
    let library = try open()
    let show = try await library.client.subscribe(.sample(), feedURL)
    let backup = try #require(try await library.backups.make(always))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.folder.appending(path: "backups").path) == [
        backup.file.lastPathComponent
      ])
    let copy = try LibraryClient.live(at: backup.file)
    #expect(try await copy.currentShows().map(\.id) == [show])
  }

  @Test(arguments: [86_400.0, -86_400])
  func `temporary copies are kept at first, and removed a day later or after the clock is set back by a day`(
    secondsLater: Double
  ) async throws {
    // Given temporary copies that programs have just written: a draft of a backup with its journal, and a copy for a
    // restoration
    let library = try open()
    // The files get their dates from the system's clock, so the test's clock begins at the same date.
    clock.advance(Date().timeIntervalSince(clock.date))
    let backups = temporary.folder.appending(path: "backups")
    try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
    let copies = [".draft-1", ".draft-1-journal", ".restoring-1"]
    for name in copies { try Data("half".utf8).write(to: backups.appending(path: name)) }

    // When a backup is made at once
    // Then the copies are kept, because their programs may be running
    let firstBackup = try #require(try await library.backups.make(always)).file.lastPathComponent
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: backups.path)) == Set(copies + [firstBackup]))

    // When a backup is made a day later, or with a clock that was set back by a day
    // Then the copies are removed
    clock.advance(secondsLater)
    let secondBackup = try #require(try await library.backups.make(always)).file.lastPathComponent
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: backups.path)) == [firstBackup, secondBackup])
  }

  @Test(.timeLimit(.minutes(1)))
  func `restoring a backup notifies all streams and keeps the previous library as a backup`()
    async throws
  {
    // Given a backup, a show that was added later, and two streams with consumers
    let library = try open()
    let firstShow = try await library.client.subscribe(.sample(), feedURL)
    let backup = try #require(try await library.backups.make(always))
    let secondShow = try await library.client.subscribe(.sample(title: "B"), URL(string: "https://b.example/")!)
    var shows = library.client.shows().makeAsyncIterator()
    #expect(try await shows.next()?.get().count == 2)
    var changes = library.episodes.changes().makeAsyncIterator()

    // When the backup is restored, a minute later, so that the backup of the previous library is newer
    clock.advance(60)
    try await library.backups.restore(backup)

    // Then the consumers are notified, and the streams continue
    #expect(try await shows.next()?.get().map(\.id) == [firstShow])
    #expect(await changes.next() == .all)
    try await library.client.removeShow(firstShow)
    #expect(try await shows.next()?.get() == [])

    // And the previous library is a backup that can be restored
    let previous = try #require(try await library.backups.all().first)
    #expect(previous.showCount == 2)
    clock.advance(60)
    try await library.backups.restore(previous)
    #expect(Set(try await library.client.currentShows().map(\.id)) == [firstShow, secondShow])
  }

  @Test func `a check finds damaged backups and accepts an undamaged library`() async throws {
    let library = try open()
    _ = try await library.client.subscribe(.sample(), feedURL)
    let backup = try #require(try await library.backups.make(always))
    #expect(try await library.backups.check() == [])
    try Data("no database".utf8).write(to: backup.file)
    #expect(try await library.backups.check().map(\.path) == [backup.file.path])
  }

  @Test func `a damaged backup is not restored`() async throws {
    let library = try open()
    let show = try await library.client.subscribe(.sample(), feedURL)
    let backup = try #require(try await library.backups.make(always))
    try Data("no database".utf8).write(to: backup.file)
    await #expect(throws: LibraryError.self) { try await library.backups.restore(backup) }
    #expect(try await library.client.currentShows().map(\.id) == [show])
  }

  @Test(arguments: ["cut", "overwritten header", "overwritten pages"])
  func `a damaged library is moved aside and replaced by the newest undamaged backup`(damage: String) async throws {
    // Given two backups, the newer of which is damaged, and a damaged library. The library's 300 episodes fill more
    // pages than `damageFile` overwrites.
    let show: Show.ID
    do {
      let library = try open()
      show = try await library.client.subscribe(.sample(guids: (0..<300).map(String.init)), feedURL)
      _ = try await library.backups.make(always)
      clock.advance(86_400)
      let newer = try #require(try await library.backups.make(always))
      try Data("no database".utf8).write(to: newer.file)
    }
    let damaged = try damageFile(damage)

    // When the library is opened
    let library = try open()

    // Then the older backup replaces the library, and the damaged file is kept unchanged
    guard case .restored(let backup, let movedFile) = library.opening else {
      Issue.record("\(library.opening)"); return
    }
    #expect(backup.episodeCount == 300)
    #expect(try await library.client.currentShows().map(\.id) == [show])
    #expect(try Data(contentsOf: movedFile) == damaged)
    #expect(try open().opening == .unchanged)
  }

  @Test(arguments: ["-wal", ""])
  func `a replacement that was interrupted by a kill is completed at the next start`(
    lastMovedSuffix: String
  ) async throws {
    // Given a damaged library whose replacement was interrupted: the backup was copied, and the file with the suffix
    // -wal was moved away. If the last suffix is empty, the library file itself was then moved away too.
    let show: Show.ID
    let backup: LibraryBackup
    do {
      let library = try open()
      show = try await library.client.subscribe(.sample(), feedURL)
      backup = try #require(try await library.backups.make(always))
    }
    // `damageFile` also removes the file with the suffix -wal, as if it had been moved away.
    let damaged = try damageFile("overwritten header")
    let files = FileManager.default
    try files.copyItem(atPath: backup.file.path, toPath: temporary.file.path + ".restoring")
    if lastMovedSuffix.isEmpty {
      // The date in the name of the moved file is the date of the test's clock.
      try files.moveItem(atPath: temporary.file.path, toPath: temporary.file.path + ".damaged-20231114T221320.000Z")
    }

    // When the library is opened
    let library = try open()

    // Then the backup replaces the library, and the damaged file is kept
    guard case .restored(let restored, let movedFile) = library.opening else {
      Issue.record("\(library.opening)"); return
    }
    #expect(restored.file.path == backup.file.path)
    #expect(try Data(contentsOf: movedFile) == damaged)
    #expect(try await library.client.currentShows().map(\.id) == [show])
    #expect(!files.fileExists(atPath: temporary.file.path + ".restoring"))
  }

  @Test func `damage that is found during use causes one full check at the next start`() async throws {
    // Given a library with a backup, and damage that an operation found
    do {
      let library = try open()
      _ = try await library.client.subscribe(.sample(), feedURL)
      _ = try await library.backups.make(always)
      let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
      await #expect(throws: LibraryError.damaged(path: temporary.file.path)) {
        try await database.read { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      }
    }
    #expect(DamageMarker.isSet(for: temporary.file))

    // Then the next start checks the whole file, and removes the damage marker, which requests the check
    #expect(try open().opening == .unchanged)
    #expect(!DamageMarker.isSet(for: temporary.file))
  }

  @Test func `a library in a read-only folder can be read`() async throws {
    // Given a closed library that is read-only, like its folder
    let show: Show.ID
    do {
      let library = try open()
      show = try await library.client.subscribe(.sample(), feedURL)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: temporary.file.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: temporary.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: temporary.folder.path) }

    // Then the library is read, and a write throws `notWritable`
    let library = try open()
    #expect(library.opening == .readOnly)
    #expect(try await library.client.currentShows().map(\.id) == [show])
    #expect(try await library.client.currentEpisodes(show).count == 1)
    await #expect(throws: LibraryError.notWritable(path: temporary.file.path)) {
      try await library.client.removeShow(show)
    }
    await #expect(throws: LibraryError.notWritable(path: temporary.file.path)) {
      try await library.backups.make(always)
    }
  }

  @Test func `a read-only library with the log of a killed program opens read-only`() async throws {
    // Given read-only copies of the files of an open library, like the files of a killed program
    let library = try open()
    let show = try await library.client.subscribe(.sample(), feedURL)
    let copy = temporary.folder.appending(path: "copy", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(
        atPath: temporary.file.path + suffix, toPath: copy.path + "/library.sqlite" + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: copy.path + "/library.sqlite" + suffix)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: copy.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.path) }

    // Then the library is opened only for reading
    let opened = try Library.open(at: copy.appending(path: "library.sqlite"))
    #expect(opened.opening == .readOnly)
    #expect(try await opened.client.currentShows().map(\.id) == [show])
    await #expect(throws: LibraryError.self) { try await opened.client.removeShow(show) }
  }

  /// Cuts the library file, or overwrites its header or some of its pages, and returns the damaged content.
  private func damageFile(_ kind: String) throws -> Data {
    let queue = try DatabaseQueue(path: temporary.file.path)
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: temporary.file.path + suffix) }
    var bytes = try Data(contentsOf: temporary.file)
    switch kind {
    case "cut": bytes = bytes.prefix(bytes.count / 2)
    case "overwritten header": bytes.replaceSubrange(0..<100, with: Data(repeating: 0xAA, count: 100))
    // The case "overwritten pages": nine pages of 4,096 bytes. The first three pages stay unchanged, so that the file
    // can still be opened.
    default: bytes.replaceSubrange(4096 * 3..<4096 * 12, with: Data(repeating: 0x55, count: 4096 * 9))
    }
    try bytes.write(to: temporary.file)
    return bytes
  }
}

/// A clock that a test sets.
final class TestClock: Sendable {
  private let value = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
  var date: Date { value.withLock { $0 } }
  /// Moves the clock. A negative number sets it back.
  func advance(_ seconds: Double) { value.withLock { $0 += seconds } }
}
