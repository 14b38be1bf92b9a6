/// A reducer, and the child features that an operator such as `ifLet` runs below it.
///
/// `ifLet`, `ifCaseLet` and both `forEach` operators return a `ChildReducer`. Their results differ only in the type of
/// the runner.
@usableFromInline
struct ChildReducer<Base: Reducer, Runner: ChildRunner>: Reducer
where Runner.State == Base.State, Runner.Action == Base.Action {
  @usableFromInline let base: Base
  /// Creates the runner from the prepared `base`.
  @usableFromInline let makeRunner: @MainActor (Reduce<Base.State, Base.Action>) -> Runner

  @inlinable
  init(_ base: Base, _ makeRunner: @escaping @MainActor (Reduce<Base.State, Base.Action>) -> Runner) {
    self.base = base
    self.makeRunner = makeRunner
  }

  /// Returns an equivalent reducer that builds the bodies of its parts once, and not for each action.
  @inlinable
  func _prepared() -> Reduce<Base.State, Base.Action> {
    let runner = makeRunner(base._prepared())
    return Reduce(findRemovedScopes: runner.findRemovedScopes) { state, action in
      runner.reduce(into: &state, action: action)
    }
  }

  /// Runs `base` and the child to which the action belongs, if there is one: see ``ChildRunner/reduce(into:action:)``.
  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().reduce(into: &state, action: action)
  }
}

/// Runs a base reducer and its children. A runner is an object, so that a call does not copy its properties.
@MainActor @usableFromInline
protocol ChildRunner<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action

  /// Runs the child if the action belongs to a child, and then the base reducer. For `.dismiss` and `.popFrom`, the
  /// base reducer runs before the child is removed. Ends the effects of the children that this action has removed.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Returns the paths of removed children whose effects still run. `tree` contains the parts of the feature that have
  /// running effects.
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath]
}
