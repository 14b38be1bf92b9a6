internal import Presentation

/// A stored property of a view. The view's node keeps the property's value.
public protocol DynamicProperty {
  /// Connects the property with its storage in the node. `kept` is this storage, and is `nil` on the first call. Only
  /// types of this module implement this function.
  @MainActor mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode)
}

/// A dynamic property with a parameter, such as the key of a stored setting. When the view above creates the view
/// again, the parameter may be different.
protocol ConfiguredProperty: DynamicProperty {
  /// Compares the parameters of two properties.
  @MainActor static var comparison: MemoryComparison { get }
}

/// A value that a view owns. The value lives as long as the view keeps its identity. A change of the value evaluates
/// only the bodies that have read the value.
///
/// ```swift
/// @State private var isPlaying = false
/// ```
///
/// `$isPlaying` is a `Binding` to the value. The value is read and written on the main actor. Before the view is in a
/// window, reading returns the initial value, and a written value is dropped and reported.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initialValue: Value
  /// The storage in the view's node. `nil` until the view has a node.
  private var storage: StateStorage<Value>?

  /// Creates state with an initial value.
  public init(wrappedValue: Value) {
    initialValue = wrappedValue
  }

  /// Creates state with an initial value.
  public init(initialValue: Value) {
    self.initialValue = initialValue
  }

  /// The value.
  @MainActor @preconcurrency
  public var wrappedValue: Value {
    get {
      // `??` is not used, because the runtime would look up the type of an optional value.
      if let storage { return storage.read() }
      return initialValue
    }
    nonmutating set {
      guard let storage else {
        Misuse(
          "A @State property was written before its view was in a window; the value is dropped. Write the property in onAppear, or set its initial value.",
          fileID: #fileID, line: #line
        ).report()
        return
      }
      storage.write(newValue)
    }
  }

  /// A binding to the value.
  @MainActor @preconcurrency
  public var projectedValue: Binding<Value> {
    guard let storage else { return Binding(get: { self.initialValue }, set: { self.wrappedValue = $0 }) }
    return Binding(get: { storage.read() }, set: { storage.write($0) }).identified { BindingIdentity(storage) }
  }

  /// Connects the property with its storage in the node.
  @MainActor public mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode) {
    if let kept {
      storage = unsafeDowncast(kept, to: StateStorage<Value>.self)
    } else {
      let storage = StateStorage(initialValue)
      kept = storage
      self.storage = storage
    }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates state with the initial value `nil`.
  public init() {
    self.init(wrappedValue: nil)
  }
}

/// The storage of a dynamic property. A storage whose value has changed must be kept while the view is offscreen.
@MainActor
protocol StateKeeping {
  /// Whether the value may differ from the initial value of a new view, and must therefore be kept.
  var mayHaveChanged: Bool { get }
  /// Whether the storage contains nothing that belongs to one element of a list. The node then keeps the storage when
  /// the node is recycled for another element.
  var staysWhenRecycled: Bool { get }
}

/// An object that a view of this library has as its ``State``, and that contains nothing that the user has changed. The
/// object is not kept while the view is offscreen. If the node is recycled for another element, the node keeps the
/// object.
protocol RecreatableState: AnyObject {}

/// The storage of a ``State``.
@MainActor
final class StateStorage<Value>: StateSource, StateKeeping {
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private var value: Value
  /// Initially `true` for an object, because an object may change without being replaced. A `RecreatableState` is an
  /// exception.
  @exclusivity(unchecked) private(set) var mayHaveChanged =
    Value.self is AnyClass && !(Value.self is any RecreatableState.Type)
  /// Compares two values. `nil` if values cannot be compared. Each write then counts as a change.
  private let areEqual: ((Value, Value) -> Bool)?

  var staysWhenRecycled: Bool { Value.self is any RecreatableState.Type }

  init(_ value: Value) {
    self.value = value
    self.areEqual = valueComparison(of: Value.self)
  }

  func read() -> Value {
    noteRead()
    return value
  }

  func write(_ newValue: Value) {
    Misuse.reportIfInBody("State")
    if BindingWrites.isRecording { BindingWrites.record(BindingIdentity(self)) }
    if let areEqual, areEqual(value, newValue) { return }
    value = newValue
    mayHaveChanged = true
    markReaders()
  }
}
