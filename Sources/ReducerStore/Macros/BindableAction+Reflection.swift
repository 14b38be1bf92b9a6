extension BindableAction {
  /// The write of a control, found by reflection. A `@CasePathable` enum, such as the `Action` of a `@Reducer`, has it without reflection.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else { return nil }
    return payload.value as? BindingAction<State>
  }
}
