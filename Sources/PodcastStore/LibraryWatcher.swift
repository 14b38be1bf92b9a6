import Dispatch
import Foundation
import Glibc
import Synchronization

/// Reports changes of one file, such as the library's write-ahead log, so that changes of other programs are seen. It waits for the system, and never
/// polls.
final class LibraryWatcher: Sendable {
  private static let delay = DispatchTimeInterval.milliseconds(100)

  private struct State {
    var version: Int?
    var isPending = false
  }

  private let name: String
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "Library watcher")
  // Safe because a dispatch source may be used on any thread, and the reference never changes.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let state = Mutex(State())

  /// Watches the write-ahead log of a library. Fails where the system gives no watch.
  convenience init?(file: URL) {
    self.init(name: file.lastPathComponent + "-wal", in: file.deletingLastPathComponent())
  }

  /// Watches a file, which may come later, in a folder, which must be there. Fails where the system gives no watch.
  init?(name: String, in folder: URL) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder.path, UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.name = name
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
  }

  deinit {
    // A source that was never activated cannot be released.
    source.activate()
    source.cancel()
  }

  /// Calls `changed` on a queue of its own, at most ten times a second.
  ///
  /// - Parameter version: The present version, for `sawVersion`.
  func start(at version: Int? = nil, _ changed: @escaping @Sendable () -> Void) {
    _ = sawVersion(version)
    source.setEventHandler { [weak self] in self?.read(changed) }
    source.activate()
  }

  /// Stores a version, and returns whether it differs from the one before.
  func sawVersion(_ version: Int?) -> Bool {
    state.withLock { state in
      defer { state.version = version ?? state.version }
      return version != nil && state.version != nil && version != state.version
    }
  }

  /// Makes the next look a change.
  func forgetVersion() {
    state.withLock { $0.version = -1 }
  }

  private func read(_ changed: @escaping @Sendable () -> Void) {
    var isOfFile = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset < count {
          // Safe because the system writes whole events: a header and a name that ends with a zero.
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          if String(decoding: name, as: UTF8.self) == self.name { isOfFile = true }
          offset = start + Int(event.len)
        }
      }
    }
    guard isOfFile, state.withLock({ state in
      defer { state.isPending = true }
      return !state.isPending
    }) else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      self?.state.withLock { $0.isPending = false }
      changed()
    }
  }
}
