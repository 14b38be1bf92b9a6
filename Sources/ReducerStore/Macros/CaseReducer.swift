/// An enum whose cases are features, of which one runs at a time. The macro `@Reducer` on an enum writes the conformance.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState, Body == Reduce<State, Action> {
  /// The stores of the features, to switch over: `switch store.case`.
  associatedtype CaseScope
  /// Runs the feature that the state is in. It needs no value of the enum.
  nonisolated static var body: Reduce<State, Action> { get }
  /// The store of the feature that the state is in.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// Runs the feature that the state is in.
  public var body: Reduce<State, Action> { Self.body }
}

extension Reduce {
  /// The reducers of an enum's cases as one, which are built when an action comes for the first time: what a ``CaseReducer`` has as its body.
  public nonisolated static func cases(
    @ReducerBuilder<State, Action> _ reducers: @escaping @MainActor () -> some Reducer<State, Action>
  ) -> Reduce {
    let cases = Cases<State, Action> { reducers()._prepared() }
    return Reduce(cases)
  }

  private nonisolated init(_ cases: Cases<State, Action>) {
    closure = { state, action in cases.reducer.closure(&state, action) }
    removedScopes = { state, tree in tree.isEmpty ? [] : cases.reducer.removedScopes?(state, tree) ?? [] }
  }
}

/// The reducers of an enum's cases, built once.
@MainActor
private final class Cases<State, Action> {
  private let build: @MainActor () -> Reduce<State, Action>
  private(set) lazy var reducer = build()

  nonisolated init(_ build: @escaping @MainActor () -> Reduce<State, Action>) {
    self.build = build
  }
}

/// The state of an enum whose cases are features.
public protocol CaseReducerState: SelfReducedState where PresentedAction == StateReducer.Action {
  /// The enum of features.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
  /// The actions of the features.
  associatedtype PresentedAction = StateReducer.Action
}

extension CaseReducerState {
  /// Runs the feature that the state is in.
  @MainActor public static var presentedReducer: Reduce<Self, StateReducer.Action> { StateReducer.body }
}

/// A state that provides its reducer, so that ``Reducer/ifLet(_:action:fileID:line:)`` needs no closure: an alert, a dialog, an enum of features.
public protocol SelfReducedState: PresentableState {
  /// The action of the presented feature.
  associatedtype PresentedAction
  /// The reducer of the state.
  @MainActor static var presentedReducer: Reduce<Self, PresentedAction> { get }
}

extension Reducer {
  /// Runs the feature of an enum while its state is there. It is for state that is not presented: it has no `.dismiss`.
  ///
  /// See ``ifLet(_:action:then:fileID:line:)``, which takes the feature as a block.
  @_disfavoredOverload
  public func ifLet<WrappedState: CaseReducerState>(
    _ state: WritableKeyPath<Self.State, WrappedState?>,
    action: CaseKeyPath<Self.Action, WrappedState.StateReducer.Action>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OptionalReducer<Self, Reduce<WrappedState, WrappedState.StateReducer.Action>> {
    ifLet(state, action: action, then: { WrappedState.StateReducer.body }, fileID: fileID, line: line)
  }

  /// Runs the features on a navigation stack, which are the cases of an enum: `.forEach(\.path, action: \.path)`.
  ///
  /// See ``forEach(_:action:destination:fileID:line:)``, which takes the feature as a block.
  public func forEach<DestinationState: CaseReducerState>(
    _ state: WritableKeyPath<Self.State, StackState<DestinationState>>,
    action: CaseKeyPath<Self.Action, StackActionOf<DestinationState.StateReducer>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<Self, Reduce<DestinationState, DestinationState.StateReducer.Action>> {
    forEach(state, action: action, destination: { DestinationState.StateReducer.body }, fileID: fileID, line: line)
  }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state is in, to switch over:
  ///
  /// ```swift
  /// switch store.case {
  /// case .edit(let store): EditView(store: store)
  /// case .alert: EmptyView()
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}
