/// Runs a child feature on a part of the state: `Scope(state: \.settings, action: \.settings) { Settings() }`.
///
/// The part is a property of a struct, or the payload of an enum's case.
public struct Scope<State, Action, Child: Reducer>: Reducer {
  /// Reads and changes the state of the child.
  @usableFromInline let access: ChildStateAccess
  /// The case of the parent's action that contains an action of the child.
  @usableFromInline let actionPath: CasePath<Action, Child.Action>
  @usableFromInline let child: Reduce<Child.State, Child.Action>

  /// The way in which the state of the child is read and changed.
  @usableFromInline
  enum ChildStateAccess {
    /// The state of the child is a property of a struct.
    case property(PropertyAccess<State, Child.State>)
    /// The state of the child is the payload of an enum's case. If the enum is in another case, an action of the
    /// child is reported at `line`, the line that created the scope.
    case payload(CasePath<State, Child.State>, keyPath: AnyKeyPath, fileID: StaticString, line: UInt)
  }

  /// Creates a scope for a feature whose state is a property of a struct.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    access = .property(PropertyAccess(state))
    actionPath = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Creates a scope for a feature whose state is the payload of an enum's case. If the enum is in another case, an
  /// action of the feature does nothing and is reported as a `Misuse` at the caller's line.
  @inlinable
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Child.State == ChildState, Child.Action == ChildAction {
    access = .payload(CasePath(state), keyPath: state, fileID: fileID, line: line)
    actionPath = CasePath(action)
    self.child = Reduce(preparing: child())
  }

  /// Returns an equivalent reducer, as a closure. The body of the child is built when its first action arrives.
  @inlinable
  public func _prepared() -> Reduce<State, Action> {
    Reduce(findRemovedScopes: findRemovedScopes) { state, action in reduce(into: &state, action: action) }
  }

  /// Runs the child feature if the action is one of its actions.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let childAction = actionPath.extract(from: action) else { return .none }
    var effect = Effect<Child.Action>.none
    switch access {
    case .property(let property):
      property.changeValue(&state) { effect = child.closure(&$0, childAction) }
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

  /// Converts an effect of the child to an effect of the parent.
  @usableFromInline
  func mapped(_ effect: Effect<Child.Action>) -> Effect<Action> {
    effect.map { actionPath.embed($0) }.scoped(EffectScope(keyPath: keyPath, identity: nil))
  }

  /// The key path that identifies the child.
  private var keyPath: AnyKeyPath {
    switch access {
    case .property(let property): property.keyPath
    case .payload(_, let keyPath, _, _): keyPath
    }
  }

  /// Returns the paths of removed parts within the child that still have running effects. If the child itself was
  /// removed, returns its path.
  @usableFromInline
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    tree.removedPaths(at: keyPath) { _, childTree in
      switch access {
      case .property(let property):
        var removed: [EffectPath] = []
        property.readValue(state) { removed = child.findRemovedScopes?($0, childTree) ?? [] }
        return removed
      case .payload(let path, _, _, _):
        return path.extract(from: state).map { child.findRemovedScopes?($0, childTree) ?? [] }
      }
    }
  }

  /// Reports an action of the child that arrived while the enum was in another case.
  @usableFromInline
  func reportMissingState(_ action: Action) {
    guard case .payload(_, _, let fileID, let line) = access else { return }
    MissingChildStateReport(action: "\(action)", operation: "Scope", reason: "the state was in another case").report(
      fileID: fileID, line: line)
  }
}
