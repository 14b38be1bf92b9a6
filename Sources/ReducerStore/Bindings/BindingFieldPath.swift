/// A path to a property of the state, such as `\.binding.todo`. The path can continue to a nested property, such as in
/// `\.binding.todo.title`.
///
/// The whole path `\.binding.todo.title` is a ``CasePath`` of the actions that write the title. The last property must
/// be `Equatable`. The properties before it need not be. `Root` is the type of the actions, `State` is the type of the
/// state, and `Field` is the type of the property at which this path ends.
@dynamicMemberLookup
public struct BindingFieldPath<Root, State, Field> {
  /// The case path of the actions that contain a ``BindingAction``.
  private let action: CasePath<Root, BindingAction<State>>
  /// The key path from the state to the property.
  private let propertyPath: any WritableKeyPath<State, Field> & Sendable

  fileprivate init(
    _ action: CasePath<Root, BindingAction<State>>, _ propertyPath: any WritableKeyPath<State, Field> & Sendable
  ) {
    self.action = action
    self.propertyPath = propertyPath
  }

  /// The case path of the actions that write a nested property.
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

  /// A path to a nested property. The path can continue to a property of that property.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> BindingFieldPath<Root, State, Member> {
    BindingFieldPath<Root, State, Member>(action, appending(keyPath))
  }

  private func appending<Member>(
    _ keyPath: any WritableKeyPath<Field, Member> & Sendable
  ) -> any WritableKeyPath<State, Member> & Sendable {
    // Safe because both parts are sendable, so all values that the whole path captures are sendable. The cast changes
    // no bits, because `Sendable` has no representation at run time.
    unsafeBitCast(
      (propertyPath as WritableKeyPath<State, Field>).appending(path: keyPath as WritableKeyPath<Field, Member>),
      to: (any WritableKeyPath<State, Member> & Sendable).self)
  }
}

extension CasePath {
  /// A path to a property of the state, such as `\.binding.todo`. The path can continue to a nested property, such as
  /// `title` in `\.binding.todo.title`.
  @_disfavoredOverload
  public subscript<State, Field>(
    dynamicMember keyPath: any WritableKeyPath<State, Field> & Sendable
  ) -> BindingFieldPath<Root, State, Field> where Value == BindingAction<State> {
    BindingFieldPath(self, keyPath)
  }
}
