import Foundation
import GRDB
import Podcasts

/// Creates and restores backups of an open library.
struct Backups: Sendable {
  private static let secondsPerDay = 86_400.0

  let database: LibraryDatabase
  let folder: BackupFolder
  let now: @Sendable () -> Date

  /// Returns the backups, the newest first. Reads them on another thread, because reading blocks.
  func all() async -> [LibraryBackup] {
    let folder = folder
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: folder.all()) }
    }
  }

  /// Creates a backup of the kind ``BackupFolder/Kind/daily``. With `ifDue`, creates the backup only if no daily backup
  /// is less than a day old. A backup with a date in the future does not count, because it was created before the clock
  /// was set back. Returns `nil` if no backup was created.
  func make(ifDue: Bool) async throws(LibraryError) -> LibraryBackup? {
    let (folder, date) = (folder, now())
    return try await database.runBlocking { database in
      if ifDue, let newest = folder.newestDailyDate(now: date), date.timeIntervalSince(newest) < Self.secondsPerDay {
        return nil
      }
      return try folder.make(from: database, kind: .daily, now: date)
    }
  }

  /// Returns the damaged files among the library and its backups. A backup of a newer version of the program is not
  /// damaged.
  func damagedFiles() async throws(LibraryError) -> [URL] {
    let (folder, path) = (folder, database.path)
    return try await database.runBlocking { database in
      var damaged: [URL] = []
      let isIntact = try database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") == "ok" }
      if !isIntact { damaged.append(URL(filePath: path)) }
      return damaged + folder.damagedFiles()
    }
  }

  /// Replaces the library's content with the content of a backup, in one transaction. The present content is saved as a
  /// daily backup first. Throws, without a change of the library, if the backup to restore is damaged or of a newer
  /// version of the program.
  func restore(_ backup: LibraryBackup) async throws(LibraryError) {
    let (folder, date, libraryDatabase) = (folder, now(), database)
    try await database.runBlocking { database in
      _ = try BackupFolder.verified(backup.file)
      _ = try folder.make(from: database, kind: .daily, now: date, keeping: backup.file)
      let copy = folder.url.appending(path: BackupFolder.restoringPrefix + UUID().uuidString)
      // SQLite's journal of the copy has the suffix `-journal`.
      defer { for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: copy.path + suffix) } }
      try FileManager.default.copyItem(at: backup.file, to: copy)
      // The copy is migrated instead of the backup, so that the backup is not changed.
      let migratedCopy = try DatabaseQueue(path: copy.path)
      try LibrarySchema.migrator.migrate(migratedCopy)
      // GRDB's `backup(to:)` replaces the content of the library with the content of the copy.
      try migratedCopy.backup(to: database)
      try migratedCopy.close()
      try libraryDatabase.notifyAll()
    }
  }
}
