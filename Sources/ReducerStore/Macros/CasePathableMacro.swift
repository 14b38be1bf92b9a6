// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Adds a ``CasePath`` for each case of an enum. `\.name` then refers to a case, as a key path refers to a property.
  ///
  /// ```swift
  /// @CasePathable @dynamicMemberLookup
  /// enum Destination {
  ///   case edit(Episode)
  ///   case help
  /// }
  ///
  /// destination.is(\.help)                          // whether the enum is in this case
  /// destination.edit?.title                         // the payload, with `@dynamicMemberLookup`
  /// destination.modify(\.edit) { $0.title = "" }    // changes the payload in place
  /// ```
  ///
  /// The macro adds the type ``CasePathable/AllCasePaths`` with a property for each case. The payload of a case without
  /// values is `Void`, and the payload of a case with several values is a tuple. An enum of actions with a case
  /// `binding(BindingAction<State>)` also gets the property `binding`, which ``BindableAction`` requires.
  ///
  /// If two cases have the same name, the macro reports an error, because `\.name` would be ambiguous.
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  @attached(extension, conformances: CasePathable)
  public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathableMacro")

#endif
