extension Reducer {
  /// Runs a feature for each element of an array.
  ///
  /// The feature of the element runs first, and then this reducer. When an element is removed, its effects are
  /// cancelled. An action for an element that does not exist does nothing, and is reported as a `Misuse` of the
  /// caller's line. The cost of an action does not depend on the number of elements, unless the action inserts, removes
  /// or moves elements.
  @inlinable
  public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let (field, toAction, element) = (FieldAccess(state), CasePath(action), element())
    return ChildReducer(self) {
      ForEachRunner(
        base: $0, field: field, toAction: toAction, element: Reduce.Lazy(element), fileID: fileID, line: line)
    }
  }
}

/// Runs a reducer, and a feature for each element of an array.
@MainActor @usableFromInline
final class ForEachRunner<State, Action, ID: Hashable, Element, ElementAction>: ChildRunner {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let field: FieldAccess<State, IdentifiedArray<ID, Element>>
  @usableFromInline let toAction: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  @usableFromInline let element: Reduce<Element, ElementAction>.Lazy
  private let childScope: ChildScope
  /// The structure that ``removedScopes(in:_:)`` searched last. A runner for several arrays searches more often than
  /// necessary.
  private var searched: StructureID?

  @usableFromInline
  init(
    base: Reduce<State, Action>, field: FieldAccess<State, IdentifiedArray<ID, Element>>,
    toAction: CasePath<Action, IdentifiedAction<ID, ElementAction>>, element: Reduce<Element, ElementAction>.Lazy,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.field = field
    self.toAction = toAction
    self.element = element
    childScope = ChildScope(field.keyPath, of: "forEach", fileID: fileID, line: line)
  }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = arrangement(in: state)
    var child = Effect<Action>.none
    if case .element(let id, let elementAction)? = toAction.unwrap(action) {
      guard let effect = run(elementAction, of: id, in: &state) else {
        reportMissingState(action, id)
        return .none
      }
      if !effect.isNone { child = mapped(effect, id) }
    }
    let effect = child.merge(with: base.closure(&state, action))
    let after = arrangement(in: state)
    return before.structure == after.structure
      ? effect : effect.merge(with: endEffects(of: before.ids, unless: after.ids))
  }

  /// Finds removed elements whose effects still run, and removed children of the other elements.
  ///
  /// If the structure of the array has not changed, no element was removed. Then only the children are searched.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    let structure = arrangement(in: state).structure
    defer { searched = structure }
    return inBase
      + tree.removed(at: field.keyPath, isUnchanged: structure == searched) { identity, tree in
        guard let id = identity?.base as? ID else { return nil }
        var gone: [EffectPath]?
        field.readValue(state) { elements in gone = elements[id: id].map { element.removedScopes(in: $0, tree) } }
        return gone
      }
  }

  @inlinable
  func arrangement(in state: State) -> (structure: StructureID, ids: [ID]) {
    var arrangement: (structure: StructureID, ids: [ID])?
    field.readValue(state) { arrangement = $0.arrangement }
    return arrangement ?? (StructureID(), [])
  }

  @inlinable
  func run(_ action: ElementAction, of id: ID, in state: inout State) -> Effect<ElementAction>? {
    var effect: Effect<ElementAction>?
    field.changeValue(&state) { elements in
      effect = elements.change(id: id) { element.reduce(into: &$0, action) }
    }
    return effect
  }

  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, _ id: ID) -> Effect<Action> {
    effect.map { [toAction] in toAction.embed(.element(id: id, action: $0)) }.scoped(childScope.scope(of: id))
  }

  @usableFromInline
  func endEffects(of ids: [ID], unless current: [ID]) -> Effect<Action> {
    childScope.end(ids, unless: current)
  }

  @usableFromInline
  func reportMissingState(_ action: Action, _ id: ID) {
    childScope.reportMissingState(action, "there was no element with the id \(id)")
  }
}
