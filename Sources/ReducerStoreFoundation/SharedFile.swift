import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A JSON file that several processes read and write.
final class SharedFile<Value: Codable & Sendable>: Sendable {
  let url: URL
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder
  /// The result of the last read or write of the file.
  private let lastAccess = Mutex(LastAccess())

  private struct LastAccess {
    /// The version of the file, or `nil` if there was no file.
    var version: Version?
    /// Whether the file existed and could not be read or decoded.
    var isDamaged = false
  }

  /// The identity of one version of the file: the file's inode, the time of its last modification, and its size. Each
  /// replacement of the file has a new inode.
  private struct Version: Equatable, Sendable {
    let inode: UInt64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let size: Int
  }

  init(_ url: URL, _ decoder: JSONDecoder, _ encoder: JSONEncoder) {
    self.url = url
    self.decoder = decoder
    self.encoder = encoder
  }

  /// Reads the file. Returns its value, or `nil` if there is no file. Throws an error if the file cannot be read or
  /// decoded.
  func load() throws -> Value? {
    guard let version else {
      lastAccess.withLock { $0 = LastAccess() }
      return nil
    }
    // The file counts as damaged until its content is decoded. If an error is thrown below, this mark remains.
    lastAccess.withLock { $0 = LastAccess(version: version, isDamaged: true) }
    let value = try decoder.decode(Value.self, from: Data(contentsOf: url))
    lastAccess.withLock { $0 = LastAccess(version: version) }
    return value
  }

  /// Reads the file if its version differs from the last version that was read or written.
  ///
  /// - Returns: `nil` if the version is the same. Otherwise the value, a success with `nil` if the file was removed, or
  ///   the error.
  func loadIfChanged() -> Result<Value?, any Error>? {
    guard version != lastAccess.withLock({ $0.version }) else { return nil }
    return Result { try load() }
  }

  /// Locks the file, reads the file if another process has changed it, changes the value, and writes the file. Waits
  /// for another process that has locked the file.
  ///
  /// - Returns: The error if the folder could not be created or the file could not be locked, read or written.
  ///   Otherwise `nil`. The value is changed in both cases.
  func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      try change(&value)
      return error
    }
    let lock = FileLock(url)
    defer { lock.unlock() }
    var problem = lock.problem
    if version != lastAccess.withLock({ $0.version }) {
      do { value = try load() ?? value } catch { problem = error }
    }
    try change(&value)
    do { try write(value) } catch { problem = error }
    return problem
  }

  /// Writes the file. A file that could not be read or decoded is first renamed to `….damaged`.
  private func write(_ value: Value) throws {
    let data = try encoder.encode(value)
    if lastAccess.withLock({ $0.isDamaged }) { rename(url.path, url.path + ".damaged") }
    try data.write(to: url, options: .atomic)
    lastAccess.withLock { $0 = LastAccess(version: version) }
  }

  /// The current version of the file, or `nil` if there is no file.
  private var version: Version? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return Version(
      inode: UInt64(status.st_ino), modifiedSeconds: status.st_mtim.tv_sec,
      modifiedNanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size))
  }
}

/// A lock that prevents other processes with a ``SharedFile`` from changing the file. The lock is on a separate lock
/// file, because each change replaces the file itself.
private struct FileLock {
  /// The descriptor of the lock file, which ``unlock()`` closes. Negative if the lock file could not be opened.
  private let descriptor: Int32
  /// The error if the lock could not be acquired, otherwise `nil`.
  let problem: (any Error)?

  /// Waits until no other process has the lock of a file, and acquires the lock.
  init(_ file: URL) {
    let folder = file.deletingLastPathComponent()
    descriptor = open(
      folder.appending(path: ".\(file.lastPathComponent).lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    var status = descriptor < 0 ? -1 : flock(descriptor, LOCK_EX)
    while descriptor >= 0, status != 0, errno == EINTR { status = flock(descriptor, LOCK_EX) }
    problem = status == 0 ? nil : POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  /// Closes the lock file, which releases the lock.
  func unlock() {
    if descriptor >= 0 { close(descriptor) }
  }
}
