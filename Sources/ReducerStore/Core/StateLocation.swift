/// A state that describes how its properties are read and changed in place. `Scope`, `ifLet` and `forEach` use the
/// description to change the state of a child without a copy.
///
/// The conformance is optional and makes actions faster. The properties of an ``ObservableState`` are computed. A
/// change through a key path to a computed property reads the whole value and writes it back, so a change of one row
/// would copy the whole list. A change through a ``StateLocation`` copies nothing. The macro `@ObservableState` adds
/// the conformance. Without the macro, where `_rows` and `_editor` are the stored properties of `rows` and `editor`:
///
/// ```swift
/// extension State: InPlaceState {
///   static var _$locations: [StateLocation<State>] {
///     [
///       StateLocation(\.rows, read: { $1($0._rows) }, change: { $1(&$0.rows) }),
///       StateLocation(\.$editor, read: { $1($0._editor) }, change: { $1(&$0.$editor) }),
///     ]
///   }
/// }
/// ```
public protocol InPlaceState {
  /// The descriptions of the properties. The array is read once for each `Scope`, `ifLet` or `forEach`, and not for
  /// each action.
  static var _$locations: [StateLocation<Self>] { get }
}

/// Describes how one property of a state is read and changed in place.
public struct StateLocation<State> {
  let keyPath: PartialKeyPath<State>
  /// An `Access<Value>`, where `Value` is the type of the property.
  let access: Any

  /// Describes a property.
  ///
  /// - Parameters:
  ///   - keyPath: The key path that a reducer passes to `Scope`, `ifLet` or `forEach`.
  ///   - read: Passes the stored value of the property to a closure. `read` need not register observers, because only
  ///     reducers read the property in this way.
  ///   - change: Passes the property to a closure, which changes it in place. `change` must notify the observers of the
  ///     property.
  public init<Value>(
    _ keyPath: WritableKeyPath<State, Value>, read: @escaping (State, (Value) -> Void) -> Void,
    change: @escaping (inout State, (inout Value) -> Void) -> Void
  ) {
    self.keyPath = keyPath
    access = Access(read: read, change: change)
  }

  /// The closures of a property, with the type of its value.
  struct Access<Value> {
    let read: (State, (Value) -> Void) -> Void
    let change: (inout State, (inout Value) -> Void) -> Void
  }
}

/// Reads and changes a property that contains the state of a child feature.
@usableFromInline
struct PropertyAccess<Root, Value> {
  /// The key path that identifies the property.
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  /// Passes the value to a closure. The value is not copied if the state is an ``InPlaceState`` that describes the
  /// property.
  @usableFromInline let readValue: (Root, (Value) -> Void) -> Void
  /// Passes the value to a closure that changes it. The change is in place if the state is an ``InPlaceState`` that
  /// describes the property, or if the property is stored.
  @usableFromInline let changeValue: (inout Root, (inout Value) -> Void) -> Void

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    if let access = Self.declaredAccess(to: keyPath) {
      readValue = access.read
      changeValue = access.change
    } else {
      readValue = { root, body in body(root[keyPath: keyPath]) }
      changeValue = { root, change in change(&root[keyPath: keyPath]) }
    }
  }

  /// Returns the closures that the state declares for a property, or `nil` if the state declares none.
  private static func declaredAccess(to keyPath: WritableKeyPath<Root, Value>) -> StateLocation<Root>.Access<Value>? {
    guard let type = Root.self as? any InPlaceState.Type,
      let locations = Self.locations(of: type) as? [StateLocation<Root>]
    else { return nil }
    return locations.first { $0.keyPath == keyPath }?.access as? StateLocation<Root>.Access<Value>
  }

  /// Returns the locations of a state: a `[StateLocation<State>]`. A generic function is required, because the caller
  /// has only an existential type.
  private static func locations<State: InPlaceState>(of type: State.Type) -> Any { State._$locations }
}
