// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Makes each field of a state observable: an action evaluates only the views that read the changed fields.
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
  /// Each stored `var` becomes a computed property with a private `_name` as its storage. The initializers, `==` and
  /// `hash` do not change, and a `Codable` state is encoded under the names of its fields. A `let` is not observed,
  /// because it does not change. A field with a property wrapper is not observed either, and the macro warns about it.
  /// `@Shared` and `@SharedReader` are exceptions, because they observe their values themselves.
  ///
  /// The macro also adds two conformances, unless the state already declares them. With ``InPlaceState``, an action for
  /// one row of a list does not copy the list. With `CustomReflectable`, a dump and the difference in a failed test
  /// show the declared fields, not their storage.
  ///
  /// On an enum, the macro adds the identity of the case and of its payload. The payload observes its own fields.
  @attached(
    member, conformances: InPlaceState, CustomReflectable,
    names: named(_$id), named(_$fields), named(_$Field), named(_$locations), named(customMirror), named(CodingKeys))
  @attached(memberAttribute)
  @attached(extension, conformances: ObservableState, InPlaceState, CustomReflectable)
  public macro ObservableState() = #externalMacro(module: "ReducerMacros", type: "ObservableStateMacro")

  /// Makes one field of an ``ObservableState()`` notify its observers. ``ObservableState()`` attaches this macro
  /// itself.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_))
  public macro ObservationStateTracked() = #externalMacro(module: "ReducerMacros", type: "ObservationStateTrackedMacro")

  /// Excludes one field of an ``ObservableState()`` from observation: its changes evaluate no views.
  @attached(peer)
  public macro ObservationStateIgnored() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

  /// Has no effect. It is accepted so that features for earlier versions of the Composable Architecture compile.
  ///
  /// It marked a field that controls may write. In an ``ObservableState()``, controls may write every field:
  /// `$store.name`.
  @attached(peer)
  public macro BindingState() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

#endif
