/// The key of a value that a view passes to all views below it, without a parameter in each initialiser.
///
/// ```swift
/// private struct AccentKey: EnvironmentKey { static var defaultValue: Color { .accentColor } }
///
/// extension EnvironmentValues {
///   var accent: Color {
///     get { self[AccentKey.self] }
///     set { self[AccentKey.self] = newValue }
///   }
/// }
/// ```
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// The value if no view above has set one.
  static var defaultValue: Value { get }
}

/// A view's environment: the values that the views above have set, and default values.
public struct EnvironmentValues {
  private var storage: Storage?

  /// The values of an environment and its copies. After `setValue` has filled a storage, the storage does not change. A
  /// later change creates another storage.
  private final class Storage {
    var values: [ObjectIdentifier: Any]
    init(_ values: [ObjectIdentifier: Any]) { self.values = values }
  }

  /// Creates an environment with only default values.
  public init() {}

  /// The value under a key, or the key's default.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      // `as? Key.Value` is not used here. If the type of the value is an optional, the cast would turn a missing value
      // into `nil`, instead of the default value.
      guard let value = storage?.values[ObjectIdentifier(key)] else { return Key.defaultValue }
      // Safe because the setter below stores only a `Key.Value` under this key.
      return value as! Key.Value
    }
    set { setValue(newValue, for: ObjectIdentifier(key)) }
  }

  /// The model of the given type, which a view above has set. `nil` if there is none.
  subscript<Model: AnyObject>(model type: Model.Type) -> Model? {
    get { storage?.values[ObjectIdentifier(type)] as? Model }
    set { setValue(newValue as Any, for: ObjectIdentifier(type)) }
  }

  /// Returns whether two environments have the same storage. May return `false` although all values are equal.
  func isSame(as other: EnvironmentValues) -> Bool { storage === other.storage }

  private mutating func setValue(_ value: Any, for key: ObjectIdentifier) {
    let newStorage = Storage(storage?.values ?? [:])
    newStorage.values[key] = value
    storage = newStorage
  }
}

/// A property of a view whose value is read from the environment. The view is evaluated again when the value changes.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// @Environment(PlayerModel.self) private var player
/// ```
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let source: EnvironmentSource<Value>
  /// The reader that the view's node keeps. `nil` until the view has a node.
  private var reader: EnvironmentReader<Value>?

  /// Reads the value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    source = .keyPath(keyPath)
  }

  /// Reads the `@Observable` model of the given type, which a view above has set with ``View/environment(_:)``. If
  /// there is no such model, the program stops with an error message.
  public init(_ type: Value.Type) where Value: AnyObject {
    source = .function { environment in
      guard let model = environment[model: type] else {
        preconditionFailure("The environment has no \(type). Add .environment(\(type)(…)) to a view above.")
      }
      return model
    }
  }

  /// Reads the `@Observable` model of the given type, which a view above has set. The value is `nil` if there is none.
  public init<Model: AnyObject>(_ type: Model.Type) where Value == Model? {
    source = .function { $0[model: type] }
  }

  /// The value. Before the view has a node, the value in an environment with only default values.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    reader?.value ?? source.value(in: EnvironmentValues())
  }

  /// Connects the property with the node's environment.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    let reader = (kept as? EnvironmentReader<Value>) ?? EnvironmentReader(source: source, environment: node.environment)
    kept = reader
    self.reader = reader
  }
}

/// The way in which a value is read from the environment.
private nonisolated enum EnvironmentSource<Value> {
  case keyPath(KeyPath<EnvironmentValues, Value>)
  /// Returns the value of an environment. For models, which are found by their type.
  case function((EnvironmentValues) -> Value)

  func value(in environment: EnvironmentValues) -> Value {
    switch self {
    case .keyPath(let keyPath): environment[keyPath: keyPath]
    case .function(let read): read(environment)
    }
  }
}

/// An object that keeps the value that a view reads from its environment.
@MainActor
protocol EnvironmentReading: AnyObject {
  /// Reads the value from a new environment. Returns whether it has changed. A value that cannot be compared is
  /// considered changed.
  func environmentDidChange(to environment: EnvironmentValues) -> Bool
}

@MainActor
private final class EnvironmentReader<Value>: EnvironmentReading {
  private(set) var value: Value
  private let source: EnvironmentSource<Value>

  init(source: EnvironmentSource<Value>, environment: EnvironmentValues) {
    self.source = source
    value = source.value(in: environment)
  }

  func environmentDidChange(to environment: EnvironmentValues) -> Bool {
    let old = value
    value = source.value(in: environment)
    if let areEqual = valueComparison(of: Value.self) { return !areEqual(old, value) }
    return true
  }
}
