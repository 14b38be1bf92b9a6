/// A place in which a shared value is stored, by its name: in memory, in the program's settings, or in a file.
///
/// The library has ``InMemoryKey`` and ``AppStorageKey``; `ReducerStoreFoundation` has `FileStorageKey`. A type of your own can store values elsewhere.
public protocol SharedKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The identity of the place. All `@Shared` properties with equal ids and types have the same value.
  var id: String { get }
  /// The value that is stored, or `nil` if no value is.
  func load() throws -> Value?
  /// Changes the value and stores it. A place that other processes write to first assigns the newest value to `value`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - change: The change.
  /// - Returns: An error if the value could not be loaded or stored. The change is made in any case.
  func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)?
  /// Calls a closure, on the main actor, when another writer has stored a value.
  ///
  /// The closure takes a function that reads the value, and calls it while nobody changes the value here. The function returns `nil` if there is no news,
  /// and in its result `nil` for a value that was removed, or an error for a value that cannot be loaded.
  ///
  /// - Returns: An object that ends the calls when it is released, or `nil` if there are no other writers.
  func observe(_ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void) -> (any AnyObject & Sendable)?
}

extension SharedKey {
  /// No value is stored before the first change.
  public func load() throws -> Value? { nil }

  /// Changes the value in memory only.
  public func update(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows -> (any Error)? {
    try change(&value)
    return nil
  }

  /// There are no other writers.
  public func observe(_ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Value?, any Error>?) -> Void) -> (any AnyObject & Sendable)? {
    nil
  }

  /// A key of this type with a value for a place that is empty: `SharedKey where Self == InMemoryKey<Int>.Default`.
  public typealias Default = DefaultSharedKey<Self>
}

/// A key with the value that it has while its place is empty.
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

  /// A key, and the value that it has while its place is empty.
  public static subscript(base: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self {
    Self(base: base, defaultValue: value)
  }

  /// The id of the key without the default.
  public var id: String { base.id }
  /// The value that is stored, or `nil` if no value is.
  public func load() throws -> Base.Value? { try base.load() }
  /// Changes the value and stores it.
  public func update(_ value: inout Base.Value, _ change: (inout Base.Value) throws -> Void) rethrows -> (any Error)? {
    try base.update(&value, change)
  }
  /// Calls a closure with each value that another writer has stored.
  public func observe(
    _ changed: @escaping @MainActor @Sendable (_ load: () -> Result<Base.Value?, any Error>?) -> Void
  ) -> (any AnyObject & Sendable)? {
    base.observe(changed)
  }
}

/// A place in the memory of the process: `@Shared(.inMemory("count")) var count = 0`.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The kind and the name.
  public let id: String

  fileprivate init(_ name: String) {
    id = "inMemory:\(name)"
  }
}

extension SharedKey {
  /// A value in the memory of the process, by its name.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(name) }
}
