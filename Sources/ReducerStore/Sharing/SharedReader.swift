/// A property that reads a ``Shared`` value and cannot change it: `@SharedReader(.inMemory("count")) var count = 0`.
@propertyWrapper @dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  /// The shared value, or a part of one.
  private let shared: any SharedReading<Value>

  private init(_ shared: any SharedReading<Value>) {
    self.shared = shared
  }

  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default, for a key without a stored value.
  ///   - key: The key.
  public init<Key: SharedKey>(wrappedValue: @autoclosure () -> Value, _ key: Key) where Key.Value == Value {
    shared = Shared(wrappedValue: wrappedValue(), key)
  }

  /// Reads the value of a key that has a default.
  public init<Base: SharedKey>(_ key: DefaultSharedKey<Base>) where Base.Value == Value {
    shared = Shared(key)
  }

  /// Reads the value of a `@Shared` property.
  public init(_ base: Shared<Value>) {
    shared = base
  }

  /// Reads the value of another `@SharedReader` property.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The identity of the object that holds the shared value.
  package var identity: ObjectIdentifier { shared.identity }

  /// The shared value, or the part of it that this property reads.
  public var wrappedValue: Value { shared.wrappedValue }

  /// This reader, to pass it to another property.
  public var projectedValue: SharedReader { self }

  /// A reader of a part of the value: `$settings.volume`.
  public subscript<Member: Sendable>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable) -> SharedReader<
    Member
  > {
    SharedReader<Member>(ReadOnlyPart(whole: shared, keyPath: keyPath))
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal. While a `TestStore` compares an expected state with an actual state, `first` has the
  /// value of the expected state, and `second` has the value of the actual state.
  public static func == (first: SharedReader, second: SharedReader) -> Bool {
    guard let comparison = SharedComparison.current else { return first.wrappedValue == second.wrappedValue }
    return comparison.expected { first.wrappedValue } == comparison.actual { second.wrappedValue }
  }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: CustomReflectable {
  /// A dump shows the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

/// A shared value, or a part of one, that a reader reads.
private protocol SharedReading<Value>: Sendable {
  associatedtype Value: Sendable
  var wrappedValue: Value { get }
  var identity: ObjectIdentifier { get }
}

extension Shared: SharedReading {
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(reference) }
}

/// The part of a shared value that a key path selects, for reading only.
private struct ReadOnlyPart<Whole: Sendable, Value: Sendable>: SharedReading {
  let whole: any SharedReading<Whole>
  let keyPath: any KeyPath<Whole, Value> & Sendable

  var wrappedValue: Value { whole.wrappedValue[keyPath: keyPath] }
  var identity: ObjectIdentifier { whole.identity }
}
