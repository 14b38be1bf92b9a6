internal import Presentation

/// A stored property of a view that is connected with storage in the graph.
public protocol DynamicProperty {
  /// Connects the property with the storage that the node keeps for it, which is `nil` at first. Only for this module's own properties.
  @MainActor mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode)
}

/// A dynamic property whose subject may change when the view is created again, for example to another setting.
protocol ConfiguredProperty: DynamicProperty {
  /// Returns whether two properties have the same subject.
  @MainActor static var comparison: MemoryComparison { get }
}

/// A value that a view owns. It lives as long as the view has its place on the screen. A change of the value evaluates only the bodies that have read
/// it.
///
/// ```swift
/// @State private var isPlaying = false
/// ```
///
/// `$isPlaying` is a `Binding` to the value. The value is read and written on the main actor. Before the view is on a screen, reading returns the
/// initial value, and a written value is dropped and reported.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initialValue: Value
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
      // Not with `??`, for which the runtime would look up the type of an optional value.
      if let storage { return storage.read() }
      return initialValue
    }
    nonmutating set {
      guard let storage else {
        Misuse(
          "State was written before its view was on a screen; the value is dropped. Write it in onAppear, or give it in the initialiser.",
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

  /// Connects the property with the value that the node keeps.
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

/// Storage of a view that may be worth keeping.
@MainActor
protocol StateKeeping {
  /// Whether the storage differs from the initial storage of a new view.
  var isWorthKeeping: Bool { get }
  /// Whether a view of another element can continue to use the storage.
  var fitsAnyElement: Bool { get }
}

/// An object in a ``State`` of the library's own views that can be created again without a loss, because it contains no changes by the user.
protocol RemadeState: AnyObject {}

/// The storage of a ``State``.
@MainActor
final class StateStorage<Value>: StateSource, StateKeeping {
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private var value: Value
  /// Initially `true` for an object, because an object may change without being replaced.
  @exclusivity(unchecked) private(set) var isWorthKeeping = Value.self is AnyClass && !(Value.self is any RemadeState.Type)
  private let areEqual: ((Value, Value) -> Bool)?

  var fitsAnyElement: Bool { Value.self is any RemadeState.Type }

  init(_ value: Value) {
    self.value = value
    self.areEqual = sameness(of: Value.self)
  }

  func read() -> Value {
    noteRead()
    return value
  }

  func write(_ newValue: Value) {
    Misuse.reportIfInBody("State")
    if BindingWrites.isRecording { BindingWrites.note(BindingIdentity(self)) }
    if let areEqual, areEqual(value, newValue) { return }
    value = newValue
    isWorthKeeping = true
    noteChange()
  }
}
