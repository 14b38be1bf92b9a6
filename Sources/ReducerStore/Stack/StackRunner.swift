extension Reducer {
  /// Runs a feature for each page of a navigation stack.
  ///
  /// For an action of a page, the page's feature runs first, and then this reducer. For `.popFrom`, this reducer runs
  /// first, so that it can read the last state of the page. For `.push`, the page is pushed first. When a page is
  /// removed, its effects are cancelled. An action for a page that does not exist does nothing, and is reported as a
  /// `Misuse` of the caller's line. `dismiss()` in an effect of a page pops that page and the pages above it.
  @inlinable
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let (field, toAction, element) = (FieldAccess(state), CasePath(action), destination())
    return ChildReducer(self) {
      StackRunner(base: $0, field: field, toAction: toAction, element: Reduce.Lazy(element), fileID: fileID, line: line)
    }
  }
}

/// Runs a reducer, and a feature for each page of a stack.
@MainActor @usableFromInline
final class StackRunner<State, Action, Element, ElementAction>: ChildRunner {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let field: FieldAccess<State, StackState<Element>>
  @usableFromInline let toAction: CasePath<Action, StackAction<Element, ElementAction>>
  @usableFromInline let element: Reduce<Element, ElementAction>.Lazy
  private let childScope: ChildScope

  @usableFromInline
  init(
    base: Reduce<State, Action>, field: FieldAccess<State, StackState<Element>>,
    toAction: CasePath<Action, StackAction<Element, ElementAction>>,
    element: Reduce<Element, ElementAction>.Lazy, fileID: StaticString, line: UInt
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
    // Another reducer may have popped pages. Their effects end before new effects start.
    let stale = before.seen == before.ids ? .none : endEffects(of: before.seen, unless: before.ids)
    let effect = stale.merge(with: run(action, in: &state))
    let after = arrangement(in: state)
    if after.origin != before.origin { field.changeValue(&state) { $0.renumber(after: before) } }
    if after.structure == before.structure, before.seen == before.ids { return effect }
    return effect.merge(with: settle(&state, after: before))
  }

  /// Finds pages that were removed while their effects run, and removed children of the other pages.
  ///
  /// A page that is not in ``StackState/seen`` is new, even if a removed page had the same id.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    return inBase
      + tree.removed(at: field.keyPath) { identity, tree in
        guard let id = identity?.base as? StackElementID else { return nil }
        var gone: [EffectPath]?
        field.readValue(state) { stack in
          guard stack.seen.contains(id), let screen = stack[id: id] else { return }
          gone = element.removedScopes(in: screen, tree)
        }
        return gone
      }
  }

  @inlinable
  func arrangement(in state: State) -> StackArrangement {
    var arrangement: StackArrangement?
    field.readValue(state) { arrangement = $0.arrangement }
    return arrangement ?? StackState<Element>().arrangement
  }

  /// Ends the effects of removed pages, and records the current pages.
  @usableFromInline
  func settle(_ state: inout State, after before: StackArrangement) -> Effect<Action> {
    let after = arrangement(in: state)
    if after.seen != after.ids { field.changeValue(&state) { $0.seen = after.ids } }
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
      field.changeValue(&state) { $0.pop(from: id) }
      return effect
    case .push(let id, let element):
      guard isNew(id, in: arrangement(in: state)) else { return reportUse(action, id) }
      field.changeValue(&state) { $0[id: id] = element }
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
    field.changeValue(&state) { stack in
      effect = stack.change(id: id) { element.reduce(into: &$0, action) }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect<Action>.none : mapped(effect, id)
  }

  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, _ id: StackElementID) -> Effect<Action> {
    effect
      .map(
        { [toAction] in toAction.embed(.element(id: id, action: $0)) },
        dismiss: { [toAction] in $0.deliver(toAction.embed(.popFrom(id: id))) }
      )
      .scoped(childScope.scope(of: id))
  }

  @usableFromInline
  func endEffects(of ids: [StackElementID], unless current: [StackElementID]) -> Effect<Action> {
    childScope.end(ids, unless: current)
  }

  @usableFromInline
  func reportMissingState(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childScope.reportMissingState(action, "the stack had no screen with the id \(id)")
    return .none
  }

  @usableFromInline
  func reportUse(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childScope.report(
      "The operator “forEach” got the action “\(action)”, but the id \(id) has been used. Nothing was run. Push with the stack's “nextID”."
    )
    return .none
  }
}
