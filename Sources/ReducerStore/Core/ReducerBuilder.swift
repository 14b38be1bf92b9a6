/// Combines the reducers of a closure, in their order.
@MainActor @resultBuilder
public enum ReducerBuilder<State, Action> {
  /// One reducer of the block.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  /// One reducer of the block whose type is erased. The compiler also selects this function for some concrete types.
  ///
  /// The reducer is built at its first action. Otherwise a feature that presents itself would build its own body
  /// endlessly.
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
    let removedScopes: RemovedScopes<State> = { state, tree in reducers.flatMap { $0.removedScopes?(state, tree) ?? [] }
    }
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

  /// Builds both reducers once, and returns them as one.
  @inlinable
  public func _prepared() -> Reduce<First.State, First.Action> {
    let (first, second) = (first._prepared(), second._prepared())
    let prepared = SequencedReducers<Reduce<First.State, First.Action>, Reduce<First.State, First.Action>>(
      first: first, second: second)
    let removedScopes = findingBoth(first.removedScopes, second.removedScopes)
    return Reduce(removedScopes: removedScopes) { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the first reducer, and then the second one on the changed state. Their effects run at the same time.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// One of two reducers. A condition in the body determines which one, when the body is built.
public enum ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  /// The condition is true.
  case first(First)
  /// The condition is false.
  case second(Second)

  /// Builds the reducer of the taken branch once, and returns it.
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
