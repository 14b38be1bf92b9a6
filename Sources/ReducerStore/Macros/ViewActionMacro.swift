#if Macros

  /// Gives a view a `send` that takes the actions of the view alone, and not those that a reducer feeds back to itself.
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
  /// The feature's action is a ``ViewAction``. The view keeps its store in a property `store`. Sending to the store itself,
  /// `store.send(.view(…))`, is a warning there.
  @attached(extension, conformances: ViewActionSending)
  public macro ViewAction<R: Reducer>(for feature: R.Type) =
    #externalMacro(module: "ReducerMacros", type: "ViewActionMacro") where R.Action: ViewAction

#endif
