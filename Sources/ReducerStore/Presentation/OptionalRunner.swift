extension Reducer {
  // The next two functions are disfavored. If they and the `ifLet` of presented features were equally preferred, the
  // compiler would try all combinations in a long chain of calls.

  /// Runs a feature while its state is not `nil`. Use this operator for state that is not presented and so has no
  /// `.dismiss` action.
  ///
  /// The feature runs first, and then this reducer. When the state becomes `nil` or is replaced by a state with another
  /// identity, the effects of the feature are cancelled. An action that arrives while the state is `nil` does nothing,
  /// and is reported as a `Misuse` at the caller's line. If the state is an alert or a confirmation dialog, its first
  /// action sets the state to `nil` before this reducer runs.
  @inlinable @_disfavoredOverload
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    runOptional(.property(PropertyAccess(state)), CasePath(action), wrapped(), fileID, line)
  }

  /// Sets the state of an alert or a confirmation dialog to `nil` when one of its actions arrives, before this reducer
  /// runs. Use this operator for state that is not presented and so has no `.dismiss` action.
  @inlinable @_disfavoredOverload
  public func ifLet<Dialog: EphemeralState>(
    _ state: WritableKeyPath<State, Dialog?>, action: CaseKeyPath<Action, Dialog.PresentedAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    ifLet(state, action: action, then: { Dialog.presentedReducer }, fileID: fileID, line: line)
  }

  /// Runs a feature while the state, which is an enum, is in the case of the feature.
  ///
  /// The feature runs first, and then this reducer. When the state changes to another case, or its payload is replaced
  /// by a payload with another identity, the effects of the feature are cancelled. An action that arrives in another
  /// case does nothing, and is reported as a `Misuse` at the caller's line.
  @inlinable
  public func ifCaseLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: CaseKeyPath<State, WrappedState>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    runOptional(.payload(CasePath(state), keyPath: state), CasePath(action), wrapped(), fileID, line)
  }

  /// Runs a feature while its state, which `access` finds, exists.
  @inlinable
  func runOptional<Wrapped: Reducer>(
    _ access: OptionalAccess<State, Wrapped.State>, _ actionPath: CasePath<Action, Wrapped.Action>, _ wrapped: Wrapped,
    _ fileID: StaticString, _ line: UInt
  ) -> some Reducer<State, Action> {
    ChildReducer(self) {
      OptionalRunner(
        base: $0, access: access, actionPath: actionPath, wrapped: Reduce.Lazy(wrapped), fileID: fileID, line: line)
    }
  }
}

/// Runs the reducer of a parent, and the reducer of a feature while the state of the feature exists. The state of the
/// feature is a part of the parent's state.
@MainActor @usableFromInline
final class OptionalRunner<State, Action, WrappedState, WrappedAction>: ChildRunner {
  /// The reducer of the parent.
  @usableFromInline let base: Reduce<State, Action>
  /// Finds the state of the feature in the state of the parent.
  @usableFromInline let access: OptionalAccess<State, WrappedState>
  /// The case of the parent's action that contains an action of the feature.
  @usableFromInline let actionPath: CasePath<Action, WrappedAction>
  /// The reducer of the feature.
  @usableFromInline let wrapped: Reduce<WrappedState, WrappedAction>.Lazy
  /// Finds the identity of the feature's state, and whether this state is ephemeral, as that of an alert.
  @usableFromInline let inspector = PresentationInspector<WrappedState>()
  /// Creates the scope of the feature's effects, and reports mistakes at the line of the operator.
  private let childScopes: ChildScopes

