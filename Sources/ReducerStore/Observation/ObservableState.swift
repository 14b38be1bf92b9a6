internal import Observation
internal import Synchronization

/// A state whose properties are observed separately. After an action, only the views that read a changed property are
/// evaluated.
///
/// A feature may have a state without this conformance. Each action then evaluates all views that read any part of the
/// state.
///
/// `@ObservableState` adds the conformance. Without the macro, a property is written as follows. Each property of the
/// state has a number, here 0:
///
/// ```swift
/// struct State: ObservableState {
///   private var _count = 0
///   private let registrar = ObservationStateRegistrar()
///   var _$id: ObservableStateID { registrar.id }
///
///   var count: Int {
///     get { registrar.access(0); return _count }
///     set { registrar.set(&_count, to: newValue, 0) }
///     _modify {
///       let before = registrar.willModify(_count)
///       defer { registrar.didModify(_count, from: before, 0) }
///       yield &_count
///     }
///   }
/// }
/// ```
///
/// The identity of an enum is the identity of its payload, tagged with the number of the case:
/// `.tagged(state._$id, 0)`.
///
/// The copies of a state have the same observers. A change of a property in a copy therefore also evaluates the views
/// that read this property from the store. These views display the same values as before.
public protocol ObservableState: ObservableIdentity {
  /// The identity of the state. A copy of the state has the same identity.
  var _$id: ObservableStateID { get }
}

extension ObservableState {
  /// The identity of the state.
  @inlinable
  public var _$identity: ObservableStateID { _$id }
}

/// A value with an identity. If another value that is not a copy replaces the value, the identity changes. If only a
/// property of the value changes, the identity stays the same, and the observers of that property are notified.
public protocol ObservableIdentity {
  /// The type of the identity.
  associatedtype ObservedIdentity: Equatable
  /// The identity of the value.
  var _$identity: ObservedIdentity { get }
}

extension Optional: ObservableIdentity where Wrapped: ObservableIdentity {
  /// The identity of the value, or `nil` if there is no value.
  @inlinable
  public var _$identity: Wrapped.ObservedIdentity? { self?._$identity }
}

/// The elements of an array are observed separately. Each change of the array compares the identities of all elements,
/// which is slow for many elements. Use an ``IdentifiedArray`` for many elements.
extension Array: ObservableIdentity where Element: ObservableState {
  /// The identities of the elements.
  @inlinable
  public var _$identity: [ObservableStateID] { map(\._$id) }
}

/// The identity of an observable state.
public struct ObservableStateID: Hashable, Sendable {
  @usableFromInline let origin: StateOrigin

  @inlinable
  init(_ origin: StateOrigin) {
    self.origin = origin
  }

  /// Returns the identity of an enum's case from the identity of the payload and the number of the case.
  public static func tagged(_ payload: ObservableStateID, _ tag: Int) -> ObservableStateID {
    let path = payload.origin.path ?? StateOrigin.Path(payload: payload.origin, tags: [])
    return ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: path.payload, tags: path.tags + [tag])))
  }

  /// Returns the identity of an enum's case from the identity of the payload and the number of the case.
  public static func tagged<Payload: ObservableState>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(payload._$id, tag)
  }

  /// Returns a new identity for an enum's case whose payload is not observable. Each write then counts as a replacement
  /// and notifies observers.
  @_disfavoredOverload
  public static func tagged<Payload>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(.unique(), tag)
  }

  /// Returns the identity of a case without a payload.
  public static func tag(_ tag: Int) -> ObservableStateID {
    ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: nil, tags: [tag])))
  }

  /// Returns a new, unique identity, for a value that is not observable. Each write then counts as a replacement and
  /// notifies observers.
  public static func unique() -> ObservableStateID {
    ObservableStateID(StateOrigin())
  }

  /// Whether two identities are the same.
  @inlinable
  public static func == (first: ObservableStateID, second: ObservableStateID) -> Bool {
    first.origin === second.origin || first.origin.isSameCase(as: second.origin)
  }

  /// Hashes the parts that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(origin.path.map { $0.payload.map(ObjectIdentifier.init) } ?? ObjectIdentifier(origin))
    hasher.combine(origin.path?.tags)
  }
}

/// An object that the copies of one state share. For a struct, the object is the identity of the state, and holds an
/// `ObservedField` for each property that was read. For an enum, ``path`` is the identity of the state.
@usableFromInline
final class StateOrigin: Sendable {
  /// The fields of the properties. The index of a field is the number of its property. `nil` for a property that was
  /// not read yet.
  private let fields = Mutex<[ObservedField?]>([])
  /// Whether any property was ever read outside of a reducer. Until then, no change needs a notification.
  private let wasRead = Atomic<Bool>(false)
  /// The current case and its payload, if the state is an enum. `nil` for a struct.
  let path: Path?

  /// The current case of an enum, the cases of the enums in its payload, and the innermost payload.
  struct Path {
    /// The innermost payload, or `nil` if the innermost case has no payload.
    let payload: StateOrigin?
    /// The numbers of the cases, from the innermost enum to the outermost.
    let tags: [Int]
  }

