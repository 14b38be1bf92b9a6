/// A key of a shared value. The key identifies the value, and stores it in memory, in the settings of the program, or
/// in a file.
///
/// ``InMemoryKey`` and ``AppStorageKey`` are in this module, and `FileStorageKey` is in `ReducerStoreFoundation`. Your
/// own types can store values elsewhere.
public protocol SharedKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The identity of the stored value. All `@Shared` properties whose keys have equal ids and equal types of values
  /// share one value.
  var id: String { get }
  /// Returns the stored value, or `nil` if no value is stored.
  func load() throws -> Value?
  /// Changes the value and stores the result. If other processes may write to the storage, the key first assigns the
  /// stored value to `value`.
  ///
  /// - Parameters:
  ///   - value: The value in memory, which this method changes.
  ///   - change: Changes the value. The key calls this closure once, even if the value cannot be loaded or stored.
  /// - Returns: An error if the value could not be loaded or stored, otherwise `nil`.
  /// - Throws: The error that `change` throws.
  func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)?
  /// Calls a closure on the main actor when another writer, such as another process, has stored a value.
  ///
  /// - Parameter changed: Receives a function that loads the value. `changed` calls the function while no thread
  ///   changes the value in memory. The function returns `nil` if the stored value has not changed, a success with
  ///   `nil` if the stored value was removed, and a failure if the value cannot be loaded.
  /// - Returns: An object that the caller owns. Its release ends the calls. `nil` if there are no other writers.
  func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)?
}

extension SharedKey {
  /// Returns `nil`: by default no value is stored.
  public func load() throws -> Value? { nil }

  /// Changes the value in memory only.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try change(&value)
    return nil
  }

  /// Returns `nil`: by default there are no other writers.
  public func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)? {
    nil
  }

  /// The type of a key that adds a default value to a key of this type.
  public typealias Default = DefaultSharedKey<Self>
}

/// A key with a default value, which applies as long as no value is stored.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
///
/// @Shared(.count) var count
/// ```
public struct DefaultSharedKey<Base: SharedKey>: SharedKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// Returns a key with a default value, which applies as long as no value is stored.
  public static subscript(base: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self {
    Self(base: base, defaultValue: value)
  }

  /// The id of the base key, because the default is no part of the identity.
  public var id: String { base.id }
  /// Returns the stored value, or `nil` if no value is stored.
  public func load() throws -> Base.Value? { try base.load() }
  /// Changes the value and stores it.
  public func update(_ value: inout Base.Value, _ change: (inout Base.Value) throws -> Void) rethrows -> (any Error)? {
    try base.update(&value, change)
  }
  /// Calls a closure on the main actor when another writer has stored a value.
  public func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Base.Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)? {
    base.observe(changed)
  }
}

/// The key of a shared value in the memory of the process: `@Shared(.inMemory("count")) var count = 0`.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The kind of the key and the name of the value, such as `inMemory:count`.
  public let id: String

  fileprivate init(_ name: String) {
    id = "inMemory:\(name)"
  }
}

extension SharedKey {
  /// Returns the key of a value in the memory of the process.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(name) }
}
