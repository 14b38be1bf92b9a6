import Foundation
import GRDB
import Glibc
import Podcasts

extension LibraryError {
  /// Converts an error of GRDB or Foundation that occurred at the file or folder `path`. A `LibraryError` is not
  /// changed. GRDB's errors have the result codes of SQLite.
  init(_ error: any Error, path: String) {
    if let error = error as? LibraryError {
      self = error
      return
    }
    if let error = error as? CocoaError {
      self =
        switch error.code {
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly, .fileNoSuchFile: .notWritable(path: path)
        case .fileWriteOutOfSpace: .diskFull(path: path)
        case _ where Self.isCausedByLackOfSpace(error): .diskFull(path: path)
        default: .failed(reason: String(describing: error))
        }
      return
    }
    guard let error = error as? DatabaseError else {
      self = .failed(reason: String(describing: error))
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: self = .notWritable(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
    default: self = .failed(reason: error.message ?? error.description)
    }
  }

  /// Whether the cause of an error is a full disk, an exhausted quota, or the limit for the size of a file.
  private static func isCausedByLackOfSpace(_ error: CocoaError) -> Bool {
    guard let cause = error.underlying else { return false }
    return (cause as NSError).domain == NSPOSIXErrorDomain
      && [ENOSPC, EDQUOT, EFBIG].contains(Int32((cause as NSError).code))
  }
}
