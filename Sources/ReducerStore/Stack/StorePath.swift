/// The screens of a navigation stack, as a view is given them: `NavigationStack(path: $store.scope(state: \.path, action: \.path))`.
///
/// Each screen has a store of its own. When the user goes back, it sends `.popFrom`.
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

  /// The user went back from a screen. Nothing is sent if the screen was already removed.
  public func pop(from id: StackElementID) {
    if store.core.isPresent, store.core.state.ids.contains(id) { store.send(.popFrom(id: id)) }
  }

  /// The user opened one more screen.
  public func push(_ state: State) {
    if store.core.isPresent { store.send(.push(id: store.core.state.nextID, state: state)) }
  }
}
