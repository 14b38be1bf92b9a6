import Foundation
import GRDB

/// Opens a library that cannot be written, such as one on a read-only disk.
enum ReadOnlyLibrary {
  /// Opens the database for reading. Returns `nil` if neither the file nor a copy can be opened. Writing to the
  /// database throws an error.
  ///
  /// The file is opened as immutable, because SQLite cannot create its files next to the library. Such a connection
  /// ignores the write-ahead log. So a library with a log is copied, and the copy is opened. A library of an older
  /// version is also copied, and the copy is migrated.
  static func open(_ file: URL) -> (any DatabaseWriter)? {
    guard FileManager.default.isReadableFile(atPath: file.path) else { return nil }
    do {
      if logSize(of: file) == 0, let database = try? connection(file),
        try database.read(LibrarySchema.migrator.hasCompletedMigrations)
      {
        return database
      }
      let copy = try migratedCopy(of: file)
      // The connection can read the deleted copy until the connection is closed.
      defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
      return try connection(copy)
    } catch {
      return nil
    }
  }

  private static func connection(_ file: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "Library"
    configuration.readonly = true
    return try DatabaseQueue(path: immutableAddress(of: file), configuration: configuration)
  }

  /// Returns an address for SQLite. The address declares the file as immutable, so that SQLite creates no files next to
  /// the file.
  static func immutableAddress(of file: URL) -> String { file.absoluteString + "?immutable=1" }

  /// Returns the size of the write-ahead log, in bytes.
  private static func logSize(of file: URL) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Copies a library and its log into a temporary folder, and migrates the copy.
  private static func migratedCopy(of file: URL) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "podcaster-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: file.lastPathComponent)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
      // A copied file has the permissions of the original, which may be read-only.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path + suffix)
    }
    let database = try LibraryFile.open(at: copy)
    // A connection to an immutable file ignores the log, so move the content of the log into the file.
    try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try database.close()
    return copy
  }
}
