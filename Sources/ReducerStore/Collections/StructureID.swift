/// The identity of the structure of a collection. It changes when an element is inserted, removed, moved or replaced,
/// but not when an element changes in place. Two structures are compared in constant time.
public struct StructureID: Equatable, Sendable {
  @usableFromInline
  final class Token: Sendable {}

  @usableFromInline let token: Token

  @usableFromInline
  init() {
    token = Token()
  }

  /// Whether both are the same structure: no element was inserted, removed, moved or replaced in between.
  @inlinable
  public static func == (first: StructureID, second: StructureID) -> Bool { first.token === second.token }
}

/// Returns the identity of an observable state, or `nil` if the value is not observable.
@inlinable
func observedIdentity<Value>(_ value: Value) -> ObservableStateID? {
  (value as? any ObservableState)?._$id
}
