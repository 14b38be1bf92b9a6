public import Foundation
public import ReducerStore

/// A JSON file: `@Shared(.fileStorage(.documentsDirectory.appending(path: "rows.json"))) var rows: [Row] = []`.
///
/// A change is in the file when `withLock` returns. The file is replaced as a whole, so that it is never incomplete. Several processes can use the
/// same file: `withLock` locks it, reads what another process has written, and then changes the value. A file that another process changes is read again, and
/// observers are notified. When the removal of the file is noticed, the property has its default; a change before that keeps its value. A file that cannot be decoded changes no value. It is left as it is
/// until the first change, and then renamed to `….damaged`. `$rows.problem` is the error of the last read or write.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey {
  private let file: SharedFile<Value>

  fileprivate init(_ file: SharedFile<Value>) {
    self.file = file
  }

  /// The kind and the path.
  public var id: String { "fileStorage:\(file.url.path)" }
  /// The value in the file, or `nil` if there is no file.
  public func load() throws -> Value? { try file.load() }
  /// Changes the value and writes the file.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try file.update(&value, change)
  }
  /// Calls a closure with each value that another process has written.
  public func observe(_ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void) -> (any AnyObject & Sendable)? {
    FolderWatcher(file.url.deletingLastPathComponent()) { [file] in
      changed { file.loadIfChanged() }
    }
  }
}

extension SharedKey {
  /// A JSON file.
  ///
  /// - Parameters:
  ///   - url: The file. The file and its folder are made by the first change.
  ///   - decoder: Reads the file.
  ///   - encoder: Writes the file.
  public static func fileStorage<Value>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(SharedFile(url.standardizedFileURL, decoder, encoder))
  }
}
