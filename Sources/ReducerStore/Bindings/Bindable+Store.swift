extension Bindable {
  /// A field of the state, which is written by sending an action: `$store.name.sending(\.nameChanged)`.
  ///
  /// Where the actions are ``BindableAction``s, `$store.name` is a binding by itself.
  @MainActor @preconcurrency @_disfavoredOverload
  public subscript<State, Action, Field>(dynamicMember keyPath: KeyPath<State, Field>) -> StoreField<State, Action, Field>
  where Value == Store<State, Action> {
    StoreField(store: wrappedValue, keyPath: keyPath)
  }
}

extension Binding {
  /// A field of the state, which is written by sending an action: `$store.name.sending(\.nameChanged)`.
  ///
  /// Where the actions are ``BindableAction``s, `$store.name` is a binding by itself.
  @MainActor @preconcurrency @_disfavoredOverload
  public subscript<State, Action, Field>(dynamicMember keyPath: KeyPath<State, Field>) -> StoreField<State, Action, Field>
  where Value == Store<State, Action> {
    StoreField(store: wrappedValue, keyPath: keyPath)
  }
}

extension Store {
  func presentation<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, _ action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    location: (fileID: StaticString, line: UInt)
  ) -> Binding<Store<ChildState, ChildAction>?> {
    Binding(
      get: { self.scope(state: state, action: action, fileID: location.fileID, line: location.line) },
      set: { newValue in
        guard newValue == nil, self.core.isPresent, self.core.state[keyPath: state] != nil else { return }
        self.send(CasePath(action).embed(.dismiss))
      }
    )
    .identified { BindingIdentity(self).appending(state).appending(action) }
  }
}

/// A field of a store's state, of which a binding can be made that sends an action: `$store.name.sending(\.nameChanged)`.
@MainActor @dynamicMemberLookup
public struct StoreField<State, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A field of the field: `$store.settings.volume.sending(\.volumeChanged)`.
  public subscript<Field>(dynamicMember keyPath: KeyPath<Value, Field>) -> StoreField<State, Action, Field> {
    StoreField<State, Action, Field>(store: store, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// A binding to the field. Writing it sends an action with the new value, and the reducer decides.
  ///
  /// A control that writes when its feature is gone sends nothing.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> {
    Binding(
      get: { [store, keyPath] in store.core.state[keyPath: keyPath] },
      set: { [store] newValue in
        if store.core.isPresent { store.send(CasePath(action).embed(newValue)) }
      }
    )
    .identified { [store, keyPath] in BindingIdentity(store).appending(keyPath).appending(action) }
  }
}
