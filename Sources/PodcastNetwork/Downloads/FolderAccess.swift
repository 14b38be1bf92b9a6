import Foundation
import Podcasts

/// Whether a download engine, which runs the downloads of a program, may write into the folder of downloads. Only the
/// engine that has locked the folder may.
enum FolderAccess: Sendable {
  /// The engine has locked the folder, so it may write downloads into it. The system releases the lock when the program
  /// ends, also after a crash.
  case exclusive(FolderLock)
  /// Another engine has locked the folder, perhaps in another program.
  case lockedElsewhere
  /// The folder could not be created, or its lock file could not be opened.
  case unavailable(DownloadError)

  /// Creates a folder if it is missing, and then tries to lock the folder.
  init(to folder: DownloadFolder) {
    do throws(DownloadError) {
      try folder.make()
    } catch {
      self = .unavailable(error)
      return
    }
    let descriptor = open(folder.path(".lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      self = .unavailable(folder.failure(errno))
      return
    }
    let lock = FolderLock(descriptor)
    self = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? .exclusive(lock) : .lockedElsewhere
  }

  var isExclusive: Bool { if case .exclusive = self { true } else { false } }
}

/// Owns the open file of a lock. When this object is deallocated, the file is closed and the lock is released.
final class FolderLock: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}
