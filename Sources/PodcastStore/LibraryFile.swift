import Foundation
import GRDB
import Podcasts

/// Opens the file of a library, after checking that the file is a library.
enum LibraryFile {
  /// Identifies the file as a library, so that another program's file is not opened as one: `Podc` in ASCII.
  static let applicationID = 0x506F_6463

  /// The size in bytes up to which a file is checked completely each time it is opened. The check takes less than a
  /// tenth of a second.
  private static let alwaysCheckedSize = 16 * 1_048_576

  /// An opened file, and how it was opened.
  struct Opened {
    var database: any DatabaseWriter
    var opening: Library.Opening
  }

  /// Opens the library in a file. A library of an older version is backed up and then migrated. A damaged file is moved
  /// to another path and replaced with the newest valid backup. If there is no valid backup, throws `.damaged` and does
  /// not change the file. A file that is not a library counts as damaged. A file that cannot be written is opened for
  /// reading. If a program was killed while it replaced a damaged file, the replacement is completed first.
  ///
  /// - Parameter willUpdate: Called before a library of an older version is migrated.
  static func openLibrary(at file: URL, now: Date, willUpdate: () -> Void = {}) throws(LibraryError) -> Opened {
    do throws(LibraryError) {
      let restored = try completeReplacement(of: file, now: now)
      var opened = try openWritable(at: file, now: now, willUpdate)
      if let restored { opened.opening = restored }
      return opened
    } catch .damaged(let path) {
      guard let backup = BackupFolder(library: file).newestValid(now: now) else { throw .damaged(path: path) }
      let damaged = try replace(file, with: backup.file, now: now)
      let opened = try openWritable(at: file, now: now, willUpdate)
      return Opened(database: opened.database, opening: .restored(from: backup, damagedFile: damaged))
    } catch .notWritable(let path) {
      guard let database = ReadOnlyLibrary.open(file) else { throw .notWritable(path: path) }
      return Opened(database: database, opening: .readOnly)
    }
  }

