internal import Presentation

/// A stored property of a view that is connected with what the graph keeps for the view.
public protocol DynamicProperty {
  /// Connects the property with what the node keeps for it: nothing at first. It is for this module's own properties.
  @MainActor mutating func _attach(_ kept: inout AnyObject?, to node: ViewNode)
}

/// A dynamic property that may be about something else when the view is made again, such as another setting.
protocol ConfiguredProperty: DynamicProperty {
  /// Whether two are about the same.
  @MainActor static var comparison: MemoryComparison { get }
}

/// A value that a view owns: it lives as long as the view has its place on the screen, and a change of it evaluates again just the bodies
/// that have read it.
///
/// ```swift
/// @State private var isPlaying = false
/// ```
///
/// `$isPlaying` is a `Binding` to it. It is read and written on the main actor. Before the view is on a screen, reading gives the initial
/// value, and what is written is dropped, with a report.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initialValue: Value
  private var storage: StateStorage<Value>?

  /// State with a value to begin with.
  public init(wrappedValue: Value) {
    initialValue = wrappedValue
  }

  /// State with a value to begin with.
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
  /// State that begins with `nil`.
  public init() {
    self.init(wrappedValue: nil)
  }
}

/// What is kept for a view, and would be missed.
@MainActor
protocol StateKeeping {
  /// Whether it is no longer what the view would begin with again.
  var isWorthKeeping: Bool { get }
  /// Whether a view of another element can go on with it.
  var fitsAnyElement: Bool { get }
}

/// An object in a ``State`` of the library's own views that is as good when it is made anew, and has nothing that a person has changed.
protocol RemadeState: AnyObject {}

/// What a ``State`` keeps for its view.
@MainActor
final class StateStorage<Value>: StateSource, StateKeeping {
  // Not checked: ViewGraph says why.
  @exclusivity(unchecked) private var value: Value
  /// An object may change without being exchanged.
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
