import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Opening and writing library files, and the errors of files that are damaged, too new, locked or not writable.
@Suite struct LibraryFileTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  @Test func `a missing library file is created with its folders`() throws {
    let file = temporary.folder.appending(path: "a/b/library.sqlite")
    _ = try LibraryClient.live(at: file)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `an empty file becomes a library`() async throws {
    try Data().write(to: temporary.file)
    #expect(try await temporary.open().currentShows().isEmpty)
  }

  @Test func `the library of a newer version is refused and not changed`() throws {
    // Given a library with an unknown migration
    let pool = try LibraryFile.open(at: temporary.file)
    try pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99 from the future')") }
    try pool.close()
    let before = try Data(contentsOf: temporary.file)

    // Then opening it throws an error
    #expect(throws: LibraryError.newerVersion(path: temporary.file.path)) { try temporary.open() }
    #expect(try Data(contentsOf: temporary.file) == before)
  }

  @Test func `the database of another program is refused and not changed`() throws {
    // Given a database of another program
    let queue = try DatabaseQueue(path: temporary.file.path)
    try queue.write { try $0.execute(sql: "CREATE TABLE bookmark (address TEXT)") }
    try queue.close()
    let before = try Data(contentsOf: temporary.file)

    // Then opening it throws an error
    #expect(throws: LibraryError.damaged(path: temporary.file.path)) { try temporary.open() }
    #expect(try Data(contentsOf: temporary.file) == before)
  }

  @Test func `a file that is not a database is refused and not changed`() throws {
    // One file is shorter than the header of a database, and one is longer.
    for content in ["x", String(repeating: "This is a letter, not a database. ", count: 100)] {
      try Data(content.utf8).write(to: temporary.file)
      #expect(throws: LibraryError.damaged(path: temporary.file.path)) { try temporary.open() }
      #expect(try Data(contentsOf: temporary.file) == Data(content.utf8))
    }
  }

  @Test func `a truncated library is refused and not changed`() async throws {
    // Given a library file without its second half, and without the files of SQLite's write-ahead log
    do {
      let library = try temporary.open()
      _ = try await library.subscribe(.sample(guids: (0..<500).map(String.init)), feedURL)
    }
    try await DatabaseQueue(path: temporary.file.path).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    let whole = try Data(contentsOf: temporary.file)
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: temporary.file.path + suffix) {
      try FileManager.default.removeItem(atPath: temporary.file.path + suffix)
    }
    try whole.prefix(whole.count / 2).write(to: temporary.file)

    // Then opening it throws an error
    #expect(throws: LibraryError.damaged(path: temporary.file.path)) { try temporary.open() }
    #expect(try Data(contentsOf: temporary.file) == whole.prefix(whole.count / 2))
  }

  @Test func `a library at an unwritable path throws notWritable`() throws {
    // Given a file instead of a folder, a folder that the system protects, and a folder instead of a library
    try Data("a file".utf8).write(to: temporary.folder.appending(path: "file"))
    let folderInsteadOfLibrary = temporary.folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: folderInsteadOfLibrary, withIntermediateDirectories: true)

    // Then opening it throws an error
    for file in [
      temporary.folder.appending(path: "file/library.sqlite"), URL(filePath: "/proc/podcaster/library.sqlite"),
      folderInsteadOfLibrary,
    ] {
      #expect(throws: LibraryError.notWritable(path: file.path)) { try LibraryClient.live(at: file) }
    }
  }

  @Test func `a library in a folder without write permission throws notWritable`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: temporary.folder.path)
    #expect(throws: LibraryError.notWritable(path: temporary.file.path)) { try temporary.open() }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: temporary.folder.path)
  }

  @Test func `a full disk throws diskFull, and nothing is written partially`() async throws {
    // Given a library whose file SQLite limits to 120 pages. One episode does not reach the limit, and 5,000 exceed it
    let pool = try LibraryFile.open(at: temporary.file) { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 120") }
    }
    let library = LibraryClient.live(LibraryDatabase(database: pool, path: temporary.file.path))

    // When a show is added that does not fit
    let podcast = Podcast.sample(guids: (0..<5000).map(String.init))
    await #expect(throws: LibraryError.diskFull(path: temporary.file.path)) {
      try await library.subscribe(podcast, feedURL)
    }

    // Then the show is not added, and a small show still fits
    #expect(try await library.currentShows().isEmpty)
    _ = try await library.subscribe(.sample(), feedURL)
    #expect(try await library.currentShows().count == 1)
  }

  @Test func `a library that another program has locked throws inUse`() async throws {
    // Given a library that does not wait for locks, and another program that writes to its file
    let pool = try LibraryFile.open(at: temporary.file) { $0.busyMode = .immediateError }
    let library = LibraryClient.live(LibraryDatabase(database: pool, path: temporary.file.path))
    var configuration = Configuration()
    // The transaction of the other program stays open between two calls, which GRDB forbids by default.
    configuration.allowsUnsafeTransactions = true
    let otherProgram = try DatabaseQueue(path: temporary.file.path, configuration: configuration)
    try await otherProgram.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

    // Then a write throws
    await #expect(throws: LibraryError.inUse(path: temporary.file.path)) {
      try await library.subscribe(.sample(), feedURL)
    }

    // And the write succeeds when the other program has finished
    try await otherProgram.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    _ = try await library.subscribe(.sample(), feedURL)
  }

  @Test func `the schema rejects invalid values`() async throws {
    // Given a library with one episode
    let pool = try LibraryFile.open(at: temporary.file)
    let library = LibraryClient.live(LibraryDatabase(database: pool, path: temporary.file.path))
    _ = try await library.subscribe(.sample(), feedURL)

    // Then each statement that breaks an invariant throws an error. `hex(zeroblob(n))` is a text of 2n characters, and
    // exceeds the limit of its column.
    for change in [
      "INSERT INTO show (feedURL, feedKey, title, author, summary) SELECT feedURL, 'x', '', '', '' FROM show",
      "UPDATE show SET feedURL = ''", "UPDATE show SET title = hex(zeroblob(2049))",
      "UPDATE show SET settings = 'none'",
      "INSERT INTO episode (showID, guid, title, enclosureURL, notesHash) SELECT showID, guid, '', 'x', 0 FROM episode",
      "INSERT INTO episode (showID, guid, title, enclosureURL, notesHash) VALUES (999, 'x', '', 'x', 0)",
      "UPDATE episode SET guid = ''", "UPDATE episode SET guid = hex(zeroblob(4097))",
      "UPDATE episode SET title = hex(zeroblob(2049))",
      "UPDATE episode SET enclosureURL = hex(zeroblob(4097))", "UPDATE episode SET kind = 'song'",
      "UPDATE episode SET duration = 0",
      "UPDATE episode SET publishedAt = 'yesterday'", "INSERT INTO episodeState (episodeID) VALUES (999)",
      "INSERT INTO episodeState (episodeID, position) SELECT id, -1 FROM episode ON CONFLICT DO UPDATE SET position = -1",
      "UPDATE episodeState SET isFavorite = 2", "UPDATE episodeState SET isPlayed = NULL",
      "UPDATE feed SET status = 'fine'",
      "INSERT INTO episodeNotes (episodeID, markup) VALUES (999, '')",
    ] {
      await #expect(throws: DatabaseError.self, "\(change)") { try await pool.write { try $0.execute(sql: change) } }
    }
    // And the library is undamaged, and still uses a write-ahead log
    #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }
}
