extension Reducer {
  /// Runs a feature for each element of an array.
  ///
  /// The element runs first, and then this reducer. When an element is removed its effects are cancelled. An action for an element that is
  /// not there runs nothing, and is reported as a `Misuse` of this line. The cost of an action does not depend on how many elements there
  /// are, unless it adds, removes or moves some.
  @inlinable
  public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ForEachReducer<Self, ID, Element> {
    ForEachReducer(base: self, place: Place(state), toAction: CasePath(action), element: element(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each element of an array.
public struct ForEachReducer<Base: Reducer, ID, Element: Reducer>: Reducer
where Element.State: Identifiable, Element.State.ID == ID {
  @usableFromInline let base: Base
  @usableFromInline let place: Place<Base.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let toAction: CasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, place: Place<Base.State, IdentifiedArray<ID, Element.State>>,
    toAction: CasePath<Base.Action, IdentifiedAction<ID, Element.Action>>, element: Element, fileID: StaticString, line: UInt
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
    let prepared = ForEachReducer<Reduce<Base.State, Base.Action>, ID, Reduce<Element.State, Element.Action>>(
      base: base._prepared(), place: place, toAction: toAction, element: Reduce(preparing: element), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the element that the action is for, and then the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = place.read(state).arrangement
    var child = Effect<Base.Action>.none
    if case .element(let id, let elementAction)? = toAction.extract(from: action) {
      guard let effect = run(elementAction, of: id, in: &state) else {
        reportAbsence(action, id)
        return .none
      }
      if !effect.isNone { child = mapped(effect, id) }
    }
    let effect = child.merge(with: base.reduce(into: &state, action: action))
    let after = place.read(state).arrangement
    return before.structure == after.structure ? effect : effect.merge(with: endEffects(of: before.ids, unless: after.ids))
  }

  @inlinable
  func run(_ action: Element.Action, of id: ID, in state: inout Base.State) -> Effect<Element.Action>? {
    var effect: Effect<Element.Action>?
    place.changeValue(&state) { elements in
      effect = elements.change(id: id) { element.reduce(into: &$0, action: action) }
    }
    return effect
  }

  @usableFromInline
  func mapped(_ effect: Effect<Element.Action>, _ id: ID) -> Effect<Base.Action> {
    effect.map { toAction.embed(.element(id: id, action: $0)) }.scoped(scope(of: id))
  }

  @usableFromInline
  func endEffects(of ids: [ID], unless current: [ID]) -> Effect<Base.Action> {
    .merge(Set(ids).subtracting(current).map { Effect(operation: .endScope(scope(of: $0))) })
  }

  private func scope(of id: ID) -> EffectScope {
    EffectScope(place: place.keyPath, identity: AnyHashable(id))
  }

  @usableFromInline
  func reportAbsence(_ action: Base.Action, _ id: ID) {
    Absence(action: "\(action)", operation: "forEach", subject: "there was no element with the id \(id)")
      .report(fileID: fileID, line: line)
  }
}
