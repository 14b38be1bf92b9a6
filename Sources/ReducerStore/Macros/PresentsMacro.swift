#if Macros

  /// Marks a piece of optional state that is presented while it is there, for ``Reducer/ifLet(_:action:destination:fileID:line:)``.
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
  /// The field is kept in a ``PresentationState``, which `$destination` gives. In an ``ObservableState()`` views observe it as any field; a
  /// property wrapper could not be observed there.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro Presents() = #externalMacro(module: "ReducerMacros", type: "PresentsMacro")

#else

  /// Optional state that is presented while it is not `nil`. It is another name of ``PresentationState``.
  public typealias Presents = PresentationState

  /// Marks a field that controls may write. It is accepted so that older features compile: controls may write each field, and the mark does
  /// nothing.
  @propertyWrapper
  public struct BindingState<Value> {
    /// The value of the field.
    public var wrappedValue: Value
    /// Wraps a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  extension BindingState: Equatable where Value: Equatable {}
  extension BindingState: Hashable where Value: Hashable {}
  extension BindingState: Sendable where Value: Sendable {}

#endif
