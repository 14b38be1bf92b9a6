/// The identity of the structure of a collection. A collection gets a new structure when an element is inserted,
/// removed, moved or replaced, but not when an element changes in place. A new value with the same observable identity
/// is the same element, changed in place. Two structures are compared in constant time, by reference.
public struct StructureID: Equatable, Sendable {
  @usableFromInline
  final class Token: Sendable {}

  @usableFromInline let token: Token

  @usableFromInline
  init() {
    token = Token()
  }

  /// Whether both structures are the same. If the structure of a collection is the same at two times, no element was
  /// inserted, removed, moved or replaced between them.
  @inlinable
  public static func == (first: StructureID, second: StructureID) -> Bool { first.token === second.token }
}

/// Returns the identity of an observable state, or `nil` if the value is not observable.
@inlinable
func observedIdentity<Value>(_ value: Value) -> ObservableStateID? {
  (value as? any ObservableState)?._$id
}
