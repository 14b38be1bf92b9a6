public import Presentation

/// A value that several features and views share. A change by one feature or view is visible to all others.
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
/// All properties with the same key share one value. A property without a key receives the projected value of another
/// property, or a new shared value: `State(draft: Shared(value: Draft()))`. After a change, the views that read the
/// value are evaluated.
///
/// In a `TestStore`, each change must be asserted: `await store.send(.increment) { $0.$count.withLock { $0 = 1 } }`.
/// Each test has its own values, which are in memory only: see ``SharedStorage``.
@propertyWrapper @dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  /// The object that holds the value. All copies refer to the same object.
  package let reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// Creates a shared value without a key. All properties to which this wrapper is passed share the value.
  public init(value: Value) {
    reference = SharedValue(value)
  }

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default, for a key without a stored value.
  ///   - key: The key.
  public init<Key: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: Key) where Key.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key, default: wrappedValue)
  }

  /// Shares the value of a key that has a default.
  public init<Base: SharedKey>(_ key: DefaultSharedKey<Base>) where Base.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key.base, default: key.defaultValue)
  }

  /// Shares the value of a key that has a default. `wrappedValue` replaces the default.
  public init<Base: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: DefaultSharedKey<Base>)
  where Base.Value == Value {
    reference = DependencyValues.current.sharedStorage.reference(key.base, default: wrappedValue)
  }

  /// Shares the value of a key. The value is `nil` as long as no value is stored.
  public init<Key: SharedKey, Wrapped>(_ key: Key) where Key.Value == Value, Value == Wrapped? {
    reference = DependencyValues.current.sharedStorage.reference(key, default: { nil })
  }

  /// Shares the value of another property.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares the value of another property.
  public init(_ base: Shared) {
    self = base
  }

  /// Shares the value inside an optional, or returns `nil` if the optional is `nil`.
  ///
  /// If the optional becomes `nil` later, reads return the value that the optional had at the time of this call, and
  /// changes are dropped.
  public init?(_ base: Shared<Value?>) {
    guard let initialValue = base.wrappedValue else { return nil }
    reference = SharedPart(
      of: base.reference, read: { $0 ?? initialValue },
      write: { optional, value in if optional != nil { optional = value } })
  }

  /// The value. To change it, call ``withLock(_:)`` on the projected value: `$count.withLock { $0 += 1 }`.
  public var wrappedValue: Value { reference.value }

  /// The wrapper itself, to share the value with another property or to change it.
  public var projectedValue: Shared { self }

  /// Changes the value. During the call, no other thread can change the value. If the value is stored in a file, no
  /// other process can change it either.
  ///
  /// The closure must not call `withLock` of the same shared value. The change of such a call is dropped, and the call
  /// is reported as a `Misuse`.
  @discardableResult
  public func withLock<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    var result: Result?
    try reference.withLock { result = try change(&$0) }
    // Every reference calls the closure exactly once, so there is a result.
    return result!
  }

  /// The error of the last attempt to load or store the value, or `nil` if the attempt succeeded. The value in memory
  /// can be used in both cases.
  public var problem: (any Error)? { reference.root.problem }

  /// A part of the value as a shared value: `$settings.volume`, `$rows[id: row.id]`.
  public subscript<Member: Sendable>(dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable) -> Shared<
    Member
  > {
    Shared<Member>(
      reference: SharedPart(of: reference, read: { $0[keyPath: keyPath] }, write: { $0[keyPath: keyPath] = $1 }))
  }
}

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal. While a `TestStore` compares an expected state with an actual state, `first` belongs
  /// to the expected state, and `second` belongs to the actual state.
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
  /// The mirror of the value, so that a dump shows only the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Binding {
  /// A binding to a shared value: `Toggle("Sorted", isOn: Binding(store.$isSorted))`.
  public init(_ shared: Shared<Value>) where Value: Sendable {
    self.init(get: { shared.wrappedValue }, set: { newValue in shared.withLock { $0 = newValue } })
  }
}
