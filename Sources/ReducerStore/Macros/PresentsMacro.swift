// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Marks optional state that is presented while it is not `nil`, for
  /// ``Reducer/ifLet(_:action:destination:fileID:line:)``.
  ///
  /// ```swift
  /// @ObservableState
  /// struct State {
  ///   @Presents var destination: Destination.State?
  /// }
  ///
  /// // … and in the body:
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// The macro stores the value in a ``PresentationState``, which `$destination` returns. In an ``ObservableState()``,
  /// views observe the property like any other. If `@Presents` were a property wrapper, views could not observe the
  /// property.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro Presents() = #externalMacro(module: "ReducerMacros", type: "PresentsMacro")

#else

  /// Marks optional state that is presented while it is not `nil`. Without the trait `Macros`, `@Presents` is the
  /// property wrapper ``PresentationState``.
  public typealias Presents = PresentationState

  /// Wraps a value without any effect. The wrapper exists so that features for earlier versions of the Composable
  /// Architecture compile.
  ///
  /// In earlier versions, the wrapper marked a property that controls may write. Now controls may write every property
  /// of the state.
  @propertyWrapper
  public struct BindingState<Value> {
    /// The value of the property.
    public var wrappedValue: Value
    /// Wraps a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  extension BindingState: Equatable where Value: Equatable {}
  extension BindingState: Hashable where Value: Hashable {}
  extension BindingState: Sendable where Value: Sendable {}

#endif
