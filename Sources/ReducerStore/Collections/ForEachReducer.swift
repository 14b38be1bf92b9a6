extension Reducer {
  /// Runs a feature for each element of an array.
  ///
  /// The element runs first, and then this reducer. When an element is removed its effects are cancelled. An action for an element that is
  /// not there runs nothing, and is reported as a `Misuse` of this line. The cost of an action does not depend on how many elements there
  /// are, unless it adds, removes or moves some.
  public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ForEachReducer<Self, ID, Element> {
    ForEachReducer(base: self, toState: state, toAction: CasePath(action), element: element(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each element of an array.
public struct ForEachReducer<Base: Reducer, ID, Element: Reducer>: Reducer
where Element.State: Identifiable, Element.State.ID == ID {
  fileprivate let base: Base
  fileprivate let toState: WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>
  fileprivate let toAction: CasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  fileprivate let element: Element
  fileprivate let fileID: StaticString
  fileprivate let line: UInt

  /// The same, with what it is made of built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = ForEachReducer<Reduce<Base.State, Base.Action>, ID, Reduce<Element.State, Element.Action>>(
      base: base._prepared(), toState: toState, toAction: toAction, element: Reduce(preparing: element), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the element that the action is for, and then the reducer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var child = Effect<Base.Action>.none
    let structure = state[keyPath: toState].structure
    let ids = state[keyPath: toState].ids
    if case .element(let id, let elementAction)? = toAction.extract(from: action) {
      guard let effect = state[keyPath: toState].change(id: id, { element.reduce(into: &$0, action: elementAction) }) else {
        Absence(action: "\(action)", operation: "forEach", subject: "there was no element with the id \(id)")
          .report(fileID: fileID, line: line)
        return .none
      }
      child = effect
        .map { toAction.embed(.element(id: id, action: $0)) }
        .scoped(scope(of: id))
    }
    let effect = child.merge(with: base.reduce(into: &state, action: action))
    guard state[keyPath: toState].structure != structure else { return effect }
    let removed = Set(ids).subtracting(state[keyPath: toState].ids)
    return effect.merge(with: .merge(removed.map { Effect(operation: .endScope(scope(of: $0))) }))
  }

  private func scope(of id: ID) -> EffectScope {
    EffectScope(place: toState, identity: AnyHashable(id))
  }
}
