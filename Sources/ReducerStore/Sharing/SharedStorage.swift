internal import Synchronization

/// The shared values of a program or of a test, by their keys.
///
/// A program has one. Each test has its own, so that no value passes from one test to another, and its values are in
/// memory only. A test of files passes a persistent storage:
/// `withDependencies { $0.sharedStorage = SharedStorage(isPersistent: true) }`.
public final class SharedStorage: Sendable {
  /// Whether the keys load and store the values. Otherwise the values are in memory only.
  public let isPersistent: Bool
  private let references = Mutex<[Name: any AnyObject & Sendable]>([:])

  private struct Name: Hashable, Sendable {
    let id: String
    let type: ObjectIdentifier
  }

  /// Creates an empty storage.
  ///
  /// - Parameter isPersistent: Whether the keys load and store the values. Otherwise the values are in memory only.
  public init(isPersistent: Bool = false) {
    self.isPersistent = isPersistent
  }

  /// The storage of a program outside of tests.
  static let program = SharedStorage(isPersistent: true)

  /// Returns the storage of the running test, or `nil` outside of tests. `ReducerStoreTesting` sets it when the process
  /// starts.
  package static var ofRunningTest: (@Sendable () -> SharedStorage?)? {
    get { testStorage.withLock { $0 } }
    set { testStorage.withLock { $0 = newValue } }
  }

  private static let testStorage = Mutex<(@Sendable () -> SharedStorage?)?>(nil)

  /// Returns the shared value of a key, and creates it if it does not exist.
  func reference<Key: SharedKey>(_ key: Key, default value: () -> Key.Value) -> any SharedReference<Key.Value> {
    let name = Name(id: key.id, type: ObjectIdentifier(Key.Value.self))
    if let existing = references.withLock({ $0[name] }) as? SharedValue<Key.Value> { return existing }
    let new = SharedValue(value(), key: isPersistent ? key : nil)
    return references.withLock { references in
      // Another thread may have inserted it after the first lookup.
      if let existing = references[name] as? SharedValue<Key.Value> { return existing }
      references[name] = new
      return new
    }
  }
}

private enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { SharedStorage.ofRunningTest?() ?? .program }
}

extension DependencyValues {
  /// The shared values, by their keys.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}
