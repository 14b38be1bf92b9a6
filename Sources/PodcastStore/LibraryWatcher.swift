import Dispatch
import Foundation
import Synchronization

/// Reports changes of one file, such as the library's write-ahead log, so that changes of other programs are seen. It waits for the system, and never
/// polls.
final class LibraryWatcher: Sendable {
  private static let delay = DispatchTimeInterval.milliseconds(100)

  private struct State {
    var version: Int?
    var isPending = false
    var changed: @Sendable () -> Void = {}
    var observation: FolderEvents.Observation?
  }

  private let queue = DispatchQueue(label: "Library watcher")
  private let state = Mutex(State())

  /// Watches the write-ahead log of a library. Fails where the system gives no watch.
  convenience init?(file: URL) {
    self.init(name: file.lastPathComponent + "-wal", in: file.deletingLastPathComponent())
  }

  /// Watches a file, which may come later, in a folder, which must be there. Fails where the system gives no watch.
  init?(name: String, in folder: URL) {
    let observation = FolderEvents.shared.observe(name, in: folder.path) { [weak self] in self?.fileChanged() }
    guard let observation else { return nil }
    state.withLock { $0.observation = observation }
  }

  /// Calls `changed` on a queue of its own, at most ten times a second.
  ///
  /// - Parameter version: The present version, for `sawVersion`.
  func start(at version: Int? = nil, _ changed: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.version = version
      state.changed = changed
    }
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

  private func fileChanged() {
    let isFirst = state.withLock { state in
      defer { state.isPending = true }
      return !state.isPending
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      let changed = self?.state.withLock { state in
        state.isPending = false
        return state.changed
      }
      changed?()
    }
  }
}
