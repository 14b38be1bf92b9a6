/// The path of a `NavigationStack` whose pages are in a store:
/// `NavigationStack(path: $store.scope(state: \.path, action: \.path))`.
///
/// Each page has its own store of `State` and `Action`. When the user goes back from a page, the stack's store receives
/// `.popFrom`.
@MainActor
public struct StorePath<State, Action>: NavigationPathSource {
  /// The store of the stack.
  package let store: Store<StackState<State>, StackAction<State, Action>>
  /// The line that created the path. A `Misuse` is reported at this line.
  let location: (fileID: StaticString, line: UInt)

  /// The ids of the pages, from the bottom to the top.
  public var ids: [StackElementID] { store.core.state.ids }

  /// Returns the store of a page, or `nil` if there is no page with this id.
  public func page(id: StackElementID) -> Store<State, Action>? {
    store.core.state[id: id].map { current in
      store.elementStore(id: id, current, location: location, read: { $0[id: id] }) { .element(id: id, action: $0) }
    }
  }

  /// Sends `.popFrom` after the user went back from a page. Sends nothing if the page, or the feature with the stack,
  /// was already removed.
  public func pop(from id: StackElementID) {
    if store.core.isPresent, store.core.state.ids.contains(id) { store.send(.popFrom(id: id)) }
  }

  /// Sends `.push` for a page that the user opens. Sends nothing if the feature with the stack was removed.
  public func push(_ state: State) {
    if store.core.isPresent { store.send(.push(id: store.core.state.nextID, state: state)) }
  }
}
