public import Presentation

/// A value that several features and views share: each sees what the others change.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.inMemory("count")) var count = 0
///   @Shared(.appStorage("is-sorted")) var isSorted = false
///   @Shared var draft: Draft
/// }
///
/// // In a reducer, and in effects:
/// state.$count.withLock { $0 += 1 }
/// // A child shares a value of its parent:
/// state.editor = Editor.State(draft: state.$draft)
/// ```
///
/// A property with a key has the value of all properties with that key. A property without a key is given the `$value` of another one, or a new place:
/// `State(draft: Shared(value: Draft()))`. A change evaluates the views that read the value.
///
/// In a `TestStore` each change must be asserted, `await store.send(.increment) { $0.$count.withLock { $0 = 1 } }`. Each test has its own values, which
/// are in memory only: see ``SharedStorage``.
@propertyWrapper @dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  package let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// Makes a new place for a value, which no key names.
  public init(value: Value) {
    reference = SharedValue(value)
  }

  /// The place of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while the place is empty.
  ///   - key: The key.
  public init<Key: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: Key) where Key.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key, default: wrappedValue)
  }

  /// The place of a key. Its default is used while the place is empty.
  public init<Base: SharedKey>(_ key: DefaultSharedKey<Base>) where Base.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key.base, default: key.defaultValue)
  }

  /// The place of a key with a default. The value given here takes the place of the default.
  public init<Base: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: DefaultSharedKey<Base>) where Base.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key.base, default: wrappedValue)
  }

  /// The place of a key, whose value is `nil` while the place is empty.
  public init<Key: SharedKey, Wrapped>(_ key: Key) where Key.Value == Value, Value == Wrapped? {
    reference = DependencyValues.current.sharedStorage.reference(key, default: { nil })
  }

  /// The place of another property.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// The place of another property.
  public init(_ base: Shared) {
    self = base
  }

  /// The value in an optional, or `nil` if there is none. When the optional becomes `nil` later, its last value is read, and changes are dropped.
  public init?(_ base: Shared<Value?>) {
    guard let last = base.wrappedValue else { return nil }
    reference = SharedPart(of: base.reference, read: { $0 ?? last }, write: { whole, value in if whole != nil { whole = value } })
  }

  /// The value. It is changed with ``withLock(_:)`` of the projected value: `$count.withLock { $0 += 1 }`.
  public var wrappedValue: Value { reference.value }

  /// The place, to share it and to change its value.
  public var projectedValue: Shared { self }

  /// Changes the value. Of several threads and, for a file, processes, one at a time does so, so that no change is lost.
  ///
  /// The closure must not change the same shared value by another `withLock`: such a change is dropped and reported.
  @discardableResult
  public func withLock<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    var result: Result?
    try reference.withLock { result = try change(&$0) }
    // Every reference calls the closure once.
    return result!
  }

  /// Why the value could not be loaded or stored the last time, or `nil` if it was. The value in memory is correct in any case.
  public var problem: (any Error)? { reference.root.problem }

  /// A part of the value, which is shared as well: `$settings.volume`, `$rows[id: row.id]`.
  public subscript<Member: Sendable>(dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable) -> Shared<Member> {
    Shared<Member>(reference: SharedPart(of: reference, read: { $0[keyPath: keyPath] }, write: { $0[keyPath: keyPath] = $1 }))
  }
}

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (first: Shared, second: Shared) -> Bool {
    guard let comparison = SharedComparison.current else { return first.wrappedValue == second.wrappedValue }
    return comparison.expected(first) == comparison.actual(second)
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomReflectable {
  /// A dump shows the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Binding {
  /// A binding to a shared value: `Toggle("Sorted", isOn: Binding(store.$isSorted))`.
  public init(_ shared: Shared<Value>) where Value: Sendable {
    self.init(get: { shared.wrappedValue }, set: { newValue in shared.withLock { $0 = newValue } })
  }
}
