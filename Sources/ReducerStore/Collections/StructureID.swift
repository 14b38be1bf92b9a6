/// What tells one arrangement of elements from another: it changes when an element is added, removed, moved or replaced, and not when one
/// changes in place. Comparing it is as quick for a thousand elements as for one.
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

/// Whether a value that was changed in place is still the same one, for those who observe what is in it.
@inlinable
func observedIdentity<Value>(_ value: Value) -> ObservableStateID? {
  (value as? any ObservableState)?._$id
}
