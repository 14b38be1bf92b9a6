// Compiled with the package trait `Macros`, which is on by default: see `Package.swift`.
#if Macros

  /// Makes a struct, or an enum whose cases are features, a ``Reducer``.
  ///
  /// ```swift
  /// @Reducer
  /// struct Counter {
  ///   @ObservableState
  ///   struct State: Equatable { var count = 0 }
  ///   enum Action { case incrementButtonTapped }
  ///
  ///   var body: some ReducerOf<Self> {
  ///     Reduce { state, action in
  ///       switch action {
  ///       case .incrementButtonTapped:
  ///         state.count += 1
  ///         return .none
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// On a struct, the macro adds:
  /// - the conformance to ``Reducer``;
  /// - ``CasePathable()`` on an `Action` or a `State` that is an enum;
  /// - `@MainActor` on the instance methods and computed instance properties that declare no isolation;
  /// - an empty `State` or `Action` if the struct declares none. If the type of the body names other types, as in `var
  ///   body: some Reducer<Int, Void>`, the macro adds type aliases for these types instead;
  /// - a `body` that does nothing if the struct has neither a `body` nor a `reduce(into:action:)`.
  ///
  /// On an enum whose cases are features, the macro adds `State`, `Action` and `body`, except those that the enum
  /// declares:
  ///
  /// ```swift
  /// @Reducer
  /// enum Destination {
  ///   case edit(EditEpisode)
  ///   case alert(AlertState<Alert>)
  ///
  ///   enum Alert { case confirmDelete }
  /// }
  ///
  /// extension Destination.State: Equatable {}
  /// ```
  ///
  /// - `Destination.State` is an enum with the states of the features, and `Destination.Action` an enum with their
  ///   actions.
  /// - `Destination.body` runs the feature of the state's case. `.ifLet(\.$destination, action: \.destination)` uses
  ///   this body, so it needs no closure.
  /// - `store.case`, for a `switch`, is the current case with the store of its feature.
  ///
  /// A case with an alert or a confirmation dialog holds the dialog's state. The first action of the dialog sets the
  /// presented destination to `nil`.
  ///
  /// If the initializer of a feature has parameters, a default value of the case creates the feature: `case
  /// edit(EditEpisode = EditEpisode(client: .live))`.
  ///
  /// A case with ``ReducerCaseIgnored()`` holds a value and has no action.
  @attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

  /// Makes an enum whose cases are features a ``Reducer``, and adds conformances to its `State` and its `Action`:
  /// `@Reducer(state: .equatable, .hashable, action: .equatable)`.
  ///
  /// See ``Reducer()``. An argument has the same effect as an extension: `extension Destination.State: Equatable {}`.
  /// On a struct, the arguments are ignored.
  @attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer(state: SynthesizedConformance..., action: SynthesizedConformance...) =
    #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

  /// A protocol whose conformance the compiler synthesizes, for the state or the actions of an enum of features.
  ///
  /// The values have no content, because the macro reads their names in the source.
  public struct SynthesizedConformance: Sendable {
    /// `Codable`.
    public static var codable: SynthesizedConformance { SynthesizedConformance() }
    /// `Decodable`.
    public static var decodable: SynthesizedConformance { SynthesizedConformance() }
    /// `Encodable`.
    public static var encodable: SynthesizedConformance { SynthesizedConformance() }
    /// `Equatable`.
    public static var equatable: SynthesizedConformance { SynthesizedConformance() }
    /// `Hashable`.
    public static var hashable: SynthesizedConformance { SynthesizedConformance() }
    /// `Sendable`.
    public static var sendable: SynthesizedConformance { SynthesizedConformance() }
  }

  /// Marks a case that holds a value instead of a feature, in an enum with ``Reducer()``. The case has no action.
  @attached(peer)
  public macro ReducerCaseIgnored() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

  /// Marks a case whose payload is a state of your own that conforms to ``EphemeralState``, in an enum with
  /// ``Reducer()``.
  ///
  /// The first action of such a case sets the presented state to `nil`, as for an `AlertState`. The type of your state
  /// must have a nested type `Action`, or its first generic argument must be the type of the actions.
  @attached(peer)
  public macro ReducerCaseEphemeral() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

#endif
