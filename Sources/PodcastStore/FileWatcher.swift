import Dispatch
import Foundation
import Synchronization

/// Reports the changes of one file, by this program and by others. The watcher uses inotify, and does not poll.
///
/// The file is the settings file or a library's write-ahead log. For a library, the watcher also stores SQLite's
/// `data_version`, a number that changes when another connection has written. The library compares the numbers, so that
/// it ignores its own writes.
final class FileWatcher: Sendable {
  /// The time between the first change and its report. The report also stands for all changes during this time.
  private static let delay = DispatchTimeInterval.milliseconds(100)

  private struct State {
    /// The last recorded `data_version`, `nil` if none was recorded, or -1 if it was forgotten.
    var dataVersion: Int?
    /// Whether a report is scheduled.
    var isPending = false
    var onChange: @Sendable () -> Void = {}
    var observation: FolderEvents.Observation?
  }

  private let queue = DispatchQueue(label: "Library watcher")
  private let state = Mutex(State())

  /// Observes the write-ahead log of a library. Returns `nil` if the system cannot observe the library's folder.
  convenience init?(logOf library: URL) {
    self.init(name: library.lastPathComponent + "-wal", in: library.deletingLastPathComponent())
  }

  /// Observes a file in an existing folder. The file may be created later. Returns `nil` if the system cannot
  /// observe the folder.
  init?(name: String, in folder: URL) {
    let observation = FolderEvents.shared.observe(name, in: folder.path) { [weak self] in self?.fileChanged() }
    guard let observation else { return nil }
    state.withLock { $0.observation = observation }
  }

  /// Starts to call `onChange` after changes, on a queue of this object, at most ten times a second.
  ///
  /// - Parameters:
  ///   - dataVersion: The present `data_version` of a library, or `nil` if there is none.
  ///   - onChange: The function to call.
  func start(dataVersion: Int? = nil, _ onChange: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.dataVersion = dataVersion
      state.onChange = onChange
    }
  }

  /// Stores a `data_version`, and returns whether it differs from the former one. If `version` is `nil`, the former one
  /// stays. Returns `false` if one of them is `nil`.
  func recordDataVersion(_ version: Int?) -> Bool {
    state.withLock { state in
      defer { state.dataVersion = version ?? state.dataVersion }
      return version != nil && state.dataVersion != nil && version != state.dataVersion
    }
  }

  /// Makes the next call of ``recordDataVersion(_:)`` with a number return `true`.
  func forgetDataVersion() {
    // The number differs from every `data_version`, because none is negative.
    state.withLock { $0.dataVersion = -1 }
  }

  private func fileChanged() {
    let isFirstChange = state.withLock { state in
      defer { state.isPending = true }
      return !state.isPending
    }
    guard isFirstChange else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      let onChange = self?.state.withLock { state in
        state.isPending = false
        return state.onChange
      }
      onChange?()
    }
  }
}
