/// Builds a reducer out of those that are written one below another.
@MainActor @resultBuilder
public enum ReducerBuilder<State, Action> {
  /// One reducer of the block.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  /// One reducer of the block whose type is not known. The compiler also chooses this function for a known type. The reducer is built when it runs for
  /// the first time, because a feature that presents itself would otherwise build its own body without an end.
  @inlinable
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> { Reduce(preparing: reducer) }
  /// A block without reducers.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }
  /// The first reducer of a block.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }
  /// The reducers of a block so far, and the next one.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First, next: Second
  ) -> SequencedReducers<First, Second> {
    SequencedReducers(first: accumulated, second: next)
  }
  /// The reducers of a condition whose first branch was taken.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> ConditionalReducer<First, Second> { .first(first) }
  /// The reducers of a condition whose second branch was taken.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> ConditionalReducer<First, Second> { .second(second) }
  /// The reducers of a condition without a second branch.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> ConditionalReducer<R, EmptyReducer<State, Action>> {
    if let reducer { .first(reducer) } else { .second(EmptyReducer()) }
  }
  /// The reducers of a loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> Reduce<State, Action> {
    let reducers = reducers.map { Reduce(preparing: $0) }
    let removedScopes: RemovedScopes<State> = { state, tree in reducers.flatMap { $0.removedScopes?(state, tree) ?? [] } }
    return Reduce(removedScopes: removedScopes) { state, action in
      .merge(reducers.map { $0.reduce(into: &state, action: action) })
    }
  }
}

/// Two reducers that run one after another on the same action.
public struct SequencedReducers<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// Both, built once.
  @inlinable
  public func _prepared() -> Reduce<First.State, First.Action> {
    let (first, second) = (first._prepared(), second._prepared())
    let prepared = SequencedReducers<Reduce<First.State, First.Action>, Reduce<First.State, First.Action>>(first: first, second: second)
    let removedScopes = findingBoth(first.removedScopes, second.removedScopes)
    return Reduce(removedScopes: removedScopes) { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the first and then the second, which sees what the first has changed.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// One of two reducers, as a condition chose when the body was built.
public enum ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  /// The condition held.
  case first(First)
  /// The condition did not hold.
  case second(Second)

  /// The reducer of the taken branch, built once.
  @inlinable
  public func _prepared() -> Reduce<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._prepared()
    case .second(let reducer): reducer._prepared()
    }
  }

  /// Runs the reducer of the taken branch.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
