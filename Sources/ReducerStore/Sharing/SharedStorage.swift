internal import Synchronization

/// The shared values of a program or of a test, in a dictionary by their keys.
///
/// A program has one storage. Each test has its own storage, so that tests do not affect each other, and the values of
/// a test are in memory only. A test that needs files uses a persistent storage: `withDependencies { $0.sharedStorage =
/// SharedStorage(isPersistent: true) }`.
public final class SharedStorage: Sendable {
  /// Whether each key loads and stores its value, for example in a file. If `false`, the values are in memory only.
  public let isPersistent: Bool
  /// The objects that hold the shared values.
  private let references = Mutex<[Name: any AnyObject & Sendable]>([:])

  /// The id of a key and the type of its value, which together identify a shared value.
  private struct Name: Hashable, Sendable {
    let id: String
    let type: ObjectIdentifier
  }

  /// Creates an empty storage.
  ///
  /// - Parameter isPersistent: Whether each key loads and stores its value, for example in a file. If `false`, the
  ///   values are in memory only.
  public init(isPersistent: Bool = false) {
    self.isPersistent = isPersistent
  }

  /// The storage that is used outside of tests.
  static let program = SharedStorage(isPersistent: true)

  /// A closure that returns the storage of the running test, or `nil` outside of tests. `ReducerStoreTesting` sets the
  /// closure when the process starts. Without that module, the closure is `nil`.
  package static var storageOfRunningTest: (@Sendable () -> SharedStorage?)? {
    get { testStorageLookup.withLock { $0 } }
    set { testStorageLookup.withLock { $0 = newValue } }
  }

  private static let testStorageLookup = Mutex<(@Sendable () -> SharedStorage?)?>(nil)

  /// Returns the shared value of a key. The first call for a key creates the shared value. A persistent storage loads
  /// the value. If there is no stored value, the shared value begins with the default.
  func reference<Key: SharedKey>(_ key: Key, default value: () -> Key.Value) -> any SharedReference<Key.Value> {
    let name = Name(id: key.id, type: ObjectIdentifier(Key.Value.self))
    if let existing = references.withLock({ $0[name] }) as? SharedValue<Key.Value> { return existing }
    let new = SharedValue(value(), key: isPersistent ? key : nil)
    return references.withLock { references in
      // Another thread may have inserted a value after the first lookup.
      if let existing = references[name] as? SharedValue<Key.Value> { return existing }
      references[name] = new
      return new
    }
  }
}

private enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { SharedStorage.storageOfRunningTest?() ?? .program }
}

extension DependencyValues {
  /// The shared values, by their keys.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}
