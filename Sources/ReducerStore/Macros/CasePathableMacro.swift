#if Macros

  /// Gives an enum a ``CasePath`` for each of its cases, so that `\.name` names a case as a key path names a field.
  ///
  /// ```swift
  /// @CasePathable @dynamicMemberLookup
  /// enum Destination {
  ///   case edit(Episode)
  ///   case help
  /// }
  ///
  /// destination.is(\.help)                          // whether it is in a case
  /// destination.edit?.title                         // the payload, with `@dynamicMemberLookup`
  /// destination.modify(\.edit) { $0.title = "" }    // changes the payload in place
  /// ```
  ///
  /// It writes a type ``CasePathable/AllCasePaths`` with a property for each case. A case without payload has `Void`, one with several values a tuple.
  /// An enum of actions with a case `binding(BindingAction<State>)` also gets the property `binding`, which ``BindableAction`` requires.
  ///
  /// Two cases with the same name are an error, because `\.name` would be ambiguous.
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  @attached(extension, conformances: CasePathable)
  public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathableMacro")

#endif
