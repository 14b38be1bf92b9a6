extension Reducer {
  /// Runs a feature for each screen of a navigation stack.
  ///
  /// The screen runs first, and then this reducer. `.popFrom` runs this reducer first, which can look at the screen's last state. When a
  /// screen is popped its effects are cancelled. An action for a screen that is not there runs nothing, and is reported as a `Misuse` of
  /// this line. `dismiss()` in an effect of a screen pops it.
  @inlinable
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<Self, Element> {
    StackReducer(base: self, place: Place(state), toAction: CasePath(action), element: destination(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each screen of a navigation stack.
public struct StackReducer<Base: Reducer, Element: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let place: Place<Base.State, StackState<Element.State>>
  @usableFromInline let toAction: CasePath<Base.Action, StackAction<Element.State, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, place: Place<Base.State, StackState<Element.State>>,
    toAction: CasePath<Base.Action, StackAction<Element.State, Element.Action>>, element: Element, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.place = place
    self.toAction = toAction
    self.element = element
    self.fileID = fileID
    self.line = line
  }

  /// The same, with what it is made of built once.
  @inlinable
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = StackReducer<Reduce<Base.State, Base.Action>, Reduce<Element.State, Element.Action>>(
      base: base._prepared(), place: place, toAction: toAction, element: Reduce(preparing: element), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the screen that the action is for, and then the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = place.read(state).arrangement
    // Somebody else may have popped screens: what is left of them ends before anything new begins.
    let stale = before.seen == before.ids ? .none : endEffects(of: before.seen, unless: before.ids)
    let effect = run(action, in: &state)
    let after = place.read(state).arrangement
    if after.origin != before.origin { place.changeValue(&state) { $0.take(over: before) } }
    if after.structure == before.structure, before.seen == before.ids { return stale.merge(with: effect) }
    return stale.merge(with: effect).merge(with: settle(&state, after: before))
  }

  /// Ends the effects of the screens that are gone, and remembers those that are there.
  @usableFromInline
  func settle(_ state: inout Base.State, after before: StackArrangement) -> Effect<Base.Action> {
    let after = place.read(state).arrangement
    if after.seen != after.ids { place.changeValue(&state) { $0.seen = after.ids } }
    return before.ids == after.ids ? .none : endEffects(of: before.ids, unless: after.ids)
  }

  @inlinable
  func run(_ action: Base.Action, in state: inout Base.State) -> Effect<Base.Action> {
    switch toAction.extract(from: action) {
    case nil:
      return base.reduce(into: &state, action: action)
    case .element(let id, let elementAction):
      guard let child = runElement(id, elementAction, in: &state) else { return reportAbsence(action, id) }
      return child.merge(with: base.reduce(into: &state, action: action))
    case .popFrom(let id):
      guard place.read(state).order.contains(id) else { return reportAbsence(action, id) }
      let effect = base.reduce(into: &state, action: action)
      place.changeValue(&state) { $0.pop(from: id) }
      return effect
    case .push(let id, let element):
      guard isNew(id, in: place.read(state)) else { return reportUse(action, id) }
      place.changeValue(&state) { $0[id: id] = element }
      return base.reduce(into: &state, action: action)
    }
  }

  @usableFromInline
  func isNew(_ id: StackElementID, in stack: StackState<Element.State>) -> Bool {
    !stack.ids.contains(id) && id >= stack.nextID
  }

  @inlinable
  func runElement(_ id: StackElementID, _ action: Element.Action, in state: inout Base.State) -> Effect<Base.Action>? {
    var effect: Effect<Element.Action>?
    place.changeValue(&state) { stack in
      effect = stack.change(id: id) { element.reduce(into: &$0, action: action) }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect<Base.Action>.none : mapped(effect, id)
  }

  @usableFromInline
  func mapped(_ effect: Effect<Element.Action>, _ id: StackElementID) -> Effect<Base.Action> {
    effect
      .map({ toAction.embed(.element(id: id, action: $0)) }, dismiss: { $0.deliver(toAction.embed(.popFrom(id: id))) })
      .scoped(scope(of: id))
  }

  private func scope(of id: StackElementID) -> EffectScope {
    EffectScope(place: place.keyPath, identity: AnyHashable(id))
  }

  @usableFromInline
  func endEffects(of ids: [StackElementID], unless current: [StackElementID]) -> Effect<Base.Action> {
    .merge(ids.filter { !current.contains($0) }.map { Effect(operation: .endScope(scope(of: $0))) })
  }

  @usableFromInline
  func reportAbsence(_ action: Base.Action, _ id: StackElementID) -> Effect<Base.Action> {
    Absence(action: "\(action)", operation: "forEach", subject: "the stack had no screen with the id \(id)")
      .report(fileID: fileID, line: line)
    return .none
  }

  @usableFromInline
  func reportUse(_ action: Base.Action, _ id: StackElementID) -> Effect<Base.Action> {
    Misuse(
      """
      The operator “forEach” got the action “\(action)”, but the id \(id) has been used. Nothing was run. Push with the stack's “nextID”.
      """, fileID: fileID, line: line
    ).report()
    return .none
  }
}
