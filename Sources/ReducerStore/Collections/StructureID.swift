/// The identity of an arrangement of elements. It changes when an element is added, removed, moved or replaced, and not when an element changes in
/// place. The time of a comparison does not depend on the number of elements.
public struct StructureID: Equatable, Sendable {
  @usableFromInline
  final class Token: Sendable {}

  @usableFromInline let token: Token

  @usableFromInline
  init() {
    token = Token()
  }

  /// Whether nothing was added, removed, moved or replaced in between.
  @inlinable
  public static func == (first: StructureID, second: StructureID) -> Bool { first.token === second.token }
}

/// Whether a value that was changed in place still has the same identity.
@inlinable
func observedIdentity<Value>(_ value: Value) -> ObservableStateID? {
  (value as? any ObservableState)?._$id
}
