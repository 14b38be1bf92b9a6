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
    StackReducer(base: self, place: FieldAccess(state), toAction: CasePath(action), element: destination(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs for each screen of a navigation stack.
public struct StackReducer<Base: Reducer, Element: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let place: FieldAccess<Base.State, StackState<Element.State>>
  @usableFromInline let toAction: CasePath<Base.Action, StackAction<Element.State, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, place: FieldAccess<Base.State, StackState<Element.State>>,
    toAction: CasePath<Base.Action, StackAction<Element.State, Element.Action>>, element: Element, fileID: StaticString, line: UInt
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
    let runner = StackRunner(
      base: base._prepared(), place: place, toAction: toAction, element: Reduce.Later(element), fileID: fileID, line: line)
    return Reduce(removedScopes: runner.removedScopes) { state, action in runner.reduce(into: &state, action: action) }
  }

  /// Runs the screen that the action is for, and then the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().reduce(into: &state, action: action)
  }
}

/// Runs a reducer, and a feature for each screen of a stack. It is an object, so that nothing has to be copied to run it.
@MainActor @usableFromInline
final class StackRunner<State, Action, Element, ElementAction> {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let place: FieldAccess<State, StackState<Element>>
  @usableFromInline let toAction: CasePath<Action, StackAction<Element, ElementAction>>
  @usableFromInline let element: Reduce<Element, ElementAction>.Later
  private let childPlace: ChildScope

  @usableFromInline
  init(
    base: Reduce<State, Action>, place: FieldAccess<State, StackState<Element>>, toAction: CasePath<Action, StackAction<Element, ElementAction>>,
    element: Reduce<Element, ElementAction>.Later, fileID: StaticString, line: UInt
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
    // Another reducer may have popped screens. The effects of these screens end before new effects begin.
    let stale = before.seen == before.ids ? .none : endEffects(of: before.seen, unless: before.ids)
    let effect = stale.merge(with: run(action, in: &state))
    let after = arrangement(in: state)
    if after.origin != before.origin { place.changeValue(&state) { $0.take(over: before) } }
    if after.structure == before.structure, before.seen == before.ids { return effect }
    return effect.merge(with: settle(&state, after: before))
  }

  /// Finds the screens that are gone, and the parts that are gone within the others.
  ///
  /// A screen that the reducer has not seen is another one, though it may have the id of one that is gone.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    return inBase
      + tree.removed(at: place.keyPath) { identity, tree in
        guard let id = identity?.base as? StackElementID else { return nil }
        var gone: [EffectPath]?
        place.readValue(state) { stack in
          guard stack.seen.contains(id), let screen = stack[id: id] else { return }
          gone = element.removedScopes(in: screen, tree)
        }
        return gone
      }
  }

  @inlinable
  func arrangement(in state: State) -> StackArrangement {
    var arrangement: StackArrangement?
    place.readValue(state) { arrangement = $0.arrangement }
    return arrangement ?? StackState<Element>().arrangement
  }

  /// Ends the effects of the screens that are gone, and remembers those that are there.
  @usableFromInline
  func settle(_ state: inout State, after before: StackArrangement) -> Effect<Action> {
    let after = arrangement(in: state)
    if after.seen != after.ids { place.changeValue(&state) { $0.seen = after.ids } }
    return before.ids == after.ids ? .none : endEffects(of: before.ids, unless: after.ids)
  }

  @inlinable
  func run(_ action: Action, in state: inout State) -> Effect<Action> {
    switch toAction.unwrap(action) {
    case nil:
      return base.closure(&state, action)
    case .element(let id, let elementAction):
      guard let child = runElement(id, elementAction, in: &state) else { return reportMissingState(action, id) }
      return child.merge(with: base.closure(&state, action))
    case .popFrom(let id):
      guard arrangement(in: state).ids.contains(id) else { return reportMissingState(action, id) }
      let effect = base.closure(&state, action)
      place.changeValue(&state) { $0.pop(from: id) }
      return effect
    case .push(let id, let element):
      guard isNew(id, in: arrangement(in: state)) else { return reportUse(action, id) }
      place.changeValue(&state) { $0[id: id] = element }
      return base.closure(&state, action)
    }
  }

  @usableFromInline
  func isNew(_ id: StackElementID, in stack: StackArrangement) -> Bool {
    !stack.ids.contains(id) && id >= stack.nextID
  }

  @inlinable
  func runElement(_ id: StackElementID, _ action: ElementAction, in state: inout State) -> Effect<Action>? {
    var effect: Effect<ElementAction>?
    place.changeValue(&state) { stack in
      effect = stack.change(id: id) { element.reduce(into: &$0, action) }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect<Action>.none : mapped(effect, id)
  }

  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, _ id: StackElementID) -> Effect<Action> {
    effect
      .map({ [toAction] in toAction.embed(.element(id: id, action: $0)) }, dismiss: { [toAction] in $0.deliver(toAction.embed(.popFrom(id: id))) })
      .scoped(childPlace.scope(of: id))
  }

  @usableFromInline
  func endEffects(of ids: [StackElementID], unless current: [StackElementID]) -> Effect<Action> {
    childPlace.end(ids, unless: current)
  }

  @usableFromInline
  func reportMissingState(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childPlace.reportMissingState(action, "the stack had no screen with the id \(id)")
    return .none
  }

  @usableFromInline
  func reportUse(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childPlace.report(
      "The operator “forEach” got the action “\(action)”, but the id \(id) has been used. Nothing was run. Push with the stack's “nextID”.")
    return .none
  }
}
