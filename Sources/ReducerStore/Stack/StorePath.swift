/// The screens of a navigation stack, as a view is given them: `NavigationStack(path: $store.scope(state: \.path, action: \.path))`.
///
/// Each screen has a store of its own. When a person goes back, it sends `.popFrom`.
@MainActor
public struct StorePath<State, Action>: NavigationPathSource {
  package let store: Store<StackState<State>, StackAction<State, Action>>
  let location: (fileID: StaticString, line: UInt)

  /// The ids of the screens, from the first that was pushed to the one on top.
  public var ids: [StackElementID] { store.core.state.ids }

  /// The store of a screen, or `nil` if there is none with this id.
  public func page(id: StackElementID) -> Store<State, Action>? {
    store.core.state[id: id].map { current in
      store.element(id: id, current, location: location, read: { $0[id: id] }) { .element(id: id, action: $0) }
    }
  }

  /// A person has gone back from a screen. It sends nothing if that is gone already.
  public func pop(from id: StackElementID) {
    if store.core.isPresent, store.core.state.ids.contains(id) { store.send(.popFrom(id: id)) }
  }

  /// A person goes on to one more screen.
  public func push(_ state: State) {
    if store.core.isPresent { store.send(.push(id: store.core.state.nextID, state: state)) }
  }
}

extension Bindable {
  /// The screens of a navigation stack: `NavigationStack(path: $store.scope(state: \.path, action: \.path)) { … } destination: { … }`.
  @MainActor @preconcurrency
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>, action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StorePath<ElementState, ElementAction> where Value == Store<State, Action> {
    StorePath(store: wrappedValue.scope(state: state, action: action), location: (fileID, line))
  }
}

extension Binding {
  /// The screens of a navigation stack: `NavigationStack(path: $store.scope(state: \.path, action: \.path)) { … } destination: { … }`.
  @MainActor @preconcurrency
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>, action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StorePath<ElementState, ElementAction> where Value == Store<State, Action> {
    StorePath(store: wrappedValue.scope(state: state, action: action), location: (fileID, line))
  }
}
