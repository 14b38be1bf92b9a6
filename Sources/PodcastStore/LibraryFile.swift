import Foundation
import GRDB
import Podcasts

/// Opens the library's file, once it is known to be one.
enum LibraryFile {
  /// Written into each library, so that another program's file is not taken for one: `Podc` in ASCII.
  static let applicationID = 0x506F_6463

  /// Files up to this size are checked as a whole when they are opened. It takes less than a tenth of a second.
  private static let checkedSize = 16 * 1_048_576

  /// An opened file, and how it was opened.
  struct Opened {
    var database: any DatabaseWriter
    var opening: Library.Opening
  }

  /// The library in a file, with all migrations done, after a backup. A damaged file is kept aside, and the newest good backup takes its place;
  /// without a backup it is left as it is, and the error is thrown. A file that cannot be written is opened for reading.
  static func openLibrary(at file: URL, now: Date, willUpdate: () -> Void = {}) throws(LibraryError) -> Opened {
    do throws(LibraryError) {
      let finished = try finishReplacement(of: file)
      var opened = try openWritable(at: file, now: now, willUpdate)
      if let finished { opened.opening = finished }
      return opened
    } catch .damaged(let path) {
      guard let backup = BackupFolder(library: file).newestGood() else { throw .damaged(path: path) }
      let damaged = try replace(file, with: backup.file, now: now)
      let opened = try openWritable(at: file, now: now, willUpdate)
      return Opened(database: opened.database, opening: .restored(from: backup, damagedFile: damaged))
    } catch .notWritable(let path) {
      guard let database = ReadOnlyLibrary.open(file) else { throw .notWritable(path: path) }
      return Opened(database: database, opening: .readOnly)
    }
  }

  /// The database in a file, with all migrations done. `configure` is for tests, which narrow what SQLite may do.
  static func open(
    at file: URL, configure: (inout Configuration) -> Void = { _ in }
  ) throws(LibraryError) -> DatabasePool {
    do {
      try makeFolder(of: file)
      _ = try inspect(file)
      var configuration = Configuration()
      configuration.label = "Library"
      // A slow disk can keep the writes of another program waiting for many seconds.
      configuration.busyMode = .timeout(20)
      configure(&configuration)
      // A pool is in WAL mode, and GRDB enforces foreign keys unless it is configured otherwise.
      let database = try DatabasePool(path: file.path, configuration: configuration)
      do {
        try LibrarySchema.migrator.migrate(database)
      } catch {
        // Another program may have migrated the file at the same time.
        guard try database.read(LibrarySchema.migrator.hasCompletedMigrations) else { throw error }
      }
      return database
    } catch {
      throw LibraryError(error, path: file.path)
    }
  }

  private static func openWritable(at file: URL, now: Date, _ willUpdate: () -> Void) throws(LibraryError) -> Opened {
    try makeFolder(of: file)
    var backup: LibraryBackup?
    let state: FileState
    do { state = try inspect(file) } catch { throw LibraryError(error, path: file.path) }
    if state == .older { willUpdate() }
    if state == .older, isWritable(file) {
      backup = try BackupFolder(library: file).make(from: file, kind: .migration, now: now)
    }
    let database = try open(at: file)
    // Beside a log SQLite opens a file that it cannot write.
    if !isWritable(file), isReadOnly(database) {
      try? database.close()
      throw .notWritable(path: file.path)
    }
    if state == .empty { return Opened(database: database, opening: .created) }
    return Opened(database: database, opening: backup.map { .migrated(backup: $0) } ?? .unchanged)
  }

  private static func isReadOnly(_ database: DatabasePool) -> Bool {
    do {
      // A transaction begins on a file that cannot be written. Only a write in it fails.
      try database.writeWithoutTransaction { database in
        try database.inTransaction {
          try database.execute(sql: "PRAGMA user_version = 0")
          return .rollback
        }
      }
      return false
    } catch {
      return (error as? DatabaseError)?.resultCode == .SQLITE_READONLY
    }
  }

  private static func isWritable(_ file: URL) -> Bool {
    FileManager.default.isWritableFile(atPath: file.path)
      && FileManager.default.isWritableFile(atPath: file.deletingLastPathComponent().path)
  }

