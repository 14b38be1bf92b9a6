extension TestStore {
  /// Creates a store for a test of several reducers, which run one after another on the same action.
  ///
  /// For a closure that returns one reducer, Swift selects the other initializer.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the feature.
  ///   - reducer: The reducers of the feature.
  ///   - prepareDependencies: Replaces dependencies of the feature.
  @_disfavoredOverload
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: @MainActor () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState: initialState(), reducer: { Reduce(preparing: reducer()) }, withDependencies: prepareDependencies)
  }
}
