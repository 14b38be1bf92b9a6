// The `scope` methods of stores and the initializers of `Scope`, without the label `state:`.

extension Scope {
  /// Creates a scope for a feature whose state is a property of a struct:
  /// `Scope(\.settings, action: \.settings) { Settings() }`.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: state, action: action, child: child)
  }

  /// Creates a scope for a feature whose state is the payload of an enum's case. If the enum is in another case, an
  /// action of the feature does nothing and is reported as a `Misuse` at the caller's line.
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
  /// Returns a store for a part of the feature. The state of the part is not optional. See ``scope(state:action:)``.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns a store for a presented feature, or `nil` if no feature is presented.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action, fileID: fileID, line: line)
  }

  /// Returns a store for an optional part of the feature, or `nil` if the state of that part is `nil`.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action, fileID: fileID, line: line)
  }

  /// Returns a store for each element of an array of states, in the order of the array, for a `ForEach`.
  public func scope<ID, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> [Store<ElementState, ElementAction>] {
    scope(state: state, action: action, fileID: fileID, line: line)
  }
}
