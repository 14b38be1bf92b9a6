/// Runs a child feature on a part of the state that always exists:
/// `Scope(state: \.settings, action: \.settings) { Settings() }`.
public struct Scope<State, Action, Child: Reducer>: Reducer {
  @usableFromInline let part: Part
  @usableFromInline let toAction: CasePath<Action, Child.Action>
  @usableFromInline let child: Reduce<Child.State, Child.Action>

  @usableFromInline
  enum Part {
    case field(FieldAccess<State, Child.State>)
    case payload(CasePath<State, Child.State>, name: AnyKeyPath, fileID: StaticString, line: UInt)
  }

  /// Runs a feature on a field of a struct.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    part = .field(FieldAccess(state))
    toAction = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Runs a feature on a case of an enum. If the state is in another case, the action does nothing and is reported as a
  /// `Misuse` of the caller's line.
  @inlinable
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Child.State == ChildState, Child.Action == ChildAction {
    part = .payload(CasePath(state), name: state, fileID: fileID, line: line)
    toAction = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Returns the reducer that a store runs.
  @inlinable
  public func _prepared() -> Reduce<State, Action> {
    Reduce(removedScopes: removedScopes) { state, action in reduce(into: &state, action: action) }
  }

  /// Runs the child feature if the action is one of its actions.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let childAction = toAction.extract(from: action) else { return .none }
    var effect = Effect<Child.Action>.none
    switch part {
    case .field(let field):
      field.changeValue(&state) { effect = child.closure(&$0, childAction) }
    case .payload(let path, _, _, _):
      guard var childState = path.extract(from: state) else {
        reportMissingState(action)
        return .none
      }
      effect = child.closure(&childState, childAction)
      state = path.embed(childState)
    }
    return effect.isNone ? .none : mapped(effect)
  }

  @usableFromInline
  func mapped(_ effect: Effect<Child.Action>) -> Effect<Action> {
    effect.map { toAction.embed($0) }.scoped(EffectScope(keyPath: name, identity: nil))
  }

  private var name: AnyKeyPath {
    switch part {
    case .field(let field): field.keyPath
    case .payload(_, let name, _, _): name
    }
  }

  /// Finds removed children of the child feature whose effects still run.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    tree.removed(at: name) { _, tree in
      switch part {
      case .field(let field):
        var gone: [EffectPath] = []
        field.readValue(state) { gone = child.removedScopes?($0, tree) ?? [] }
        return gone
      case .payload(let path, _, _, _): return path.extract(from: state).map { child.removedScopes?($0, tree) ?? [] }
      }
    }
  }

  @usableFromInline
  func reportMissingState(_ action: Action) {
    guard case .payload(_, _, let fileID, let line) = part else { return }
    MissingChildStateReport(action: "\(action)", operation: "Scope", subject: "the state was in another case").report(
      fileID: fileID, line: line)
  }
}
