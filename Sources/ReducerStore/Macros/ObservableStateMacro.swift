#if Macros

  /// Makes the fields of a state observed one by one: an action evaluates only the views that read the changed fields.
  ///
  /// ```swift
  /// @ObservableState
  /// struct State: Equatable {
  ///   var episodes: [Episode] = []
  ///   @Presents var destination: Destination.State?
  ///   @ObservationStateIgnored var cache: [URL: Date] = [:]
  /// }
  /// ```
  ///
  /// Each stored `var` becomes a pair of accessors around a private `_name`. The initializers stay as they were, and so do `==` and `hash`; a state
  /// that is written as `Codable` keeps the names of its fields. A constant is not observed, since it does not change. A field with a property wrapper
  /// is not observed either; the macro warns about it.
  ///
  /// The state is an ``InPlaceState``, so that an action for one row of a list does not copy the list, and a `CustomReflectable`, so that a dump
  /// or the difference in a failed test shows the fields as they were written. A state that is one of these by itself stays as it is.
  ///
  /// On an enum it writes the identity of the case and of its payload: the payload observes its own fields.
  @attached(
    member, conformances: InPlaceState, CustomReflectable,
    names: named(_$id), named(_$fields), named(_$Field), named(_$locations), named(customMirror), named(CodingKeys))
  @attached(memberAttribute)
  @attached(extension, conformances: ObservableState, InPlaceState, CustomReflectable)
  public macro ObservableState() = #externalMacro(module: "ReducerMacros", type: "ObservableStateMacro")

  /// Makes one field of an ``ObservableState()`` notify its observers. ``ObservableState()`` attaches this macro, so it need not be written.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_))
  public macro ObservationStateTracked() = #externalMacro(module: "ReducerMacros", type: "ObservationStateTrackedMacro")

  /// Leaves one field of an ``ObservableState()`` as it is: views that read it are not woken when it changes.
  @attached(peer)
  public macro ObservationStateIgnored() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

  /// Marks a field that controls may write. It is accepted so that older features compile: in an ``ObservableState()`` controls may write each
  /// field, `$store.name`, and the mark does nothing.
  @attached(peer)
  public macro BindingState() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

#endif
