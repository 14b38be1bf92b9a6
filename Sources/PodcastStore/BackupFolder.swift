import Foundation
import GRDB
import Glibc
import Podcasts

/// The folder with the backups of a library: `backups`, next to the library's file.
///
/// A backup's name contains its date and its kind. A backup is written under another name first, verified and
/// synchronized. So a file with a backup's name is always complete.
struct BackupFolder: Sendable {
  /// The reason for a backup.
  enum Kind: String {
    /// The backup was due because no daily backup was less than a day old, was requested by the user, or was created
    /// before a restore.
    case daily
    /// The backup was created before the library was migrated.
    case migration
  }

  /// How many backups of each kind are kept.
  private static let maxCounts: [Kind: Int] = [.daily: 5, .migration: 2]

  /// The prefix of the names of drafts, which are incomplete backups.
  private static let draftPrefix = ".draft-"
  /// The prefix of the names of copies of a backup that exist only during a restore.
  static let restoringPrefix = ".restoring-"

  /// In seconds. A backup's date counts as a date in the future only if it is later than the present by more than this.
  /// The date in a file's name has whole milliseconds, so it may differ a little from the time of the backup.
  private static let dateTolerance = 1.0

  /// In seconds. A draft or a copy that has not changed for longer was left by a program that was killed.
  private static let maxDraftAge = 3600.0

  let url: URL
  /// The library's file.
  private let library: URL

  init(library: URL) {
    self.library = library
    url = library.deletingLastPathComponent().appending(path: "backups")
  }

