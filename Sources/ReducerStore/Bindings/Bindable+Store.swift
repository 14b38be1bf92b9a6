extension Bindable {
  /// A property of the state. ``StoreField/sending(_:)`` creates a binding from it:
  /// `$store.name.sending(\.nameChanged)`.
  ///
  /// If the store's action is a ``BindableAction``, `$store.name` is itself a binding.
  @MainActor @preconcurrency @_disfavoredOverload
  public subscript<State, Action, Field>(dynamicMember keyPath: KeyPath<State, Field>) -> StoreField<
    State, Action, Field
  >
  where Value == Store<State, Action> {
    StoreField(store: wrappedValue, keyPath: keyPath)
  }
}

extension Binding {
  /// A property of the state. ``StoreField/sending(_:)`` creates a binding from it:
  /// `$store.name.sending(\.nameChanged)`.
  ///
  /// If the store's action is a ``BindableAction``, `$store.name` is itself a binding.
  @MainActor @preconcurrency @_disfavoredOverload
  public subscript<State, Action, Field>(dynamicMember keyPath: KeyPath<State, Field>) -> StoreField<
    State, Action, Field
  >
  where Value == Store<State, Action> {
    StoreField(store: wrappedValue, keyPath: keyPath)
  }
}

extension Store {
  /// Returns a binding to the store of a presented feature. The value is `nil` while no feature is presented. Writing
  /// `nil` sends `.dismiss` if a feature is presented. Writing a store does nothing.
  ///
  /// - Parameter location: The place in the program that a report about the binding names.
  func presentationBinding<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, _ action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    location: (fileID: StaticString, line: UInt)
  ) -> Binding<Store<ChildState, ChildAction>?> {
    Binding(
      get: { self.scope(state: state, action: action, fileID: location.fileID, line: location.line) },
      set: { newValue in
        // `core` provides the state of the store's feature, and is not present after the feature was removed.
        guard newValue == nil, self.core.isPresent, self.core.state[keyPath: state] != nil else { return }
        self.send(CasePath(action).embed(.dismiss))
      }
    )
    .identified { BindingIdentity(self).appending(state).appending(action) }
  }
}

/// A property of a store's state. ``sending(_:)`` creates a binding to the property:
/// `$store.name.sending(\.nameChanged)`.
@MainActor @dynamicMemberLookup
public struct StoreField<State, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A nested property: `$store.settings.volume.sending(\.volumeChanged)`.
  public subscript<Field>(dynamicMember keyPath: KeyPath<Value, Field>) -> StoreField<State, Action, Field> {
    StoreField<State, Action, Field>(store: store, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// Returns a binding to the property. A write sends an action with the new value. The write itself does not change
  /// the property: only the reducer does.
  ///
  /// If the feature has been removed, a write sends nothing.
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
