extension Store {
  /// The stores of many features of a kind, in order, for a `ForEach`.
  ///
  /// ```swift
  /// ForEach(store.scope(state: \.rows, action: \.rows)) { RowView(store: $0) }
  /// ```
  ///
  /// Reading it observes which features there are. While one is there it has the same store, unless another state takes its place under its
  /// `id`. When it is gone, its store gives the state that it gave last, and an action that is sent to it does nothing and is reported as a
  /// `Misuse`.
  public func scope<ID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> [Store<ElementState, ElementAction>] {
    let list: Store<IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>> = scope(state: state, action: action)
    let elements = list.core.state
    return zip(elements.ids, elements).map { id, element in
      list.element(id: id, element, location: (fileID, line), read: { $0[id: id] }) { .element(id: id, action: $0) }
    }
  }

  /// The store of one of many features. The caller observes whether another state replaces the element. Readers of the store need not observe this.
  func element<ID: Hashable, ElementState, ElementAction>(
    id: ID, _ current: ElementState, location: (fileID: StaticString, line: UInt),
    read: @escaping (State) -> ElementState?, embed: @escaping (ElementAction) -> Action
  ) -> Store<ElementState, ElementAction> {
    let content = observedIdentity(current)
    return scopedStore(at: .element(AnyHashable(id)), content: content) {
      OptionalCore(
        parent: content == nil ? core : UnobservedCore(core), current: current, identity: PresentationID(), identify: { _ in PresentationID() },
        location: location, read: read, embed: embed)
    }
  }
}

/// The core of a list of features. Finding one feature in it does not observe the arrangement of the list.
///
/// Otherwise an added or removed feature would evaluate the views of all others.
@MainActor
private final class UnobservedCore<State, Action>: Core {
  private let base: any Core<State, Action>

  init(_ base: any Core<State, Action>) {
    self.base = base
  }

  var state: State { MutationLog.unobserved { base.state } }
  var isPresent: Bool { MutationLog.unobserved { base.isPresent } }
  var isRunningEffects: Bool { base.isRunningEffects }
  var location: (fileID: StaticString, line: UInt) { base.location }

  func receive(_ action: Action, in group: EffectGroup) {
    base.receive(action, in: group)
  }
}
