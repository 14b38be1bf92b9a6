/// Combines the reducers of a block, in their order. A block is the content of a closure, a branch or a loop.
@MainActor @resultBuilder
public enum ReducerBuilder<State, Action> {
  /// One reducer of the block.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  /// One reducer of the block, as a value of the type `any Reducer`. The compiler also selects this function for some
  /// reducers of a concrete type.
  ///
  /// The body of the reducer is built at its first action. Otherwise a feature that presents itself would build its own
  /// body endlessly.
  @inlinable
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(preparing: reducer)
  }
  /// A block without reducers.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }
  /// The first reducer of a block.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }
  /// The previous reducers of a block, and the next one.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First, next: Second
  ) -> SequencedReducers<First, Second> {
    SequencedReducers(first: accumulated, second: next)
  }
  /// The reducers of the first branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> ConditionalReducer<First, Second> { .first(first) }
  /// The reducers of the second branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> ConditionalReducer<First, Second> { .second(second) }
  /// The reducers of an `if` without `else`.
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
    // The search finds the removed parts of the state whose effects still run.
    let findRemovedScopes: RemovedScopeSearch<State> = { state, tree in
      reducers.flatMap { $0.findRemovedScopes?(state, tree) ?? [] }
    }
    return Reduce(findRemovedScopes: findRemovedScopes) { state, action in
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

  /// Returns one reducer that runs both reducers. Their bodies are built once.
  @inlinable
  public func _prepared() -> Reduce<First.State, First.Action> {
    let (first, second) = (first._prepared(), second._prepared())
    let prepared = SequencedReducers<Reduce<First.State, First.Action>, Reduce<First.State, First.Action>>(
      first: first, second: second)
    let findRemovedScopes = combinedSearch(first.findRemovedScopes, second.findRemovedScopes)
    return Reduce(findRemovedScopes: findRemovedScopes) { state, action in
      prepared.reduce(into: &state, action: action)
    }
  }

  /// Runs the first reducer, and then the second one on the changed state. Their effects run at the same time.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// One of two reducers. A condition selects the reducer when the body is built, and not for each action.
public enum ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  /// The reducer of the first branch.
  case first(First)
  /// The reducer of the second branch.
  case second(Second)

  /// Returns the reducer of the selected branch. The body of this reducer is built once.
  @inlinable
  public func _prepared() -> Reduce<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._prepared()
    case .second(let reducer): reducer._prepared()
    }
  }

  /// Runs the reducer of the selected branch.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
