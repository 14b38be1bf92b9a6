#if Macros

  /// Makes a reducer of a struct.
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
  /// It adds the conformance to ``Reducer``, case paths to the `Action` and to a `State` that is an enum (``CasePathable()``), and the main actor
  /// to the methods and computed properties. A `State`, an `Action` or a `body` that is missing becomes an empty one. If the type of the body names the
  /// state and the action, as in `var body: some Reducer<Int, Void>`, these become the `State` and the `Action`.
  ///
  /// On an enum whose cases are features it writes all of it:
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
  /// - `Destination.State` is an enum of the states, `Destination.Action` one of the actions;
  /// - `Destination.body` runs the feature that the state is in; `.ifLet(\.$destination, action: \.destination)` finds it by itself;
  /// - `switch store.case` gives each feature's store.
  ///
  /// A case with an alert or a dialog holds its state and sends its action, and is gone after that. A case may name how its feature is made,
  /// `case edit(EditEpisode = EditEpisode(client: .live))`, and one with ``ReducerCaseIgnored()`` holds a value that no action belongs to.
  @attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

  /// Makes a reducer of an enum whose cases are features, whose `State` and `Action` conform to some protocols: `@Reducer(state: .equatable, .hashable, action: .equatable)`.
  ///
  /// See ``Reducer()``. An extension has the same effect: `extension Destination.State: Equatable {}`.
  @attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer(state: SynthesizedConformance..., action: SynthesizedConformance...) =
    #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

  /// A protocol that the state or the actions of an enum of features can conform to without any code.
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

  /// Marks a case of an enum of features that holds a value and no feature: no action belongs to it.
  @attached(peer)
  public macro ReducerCaseIgnored() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

  /// Marks a case of an enum of features that holds an ``EphemeralState`` of a type of your own, as `AlertState` is one: its first action ends it.
  @attached(peer)
  public macro ReducerCaseEphemeral() = #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

#endif
