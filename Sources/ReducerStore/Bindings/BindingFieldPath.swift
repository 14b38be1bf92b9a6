/// A path from an action to a field that a control writes, which can continue to a nested field:
/// `\.binding.todo.title`.
///
/// The fields on the path need no case paths. The path ends with a ``CasePath`` to an `Equatable` field.
@dynamicMemberLookup
public struct BindingFieldPath<Root, State, Field> {
  private let action: CasePath<Root, BindingAction<State>>
  private let field: any WritableKeyPath<State, Field> & Sendable

  fileprivate init(
    _ action: CasePath<Root, BindingAction<State>>, _ field: any WritableKeyPath<State, Field> & Sendable
  ) {
    self.action = action
    self.field = field
  }

  /// The case path of a nested field.
  public subscript<Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> CasePath<Root, Member> {
    let path = appending(keyPath)
    return CasePath(
      embed: { [action] in action.embed(.set(path, $0)) },
      extract: { [action] root in
        guard let binding = action.extract(from: root), binding.keyPath == path else { return nil }
        return binding.value as? Member
      })
  }

  /// A path to a nested field, which can continue further.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> BindingFieldPath<Root, State, Member> {
    BindingFieldPath<Root, State, Member>(action, appending(keyPath))
  }

  private func appending<Member>(
    _ keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> any WritableKeyPath<State, Member> & Sendable {
    // Safe because both parts are sendable, so all values that the whole path captures are sendable. `Sendable` has no
    // representation at run time.
    unsafeBitCast(
      (field as WritableKeyPath<State, Field>).appending(path: keyPath as WritableKeyPath<Field, Member>),
      to: (any WritableKeyPath<State, Member> & Sendable).self)
  }
}

extension CasePath {
  /// A path to a field that controls write, which can continue to a nested field: `\.binding.todo.title`.
  @_disfavoredOverload
  public subscript<State, Field>(
    dynamicMember keyPath: any WritableKeyPath<State, Field> & Sendable
  ) -> BindingFieldPath<Root, State, Field> where Value == BindingAction<State> {
    BindingFieldPath(self, keyPath)
  }
}
