extension BindableAction {
  /// What a control writes, found by looking at the action. An enum that is `@CasePathable`, as the `Action` of a `@Reducer` is, knows it
  /// without looking.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else { return nil }
    return payload.value as? BindingAction<State>
  }
}