  private static func makeFolder(of file: URL) throws(LibraryError) {
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw .notWritable(path: file.path)
    }
  }

  /// The copy of a backup that is about to take the place of a damaged library. It is whole if there is no library.
  private static func replacement(of file: URL) -> URL { URL(filePath: file.path + ".restoring") }

  private static func damagedPath(of file: URL) -> String { file.path + ".damaged-" }

  /// Ends a replacement in which the program was killed after the damaged library was moved away. Returns `nil` if there was none.
  private static func finishReplacement(of file: URL) throws(LibraryError) -> Library.Opening? {
    let copy = replacement(of: file)
    let files = FileManager.default
    guard !files.fileExists(atPath: file.path), files.fileExists(atPath: copy.path), (try? BackupFolder.verified(copy)) != nil,
      let backup = BackupFolder(library: file).newestGood()
    else { return nil }
    let folder = file.deletingLastPathComponent()
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let moved = names.map { folder.appending(path: $0) }.filter {
      $0.path.hasPrefix(damagedPath(of: file)) && !$0.path.hasSuffix("-wal") && !$0.path.hasSuffix("-shm")
    }
    do {
      try files.moveItem(at: copy, to: file)
    } catch {
      throw .notWritable(path: file.path)
    }
    DamageMarker.remove(for: file)
    return .restored(from: backup, damagedFile: moved.max { $0.path < $1.path } ?? file)
  }

  /// Moves a damaged library away, and a copy of a backup to its place. Returns where the damaged file is.
  ///
  /// The copy is whole and on the disk before the library is moved. A full disk leaves the library where it is. The next start ends what a killed program has begun.
  private static func replace(_ file: URL, with backup: URL, now: Date) throws(LibraryError) -> URL {
    let damaged = URL(filePath: damagedPath(of: file) + BackupFolder.stamp(now))
    let copy = replacement(of: file)
    do {
      if FileManager.default.fileExists(atPath: copy.path) { try FileManager.default.removeItem(at: copy) }
      try FileManager.default.copyItem(at: backup, to: copy)
      try BackupFolder.synchronize(copy)
      // The log moves before the library, so that SQLite never finds the log of a damaged library next to the copy.
      for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: file.path + suffix) {
        let target = damaged.path + suffix
        if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
        try FileManager.default.moveItem(atPath: file.path + suffix, toPath: target)
      }
      try FileManager.default.moveItem(at: copy, to: file)
    } catch {
      // A copy that is not whole must not be taken for one that is.
      if FileManager.default.fileExists(atPath: file.path) { try? FileManager.default.removeItem(at: copy) }
      throw .notWritable(path: file.path)
    }
    DamageMarker.remove(for: file)
    return damaged
  }

  /// The state of a file before it is opened.
  enum FileState {
    case empty
    case older
    case current
  }

  /// Returns the state of a file. Throws if the file is not a library, damaged, or of a newer version.
  ///
  /// It only reads, with one exception: a program that was killed while it wrote with a rollback journal. Only a writable connection can roll back
  /// the journal. A read-only connection reports the file as read-only.
  static func inspect(_ file: URL) throws -> FileState {
    guard FileManager.default.fileExists(atPath: file.path), try hasContent(file) else { return .empty }
    do {
      return try inspect(file, readonly: true)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY || error.resultCode == .SQLITE_CANTOPEN {
      guard isWritable(file), FileManager.default.fileExists(atPath: file.path + "-journal") else { throw error }
      return try inspect(file, readonly: false)
    }
  }

  private static func inspect(_ file: URL, readonly: Bool) throws -> FileState {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.busyMode = .timeout(5)
    let database = try DatabaseQueue(path: file.path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { database in try state(of: database, file) }
  }

  private static func state(of database: Database, _ file: URL) throws -> FileState {
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty { return .empty }
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else { throw LibraryError.damaged(path: file.path) }
    if try LibrarySchema.migrator.hasBeenSuperseded(database) { throw LibraryError.newerVersion(path: file.path) }
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    if pages * pageSize <= checkedSize || DamageMarker.isSet(for: file) {
      guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else { throw LibraryError.damaged(path: file.path) }
      DamageMarker.remove(for: file)
    }
    return try LibrarySchema.migrator.hasCompletedMigrations(database) ? .current : .older
  }

  /// Whether there is anything in a file. One that SQLite has made but not written to is empty. SQLite itself takes a short file of
  /// another kind for empty and would write over it, so its first bytes are read here.
  private static func hasContent(_ file: URL) throws(LibraryError) -> Bool {
    let start: Data
    do {
      let handle = try FileHandle(forReadingFrom: file)
      start = try handle.read(upToCount: 16) ?? Data()
      try handle.close()
    } catch {
      throw .notWritable(path: file.path)
    }
    guard start.isEmpty || start == Data("SQLite format 3\0".utf8) else { throw .damaged(path: file.path) }
    return !start.isEmpty
  }
}

/// A file next to the library that marks damage which SQLite found. The next start checks the whole library.
enum DamageMarker {
  private static func path(for file: URL) -> String { file.path + ".check" }

  static func set(for file: URL) {
    // A marker that cannot be written changes only when the damage is found again.
    _ = FileManager.default.createFile(atPath: path(for: file), contents: Data())
  }

  static func isSet(for file: URL) -> Bool { FileManager.default.fileExists(atPath: path(for: file)) }

  static func remove(for file: URL) { if isSet(for: file) { try? FileManager.default.removeItem(atPath: path(for: file)) } }
}