  @usableFromInline
  convenience init() {
    self.init(path: nil)
  }

  init(path: Path?) {
    self.path = path
  }

  /// Whether both origins belong to the same case of an enum, with payloads of the same identity.
  @usableFromInline
  func isSameCase(as other: StateOrigin) -> Bool {
    guard let path, let otherPath = other.path else { return false }
    return path.payload === otherPath.payload && path.tags == otherPath.tags
  }

  /// Registers the current observer with the property that has this number.
  func access(_ number: Int) {
    let field = fields.withLock { fields in
      while fields.count <= number { fields.append(nil) }
      if let field = fields[number] { return field }
      let field = ObservedField()
      fields[number] = field
      wasRead.store(true, ordering: .sequentiallyConsistent)
      return field
    }
    field.access()
  }

  /// Notifies the observers of the property that has this number: immediately, or at the end of the running reducer.
  func changed(_ number: Int) {
    guard wasRead.load(ordering: .sequentiallyConsistent),
      let field = fields.withLock({ $0.indices.contains(number) ? $0[number] : nil })
    else { return }
    if MutationLog.isOpen { MutationLog.recordChange(of: field) } else { field.notify() }
  }
}

/// Notifies the observers of an ``ObservableState`` when one of its properties changes. The integer in each call is the
/// number by which the state identifies the property.
///
/// All registrars are equal, so that two states are equal if their properties are equal.
public struct ObservationStateRegistrar: Hashable, Sendable {
  @usableFromInline let origin = StateOrigin()

  /// Creates the registrar of a new state.
  public init() {}

  /// The identity of the state.
  @inlinable
  public var id: ObservableStateID { ObservableStateID(origin) }

  /// Registers the current observer with a property. Call this method when the property is read. Within a reducer the
  /// method does nothing.
  public func access(_ number: Int) {
    if !MutationLog.isOpen { origin.access(number) }
  }

  /// Notifies the observers of a property: immediately, or at the end of the running reducer. Call this method after
  /// the property has changed.
  public func changed(_ number: Int) {
    origin.changed(number)
  }

  /// Writes a property. Notifies its observers if the new value has another identity.
  @inlinable
  public func set<Value: ObservableIdentity>(_ value: inout Value, to newValue: Value, _ number: Int) {
    let before = value._$identity
    value = newValue
    if value._$identity != before { changed(number) }
  }

  /// Writes a property. Notifies its observers if the new value is not equal to the old value.
  @inlinable @_disfavoredOverload
  public func set<Value: Equatable>(_ value: inout Value, to newValue: Value, _ number: Int) {
    // The new value is written even if it is equal to the old value, because `==` may ignore some of the properties.
    let isEqual = value == newValue
    value = newValue
    if !isEqual { changed(number) }
  }

  /// Writes a property whose values cannot be compared. Always notifies its observers.
  @inlinable @_disfavoredOverload
  public func set<Value>(_ value: inout Value, to newValue: Value, _ number: Int) {
    value = newValue
    changed(number)
  }

  /// Returns the identity of the value, which is compared after a change in place.
  @inlinable
  public func willModify<Value: ObservableIdentity>(_ value: Value) -> Value.ObservedIdentity { value._$identity }

  /// Returns a copy of the value, which is compared after a change in place. A `BitwiseCopyable` value is cheap
  /// to copy.
  @inlinable @_disfavoredOverload
  public func willModify<Value: Equatable & BitwiseCopyable>(_ value: Value) -> Value { value }

  /// Returns a placeholder, because a copy of a large value would make the change in place slow. Without the old value,
  /// each change in place notifies observers.
  @inlinable @_disfavoredOverload
  public func willModify<Value>(_ value: Value) -> UnknownValue { UnknownValue() }

  /// Notifies the observers of a property after a change in place, if the identity of its value has changed.
  @inlinable
  public func didModify<Value: ObservableIdentity>(
    _ value: Value, from before: Value.ObservedIdentity, _ number: Int
  ) {
    if value._$identity != before { changed(number) }
  }

  /// Notifies the observers of a property after a change in place, if its value has changed.
  @inlinable @_disfavoredOverload
  public func didModify<Value: Equatable & BitwiseCopyable>(_ value: Value, from before: Value, _ number: Int) {
    if value != before { changed(number) }
  }

  /// Notifies the observers of a property after each change in place, because the old value is not known.
  @inlinable @_disfavoredOverload
  public func didModify<Value>(_ value: Value, from before: UnknownValue, _ number: Int) {
    changed(number)
  }

  /// All registrars are equal.
  public static func == (first: ObservationStateRegistrar, second: ObservationStateRegistrar) -> Bool { true }

  /// Hashes nothing, since all registrars are equal.
  public func hash(into hasher: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  /// Creates the registrar of a new state. Nothing is decoded.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

/// A placeholder for the old value of a property. The old value may be large, so it is not copied before a change in
/// place.
public struct UnknownValue: Sendable {
  @usableFromInline init() {}
}

extension ObservationStateRegistrar: CustomReflectable {
  /// A dump does not show the registrar's properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
