/// Runs a feature that is always there on a part of the state: `Scope(state: \.settings, action: \.settings) { Settings() }`.
public struct Scope<State, Action, Child: Reducer>: Reducer {
  private let place: Place
  private let toAction: CasePath<Action, Child.Action>
  private let child: Reduce<Child.State, Child.Action>

  private enum Place {
    case field(WritableKeyPath<State, Child.State>)
    case payload(CasePath<State, Child.State>, name: AnyKeyPath, fileID: StaticString, line: UInt)
  }

  /// Runs a feature on a field of a struct.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    place = .field(state)
    toAction = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Runs a feature on a case of an enum. An action that arrives in another case runs nothing, and is reported as a `Misuse` of this line.
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Child.State == ChildState, Child.Action == ChildAction {
    place = .payload(CasePath(state), name: state, fileID: fileID, line: line)
    toAction = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Runs the feature, if the action is for it.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let childAction = toAction.extract(from: action) else { return .none }
    switch place {
    case .field(let keyPath):
      return child.reduce(into: &state[keyPath: keyPath], action: childAction)
        .map { toAction.embed($0) }
        .scoped(EffectScope(place: keyPath, identity: nil))
    case .payload(let path, let name, let fileID, let line):
      guard var childState = path.extract(from: state) else {
        Absence(action: "\(action)", operation: "Scope", subject: "the state was in another case")
          .report(fileID: fileID, line: line)
        return .none
      }
      let effect = child.reduce(into: &childState, action: childAction)
      state = path.embed(childState)
      return effect.map { toAction.embed($0) }.scoped(EffectScope(place: name, identity: nil))
    }
  }
}
