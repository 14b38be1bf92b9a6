internal import Observation
internal import Synchronization

/// A state whose fields are observed one by one: an action wakes only the views that read what it has changed.
///
/// A state that is not observable works too, but each action then wakes all views that read any of it. By hand a field is written so:
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
/// An enum gives the identity of its case's payload, tagged with the case: `.tagged(state._$id, 0)`.
public protocol ObservableState: ObservableIdentity {
  /// The identity of the state. A copy has the same identity.
  var _$id: ObservableStateID { get }
}

extension ObservableState {
  /// The identity of the state.
  @inlinable
  public var _$identity: ObservableStateID { _$id }
}

/// A value with an identity, which changes when another value replaces it. Changes *in* the value are observed in the value.
public protocol ObservableIdentity {
  /// The type of the identity.
  associatedtype ObservedIdentity: Equatable
  /// The identity of the value.
  var _$identity: ObservedIdentity { get }
}

extension Optional: ObservableIdentity where Wrapped: ObservableIdentity {
  /// The identity of the value, or `nil`.
  @inlinable
  public var _$identity: Wrapped.ObservedIdentity? { self?._$identity }
}

/// The states of an array are observed one by one. A change of the array takes time for each of its elements: for many of them there is `IdentifiedArray`.
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

  /// The identity of an enum's case: the identity of its payload, and the number of the case.
  public static func tagged(_ payload: ObservableStateID, _ tag: Int) -> ObservableStateID {
    let path = payload.origin.path ?? StateOrigin.Path(payload: payload.origin, tags: [])
    return ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: path.payload, tags: path.tags + [tag])))
  }

  /// The identity of an enum's case: the identity of its payload, and the number of the case.
  public static func tagged<Payload: ObservableState>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(payload._$id, tag)
  }

  /// The identity of an enum's case whose payload is not observable, so that each change counts.
  @_disfavoredOverload
  public static func tagged<Payload>(_ payload: Payload, _ tag: Int) -> ObservableStateID {
    tagged(.unique(), tag)
  }

  /// The identity of a case without payload.
  public static func tag(_ tag: Int) -> ObservableStateID {
    ObservableStateID(StateOrigin(path: StateOrigin.Path(payload: nil, tags: [tag])))
  }

  /// An identity that nothing else has: for a case whose payload is not observable, so that each change counts.
  public static func unique() -> ObservableStateID {
    ObservableStateID(StateOrigin())
  }

  /// Whether two identities are the same.
  @inlinable
  public static func == (first: ObservableStateID, second: ObservableStateID) -> Bool {
    first.origin === second.origin || first.origin.isSameCase(as: second.origin)
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(origin.path.map { $0.payload.map(ObjectIdentifier.init) } ?? ObjectIdentifier(origin))
    hasher.combine(origin.path?.tags)
  }
}

/// The storage that the copies of one state share: the identity, and the fields that views have read.
@usableFromInline
final class StateOrigin: Sendable {
  /// By their numbers: those that have been read.
  private let fields = Mutex<[ObservedField?]>([])
  /// Whether a field has ever been read. Until then there are no observers.
  private let wasRead = Atomic<Bool>(false)
  /// For an enum, which has no fields of its own: the case that it is in.
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

  /// Whether both are the same case of an enum, with the same payload.
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

/// Tells the observers of an ``ObservableState`` which of its fields have changed. Fields are named by numbers of the state's own.
///
/// It is equal to all others, so that two states are equal when their fields are.
public struct ObservationStateRegistrar: Hashable, Sendable {
  @usableFromInline let origin = StateOrigin()

  /// Makes the registrar of a new state.
  public init() {}

  /// The identity of the state.
  @inlinable
  public var id: ObservableStateID { ObservableStateID(origin) }

  /// Says that a field is being read. Within a reducer it does nothing.
  public func access(_ field: Int) {
    if !MutationLog.isOpen { origin.access(field) }
  }

  /// Says that a field has changed.
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
    // It is written in any case: what equality does not look at may differ.
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

  /// The value to compare after a change in place: the identity.
  @inlinable
  public func willModify<Value: ObservableIdentity>(_ value: Value) -> Value.ObservedIdentity { value._$identity }

  /// The value to compare after a change in place: the value itself, which is small.
  @inlinable @_disfavoredOverload
  public func willModify<Value: Equatable & BitwiseCopyable>(_ value: Value) -> Value { value }

  /// The value to compare after a change in place: none, because a copy of a large value would make the change slow.
  @inlinable @_disfavoredOverload
  public func willModify<Value>(_ value: Value) -> UnknownValue { UnknownValue() }

  /// Says that a field was changed in place, if another value has taken its place.
  @inlinable
  public func didModify<Value: ObservableIdentity>(_ value: Value, from before: Value.ObservedIdentity, _ field: Int) {
    if value._$identity != before { changed(field) }
  }

  /// Says that a field was changed in place, if its value is another one now.
  @inlinable @_disfavoredOverload
  public func didModify<Value: Equatable & BitwiseCopyable>(_ value: Value, from before: Value, _ field: Int) {
    if value != before { changed(field) }
  }

  /// Says that a field was changed in place.
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
  /// Makes the registrar of a new state: nothing is decoded.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

/// Stands for a value that was too large to be remembered while it is changed in place.
public struct UnknownValue: Sendable {
  @usableFromInline init() {}
}

extension ObservationStateRegistrar: CustomReflectable {
  /// A dump shows nothing of it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
