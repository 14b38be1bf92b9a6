extension Reducer {
  /// Runs a feature for each element of an array.
  ///
  /// For an action of an element, the feature of that element runs first, and then this reducer. When an element is
  /// removed, its effects are cancelled. An action for an element that does not exist does nothing, and is reported as
  /// a `Misuse` at the line of the `forEach` call. The cost of an action does not depend on the number of elements,
  /// unless the action inserts, removes, moves or replaces elements.
  @inlinable
  public func forEach<ID, ElementState, ElementAction, ElementReducer: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> ElementReducer,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let (property, actionPath, element) = (PropertyAccess(state), CasePath(action), element())
    return ChildReducer(self) {
      ForEachRunner(
        base: $0, property: property, actionPath: actionPath, element: Reduce.Lazy(element), fileID: fileID, line: line)
    }
  }
}

/// Runs a reducer, and a feature for each element of an array.
@MainActor @usableFromInline
final class ForEachRunner<State, Action, ID: Hashable, ElementState, ElementAction>: ChildRunner {
  /// The reducer of the parent.
  @usableFromInline let base: Reduce<State, Action>
  /// The array in the state of the parent.
  @usableFromInline let property: PropertyAccess<State, IdentifiedArray<ID, ElementState>>
  /// The case of the parent's action that contains an action of an element.
  @usableFromInline let actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  /// The feature of an element.
  @usableFromInline let element: Reduce<ElementState, ElementAction>.Lazy
  /// Creates the effect scope of each element, and reports misuses at the line of the `forEach` call.
  private let childScopes: ChildScopes
  /// The structure of the array at the last call of ``findRemovedScopes(in:_:)``. The structure of an array changes
  /// when an element is inserted, removed, moved or replaced.
  ///
  /// If the array is nested in the elements of an outer array, all elements of the outer array share this runner, and
  /// the structures of their arrays differ. Removed elements are then searched for more often than necessary.
  private var lastSearchedStructure: StructureID?

  @usableFromInline
  init(
    base: Reduce<State, Action>, property: PropertyAccess<State, IdentifiedArray<ID, ElementState>>,
    actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>,
    element: Reduce<ElementState, ElementAction>.Lazy,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.property = property
    self.actionPath = actionPath
    self.element = element
    childScopes = ChildScopes(property.keyPath, operatorName: "forEach", fileID: fileID, line: line)
  }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = arrangement(in: state)
    var elementEffect = Effect<Action>.none
    if case .element(let id, let elementAction)? = actionPath.unwrap(action) {
      guard let effect = run(elementAction, of: id, in: &state) else {
        reportMissingState(action, id)
        return .none
      }
      if !effect.isNone { elementEffect = mapped(effect, of: id) }
    }
    let effect = elementEffect.merge(with: base.closure(&state, action))
    let after = arrangement(in: state)
    return before.structure == after.structure
      ? effect : effect.merge(with: endEffects(of: before.ids, unless: after.ids))
  }

  /// Returns the paths of removed elements whose effects still run, and of removed children within the other elements.
  /// `tree` contains the parts of the feature that have running effects.
  ///
  /// If the structure of the array has not changed, no element was removed. Then the search only looks for removed
  /// children within the elements.
  @usableFromInline
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let removedInBase = base.findRemovedScopes?(state, tree) ?? []
    let structure = arrangement(in: state).structure
    defer { lastSearchedStructure = structure }
    return removedInBase
      + tree.removedPaths(at: property.keyPath, allExist: structure == lastSearchedStructure) { identity, elementTree in
        guard let id = identity?.base as? ID else { return nil }
        // Stays `nil` if the element was removed.
        var removed: [EffectPath]?
        property.readValue(state) { elements in
          removed = elements[id: id].map { element.findRemovedScopes(in: $0, elementTree) }
        }
        return removed
      }
  }

  /// Returns the structure and the ids of the array, which are compared before and after an action.
  @inlinable
  func arrangement(in state: State) -> (structure: StructureID, ids: [ID]) {
    var arrangement: (structure: StructureID, ids: [ID])?
    property.readValue(state) { arrangement = $0.arrangement }
    // `readValue` calls its closure once, so this default is never used.
    return arrangement ?? (StructureID(), [])
  }

  /// Runs the feature of an element. Returns `nil` if the element does not exist.
  @inlinable
  func run(_ action: ElementAction, of id: ID, in state: inout State) -> Effect<ElementAction>? {
    var effect: Effect<ElementAction>?
    property.changeValue(&state) { elements in
      effect = elements.change(id: id) { element.reduce(into: &$0, action) }
    }
    return effect
  }

  /// Converts an effect of an element to an effect of the parent.
  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, of id: ID) -> Effect<Action> {
    effect.map { [actionPath] in actionPath.embed(.element(id: id, action: $0)) }.scoped(childScopes.scope(of: id))
  }

  /// Returns an effect that cancels the effects of the elements that are in `ids` and not in `current`.
  @usableFromInline
  func endEffects(of ids: [ID], unless current: [ID]) -> Effect<Action> {
    childScopes.endEffects(of: ids, unless: current)
  }

  @usableFromInline
  func reportMissingState(_ action: Action, _ id: ID) {
    childScopes.reportMissingState(action, "there was no element with the id \(id)")
  }
}
