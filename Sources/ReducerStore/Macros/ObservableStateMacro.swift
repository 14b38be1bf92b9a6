// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Makes each property of a state observable. After an action, only the views that read a changed property are
  /// evaluated.
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
  /// Each stored `var name` becomes a computed property with the private storage `_name`. The synthesized initializers,
  /// `==` and `hash` behave as without the macro, and a `Codable` state is encoded under the declared names of its
  /// properties. A `let` is not observed, because it does not change. A property with a property wrapper is not
  /// observed either, and the macro warns about it. `@Shared` and `@SharedReader` are exceptions, because these
  /// wrappers notify observers themselves.
  ///
  /// The macro also adds two conformances, unless the state already declares them. With ``InPlaceState``, an action for
  /// one row of a list does not copy the list. With `CustomReflectable`, a dump and the difference in a failed test
  /// show the declared properties, not their storage.
  ///
  /// On an enum, the macro adds an identity that consists of the case and of the payload's identity. A change within an
  /// observable payload notifies the observers of the changed property of the payload.
  @attached(
    member, conformances: InPlaceState, CustomReflectable,
    names: named(_$id), named(_$fields), named(_$Field), named(_$locations), named(customMirror), named(CodingKeys))
  @attached(memberAttribute)
  @attached(extension, conformances: ObservableState, InPlaceState, CustomReflectable)
  public macro ObservableState() = #externalMacro(module: "ReducerMacros", type: "ObservableStateMacro")

  /// Makes one property of an ``ObservableState()`` notify its observers. ``ObservableState()`` attaches this macro to
  /// each property that it observes, except a property with `@Presents`, which notifies its observers itself.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_))
  public macro ObservationStateTracked() = #externalMacro(module: "ReducerMacros", type: "ObservationStateTrackedMacro")

  /// Excludes one property of an ``ObservableState()`` from observation: its changes evaluate no views.
  @attached(peer)
  public macro ObservationStateIgnored() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

  /// Has no effect. The macro exists so that features for earlier versions of the Composable Architecture compile.
  ///
  /// In earlier versions, the macro marked a property that controls may write. In an ``ObservableState()``, controls
  /// may write every property: `$store.name`.
  @attached(peer)
  public macro BindingState() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

#endif
