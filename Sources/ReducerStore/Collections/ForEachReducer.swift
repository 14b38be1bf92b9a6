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
    ForEachReducer(base: self, place: FieldAccess(state), toAction: CasePath(action), element: element(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each element of an array.
public struct ForEachReducer<Base: Reducer, ID: Hashable, Element: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let place: FieldAccess<Base.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let toAction: CasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, place: FieldAccess<Base.State, IdentifiedArray<ID, Element.State>>,
    toAction: CasePath<Base.Action, IdentifiedAction<ID, Element.Action>>, element: Element, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.place = place
    self.toAction = toAction
    self.element = element
    self.fileID = fileID
    self.line = line
  }

  /// The same reducer, whose parts are built once.
  @inlinable
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let runner = ForEachRunner(
      base: base._prepared(), place: place, toAction: toAction, element: Reduce.Later(element), fileID: fileID, line: line)
    return Reduce(removedScopes: runner.removedScopes) { state, action in runner.reduce(into: &state, action: action) }
  }

  /// Runs the element that the action is for, and then the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().reduce(into: &state, action: action)
  }
}

/// Runs a reducer, and a feature for each element of an array. It is an object, so that nothing has to be copied to run it.
@MainActor @usableFromInline
final class ForEachRunner<State, Action, ID: Hashable, Element, ElementAction> {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let place: FieldAccess<State, IdentifiedArray<ID, Element>>
  @usableFromInline let toAction: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  @usableFromInline let element: Reduce<Element, ElementAction>.Later
  private let childPlace: ChildScope
  /// The arrangement that was searched last. The runner may run for several arrays, and then searches more often than it has to.
  private var searched: StructureID?

  @usableFromInline
  init(
    base: Reduce<State, Action>, place: FieldAccess<State, IdentifiedArray<ID, Element>>,
    toAction: CasePath<Action, IdentifiedAction<ID, ElementAction>>, element: Reduce<Element, ElementAction>.Later,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.place = place
    self.toAction = toAction
    self.element = element
    childPlace = ChildScope(place.keyPath, of: "forEach", fileID: fileID, line: line)
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
    return before.structure == after.structure ? effect : effect.merge(with: endEffects(of: before.ids, unless: after.ids))
  }

  /// Finds the elements that are gone, and the parts that are gone within the others.
  ///
  /// An array whose arrangement has not changed has all elements: only the parts within them are searched.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    let structure = arrangement(in: state).structure
    defer { searched = structure }
    return inBase
      + tree.removed(at: place.keyPath, isUnchanged: structure == searched) { identity, tree in
        guard let id = identity?.base as? ID else { return nil }
        var gone: [EffectPath]?
        place.readValue(state) { elements in gone = elements[id: id].map { element.removedScopes(in: $0, tree) } }
        return gone
      }
  }

  @inlinable
  func arrangement(in state: State) -> (structure: StructureID, ids: [ID]) {
    var arrangement: (structure: StructureID, ids: [ID])?
    place.readValue(state) { arrangement = $0.arrangement }
    return arrangement ?? (StructureID(), [])
  }

  @inlinable
  func run(_ action: ElementAction, of id: ID, in state: inout State) -> Effect<ElementAction>? {
    var effect: Effect<ElementAction>?
    place.changeValue(&state) { elements in
      effect = elements.change(id: id) { element.reduce(into: &$0, action) }
    }
    return effect
  }

  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, _ id: ID) -> Effect<Action> {
    effect.map { [toAction] in toAction.embed(.element(id: id, action: $0)) }.scoped(childPlace.scope(of: id))
  }

  @usableFromInline
  func endEffects(of ids: [ID], unless current: [ID]) -> Effect<Action> {
    childPlace.end(ids, unless: current)
  }

  @usableFromInline
  func reportMissingState(_ action: Action, _ id: ID) {
    childPlace.reportMissingState(action, "there was no element with the id \(id)")
  }
}
