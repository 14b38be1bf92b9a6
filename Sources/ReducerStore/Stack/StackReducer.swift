extension Reducer {
  /// Runs a feature for each screen of a navigation stack.
  ///
  /// The screen runs first, and then this reducer. `.popFrom` runs this reducer first, which can look at the screen's last state. When a
  /// screen is popped its effects are cancelled. An action for a screen that is not there runs nothing, and is reported as a `Misuse` of
  /// this line. `dismiss()` in an effect of a screen pops it.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<Self, Element> {
    StackReducer(base: self, toState: state, toAction: CasePath(action), element: destination(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each screen of a navigation stack.
public struct StackReducer<Base: Reducer, Element: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let toState: WritableKeyPath<Base.State, StackState<Element.State>>
  fileprivate let toAction: CasePath<Base.Action, StackAction<Element.State, Element.Action>>
  fileprivate let element: Element
  fileprivate let fileID: StaticString
  fileprivate let line: UInt

  /// The same, with what it is made of built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = StackReducer<Reduce<Base.State, Base.Action>, Reduce<Element.State, Element.Action>>(
      base: base._prepared(), toState: toState, toAction: toAction, element: Reduce(preparing: element), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the screen that the action is for, and then the reducer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let origin = state[keyPath: toState].stackOrigin
    let before = state[keyPath: toState].ids
    // Somebody else may have popped screens: what is left of them ends before anything new begins.
    let stale = endEffects(of: state[keyPath: toState].seen, unless: before)
    let effect = run(action, in: &state)
    state[keyPath: toState].take(over: origin)
    let after = state[keyPath: toState].ids
    if state[keyPath: toState].seen != after { state[keyPath: toState].seen = after }
    return stale.merge(with: effect).merge(with: endEffects(of: before, unless: after))
  }

  private func run(_ action: Base.Action, in state: inout Base.State) -> Effect<Base.Action> {
    switch toAction.extract(from: action) {
    case nil:
      return base.reduce(into: &state, action: action)
    case .element(let id, let elementAction):
      guard let child = runElement(id, elementAction, in: &state) else { return report(action, id) }
      return child.merge(with: base.reduce(into: &state, action: action))
    case .popFrom(let id):
      guard state[keyPath: toState].ids.contains(id) else { return report(action, id) }
      let effect = base.reduce(into: &state, action: action)
      state[keyPath: toState].pop(from: id)
      return effect
    case .push(let id, let element):
      guard !state[keyPath: toState].ids.contains(id), id >= state[keyPath: toState].nextID else {
        Misuse(
          """
          The operator “forEach” got the action “\(action)”, but the id \(id) has been used. Nothing was run. Push with the stack's “nextID”.
          """, fileID: fileID, line: line
        ).report()
        return .none
      }
      state[keyPath: toState][id: id] = element
      return base.reduce(into: &state, action: action)
    }
  }

  private func runElement(
    _ id: StackElementID, _ action: Element.Action, in state: inout Base.State
  ) -> Effect<Base.Action>? {
    state[keyPath: toState].change(id: id) { element.reduce(into: &$0, action: action) }?
      .map({ toAction.embed(.element(id: id, action: $0)) }, dismiss: { $0.deliver(toAction.embed(.popFrom(id: id))) })
      .scoped(scope(of: id))
  }

  private func scope(of id: StackElementID) -> EffectScope {
    EffectScope(place: toState, identity: AnyHashable(id))
  }

  private func endEffects(of ids: [StackElementID], unless current: [StackElementID]) -> Effect<Base.Action> {
    guard ids != current else { return .none }
    return .merge(ids.filter { !current.contains($0) }.map { Effect(operation: .endScope(scope(of: $0))) })
  }

  private func report(_ action: Base.Action, _ id: StackElementID) -> Effect<Base.Action> {
    Absence(action: "\(action)", operation: "forEach", subject: "the stack had no screen with the id \(id)")
      .report(fileID: fileID, line: line)
    return .none
  }
}