  @usableFromInline
  init(
    base: Reduce<State, Action>, access: OptionalAccess<State, WrappedState>,
    actionPath: CasePath<Action, WrappedAction>,
    wrapped: Reduce<WrappedState, WrappedAction>.Lazy, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.access = access
    self.actionPath = actionPath
    self.wrapped = wrapped
    childScopes = ChildScopes(access.keyPath, operatorName: access.operation, fileID: fileID, line: line)
  }

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let identityBefore = identity(in: state)
    guard let wrappedAction = actionPath.unwrap(action) else {
      let effect = base.closure(&state, action)
      let identityAfter = identity(in: state)
      return identityBefore == identityAfter ? effect : effect.merge(with: endEffects(of: identityBefore))
    }
    guard let identityBefore else {
      reportMissingState(action)
      return .none
    }
    let childEffect = run(wrappedAction, in: &state)
    let parentEffect = base.closure(&state, action)
    let effect = childEffect.isNone ? parentEffect : mapped(childEffect, identityBefore).merge(with: parentEffect)
    let identityAfter = identity(in: state)
    return identityBefore == identityAfter ? effect : effect.merge(with: endEffects(of: identityBefore))
  }

  /// Returns the paths of the removed features whose effects still run. They are removed features of the parent's
  /// reducer, this feature if its state was removed or replaced, and removed features within this feature. `tree`
  /// contains the features that have running effects.
  @usableFromInline
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let removedInBase = base.findRemovedScopes?(state, tree) ?? []
    return removedInBase
      + tree.removedPaths(at: access.keyPath) { identity, featureTree in
        guard let current = access.value(in: state), AnyHashable(inspector.id(of: current)) == identity else {
          // This feature itself was removed.
          return nil
        }
        return wrapped.findRemovedScopes(in: current, featureTree)
      }
  }

  /// Returns the identity of the feature's state, or `nil` if the state does not exist.
  @inlinable
  func identity(in state: State) -> PresentationID? {
    switch access {
    case .property(let property):
      var identity: PresentationID?
      property.readValue(state) { if let value = $0 { identity = inspector.id(of: value) } }
      return identity
    case .payload(let path, _):
      guard let value = path.unwrap(state) else { return nil }
      return inspector.id(of: value)
    }
  }

  /// Runs the feature. If an optional property holds an alert or another ephemeral state, the property is then set to
  /// `nil`.
  @inlinable
  func run(_ action: WrappedAction, in state: inout State) -> Effect<WrappedAction> {
    var effect = Effect<WrappedAction>.none
    switch access {
    case .property(let property):
      property.changeValue(&state) { state in
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

  /// Converts an effect of the feature to an effect of the parent. `identity` is the identity of the feature's state.
  @usableFromInline
  func mapped(_ effect: Effect<WrappedAction>, _ identity: PresentationID) -> Effect<Action> {
    effect.map { [actionPath] in actionPath.embed($0) }.scoped(childScopes.scope(of: identity))
  }

  /// Returns an effect that cancels the effects of a removed feature. `identity` is `nil` if there was no feature.
  @usableFromInline
  func endEffects(of identity: PresentationID?) -> Effect<Action> {
    identity.map { childScopes.endEffects(of: $0) } ?? .none
  }

  @usableFromInline
  func reportMissingState(_ action: Action) {
    childScopes.reportMissingState(action, access.absenceReason)
  }
}

/// Access to the state of a feature that may not exist: an optional property, or the payload of a case.
@usableFromInline
enum OptionalAccess<Root, Value> {
  case property(PropertyAccess<Root, Value?>)
  case payload(CasePath<Root, Value>, keyPath: AnyKeyPath)

  /// Returns the state of the feature, or `nil` if it does not exist.
  func value(in root: Root) -> Value? {
    switch self {
    case .property(let property):
      var value: Value?
      property.readValue(root) { value = $0 }
      return value
    case .payload(let path, _): return path.unwrap(root)
    }
  }

  /// The key path that identifies the property or the case.
  var keyPath: AnyKeyPath {
    switch self {
    case .property(let property): property.keyPath
    case .payload(_, let keyPath): keyPath
    }
  }

  /// The name of the operator that uses this kind of access.
  var operation: String {
    switch self {
    case .property: "ifLet"
    case .payload: "ifCaseLet"
    }
  }

  /// The reason why the state does not exist, as a clause for a report.
  var absenceReason: String {
    switch self {
    case .property: "the state of the feature was nil"
    case .payload: "the state was in another case"
    }
  }
}
