package import Foundation
import Glibc
package import Podcasts
import Synchronization

extension PreferencesClient {
  /// Returns a client for the settings in a JSON file, such as `podcaster/settings.json` in the listener's folder for
  /// settings.
  ///
  /// If the file is missing, empty or damaged at the first read, all settings have their defaults. A damaged file is
  /// then renamed to `….damaged`. If the file lacks a setting, that setting has its default. The streams of `values`
  /// also emit the changes by other programs.
  ///
  /// The file is first written under another name and then renamed, so it is complete even if the program is killed.
  package static func live(file: URL) -> PreferencesClient {
    let settingsFile = PreferencesFile(file)
    return PreferencesClient(
      values: { settingsFile.values() },
      save: { preferences throws(PreferencesError) in try await settingsFile.save(preferences) })
  }
}

/// Reads and writes a file of settings, on a serial queue.
private final class PreferencesFile: Sendable {
  private struct State {
    /// The last read or written settings. `nil` before the first read.
    var current: Preferences?
    /// The open streams, by their consumer IDs.
    var consumers: [Int: AsyncStream<Preferences>.Continuation] = [:]
    var lastConsumerID = 0
    var watcher: FileWatcher?
  }

  private let file: URL
  private let queue = DispatchQueue(label: "Settings")
  private let state = Mutex(State())

  init(_ file: URL) { self.file = file }

  func values() -> AsyncStream<Preferences> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      queue.async { [self] in
        let current = state.withLock { $0.current } ?? read()
        startWatcher()
        let consumerID = state.withLock { state in
          state.current = current
          state.lastConsumerID += 1
          state.consumers[state.lastConsumerID] = continuation
          return state.lastConsumerID
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.consumers[consumerID] = nil } }
        continuation.yield(current)
      }
    }
  }

  func save(_ preferences: Preferences) async throws(PreferencesError) {
    try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, PreferencesError>, Never>) in
      queue.async { [self] in
        let result = Result { () throws(PreferencesError) in try write(preferences) }
        if case .success = result { notify(preferences) }
        // The write may have created the folder.
        startWatcher()
        continuation.resume(returning: result)
      }
    }.get()
  }

  /// Starts to observe the changes by other programs, if the folder exists. Call this on the queue.
  private func startWatcher() {
    guard state.withLock({ $0.watcher == nil }),
      let watcher = FileWatcher(name: file.lastPathComponent, in: file.deletingLastPathComponent())
    else { return }
    state.withLock { $0.watcher = watcher }
    watcher.start { [weak self] in self?.fileChanged() }
    // The file may have changed before the observation began.
    fileChanged()
  }

  /// Reads the file after a change. A damaged file is ignored, because another program may still be writing it.
  private func fileChanged() {
    queue.async { [self] in
      if state.withLock({ $0.current }) != nil, let data = try? Data(contentsOf: file),
        let preferences = try? decode(data)
      {
        notify(preferences)
      }
    }
  }

  /// Passes settings to the consumers of all streams, if the settings differ from the last ones.
  private func notify(_ preferences: Preferences) {
    let consumers = state.withLock { state in
      defer { state.current = preferences }
      return state.current == preferences ? [] : Array(state.consumers.values)
    }
    for consumer in consumers { consumer.yield(preferences) }
  }

  /// Reads the file for the first time. Renames a damaged file, but not an empty one.
  private func read() -> Preferences {
    guard let data = try? Data(contentsOf: file), !data.isEmpty else { return Preferences() }
    do {
      return try decode(data)
    } catch {
      rename(file.path, file.path + ".damaged")
      return Preferences()
    }
  }

  /// Decodes settings. Throws if the data are not a JSON object, or if a value has the wrong type.
  private func decode(_ data: Data) throws -> Preferences {
    // The decoder requires all settings, so missing ones are added with their defaults.
    let defaults = try jsonObject(JSONEncoder().encode(Preferences()))
    let merged = defaults.merging(try jsonObject(data)) { _, stored in stored }
    return try JSONDecoder().decode(Preferences.self, from: JSONSerialization.data(withJSONObject: merged))
  }

  /// Parses a JSON object.
  private func jsonObject(_ data: Data) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw PreferencesError(path: file.path, reason: "It is no JSON object.")
    }
    return object
  }

  private func write(_ preferences: Preferences) throws(PreferencesError) {
    let draft = file.path + ".draft"
    do {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try writeDraft(try encoder.encode(preferences) + Data("\n".utf8), to: draft)
      guard rename(draft, file.path) == 0 else { throw systemError() }
    } catch {
      // Delete the incomplete draft, which also frees space on a full disk.
      unlink(draft)
      throw error as? PreferencesError ?? PreferencesError(path: file.path, reason: String(describing: error))
    }
  }

  /// Writes a draft, and waits until the draft is on the disk. The settings may contain the user's API key for a
  /// podcast directory, so only the owner of the file may read the file.
  private func writeDraft(_ data: Data, to draft: String) throws {
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError() }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { try? handle.close() }
    guard fchmod(descriptor, 0o600) == 0 else { throw systemError() }
    try handle.write(contentsOf: data)
    try handle.synchronize()
  }

  /// Returns an error for `errno`.
  private func systemError() -> PreferencesError {
    PreferencesError(path: file.path, reason: String(cString: strerror(errno)))
  }
}