  /// Returns the text of a date for a file's name, in UTC, such as `20260131T235959.123Z`.
  static func timestamp(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
    func digits(_ value: Int?, count: Int = 2) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.year, count: 4) + digits(parts.month) + digits(parts.day) + "T" + digits(parts.hour)
      + digits(parts.minute) + digits(parts.second) + "." + digits((parts.nanosecond ?? 0) / 1_000_000, count: 3) + "Z"
  }

  /// Returns the readable backups, the newest first.
  func all() -> [LibraryBackup] { files().compactMap { file in try? Self.read(file) } }

  /// Returns the damaged backups. A backup of a newer version of the program is not damaged.
  func damagedFiles() -> [URL] {
    files().filter { file in
      do {
        _ = try Self.verified(file)
        return false
      } catch LibraryError.newerVersion {
        return false
      } catch {
        return true
      }
    }
  }

  /// Returns the newest backup that is not damaged and not of a newer version of the program.
  func newestValid(now: Date) -> LibraryBackup? {
    filesByAge(now: now).lazy.compactMap { file in try? Self.verified(file) }.first
  }

  /// Returns the date of the newest daily backup. A backup with a date in the future does not count.
  func newestDailyDate(now: Date) -> Date? {
    filesByAge(now: now).first { Self.kind(of: $0) == .daily && !Self.isInFuture($0, now: now) }.flatMap(Self.date)
  }

  /// Creates a backup of a library that is not open.
  func make(from file: URL, kind: Kind, now: Date) throws(LibraryError) -> LibraryBackup {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let source = try DatabaseQueue(path: file.path, configuration: configuration)
      defer { try? source.close() }
      return try make(from: source, kind: kind, now: now)
    } catch {
      throw LibraryError(error, path: file.path)
    }
  }

  /// Creates a backup of an open library, verifies the backup, and removes the backups beyond ``maxCounts``. The file
  /// `kept` is not removed, even if it is one of the oldest backups.
  func make(from source: any DatabaseReader, kind: Kind, now: Date, keeping kept: URL? = nil) throws -> LibraryBackup {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    removeOldDrafts(now: now)
    let draft = url.appending(path: Self.draftPrefix + UUID().uuidString)
    defer { Self.removeDatabase(draft) }
    let target = try DatabaseQueue(path: draft.path)
    try source.backup(to: target)
    // Without a write-ahead log, a backup is one file.
    _ = try target.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
    try target.close()
    do { _ = try Self.verified(draft) } catch { throw LibraryError.damaged(path: library.path) }
    try Self.synchronize(draft)
    let file = url.appending(path: "library-\(Self.timestamp(now))-\(kind.rawValue).sqlite")
    guard rename(draft.path, file.path) == 0 else { throw LibraryError.notWritable(path: file.path) }
    removeOldBackups(except: [file, kept].compactMap(\.self), now: now)
    return try Self.read(file)
  }

  /// Checks the complete content of a backup, and returns the backup. Throws if the backup is damaged or of a newer
  /// version of the program.
  static func verified(_ file: URL) throws -> LibraryBackup {
    try open(file) { database in
      guard try Int.fetchOne(database, sql: "PRAGMA application_id") == LibraryFile.applicationID,
        try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok"
      else { throw LibraryError.damaged(path: file.path) }
      if try LibrarySchema.migrator.hasBeenSuperseded(database) { throw LibraryError.newerVersion(path: file.path) }
      return try describe(file, database)
    }
  }

  /// Returns a backup without checking its complete content.
  private static func read(_ file: URL) throws -> LibraryBackup {
    try open(file) { database in try describe(file, database) }
  }

  private static func open<Value>(_ file: URL, _ read: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    let database = try DatabaseQueue(path: ReadOnlyLibrary.immutableAddress(of: file), configuration: configuration)
    defer { try? database.close() }
    return try database.read(read)
  }

  /// Returns the description of a backup, with the numbers of its shows and episodes.
  private static func describe(_ file: URL, _ database: Database) throws -> LibraryBackup {
    LibraryBackup(
      file: file, madeAt: date(of: file) ?? .distantPast,
      showCount: try Int.fetchOne(database, sql: "SELECT count(*) FROM show") ?? 0,
      episodeCount: try Int.fetchOne(database, sql: "SELECT count(*) FROM episode") ?? 0)
  }

  /// Returns the files with a backup's name, the newest first.
  func files() -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.map { url.appending(path: $0) }.filter { Self.date(of: $0) != nil }
      .sorted { (Self.date(of: $0) ?? .distantPast, $0.path) > (Self.date(of: $1) ?? .distantPast, $1.path) }
  }

  /// Returns the files with a backup's name, the newest first. Files with a date in the future come last: they were
  /// written before the clock was set back, so they are the oldest.
  private func filesByAge(now: Date) -> [URL] {
    let files = files()
    return files.filter { !Self.isInFuture($0, now: now) } + files.filter { Self.isInFuture($0, now: now) }
  }

  private static func isInFuture(_ file: URL, now: Date) -> Bool {
    (date(of: file) ?? .distantPast).timeIntervalSince(now) > dateTolerance
  }

  /// Returns the kind in a backup's name.
  private static func kind(of file: URL) -> Kind? {
    file.deletingPathExtension().lastPathComponent.split(separator: "-").last.flatMap { Kind(rawValue: String($0)) }
  }

  /// Returns the date in a backup's name, or `nil` for any other name.
  private static func date(of file: URL) -> Date? {
    guard
      let match = file.lastPathComponent.wholeMatch(
        of: /library-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z-\w+\.sqlite/)
    else {
      return nil
    }
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
    (parts.hour, parts.minute, parts.second) = (Int(match.4), Int(match.5), Int(match.6))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: parts).map { $0 + (Double(match.7) ?? 0) / 1000 }
  }

  /// Removes the oldest backups of each kind beyond the number in ``maxCounts``. The files `kept` are not removed.
  private func removeOldBackups(except kept: [URL], now: Date) {
    for (kind, count) in Self.maxCounts {
      let files = filesByAge(now: now).filter { Self.kind(of: $0) == kind }
      for file in files.dropFirst(count) where !kept.contains(where: { $0.path == file.path }) {
        Self.removeDatabase(file)
      }
    }
  }

  /// Removes the drafts and copies that killed programs have left. The drafts and copies of a running program have
  /// changed within ``maxDraftAge``. If the date of a change is in the future by more than ``maxDraftAge``, the clock
  /// was set back, and the file is removed too.
  private func removeOldDrafts(now: Date) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    for name in names where name.hasPrefix(Self.draftPrefix) || name.hasPrefix(Self.restoringPrefix) {
      let file = url.appending(path: name)
      // A copied file may have the modification date of its original. So the date of the status change is used.
      var status = stat()
      guard lstat(file.path, &status) == 0 else { continue }
      let changed = Date(timeIntervalSince1970: Double(status.st_ctim.tv_sec))
      if abs(now.timeIntervalSince(changed)) > Self.maxDraftAge { unlink(file.path) }
    }
  }

  private static func removeDatabase(_ file: URL) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(file.path + suffix) }
  }

  /// Waits until a file is on the disk.
  static func synchronize(_ file: URL) throws {
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
