// The functions named `scope` and the initializers of `Scope`, without the label of the state.

extension Scope {
  /// Runs a feature on a field of a struct: `Scope(\.settings, action: \.settings) { Settings() }`.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: state, action: action, child: child)
  }

  /// Runs a feature on a case of an enum. An action that arrives in another case runs nothing, and is reported as a `Misuse` of this line.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: state, action: action, child: child, fileID: fileID, line: line)
  }
}

extension Store {
  /// A store for a part of the feature that is always there. See ``scope(state:action:)``.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// A store for a feature that is presented, or `nil` while no feature is.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action, fileID: fileID, line: line)
  }

  /// A store for a part of the feature that is not always there, or `nil` while it is not.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action, fileID: fileID, line: line)
  }

  /// The stores of the features in a collection, in order, for a `ForEach`.
  public func scope<ID, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> [Store<ElementState, ElementAction>] {
    scope(state: state, action: action, fileID: fileID, line: line)
  }
}
