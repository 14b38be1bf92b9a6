/// A way from an action to a field that a control writes, which goes on to the fields of that field: `\.binding.todo.title`.
///
/// The value of each field need not have case paths. The path ends in a ``CasePath`` to a field that can be compared.
@dynamicMemberLookup
public struct BindingFieldPath<Root, State, Field> {
  private let action: CasePath<Root, BindingAction<State>>
  private let field: any WritableKeyPath<State, Field> & Sendable

  fileprivate init(_ action: CasePath<Root, BindingAction<State>>, _ field: any WritableKeyPath<State, Field> & Sendable) {
    self.action = action
    self.field = field
  }

  /// The way to a field of the field.
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

  /// The way to a field of the field, which goes on to the fields of that one.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> BindingFieldPath<Root, State, Member> {
    BindingFieldPath<Root, State, Member>(action, appending(keyPath))
  }

  private func appending<Member>(
    _ keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> any WritableKeyPath<State, Member> & Sendable {
    // Safe because both parts are sendable, so all values that the whole path captures are sendable. `Sendable` has no representation at run time.
    unsafeBitCast(
      (field as WritableKeyPath<State, Field>).appending(path: keyPath as WritableKeyPath<Field, Member>),
      to: (any WritableKeyPath<State, Member> & Sendable).self)
  }
}

extension CasePath {
  /// The way to a field that controls write, which goes on to the fields of that field: `\.binding.todo.title`.
  @_disfavoredOverload
  public subscript<State, Field>(
    dynamicMember keyPath: any WritableKeyPath<State, Field> & Sendable
  ) -> BindingFieldPath<Root, State, Field> where Value == BindingAction<State> {
    BindingFieldPath(self, keyPath)
  }
}
