/// An enum whose cases are features, of which one runs at a time. The macro `@Reducer` on an enum writes all that it asks for.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState, Body == Reduce<State, Action> {
  /// The stores of the features, to switch over: `switch store.case`.
  associatedtype CaseScope
  /// Runs the feature that the state is in. It needs no value of the enum.
  static var body: Reduce<State, Action> { get }
  /// The store of the feature that the state is in.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// Runs the feature that the state is in.
  public var body: Reduce<State, Action> { Self.body }
}

extension Reduce {
  /// The reducers of an enum's cases as one, which are built when an action comes for the first time: what a ``CaseReducer`` has as its body.
  public static func cases(@ReducerBuilder<State, Action> _ reducers: () -> some Reducer<State, Action>) -> Reduce {
    Reduce(preparing: reducers())
  }
}

/// The state of an enum whose cases are features.
public protocol CaseReducerState: PresentableState {
  /// The enum of features.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
  /// The case that the state is in, and what tells its payload from another.
  var presentation: CasePresentation { get }
}

extension CaseReducerState {
  /// What tells this state from another one in its place.
  public var presentationID: PresentationID { presentation.id }
  /// Whether it is in the case of an alert or a dialog, which its first action ends.
  public var isEphemeral: Bool { presentation.isEphemeral }
}

/// The case that an enum of states is in, and what tells its payload from another one in the same case.
public struct CasePresentation {
  let id: PresentationID
  let isEphemeral: Bool

  private init(_ caseName: String, id: AnyHashable?, isEphemeral: Bool) {
    self.id = PresentationID(caseName: caseName, id: id)
    self.isEphemeral = isEphemeral
  }

  /// A case without payload, or with a payload that is the same all the time.
  public init(_ caseName: String) {
    self.init(caseName, id: nil, isEphemeral: false)
  }

  /// A case whose payload is told from another by its `id`.
  public init<State: Identifiable>(_ caseName: String, of state: State) {
    self.init(caseName, id: AnyHashable(state.id), isEphemeral: false)
  }

  /// A case with an alert, a dialog, or another enum of features.
  public init<State: PresentableState>(_ caseName: String, of state: State) {
    self.init(caseName, id: AnyHashable(state.presentationID), isEphemeral: state.isEphemeral)
  }

  /// A case with an alert or a dialog.
  public init<State: PresentableState & Identifiable>(_ caseName: String, of state: State) {
    self.init(caseName, id: AnyHashable(state.presentationID), isEphemeral: state.isEphemeral)
  }

  /// A case whose payload has no identity.
  @_disfavoredOverload
  public init<State>(_ caseName: String, of state: State) {
    self.init(caseName, id: nil, isEphemeral: false)
  }
}

extension Reducer {
  /// Runs the feature that an enum of features presents: `.ifLet(\.$destination, action: \.destination)`.
  ///
  /// See ``ifLet(_:action:destination:fileID:line:)``, which takes the feature as a block.
  public func ifLet<DestinationState: CaseReducerState>(
    _ state: WritableKeyPath<Self.State, PresentationState<DestinationState>>,
    action: CaseKeyPath<Self.Action, PresentationAction<DestinationState.StateReducer.Action>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<Self, Reduce<DestinationState, DestinationState.StateReducer.Action>> {
    ifLet(state, action: action, destination: { DestinationState.StateReducer.body }, fileID: fileID, line: line)
  }

  /// Runs the feature of an enum while its state is there. It is for state that is not presented: it has no `.dismiss`.
  ///
  /// See ``ifLet(_:action:then:fileID:line:)``, which takes the feature as a block.
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
