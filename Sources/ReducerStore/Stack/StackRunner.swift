extension Reducer {
  /// Runs a feature for each page of a navigation stack.
  ///
  /// The parent is the reducer to which this method is applied. For an action of a page, the page's feature runs first,
  /// and then the parent. For `.popFrom`, the parent runs before the page is removed, so that it can read the last
  /// state of the page. For `.push`, the parent runs after the page is pushed. When a page is removed, its effects are
  /// cancelled. An action for a page that does not exist runs nothing, and is reported as a `Misuse` at the line that
  /// calls this method. The same applies to a `.push` with an id that the stack has used. `dismiss()` in an effect of a
  /// page pops that page and the pages above it.
  @inlinable
  public func forEach<ElementState, ElementAction, Destination: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Destination,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let (property, actionPath, pageFeature) = (PropertyAccess(state), CasePath(action), destination())
    return ChildReducer(self) {
      StackRunner(
        base: $0, property: property, actionPath: actionPath, pageFeature: Reduce.Lazy(pageFeature), fileID: fileID,
        line: line)
    }
  }
}

/// Runs a reducer, and a feature for each page of a stack.
@MainActor @usableFromInline
final class StackRunner<State, Action, ElementState, ElementAction>: ChildRunner {
  /// The reducer of the parent.
  @usableFromInline let base: Reduce<State, Action>
  /// The stack in the state of the parent.
  @usableFromInline let property: PropertyAccess<State, StackState<ElementState>>
  /// The case of the parent's action that contains an action of a page.
  @usableFromInline let actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>
  /// The feature of a page.
  @usableFromInline let pageFeature: Reduce<ElementState, ElementAction>.Lazy
  /// Creates the scopes of the effects of the pages, and reports mistakes at the line that calls `forEach`.
  private let childScopes: ChildScopes

  @usableFromInline
  init(
    base: Reduce<State, Action>, property: PropertyAccess<State, StackState<ElementState>>,
    actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>,
    pageFeature: Reduce<ElementState, ElementAction>.Lazy, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.property = property
    self.actionPath = actionPath
    self.pageFeature = pageFeature
    childScopes = ChildScopes(property.keyPath, operatorName: "forEach", fileID: fileID, line: line)
  }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = arrangement(in: state)
    // Another reducer may have popped pages since the previous action. The effects of these pages end before new
    // effects start.
    let endOfStaleEffects =
      before.previousIDs == before.ids ? .none : endEffects(of: before.previousIDs, unless: before.ids)
    let effect = endOfStaleEffects.merge(with: run(action, in: &state))
    let after = arrangement(in: state)
    // If a new stack has replaced the stack, the pages of the new stack get ids that the former stack has not used.
    if after.origin != before.origin { property.changeValue(&state) { $0.renumber(replacing: before) } }
    if after.structure == before.structure, before.previousIDs == before.ids { return effect }
    return effect.merge(with: recordPages(&state, since: before))
  }

  /// Returns the paths of removed pages whose effects still run, and of removed children within the other pages.
  ///
  /// If the id of a page is not in ``StackState/previousIDs``, another reducer has pushed the page since the previous
  /// action, so the page has no effects yet. Running effects with this id belong to a page of a former stack.
  @usableFromInline
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let removedInBase = base.findRemovedScopes?(state, tree) ?? []
    return removedInBase
      + tree.removedPaths(at: property.keyPath) { identity, tree in
        guard let id = identity?.base as? StackElementID else { return nil }
        // `nil` means that the page itself was removed.
        var removed: [EffectPath]?
        property.readValue(state) { stack in
          guard stack.previousIDs.contains(id), let page = stack[id: id] else { return }
          removed = pageFeature.findRemovedScopes(in: page, tree)
        }
        return removed
      }
  }

  /// Returns the values of the stack that are compared before and after an action.
  @inlinable
  func arrangement(in state: State) -> StackArrangement {
    var arrangement: StackArrangement?
    property.readValue(state) { arrangement = $0.arrangement }
    // `readValue` calls its closure once, so this default is never used.
    return arrangement ?? StackState<ElementState>().arrangement
  }

  /// Records the ids of the current pages. Returns an effect that ends the effects of removed pages.
  @usableFromInline
  func recordPages(_ state: inout State, since before: StackArrangement) -> Effect<Action> {
    let after = arrangement(in: state)
    if after.previousIDs != after.ids { property.changeValue(&state) { $0.previousIDs = after.ids } }
    return before.ids == after.ids ? .none : endEffects(of: before.ids, unless: after.ids)
  }

  /// Runs the page, if the action belongs to a page, and the parent. Pops or pushes pages for `.popFrom` and `.push`.
  @inlinable
  func run(_ action: Action, in state: inout State) -> Effect<Action> {
    switch actionPath.unwrap(action) {
    case nil:
      return base.closure(&state, action)
    case .element(let id, let pageAction):
      guard let pageEffect = runPage(id, pageAction, in: &state) else { return reportMissingState(action, id) }
      return pageEffect.merge(with: base.closure(&state, action))
    case .popFrom(let id):
      guard arrangement(in: state).ids.contains(id) else { return reportMissingState(action, id) }
      let effect = base.closure(&state, action)
      property.changeValue(&state) { $0.pop(from: id) }
      return effect
    case .push(let id, let pageState):
      guard isNew(id, in: arrangement(in: state)) else { return reportUsedID(action, id) }
      property.changeValue(&state) { $0[id: id] = pageState }
      return base.closure(&state, action)
    }
  }

  /// Whether no page of the stack has or had this id.
  @usableFromInline
  func isNew(_ id: StackElementID, in stack: StackArrangement) -> Bool {
    !stack.ids.contains(id) && id >= stack.nextID
  }

  /// Runs the feature of a page. Returns its effect as an effect of the parent, or `nil` if the page does not exist.
  @inlinable
  func runPage(_ id: StackElementID, _ action: ElementAction, in state: inout State) -> Effect<Action>? {
    var effect: Effect<ElementAction>?
    property.changeValue(&state) { stack in
      effect = stack.change(id: id) { pageFeature.reduce(into: &$0, action) }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect<Action>.none : mapped(effect, id)
  }

  /// Converts an effect of a page to an effect of the parent. `dismiss()` in the effect sends `.popFrom`.
  @usableFromInline
  func mapped(_ effect: Effect<ElementAction>, _ id: StackElementID) -> Effect<Action> {
    effect
      .map(
        { [actionPath] in actionPath.embed(.element(id: id, action: $0)) },
        dismiss: { [actionPath] in $0.deliver(actionPath.embed(.popFrom(id: id))) }
      )
      .scoped(childScopes.scope(of: id))
  }

  /// Returns an effect that cancels the effects of the pages in `ids` that are not in `current`.
  @usableFromInline
  func endEffects(of ids: [StackElementID], unless current: [StackElementID]) -> Effect<Action> {
    childScopes.endEffects(of: ids, unless: current)
  }

  /// Reports an action for a page that does not exist.
  @usableFromInline
  func reportMissingState(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childScopes.reportMissingState(action, "the stack had no screen with the id \(id)")
    return .none
  }

  /// Reports a `.push` with an id that the stack has already used.
  @usableFromInline
  func reportUsedID(_ action: Action, _ id: StackElementID) -> Effect<Action> {
    childScopes.report(
      "The operator “forEach” got the action “\(action)”, but the id \(id) has been used. Nothing was run. Push with the stack's “nextID”."
    )
    return .none
  }
}
