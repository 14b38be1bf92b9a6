extension Reducer {
  /// Runs a feature while its state is there. It is for state that is not presented: it has no `.dismiss`.
  ///
  /// The feature runs first, and then this reducer. When the state becomes `nil`, or another one takes its place, the effects of the feature
  /// are cancelled. An action that arrives while the state is `nil` runs nothing, and is reported as a `Misuse` of this line.
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OptionalReducer<Self, Wrapped> {
    OptionalReducer(
      base: self, access: .field(state), toAction: CasePath(action), wrapped: wrapped(), fileID: fileID, line: line)
  }

  /// Runs a feature while the state, an enum, is in its case.
  ///
  /// The feature runs first, and then this reducer. When the state gets into another case, or another state takes its place in the case, the
  /// effects of the feature are cancelled. An action that arrives in another case runs nothing, and is reported as a `Misuse` of this line.
  public func ifCaseLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: CaseKeyPath<State, WrappedState>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OptionalReducer<Self, Wrapped> {
    OptionalReducer(
      base: self, access: .payload(CasePath(state), name: state), toAction: CasePath(action), wrapped: wrapped(),
      fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it runs while its state is there.
public struct OptionalReducer<Base: Reducer, Wrapped: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let access: Access
  fileprivate let toAction: CasePath<Base.Action, Wrapped.Action>
  fileprivate let wrapped: Wrapped
  fileprivate let fileID: StaticString
  fileprivate let line: UInt

  fileprivate enum Access {
    case field(WritableKeyPath<Base.State, Wrapped.State?>)
    case payload(CasePath<Base.State, Wrapped.State>, name: AnyKeyPath)
  }

  /// The same, with what it is made of built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let access: OptionalReducer<Reduce<Base.State, Base.Action>, Reduce<Wrapped.State, Wrapped.Action>>.Access =
      switch access {
      case .field(let keyPath): .field(keyPath)
      case .payload(let path, let name): .payload(path, name: name)
      }
    let prepared = OptionalReducer<Reduce<Base.State, Base.Action>, Reduce<Wrapped.State, Wrapped.Action>>(
      base: base._prepared(), access: access, toAction: toAction, wrapped: Reduce(preparing: wrapped), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the feature if its state is there, and then the reducer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = identity(in: state)
    guard let wrappedAction = toAction.extract(from: action) else {
      return base.reduce(into: &state, action: action).merge(with: endEffects(of: before, unless: identity(in: state)))
    }
    guard let before else {
      report(action)
      return .none
    }
    let child = run(wrappedAction, in: &state)
      .map { toAction.embed($0) }
      .scoped(scope(of: before))
    let parent = base.reduce(into: &state, action: action)
    return child.merge(with: parent).merge(with: endEffects(of: before, unless: identity(in: state)))
  }

  private func identity(in state: Base.State) -> PresentationID? {
    switch access {
    case .field(let keyPath): state[keyPath: keyPath].map(PresentationID.init(of:))
    case .payload(let path, _): path.extract(from: state).map(PresentationID.init(of:))
    }
  }

  private func run(_ action: Wrapped.Action, in state: inout Base.State) -> Effect<Wrapped.Action> {
    switch access {
    case .field(let keyPath):
      guard state[keyPath: keyPath] != nil else { return .none }
      return wrapped.reduce(into: &state[keyPath: keyPath]!, action: action)
    case .payload(let path, _):
      guard var wrappedState = path.extract(from: state) else { return .none }
      defer { state = path.embed(wrappedState) }
      return wrapped.reduce(into: &wrappedState, action: action)
    }
  }

  private func scope(of identity: PresentationID) -> EffectScope {
    switch access {
    case .field(let keyPath): EffectScope(place: keyPath, identity: AnyHashable(identity))
    case .payload(_, let name): EffectScope(place: name, identity: AnyHashable(identity))
    }
  }

  private func endEffects(of identity: PresentationID?, unless current: PresentationID?) -> Effect<Base.Action> {
    guard let identity, identity != current else { return .none }
    return Effect(operation: .endScope(scope(of: identity)))
  }

  private func report(_ action: Base.Action) {
    switch access {
    case .field:
      Absence(action: "\(action)", operation: "ifLet", subject: "the state of the feature was nil")
        .report(fileID: fileID, line: line)
    case .payload:
      Absence(action: "\(action)", operation: "ifCaseLet", subject: "the state was in another case")
        .report(fileID: fileID, line: line)
    }
  }
}
