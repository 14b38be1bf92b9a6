/// A state that says how each of its fields is read and changed in place, so that a reducer that runs a feature on a field neither goes by a
/// key path nor copies what the field holds.
///
/// It is optional. A key path to a field that is computed, as those of an ``ObservableState`` are, can only be read and written: a change of
/// one row in a list then copies the list. What is changed by way of a ``StatePlace`` is not copied. By hand it is written so:
///
/// ```swift
/// extension State: InPlaceState {
///   static var _$places: [StatePlace<State>] {
///     [
///       StatePlace(\.rows, read: { $1($0._rows) }, change: { $1(&$0.rows) }),
///       StatePlace(\.$editor, read: { $1($0._editor) }, change: { $1(&$0._editor) }),
///     ]
///   }
/// }
/// ```
public protocol InPlaceState {
  /// The fields. It is asked once for each reducer that runs a feature on a field.
  static var _$places: [StatePlace<Self>] { get }
}

/// How one field of a state is read, and changed in place.
public struct StatePlace<State> {
  let keyPath: PartialKeyPath<State>
  /// An `Access` of the state and the field's type.
  let access: Any

  /// Describes a field.
  ///
  /// - Parameters:
  ///   - keyPath: The field, as a reducer names it.
  ///   - read: Hands the field's value to a closure, where it is stored, which need not tell anybody that it is read: only reducers ask.
  ///   - change: Hands the field to a closure, to change it in place. It must tell the observers of the field.
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

/// Where a reducer finds what it runs a feature on.
@usableFromInline
struct Place<Root, Value> {
  /// What tells the place from others.
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  /// Hands the value over, without a copy if the state is an ``InPlaceState``.
  @usableFromInline let readValue: (Root, (Value) -> Void) -> Void
  /// Changes the value, in place if the state is an ``InPlaceState``, or the field one that is stored.
  @usableFromInline let changeValue: (inout Root, (inout Value) -> Void) -> Void

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    if let access = Self.access(keyPath) {
      readValue = access.read
      changeValue = access.change
    } else {
      readValue = { root, look in look(root[keyPath: keyPath]) }
      changeValue = { root, change in change(&root[keyPath: keyPath]) }
    }
  }

  private static func access(_ keyPath: WritableKeyPath<Root, Value>) -> StatePlace<Root>.Access<Value>? {
    guard let type = Root.self as? any InPlaceState.Type, let places = Self.places(of: type) as? [StatePlace<Root>] else { return nil }
    return places.first { $0.keyPath == keyPath }?.access as? StatePlace<Root>.Access<Value>
  }

  private static func places<State: InPlaceState>(of type: State.Type) -> Any { State._$places }
}
