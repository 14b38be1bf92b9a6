import Foundation
import GRDB
import Podcasts

/// Opens the library's file, once it is known to be one.
enum LibraryFile {
  /// Written into each library, so that another program's file is not taken for one: `Podc` in ASCII.
  static let applicationID = 0x506F_6463

  /// The database in a file, with all migrations done. `configure` is for tests, which narrow what SQLite may do.
  static func open(
    at file: URL, configure: (inout Configuration) -> Void = { _ in }
  ) throws(LibraryError) -> DatabasePool {
    do {
      try makeFolder(of: file)
      try refuseWhatIsNoLibrary(file)
      var configuration = Configuration()
      configuration.label = "Library"
      configuration.busyMode = .timeout(5)
      configure(&configuration)
      // A pool is in WAL mode, and GRDB enforces foreign keys unless told otherwise.
      let database = try DatabasePool(path: file.path, configuration: configuration)
      try LibrarySchema.migrator.migrate(database)
      return database
    } catch {
      throw LibraryError(error, path: file.path)
    }
  }

  private static func makeFolder(of file: URL) throws(LibraryError) {
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw .notWritable(path: file.path)
    }
  }

  /// Throws if there is a file that is not a library, or one of a newer version. It only reads.
  private static func refuseWhatIsNoLibrary(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path), try hasContent(file) else { return }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let database = try DatabaseQueue(path: file.path, configuration: configuration)
    try database.read { database in
      let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
      if isEmpty { return }
      guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else { throw LibraryError.damaged(path: file.path) }
      if try LibrarySchema.migrator.hasBeenSuperseded(database) { throw LibraryError.newerVersion(path: file.path) }
    }
    try database.close()
  }

  /// Whether there is anything in a file. One that SQLite has made but not written to is empty. SQLite itself takes a short file of
  /// another kind for empty and would write over it, so its own first bytes are asked for.
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
