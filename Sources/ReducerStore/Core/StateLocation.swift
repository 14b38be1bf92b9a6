/// A state that describes how its fields are read and changed in place. A reducer that runs a feature on such a field
/// uses no key path, and does not copy the field's value.
///
/// The conformance is optional. The fields of an ``ObservableState`` are computed, and a change through a key path to a
/// computed field reads and writes the whole value. So a change of one row would copy the list. A change through a
/// ``StateLocation`` copies nothing. The macro `@ObservableState` adds the conformance. Without the macro:
///
/// ```swift
/// extension State: InPlaceState {
///   static var _$locations: [StateLocation<State>] {
///     [
///       StateLocation(\.rows, read: { $1($0._rows) }, change: { $1(&$0.rows) }),
///       StateLocation(\.$editor, read: { $1($0._editor) }, change: { $1(&$0._editor) }),
///     ]
///   }
/// }
/// ```
public protocol InPlaceState {
  /// The fields. The property is read once for each reducer that runs a feature on a field.
  static var _$locations: [StateLocation<Self>] { get }
}

/// Reads one field of a state, and changes it in place.
public struct StateLocation<State> {
  let keyPath: PartialKeyPath<State>
  /// An `Access` of the state and the field's type.
  let access: Any

  /// Describes a field.
  ///
  /// - Parameters:
  ///   - keyPath: The field, as a reducer names it.
  ///   - read: Passes the stored value of the field to a closure. It need not observe the field, because only reducers
  ///     call it.
  ///   - change: Passes the field to a closure, which changes it in place. It must notify the observers of the field.
  public init<Value>(
    _ keyPath: WritableKeyPath<State, Value>, read: @escaping (State, (Value) -> Void) -> Void,
    change: @escaping (inout State, (inout Value) -> Void) -> Void
  ) {
    self.keyPath = keyPath
    access = Access(read: read, change: change)
  }

  struct Access<Value> {
    let read: (State, (Value) -> Void) -> Void
    let change: (inout State, (inout Value) -> Void) -> Void
  }
}

/// Access to the field on which a reducer runs a feature.
@usableFromInline
struct FieldAccess<Root, Value> {
  /// The key path that identifies the field.
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  /// Passes the value to a closure, without a copy if the state is an ``InPlaceState``.
  @usableFromInline let readValue: (Root, (Value) -> Void) -> Void
  /// Changes the value: in place if the state is an ``InPlaceState``, or the field a stored property.
  @usableFromInline let changeValue: (inout Root, (inout Value) -> Void) -> Void

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    if let access = Self.access(keyPath) {
      readValue = access.read
      changeValue = access.change
    } else {
      readValue = { root, body in body(root[keyPath: keyPath]) }
      changeValue = { root, change in change(&root[keyPath: keyPath]) }
    }
  }

  private static func access(_ keyPath: WritableKeyPath<Root, Value>) -> StateLocation<Root>.Access<Value>? {
    guard let type = Root.self as? any InPlaceState.Type,
      let locations = Self.locations(of: type) as? [StateLocation<Root>]
    else { return nil }
    return locations.first { $0.keyPath == keyPath }?.access as? StateLocation<Root>.Access<Value>
  }

  private static func locations<State: InPlaceState>(of type: State.Type) -> Any { State._$locations }
}
