extension BindableAction {
  /// The ``BindingAction`` in the case `binding`, or `nil` for another action. This default implementation finds the
  /// payload by reflection.
  ///
  /// `@CasePathable` adds a faster property to an enum with a case `binding`, such as the `Action` of a `@Reducer`.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else { return nil }
    return payload.value as? BindingAction<State>
  }
}
