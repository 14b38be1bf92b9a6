extension Store where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A property that controls can write. A write sends one action `.view(.binding(…))`.
  ///
  /// If the feature has been removed, a write sends nothing and is not reported.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable)
    -> Value
  {
    get { core.state[keyPath: keyPath] }
    set { sendBinding(keyPath, newValue) { .view(.binding($0)) } }
  }
}
