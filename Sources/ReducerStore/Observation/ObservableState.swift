internal import Observation
internal import Synchronization

/// A state whose fields are observed separately: an action evaluates only the views that read the changed fields.
///
/// Other states work too, but each action then evaluates all views that read any part of the state. `@ObservableState`
/// adds the conformance. Without the macro, a field is written like this:
///
/// ```swift
/// struct State: ObservableState {
///   private var _count = 0
///   private let fields = ObservationStateRegistrar()
///   var _$id: ObservableStateID { fields.id }
///
///   var count: Int {
///     get { fields.access(0); return _count }
///     set { fields.set(&_count, to: newValue, 0) }
///     _modify {
///       let before = fields.willModify(_count)
///       defer { fields.didModify(_count, from: before, 0) }
///       yield &_count
///     }
///   }
/// }
/// ```
///
/// An enum returns the identity of the payload, tagged with the number of the case: `.tagged(state._$id, 0)`.
public protocol ObservableState: ObservableIdentity {
  /// The identity of the state. A copy has the same identity.
  var _$id: ObservableStateID { get }
}

extension ObservableState {
  /// The identity of the state.
  @inlinable
  public var _$identity: ObservableStateID { _$id }
}

/// A value with an identity, which changes when another value replaces it. Changes *in* the value are observed in the
/// value.
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

/// The elements of an array are observed separately. A change of the array compares the identities of all elements. For
/// many elements, use ``IdentifiedArray``.
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

  /// Returns the identity of an enum's case: the identity of its payload, and the number of the case.
  public static func tagged(_ payload: ObservableStateID, _ tag: Int) -> ObservableStateID {
    let path = payload.origin.path ?? StateOrigin.Path(payload: payload.origin, tags: [])
    return ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: path.payload, tags: path.tags + [tag])))
  }

  /// Returns the identity of an enum's case: the identity of its payload, and the number of the case.
  public static func tagged<Payload: ObservableState>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(payload._$id, tag)
  }

  /// Returns a new identity for an enum's case whose payload is not observable. Each change of the payload then
  /// notifies observers.
  @_disfavoredOverload
  public static func tagged<Payload>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(.unique(), tag)
  }

  /// Returns the identity of a case without a payload.
  public static func tag(_ tag: Int) -> ObservableStateID {
    ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: nil, tags: [tag])))
  }

  /// Returns a new, unique identity, for a value that is not observable. Each change of the value then notifies
  /// observers.
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

/// The storage that the copies of one state share: the identity, and the fields that views have read.
@usableFromInline
final class StateOrigin: Sendable {
  /// The fields that were read, indexed by their numbers. `nil` for a field that was not read yet.
  private let fields = Mutex<[ObservedField?]>([])
  /// Whether a field has ever been read. Until then there are no observers.
  private let wasRead = Atomic<Bool>(false)
  /// The case of an enum, which has no fields of its own. `nil` for a struct.
  let path: Path?

  /// A path of nested enum cases, and the identity of the innermost payload.
  struct Path {
    let payload: StateOrigin?
    let tags: [Int]
  }

  @usableFromInline
  convenience init() {
    self.init(path: nil)
  }

  init(path: Path?) {
    self.path = path
  }

  /// Whether both are the same case of an enum, and their payloads have the same identity.
  @usableFromInline
  func isSameCase(as other: StateOrigin) -> Bool {
    guard let path, let otherPath = other.path else { return false }
    return path.payload === otherPath.payload && path.tags == otherPath.tags
  }

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

  func changed(_ number: Int) {
    guard wasRead.load(ordering: .sequentiallyConsistent),
      let field = fields.withLock({ $0.indices.contains(number) ? $0[number] : nil })
    else { return }
    if MutationLog.isOpen { MutationLog.note(field) } else { field.notify() }
  }
}

/// Notifies the observers of an ``ObservableState`` when one of its fields changes. The state gives each field a
/// number.
///
/// All registrars are equal, so that two states are equal if their fields are equal.
public struct ObservationStateRegistrar: Hashable, Sendable {
  @usableFromInline let origin = StateOrigin()

  /// Creates the registrar of a new state.
  public init() {}

  /// The identity of the state.
  @inlinable
  public var id: ObservableStateID { ObservableStateID(origin) }

  /// Registers the current observer with a field. Call it when the field is read. Within a reducer it does nothing.
  public func access(_ field: Int) {
    if !MutationLog.isOpen { origin.access(field) }
  }

  /// Notifies the observers of a field, or at the end of the running reducer. Call it after the field has changed.
  public func changed(_ field: Int) {
    origin.changed(field)
  }

  /// Writes a field and notifies its observers, unless the new value has the same identity.
  @inlinable
  public func set<Value: ObservableIdentity>(_ value: inout Value, to newValue: Value, _ field: Int) {
    let before = value._$identity
    value = newValue
    if value._$identity != before { changed(field) }
  }

  /// Writes a field and notifies its observers, unless the new value is equal to the old one.
  @inlinable @_disfavoredOverload
  public func set<Value: Equatable>(_ value: inout Value, to newValue: Value, _ field: Int) {
    // The value is written even if it is equal, because equality may ignore parts of it.
    let isEqual = value == newValue
    value = newValue
    if !isEqual { changed(field) }
  }

  /// Writes a field whose values cannot be compared, and notifies its observers.
  @inlinable @_disfavoredOverload
  public func set<Value>(_ value: inout Value, to newValue: Value, _ field: Int) {
    value = newValue
    changed(field)
  }

  /// Returns the value to compare after a change in place: the identity.
  @inlinable
  public func willModify<Value: ObservableIdentity>(_ value: Value) -> Value.ObservedIdentity { value._$identity }

  /// Returns the value to compare after a change in place: the value itself, which is small.
  @inlinable @_disfavoredOverload
  public func willModify<Value: Equatable & BitwiseCopyable>(_ value: Value) -> Value { value }

  /// Returns a placeholder, because a copy of a large value would make the change slow. So each change in place
  /// notifies observers.
  @inlinable @_disfavoredOverload
  public func willModify<Value>(_ value: Value) -> UnknownValue { UnknownValue() }

  /// Notifies the observers of a field after a change in place, if the identity of its value has changed.
  @inlinable
  public func didModify<Value: ObservableIdentity>(_ value: Value, from before: Value.ObservedIdentity, _ field: Int) {
    if value._$identity != before { changed(field) }
  }

  /// Notifies the observers of a field after a change in place, if its value has changed.
  @inlinable @_disfavoredOverload
  public func didModify<Value: Equatable & BitwiseCopyable>(_ value: Value, from before: Value, _ field: Int) {
    if value != before { changed(field) }
  }

  /// Notifies the observers of a field after a change in place.
  @inlinable @_disfavoredOverload
  public func didModify<Value>(_ value: Value, from before: UnknownValue, _ field: Int) {
    changed(field)
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

/// A placeholder for the earlier value of a field that is too large to copy before a change in place.
public struct UnknownValue: Sendable {
  @usableFromInline init() {}
}

extension ObservationStateRegistrar: CustomReflectable {
  /// A dump does not show the registrar's properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
