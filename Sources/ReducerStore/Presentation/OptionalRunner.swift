extension Reducer {
  // With two equally preferred functions, the compiler tries all combinations in a long chain of calls. So this
  // function is disfavored.

  /// Runs a feature while its state is not `nil`. Use it for state that is not presented: there is no `.dismiss`
  /// action.
  ///
  /// The feature runs first, and then this reducer. When the state becomes `nil` or is replaced by a state with another
  /// identity, the effects of the feature are cancelled. An action that arrives while the state is `nil` does nothing,
  /// and is reported as a `Misuse` of the caller's line. Any action of an alert or a confirmation dialog clears it
  /// before this reducer runs.
  @inlinable @_disfavoredOverload
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    optional(.field(FieldAccess(state)), CasePath(action), wrapped(), fileID, line)
  }

  /// Clears an alert or a confirmation dialog when one of its actions arrives, before this reducer runs. Use it for
  /// state that is not presented: there is no `.dismiss` action.
  @inlinable @_disfavoredOverload
  public func ifLet<Dialog: EphemeralState>(
    _ state: WritableKeyPath<State, Dialog?>, action: CaseKeyPath<Action, Dialog.PresentedAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    ifLet(state, action: action, then: { Dialog.presentedReducer }, fileID: fileID, line: line)
  }

  /// Runs a feature while the state, an enum, is in the feature's case.
  ///
  /// The feature runs first, and then this reducer. When the state changes to another case, or its payload is replaced
  /// by one with another identity, the effects of the feature are cancelled. An action that arrives in another case
  /// does nothing, and is reported as a `Misuse` of the caller's line.
  @inlinable
  public func ifCaseLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: CaseKeyPath<State, WrappedState>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    optional(.payload(CasePath(state), name: state), CasePath(action), wrapped(), fileID, line)
  }

  @inlinable
  func optional<Wrapped: Reducer>(
    _ access: OptionalAccess<State, Wrapped.State>, _ toAction: CasePath<Action, Wrapped.Action>, _ wrapped: Wrapped,
    _ fileID: StaticString, _ line: UInt
  ) -> some Reducer<State, Action> {
    ChildReducer(self) {
      OptionalRunner(
        base: $0, access: access, toAction: toAction, wrapped: Reduce.Lazy(wrapped), fileID: fileID, line: line)
    }
  }
}

/// Runs a reducer, and a feature while its state exists.
@MainActor @usableFromInline
final class OptionalRunner<State, Action, WrappedState, WrappedAction>: ChildRunner {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let access: OptionalAccess<State, WrappedState>
  @usableFromInline let toAction: CasePath<Action, WrappedAction>
  @usableFromInline let wrapped: Reduce<WrappedState, WrappedAction>.Lazy
  @usableFromInline let inspector = PresentationInspector<WrappedState>()
  private let childScope: ChildScope

  @usableFromInline
  init(
    base: Reduce<State, Action>, access: OptionalAccess<State, WrappedState>, toAction: CasePath<Action, WrappedAction>,
    wrapped: Reduce<WrappedState, WrappedAction>.Lazy, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.access = access
    self.toAction = toAction
    self.wrapped = wrapped
    childScope = ChildScope(access.name, of: access.operation, fileID: fileID, line: line)
  }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = identity(in: state)
    guard let wrappedAction = toAction.unwrap(action) else {
      let effect = base.closure(&state, action)
      let after = identity(in: state)
      return before == after ? effect : effect.merge(with: endEffects(of: before))
    }
    guard let before else {
      report(action)
      return .none
    }
    let child = run(wrappedAction, in: &state)
    let parent = base.closure(&state, action)
    let effect = child.isNone ? parent : mapped(child, before).merge(with: parent)
    let after = identity(in: state)
    return before == after ? effect : effect.merge(with: endEffects(of: before))
  }

  /// Finds the feature if it was removed while its effects run, or removed children of it.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    return inBase
      + tree.removed(at: access.name) { identity, tree in
        guard let current = access.value(in: state), AnyHashable(inspector.id(of: current)) == identity else {
          return nil
        }
        return wrapped.removedScopes(in: current, tree)
      }
  }

  @inlinable
  func identity(in state: State) -> PresentationID? {
    switch access {
    case .field(let field):
      var identity: PresentationID?
      field.readValue(state) { if let value = $0 { identity = inspector.id(of: value) } }
      return identity
    case .payload(let path, _):
      guard let value = path.unwrap(state) else { return nil }
      return inspector.id(of: value)
    }
  }

  @inlinable
  func run(_ action: WrappedAction, in state: inout State) -> Effect<WrappedAction> {
    var effect = Effect<WrappedAction>.none
    switch access {
    case .field(let field):
      field.changeValue(&state) { state in
        guard state != nil else { return }
        let isEphemeral = inspector.kind != .plain && inspector.lookUpIsEphemeral(state!)
        effect = wrapped.reduce(into: &state!, action)
        if isEphemeral { state = nil }
      }
    case .payload(let path, _):
      guard var wrappedState = path.unwrap(state) else { return .none }
      effect = wrapped.reduce(into: &wrappedState, action)
      state = path.wrap(wrappedState)
    }
    return effect
  }

  @usableFromInline
  func mapped(_ effect: Effect<WrappedAction>, _ identity: PresentationID) -> Effect<Action> {
    effect.map { [toAction] in toAction.embed($0) }.scoped(childScope.scope(of: identity))
  }

  @usableFromInline
  func endEffects(of identity: PresentationID?) -> Effect<Action> {
    identity.map { childScope.end($0) } ?? .none
  }

  @usableFromInline
  func report(_ action: Action) {
    childScope.reportMissingState(action, access.absence)
  }
}

/// Access to the state of a feature that may not exist: an optional field, or the payload of a case.
@usableFromInline
enum OptionalAccess<Root, Value> {
  case field(FieldAccess<Root, Value?>)
  case payload(CasePath<Root, Value>, name: AnyKeyPath)

  /// Returns the state of the feature, or `nil` if it does not exist.
  func value(in root: Root) -> Value? {
    switch self {
    case .field(let field):
      var value: Value?
      field.readValue(root) { value = $0 }
      return value
    case .payload(let path, _): return path.unwrap(root)
    }
  }

  /// The key path that identifies the field or the case.
  var name: AnyKeyPath {
    switch self {
    case .field(let field): field.keyPath
    case .payload(_, let name): name
    }
  }

  /// The name of the operator with this kind of access.
  var operation: String {
    switch self {
    case .field: "ifLet"
    case .payload: "ifCaseLet"
    }
  }

  /// The reason why the state does not exist, for the report.
  var absence: String {
    switch self {
    case .field: "the state of the feature was nil"
    case .payload: "the state was in another case"
    }
  }
}
