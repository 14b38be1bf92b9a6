/// An enum whose cases are features. Only the feature of the current case runs. The macro `@Reducer` adds the
/// conformance.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState, Body == Reduce<State, Action> {
  /// An enum with the same cases, for `switch store.case`. The payload of a case is the store of its feature, the state
  /// of its dialog, or its own values if the case has no feature.
  associatedtype CaseScope
  /// The reducer that runs the feature of the state's case. The property is static, because no value of this enum is
  /// ever created.
  nonisolated static var body: Reduce<State, Action> { get }
  /// Returns the ``CaseScope`` of the state's case.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The reducer that runs the feature of the state's case.
  public var body: Reduce<State, Action> { Self.body }
}

extension Reduce {
  /// Combines the reducers of an enum's cases into one reducer: the body of a ``CaseReducer``.
  ///
  /// The reducers are built when the first action arrives.
  public nonisolated static func cases(
    @ReducerBuilder<State, Action> _ reducers: @escaping @MainActor () -> some Reducer<State, Action>
  ) -> Reduce {
    let cases = LazyCases<State, Action> { reducers()._prepared() }
    return Reduce(cases)
  }

  private nonisolated init(_ cases: LazyCases<State, Action>) {
    closure = { state, action in cases.reducer.closure(&state, action) }
    // If the tree is a leaf, no effect runs in the features of the cases. Then the reducer need not be built.
    findRemovedScopes = { state, tree in tree.isLeaf ? [] : cases.reducer.findRemovedScopes?(state, tree) ?? [] }
  }
}

/// The reducers of an enum's cases, combined into one reducer, which the first action builds.
@MainActor
private final class LazyCases<State, Action> {
  private let build: @MainActor () -> Reduce<State, Action>
  private(set) lazy var reducer = build()

  nonisolated init(_ build: @escaping @MainActor () -> Reduce<State, Action>) {
    self.build = build
  }
}

/// The state of a ``CaseReducer``: an enum whose cases hold the states of the features.
public protocol CaseReducerState: SelfReducedState where PresentedAction == StateReducer.Action {
  /// The enum of features to which this state belongs.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
  /// The action type of the enum of features.
  associatedtype PresentedAction = StateReducer.Action
}

extension CaseReducerState {
  /// The reducer that runs the feature of the state's case.
  @MainActor public static var presentedReducer: Reduce<Self, StateReducer.Action> { StateReducer.body }
}

/// A state whose type provides its reducer. ``Reducer/ifLet(_:action:fileID:line:)`` then needs no closure with the
/// reducer.
///
/// Alerts, confirmation dialogs and enums of features conform.
public protocol SelfReducedState: PresentableState {
  /// The action of the presented feature.
  associatedtype PresentedAction
  /// The reducer of the state.
  @MainActor static var presentedReducer: Reduce<Self, PresentedAction> { get }
}

extension Reducer {
  /// Runs the features of an enum while their state is not `nil`. Use this operator for state that is not presented and
  /// so has no ``PresentationAction/dismiss`` action.
  ///
  /// For the details, see ``ifLet(_:action:then:fileID:line:)``, which does the same for a feature in a closure.
  @_disfavoredOverload
  public func ifLet<WrappedState: CaseReducerState>(
    _ state: WritableKeyPath<Self.State, WrappedState?>,
    action: CaseKeyPath<Self.Action, WrappedState.StateReducer.Action>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<Self.State, Self.Action> {
    ifLet(state, action: action, then: { WrappedState.StateReducer.body }, fileID: fileID, line: line)
  }

  /// Runs the features of the pages of a navigation stack. The features are the cases of an enum: `.forEach(\.path,
  /// action: \.path)`.
  ///
  /// For the details, see ``forEach(_:action:destination:fileID:line:)``, which does the same for a feature in a
  /// closure.
  public func forEach<DestinationState: CaseReducerState>(
    _ state: WritableKeyPath<Self.State, StackState<DestinationState>>,
    action: CaseKeyPath<Self.Action, StackActionOf<DestinationState.StateReducer>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<Self.State, Self.Action> {
    forEach(state, action: action, destination: { DestinationState.StateReducer.body }, fileID: fileID, line: line)
  }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The case of the state, with the store of its feature or the state of its dialog:
  ///
  /// ```swift
  /// switch store.case {
  /// case .edit(let store): EditView(store: store)
  /// case .alert: EmptyView()
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}
