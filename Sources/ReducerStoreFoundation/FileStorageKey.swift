public import Foundation
public import ReducerStore

/// The key of a shared value in a JSON file: `@Shared(.fileStorage(.documentsDirectory.appending(path: "rows.json")))
/// var rows: [Row] = []`.
///
/// If `$rows.problem` is `nil` after `withLock`, the file contains the change. The file is replaced as a whole, so it
/// is never incomplete.
///
/// Several processes can use the same file. `withLock` locks the file, reads the value that another process has
/// written, and then changes the value. When another process changes the file, the file is read again and observers are
/// notified. When another process removes the file, the property gets its default. If the property is changed before
/// this removal is detected, the property keeps its value and the file is written again.
///
/// If the file cannot be read or decoded, the value does not change. The next change renames the file to `….damaged`,
/// and writes a new file. `$rows.problem` is the error of the last read or write, or `nil`.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey {
  /// The file, which all copies of this key share.
  private let file: SharedFile<Value>

  fileprivate init(_ file: SharedFile<Value>) {
    self.file = file
  }

  /// The kind of the key and the path of the file.
  public var id: String { "fileStorage:\(file.url.path)" }
  /// Returns the value in the file, or `nil` if there is no file.
  public func load() throws -> Value? { try file.load() }
  /// Reads the file if another process has changed it, changes the value, and writes the file. Returns an error if the
  /// file could not be locked, read or written, otherwise `nil`.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try file.update(&value, change)
  }
  /// Calls `changed` when any process may have changed the file. The closure `load`, which `changed` receives, reads
  /// the file. `load` returns `nil` if the file has not changed, and a success with `nil` if the file was removed.
  ///
  /// - Returns: The object that observes the file, or `nil` if the folder of the file cannot be watched.
  public func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)? {
    FolderWatcher(file.url.deletingLastPathComponent()) { [file] in
      changed { file.loadIfChanged() }
    }
  }
}

extension SharedKey {
  /// Returns the key of a value in a JSON file.
  ///
  /// - Parameters:
  ///   - url: The file. The first change creates the file and its folder.
  ///   - decoder: Reads the file.
  ///   - encoder: Writes the file.
  public static func fileStorage<Value>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(SharedFile(url.standardizedFileURL, decoder, encoder))
  }
}
