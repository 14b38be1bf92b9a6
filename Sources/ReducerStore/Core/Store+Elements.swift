extension Store {
  /// Returns the stores of the features in an array, in their order, for a `ForEach`.
  ///
  /// ```swift
  /// ForEach(store.scope(state: \.rows, action: \.rows)) { RowView(store: $0) }
  /// ```
  ///
  /// The caller observes insertions, removals and the order of the features. Calls return the same store for a feature
  /// until the feature is removed or replaced by another state with the same `id`. The store of a removed feature
  /// returns its last state. An action that is sent to the store of a removed feature does nothing and is reported as a
  /// `Misuse`.
  public func scope<ID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> [Store<ElementState, ElementAction>] {
    let listStore: Store<IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>> = scope(
      state: state, action: action)
    let elements = listStore.core.state
    return zip(elements.ids, elements).map { id, element in
      listStore.elementStore(
        id: id, element, location: (fileID, line), read: { $0[id: id] }, embed: { .element(id: id, action: $0) })
    }
  }

  /// Returns the store of an element, which is one feature of a list. The list is an array or a stack, and is the state
  /// of this store.
  ///
  /// The caller has read the whole list, so the caller observes the replacement of the element by another element.
  /// Readers of the element's store need not observe that replacement.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - current: The current state of the element.
  ///   - location: The line that is named in reports about the store.
  ///   - read: Returns the state of the element, or `nil` if the element was removed.
  ///   - embed: Converts an action of the element to an action of the list.
  func elementStore<ID: Hashable, ElementState, ElementAction>(
    id: ID, _ current: ElementState, location: (fileID: StaticString, line: UInt),
    read: @escaping (State) -> ElementState?, embed: @escaping (ElementAction) -> Action
  ) -> Store<ElementState, ElementAction> {
    let stateID = observedIdentity(current)
    // The id and `stateID` identify the element, so `OptionalCore` gets the same `PresentationID` for all states. A
    // state that is not observable has no `stateID`, so the readers of this state must observe the whole list.
    return scopedStore(at: .element(AnyHashable(id)), stateID: stateID) {
      OptionalCore(
        parent: stateID == nil ? core : UnobservedCore(core), current: current, identity: PresentationID(),
        identify: { _ in PresentationID() },
        location: location, read: read, embed: embed)
    }
  }
}

/// Reads the state of a list of features without observation, and passes on the actions of the list.
///
/// A reader of one feature observes the properties of that feature only. If the reader also observed the list, an
/// insertion or removal would evaluate the views of all features.
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
