// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Adds a method `send` to a view. The method accepts only the actions in the case `view` of the feature's action.
  ///
  /// ```swift
  /// @ViewAction(for: Counter.self)
  /// struct CounterView: View {
  ///   let store: StoreOf<Counter>
  ///
  ///   var body: some View {
  ///     Button("Increment") { send(.incrementButtonTapped) }
  ///   }
  /// }
  /// ```
  ///
  /// The feature's action must conform to ``ViewAction``, and the view must have a property `store`. The macro warns if
  /// the view sends to the store directly: `store.send(.view(…))`.
  @attached(extension, conformances: ViewActionSending)
  public macro ViewAction<R: Reducer>(for feature: R.Type) =
    #externalMacro(module: "ReducerMacros", type: "ViewActionMacro") where R.Action: ViewAction

#endif
