import Dispatch
import Glibc
import Synchronization

/// Observes files in folders, with inotify, the system's interface for changes of files.
///
/// All observers share one inotify instance, because the system limits the instances: to 128 per user by default.
final class FolderEvents: Sendable {
  static let shared = FolderEvents()

  private struct Observer {
    /// The name of the observed file.
    let name: String
    /// Called when the file may have changed.
    let changed: @Sendable () -> Void
  }

  private struct State {
    /// The observers by the watch descriptor of their folder (the number that inotify gives the folder), and by their
    /// id.
    var observers: [Int32: [Int: Observer]] = [:]
    var lastID = 0
  }

  /// The observation of a file. The observation ends when this object is deallocated.
  final class Observation: Sendable {
    /// The watch descriptor of the folder.
    private let watch: Int32
    private let id: Int

    fileprivate init(watch: Int32, id: Int) {
      self.watch = watch
      self.id = id
    }

    deinit { FolderEvents.shared.remove(id, from: watch) }
  }

  /// The file descriptor of the inotify instance. Negative if the system provides none.
  private let descriptor: Int32
  // Safe because a dispatch source may be used on any thread, and the reference never changes.
  /// Calls ``read()`` when events are waiting. `nil` without an inotify instance.
  private nonisolated(unsafe) let source: (any DispatchSourceRead)?
  private let state = Mutex(State())

  private init() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "Folder events"))
    self.source = source
    source.setEventHandler { FolderEvents.shared.read() }
    source.activate()
  }

  /// Observes a file in an existing folder. The file may be created later. Returns `nil` if the system cannot
  /// observe the folder.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The path of the folder.
  ///   - changed: Called on a queue of this object: after each write to the file, after the file is created, after
  ///     another file is moved to its path, and after any events were lost.
  func observe(_ name: String, in folder: String, changed: @escaping @Sendable () -> Void) -> Observation? {
    guard descriptor >= 0 else { return nil }
    // inotify returns the same watch descriptor for each observer of a folder. The lock keeps another thread from
    // removing the watch before this observer is added.
    return state.withLock { state in
      let watch = inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
      guard watch >= 0 else { return nil }
      state.lastID += 1
      state.observers[watch, default: [:]][state.lastID] = Observer(name: name, changed: changed)
      return Observation(watch: watch, id: state.lastID)
    }
  }

  private func remove(_ id: Int, from watch: Int32) {
    // The closure of an observer is released outside the lock, because the release may deallocate another observation.
    _ = state.withLock { state in
      let observer = state.observers[watch]?.removeValue(forKey: id)
      if state.observers[watch]?.isEmpty == true {
        state.observers[watch] = nil
        inotify_rm_watch(descriptor, watch)
      }
      return observer
    }
  }

  /// Reads all waiting events, and calls the observers.
  private func read() {
    // An event has at most 272 bytes: a header of 16 bytes, and a name of up to 255 bytes with a final zero.
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset < count {
          // Safe because the system writes whole events: a header and a name that ends with a zero.
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let nameStart = offset + MemoryLayout<inotify_event>.size
          let name = String(decoding: buffer[nameStart..<nameStart + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          offset = nameStart + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            // Events were lost, so each file may have changed.
            for observer in state.withLock({ $0.observers.values.flatMap(\.values) }) { observer.changed() }
          } else {
            for observer in state.withLock({ Array(($0.observers[event.wd] ?? [:]).values) })
            where observer.name == name { observer.changed() }
          }
        }
      }
    }
  }
}
