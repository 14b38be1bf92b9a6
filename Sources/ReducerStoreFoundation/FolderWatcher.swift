@preconcurrency import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls a closure on the main actor after any file in a folder was replaced, written, moved or removed. The calls end
/// when the watcher is released.
final class FolderWatcher: Sendable {
  /// The source of the events of inotify, Linux's service for changes of files. The cancellation of the source, in
  /// `deinit`, closes the descriptor of inotify.
  private let source: any DispatchSourceRead

  /// Watches a folder, and creates the folder if it does not exist. Returns `nil` if the folder cannot be watched.
  init?(_ folder: URL, _ changed: @escaping @MainActor @Sendable () -> Void) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard
      inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE)) >= 0
    else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler {
      Self.drain(descriptor)
      Task { @MainActor in changed() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Reads and discards the events, so that the descriptor is not readable any more. The names of the changed files are
  /// not needed, because the caller of `init` checks whether its own file has changed.
  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
