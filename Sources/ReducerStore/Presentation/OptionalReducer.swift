extension Reducer {
  /// Runs a feature while its state is there. It is for state that is not presented: it has no `.dismiss`.
  ///
  /// The feature runs first, and then this reducer. When the state becomes `nil`, or another one takes its place, the effects of the feature
  /// are cancelled. An action that arrives while the state is `nil` runs nothing, and is reported as a `Misuse` of this line.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OptionalReducer<Self, Wrapped> {
    OptionalReducer(
      base: self, access: .field(Place(state)), toAction: CasePath(action), wrapped: wrapped(), fileID: fileID, line: line)
  }

  /// Runs a feature while the state, an enum, is in its case.
  ///
  /// The feature runs first, and then this reducer. When the state gets into another case, or another state takes its place in the case, the
  /// effects of the feature are cancelled. An action that arrives in another case runs nothing, and is reported as a `Misuse` of this line.
  @inlinable
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
  @usableFromInline let base: Base
  @usableFromInline let access: OptionalAccess<Base.State, Wrapped.State>
  @usableFromInline let toAction: CasePath<Base.Action, Wrapped.Action>
  @usableFromInline let wrapped: Wrapped
  @usableFromInline let inspector = PresentationInspector<Wrapped.State>()
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, access: OptionalAccess<Base.State, Wrapped.State>, toAction: CasePath<Base.Action, Wrapped.Action>, wrapped: Wrapped,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.access = access
    self.toAction = toAction
    self.wrapped = wrapped
    self.fileID = fileID
    self.line = line
  }

  /// The same, with what it is made of built once.
  @inlinable
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = OptionalReducer<Reduce<Base.State, Base.Action>, Reduce<Wrapped.State, Wrapped.Action>>(
      base: base._prepared(), access: access, toAction: toAction, wrapped: Reduce(preparing: wrapped), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the feature if its state is there, and then the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = identity(in: state)
    guard let wrappedAction = toAction.extract(from: action) else {
      let effect = base.reduce(into: &state, action: action)
      return effect.merge(with: endEffects(of: before, unless: identity(in: state)))
    }
    guard let before else {
      report(action)
      return .none
    }
    var child = Effect<Base.Action>.none
    let effect = run(wrappedAction, in: &state)
    if !effect.isNone { child = effect.map { toAction.embed($0) }.scoped(scope(of: before)) }
    let parent = base.reduce(into: &state, action: action)
    return child.merge(with: parent).merge(with: endEffects(of: before, unless: identity(in: state)))
  }

  @inlinable
  func identity(in state: Base.State) -> PresentationID? {
    switch access {
    case .field(let place): place.read(state).map(inspector.id(of:))
    case .payload(let path, _): path.extract(from: state).map(inspector.id(of:))
    }
  }

  @inlinable
  func run(_ action: Wrapped.Action, in state: inout Base.State) -> Effect<Wrapped.Action> {
    switch access {
    case .field(let place):
      return place.change(&state) { state in
        if state == nil { .none } else { wrapped.reduce(into: &state!, action: action) }
      } ?? .none
    case .payload(let path, _):
      guard var wrappedState = path.extract(from: state) else { return .none }
      defer { state = path.embed(wrappedState) }
      return wrapped.reduce(into: &wrappedState, action: action)
    }
  }

  @usableFromInline
  func scope(of identity: PresentationID) -> EffectScope {
    EffectScope(place: access.name, identity: AnyHashable(identity))
  }

  @inlinable
  func endEffects(of identity: PresentationID?, unless current: PresentationID?) -> Effect<Base.Action> {
    guard let identity, identity != current else { return .none }
    return Effect(operation: .endScope(scope(of: identity)))
  }

  @usableFromInline
  func report(_ action: Base.Action) {
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

/// Where the state of a feature is that may not be there.
@usableFromInline
enum OptionalAccess<Root, Value> {
  case field(Place<Root, Value?>)
  case payload(CasePath<Root, Value>, name: AnyKeyPath)

  /// What tells the place from others.
  var name: AnyKeyPath {
    switch self {
    case .field(let place): place.keyPath
    case .payload(_, let name): name
    }
  }
}
