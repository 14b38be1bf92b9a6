extension TestStore {
  /// Makes a store for a test of several reducers, which run one after another.
  ///
  /// - Parameters:
  ///   - initialState: The state that the feature begins with.
  ///   - reducer: The reducers, with clients of the test's own.
  ///   - prepareDependencies: Replaces dependencies of the feature.
  @_disfavoredOverload
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: @MainActor () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(initialState: initialState(), reducer: { Reduce(preparing: reducer()) }, withDependencies: prepareDependencies)
  }
}
