import Dispatch
import Foundation
import Synchronization

/// Observes the changes of one file, such as the library's write-ahead log. Changes by this program are reported, too.
/// The watcher waits for events of the system, and never polls.
final class LibraryWatcher: Sendable {
  /// How long further changes are collected before they are reported.
  private static let delay = DispatchTimeInterval.milliseconds(100)

  private struct State {
    /// The last recorded `data_version` of the library. `nil` if none was recorded.
    var version: Int?
    /// Whether a report is scheduled.
    var isPending = false
    var changed: @Sendable () -> Void = {}
    var observation: FolderEvents.Observation?
  }

  private let queue = DispatchQueue(label: "Library watcher")
  private let state = Mutex(State())

  /// Observes the write-ahead log of a library. Returns `nil` if the system provides no watch.
  convenience init?(file: URL) {
    self.init(name: file.lastPathComponent + "-wal", in: file.deletingLastPathComponent())
  }

  /// Observes a file in an existing folder. The file may be created later. Returns `nil` if the system provides no
  /// watch.
  init?(name: String, in folder: URL) {
    let observation = FolderEvents.shared.observe(name, in: folder.path) { [weak self] in self?.fileChanged() }
    guard let observation else { return nil }
    state.withLock { $0.observation = observation }
  }

  /// Calls `changed` after changes from now on, on a queue of this object, at most ten times a second.
  ///
  /// - Parameter version: The present version, for `recordVersion`.
  func start(at version: Int? = nil, _ changed: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.version = version
      state.changed = changed
    }
  }

  /// Stores a version, and returns whether it differs from the stored one. Returns `false` if one of them is `nil`.
  func recordVersion(_ version: Int?) -> Bool {
    state.withLock { state in
      defer { state.version = version ?? state.version }
      return version != nil && state.version != nil && version != state.version
    }
  }

  /// Makes the next call of `recordVersion` return `true`.
  func forgetVersion() {
    // No `data_version` is negative.
    state.withLock { $0.version = -1 }
  }

  private func fileChanged() {
    let isFirstChange = state.withLock { state in
      defer { state.isPending = true }
      return !state.isPending
    }
    guard isFirstChange else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      let changed = self?.state.withLock { state in
        state.isPending = false
        return state.changed
      }
      changed?()
    }
  }
}