  /// Opens the database in a file, and migrates it. Makes no backup, and does not replace a damaged file. `configure`
  /// lets tests change the configuration, for example the time that a write waits for another write.
  static func open(
    at file: URL, configure: (inout Configuration) -> Void = { _ in }
  ) throws(LibraryError) -> DatabasePool {
    do {
      try makeFolder(of: file)
      // Throws for a file that must not be opened, such as a library of a newer version.
      _ = try inspect(file)
      var configuration = Configuration()
      configuration.label = "Library"
      // On a slow disk, the writes of another program can take many seconds. Before this program ends, it waits for its
      // own writes, up to a second longer than this timeout (`PendingWrites.limitAtQuit`).
      configuration.busyMode = .timeout(20)
      configure(&configuration)
      // A pool uses a write-ahead log. GRDB enforces foreign keys by default.
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

  /// Opens a library. A library of an older version is backed up and migrated. Throws `.notWritable` if the file or its
  /// folder cannot be written.
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
    // If there is a write-ahead log, SQLite reports no error when it opens a file that cannot be written.
    if !isWritable(file), isReadOnly(database) {
      try? database.close()
      throw .notWritable(path: file.path)
    }
    if state == .empty { return Opened(database: database, opening: .created) }
    return Opened(database: database, opening: backup.map { .migrated(backup: $0) } ?? .unchanged)
  }

  /// Whether writing to an open database fails because its file cannot be written.
  private static func isReadOnly(_ database: DatabasePool) -> Bool {
    do {
      // SQLite can begin a transaction even if the file cannot be written. Only a write fails, so write and roll back.
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

  /// Whether a file and its folder can be written.
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

  /// Returns the path of the backup's copy, which is moved to the path of a damaged library. If this copy exists and
  /// the library is missing, the copy is complete.
  private static func replacementPath(for file: URL) -> URL { URL(filePath: file.path + ".restoring") }

  /// Returns the beginning of the path to which a damaged library is moved. The date follows.
  private static func damagedPathPrefix(of file: URL) -> String { file.path + ".damaged-" }

  /// Completes the replacement of a damaged library, if the program was killed between the two moves of
  /// ``replace(_:with:now:)``. Returns `nil` if there is no replacement to complete, or if its copy or all backups are
  /// invalid.
  private static func completeReplacement(of file: URL, now: Date) throws(LibraryError) -> Library.Opening? {
    let copy = replacementPath(for: file)
    let files = FileManager.default
    guard !files.fileExists(atPath: file.path), files.fileExists(atPath: copy.path),
      (try? BackupFolder.verified(copy)) != nil,
      let backup = BackupFolder(library: file).newestValid(now: now)
    else { return nil }
    let folder = file.deletingLastPathComponent()
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let damagedFiles = names.map { folder.appending(path: $0) }.filter {
      $0.path.hasPrefix(damagedPathPrefix(of: file)) && !$0.path.hasSuffix("-wal") && !$0.path.hasSuffix("-shm")
    }
    do {
      try files.moveItem(at: copy, to: file)
    } catch {
      throw .notWritable(path: file.path)
    }
    DamageMarker.remove(for: file)
    // The path of each damaged file ends with a date, so the greatest path is the newest.
    return .restored(from: backup, damagedFile: damagedFiles.max { $0.path < $1.path } ?? file)
  }

  /// Moves a damaged library to another path, and then moves a copy of a backup to the library's path. Returns the new
  /// path of the damaged library.
  ///
  /// The copy is complete and on the disk before the library is moved. So if the disk is full, the library is not
  /// moved. If the program is killed between the moves, the next start completes the replacement.
  private static func replace(_ file: URL, with backup: URL, now: Date) throws(LibraryError) -> URL {
    let damaged = URL(filePath: damagedPathPrefix(of: file) + BackupFolder.timestamp(now))
    let copy = replacementPath(for: file)
    do {
      if FileManager.default.fileExists(atPath: copy.path) { try FileManager.default.removeItem(at: copy) }
      try FileManager.default.copyItem(at: backup, to: copy)
      try BackupFolder.synchronize(copy)
      // The log is moved before the library, so that SQLite never uses the log of the damaged library for the copy.
      for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: file.path + suffix) {
        let target = damaged.path + suffix
        if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
        try FileManager.default.moveItem(atPath: file.path + suffix, toPath: target)
      }
      try FileManager.default.moveItem(at: copy, to: file)
    } catch {
      // If the library is still at its path, the copy may be incomplete. A later start must not use it.
      if FileManager.default.fileExists(atPath: file.path) { try? FileManager.default.removeItem(at: copy) }
      throw .notWritable(path: file.path)
    }
    DamageMarker.remove(for: file)
    return damaged
  }

  /// The state of a file before it is opened.
  enum FileState {
    /// The file is missing, has no content, or is a database without tables.
    case empty
    /// The file is a library that has to be migrated.
    case older
    /// The file is a library of this version.
    case current
  }

  /// Returns the state of a file. Throws if the file cannot be read, is not a library, is damaged, or is of a newer
  /// version.
  ///
  /// The connection is read-only, so that the file is not changed. There is one exception: if a program was killed
  /// during a write, it may have left a rollback journal. A read-only connection fails then, so a writable connection
  /// rolls the write back.
  static func inspect(_ file: URL) throws -> FileState {
    guard FileManager.default.fileExists(atPath: file.path), try hasContent(file) else { return .empty }
    do {
      return try inspect(file, isReadOnly: true)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_READONLY || error.resultCode == .SQLITE_CANTOPEN
    {
      guard isWritable(file), FileManager.default.fileExists(atPath: file.path + "-journal") else { throw error }
      return try inspect(file, isReadOnly: false)
    }
  }

  private static func inspect(_ file: URL, isReadOnly: Bool) throws -> FileState {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(5)
    let database = try DatabaseQueue(path: file.path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { database in try state(of: database, file) }
  }

  private static func state(of database: Database, _ file: URL) throws -> FileState {
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty { return .empty }
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
      throw LibraryError.damaged(path: file.path)
    }
    if try LibrarySchema.migrator.hasBeenSuperseded(database) { throw LibraryError.newerVersion(path: file.path) }
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    if pages * pageSize <= alwaysCheckedSize || DamageMarker.isSet(for: file) {
      // With the argument 1, the check ends at the first defect.
      guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
        throw LibraryError.damaged(path: file.path)
      }
      DamageMarker.remove(for: file)
    }
    return try LibrarySchema.migrator.hasCompletedMigrations(database) ? .current : .older
  }

  /// Whether a file has content. A file that SQLite has created and not yet written is empty. Throws `.damaged` if the
  /// first bytes are not those of an SQLite file, because SQLite would overwrite a short file of another kind. Throws
  /// `.notWritable` if the file cannot be read.
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

/// An empty file next to the library. It exists if SQLite has found damage. The next start then checks the whole
/// library.
enum DamageMarker {
  private static func path(for file: URL) -> String { file.path + ".check" }

  static func set(for file: URL) {
    // If the marker cannot be written, the next start may not find the damage.
    _ = FileManager.default.createFile(atPath: path(for: file), contents: Data())
  }

  static func isSet(for file: URL) -> Bool { FileManager.default.fileExists(atPath: path(for: file)) }

  static func remove(for file: URL) {
    if isSet(for: file) { try? FileManager.default.removeItem(atPath: path(for: file)) }
  }
}
