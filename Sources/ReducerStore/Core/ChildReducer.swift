/// A reducer, and the child features that an operator such as `ifLet` runs below it.
///
/// All such operators return one. They differ in their runner.
@usableFromInline
struct ChildReducer<Base: Reducer, Runner: ChildRunner>: Reducer
where Runner.State == Base.State, Runner.Action == Base.Action {
  @usableFromInline let base: Base
  @usableFromInline let makeRunner: @MainActor (Reduce<Base.State, Base.Action>) -> Runner

  @inlinable
  init(_ base: Base, _ makeRunner: @escaping @MainActor (Reduce<Base.State, Base.Action>) -> Runner) {
    self.base = base
    self.makeRunner = makeRunner
  }

  /// Returns the same reducer with the bodies of its parts built once.
  @inlinable
  func _prepared() -> Reduce<Base.State, Base.Action> {
    let runner = makeRunner(base._prepared())
    return Reduce(removedScopes: runner.removedScopes) { state, action in runner.reduce(into: &state, action: action) }
  }

  /// Runs the child that the action is for, and the reducer.
  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().reduce(into: &state, action: action)
  }
}

/// Runs a reducer and its children. It is an object, so that nothing is copied when it runs.
@MainActor @usableFromInline
protocol ChildRunner<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action

  /// Runs the child that the action is for, and the reducer, and ends the effects of removed children.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Finds removed children whose effects still run.
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath]
}
