extension Store where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A field that controls can write: writing it sends one `.binding` action of the view.
  ///
  /// A control that writes when its feature is gone writes nothing: only an action that is sent there is a mistake.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendBinding(keyPath, newValue) { .view(.binding($0)) } }
  }
}
