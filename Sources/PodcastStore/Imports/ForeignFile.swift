import Foundation
import GRDB
import Podcasts

/// The file of another player's database. A copy of the file and of SQLite's logs (`-wal` and `-journal`) is read, so
/// that the originals do not change.
struct ForeignFile: Sendable {
  let file: URL

  /// Copies the database, calls a closure that reads the copy, and removes the copy.
  func read<Value>(_ readCopy: (ImportSource.Player, Database) throws -> Value) throws(ImportError) -> Value {
    let path = file.path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .notFound(path: path) }
    guard !isFolder.boolValue else { throw .notRecognized(path: path) }
    guard FileManager.default.isReadableFile(atPath: path) else { throw .permissionDenied(path: path) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "podcaster-import-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let database = try DatabaseQueue(path: try copy(to: folder).path)
      defer { try? database.close() }
      return try database.read { database in
        guard let player = try ForeignLibraryReader.player(of: database) else {
          throw ImportError.notRecognized(path: path)
        }
        return try readCopy(player, database)
      }
    } catch let error as ImportError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      throw .notRecognized(path: path)
    } catch  where LibraryError(error, path: folder.path) == .diskFull(path: folder.path) {
      // The error names the parent folder, because the folder of the copy is removed.
      throw .library(.diskFull(path: folder.deletingLastPathComponent().path))
    } catch {
      throw .damaged(path: path, reason: (error as? DatabaseError)?.message ?? String(describing: error))
    }
  }

  /// Copies the database and its logs into a new folder that only the user can read. Returns the copied database.
  private func copy(to folder: URL) throws -> URL {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let copiedFile = folder.appending(path: "copy.sqlite")
    for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copiedFile.path + suffix)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copiedFile.path + suffix)
    }
    return copiedFile
  }
}
