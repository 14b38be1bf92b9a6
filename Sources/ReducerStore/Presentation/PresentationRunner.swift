extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// For an action of the feature, the feature runs first, and then this reducer. For `.dismiss`, this reducer runs
  /// first, so that it can read the last state of the feature. Then the state is cleared, unless this reducer has
  /// presented something else. When the state is cleared or replaced by a state with another identity, the effects of
  /// the feature are cancelled. Any action of an alert or a confirmation dialog also clears it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination) { Destination() }
  /// ```
  ///
  /// An action for a feature that is not presented does nothing, and is reported as a `Misuse` of the caller's line.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>>(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    presentation(FieldAccess(state), CasePath(action), destination(), fileID, line)
  }

  /// Presents a state whose type provides its reducer: an alert, a confirmation dialog, or an enum of features.
  ///
  /// Any action of an alert or a confirmation dialog also clears it.
  @inlinable
  public func ifLet<Presented: SelfReducedState>(
    _ state: WritableKeyPath<State, PresentationState<Presented>>,
    action: CaseKeyPath<Action, PresentationAction<Presented.PresentedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    presentation(FieldAccess(state), CasePath(action), Presented.presentedReducer, fileID, line)
  }

  @inlinable
  func presentation<Destination: Reducer>(
    _ field: FieldAccess<State, PresentationState<Destination.State>>,
    _ toAction: CasePath<Action, PresentationAction<Destination.Action>>, _ destination: Destination,
    _ fileID: StaticString, _ line: UInt
  ) -> some Reducer<State, Action> {
    ChildReducer(self) {
      PresentationRunner(
        base: $0, field: field, toAction: toAction, destination: Reduce.Lazy(destination), fileID: fileID, line: line)
    }
  }
}

/// Runs a reducer and the feature that it presents.
@MainActor @usableFromInline
final class PresentationRunner<State, Action, DestinationState, DestinationAction>: ChildRunner {
  @usableFromInline let base: Reduce<State, Action>
  @usableFromInline let field: FieldAccess<State, PresentationState<DestinationState>>
  @usableFromInline let toAction: CasePath<Action, PresentationAction<DestinationAction>>
  @usableFromInline let destination: Reduce<DestinationState, DestinationAction>.Lazy
  @usableFromInline let inspector = PresentationInspector<DestinationState>()
  private let childScope: ChildScope

  @usableFromInline
  init(
    base: Reduce<State, Action>, field: FieldAccess<State, PresentationState<DestinationState>>,
    toAction: CasePath<Action, PresentationAction<DestinationAction>>,
    destination: Reduce<DestinationState, DestinationAction>.Lazy,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.field = field
    self.toAction = toAction
    self.destination = destination
    childScope = ChildScope(field.keyPath, of: "ifLet", fileID: fileID, line: line)
  }

  // Rare cases have functions of their own, so that the common path of this function is short.

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let destinationAction = toAction.unwrap(action) else { return reduceBase(&state, action) }
    guard inspector.kind == .plain, case .presented = destinationAction else {
      return reduceIdentified(&state, action, destinationAction)
    }
    return reducePlain(&state, action, destinationAction)
  }

  /// Runs the feature and its parent for a state without an identity. Only the presence of the state can change.
  @inlinable @inline(__always)
  func reducePlain(
    _ state: inout State, _ action: Action, _ destinationAction: PresentationAction<DestinationAction>
  ) -> Effect<Action> {
    var before = Presence.nothing
    var child = Effect<DestinationAction>.none
    field.changeValue(&state) { state in
      before = Presence(of: state)
      if !state.box.isEmpty, case .presented(let action) = destinationAction {
        child = destination.reduce(into: &state.box[0], action)
      }
    }
    guard before.isPresent else { return reduceAbsent(&state, action, before) }
    let parent = base.closure(&state, action)
    // This common path calls no further function, because passing the values to one would retain them.
    if child.isNone, before.isSettled, presence(in: state) == before { return parent }
    return settle(&state, child, parent, from: before)
  }

  /// Runs the parent for an action that is not for the presented feature.
  @inlinable
  func reduceBase(_ state: inout State, _ action: Action) -> Effect<Action> {
    let before = presence(in: state)
    guard before.isSettled, !before.isPresent || inspector.kind == .plain else {
      return reduceIdentified(&state, action, nil)
    }
    let effect = base.closure(&state, action)
    if presence(in: state) == before { return effect }
    return settle(&state, .none, effect, from: before)
  }

  @inlinable @inline(never)
  func reduceIdentified(
    _ state: inout State, _ action: Action, _ destinationAction: PresentationAction<DestinationAction>?
  ) -> Effect<Action> {
    let (before, seen) = look(at: state)
    let effect = run(action, destinationAction, in: &state, presented: before)
    return settle(&state, effect, before: before, seen: seen)
  }

  @inlinable @inline(never)
  func reduceAbsent(_ state: inout State, _ action: Action, _ before: Presence) -> Effect<Action> {
    reportMissingState(action)
    return settle(&state, .none, .none, from: before)
  }

  /// Ends the effects of a removed presentation whose state has no identity, and records the current one.
  @inlinable @inline(never)
  func settle(
    _ state: inout State, _ child: Effect<DestinationAction>, _ parent: Effect<Action>, from before: Presence
  ) -> Effect<Action> {
    let effect = child.isNone ? parent : mapped(child, .plain).merge(with: parent)
    return settle(&state, effect, before: before.isPresent ? .plain : nil, seen: before.isSeen ? .plain : nil)
  }

  /// Whether something is presented now, and whether something was presented after the previous action.
  @usableFromInline
  struct Presence: Equatable {
    @usableFromInline let isPresent: Bool
    @usableFromInline let isSeen: Bool

    @inlinable
    init(isPresent: Bool, isSeen: Bool) {
      self.isPresent = isPresent
      self.isSeen = isSeen
    }

    @inlinable
    init(of state: PresentationState<DestinationState>) {
      self.init(isPresent: !state.box.isEmpty, isSeen: state.seen != nil)
    }

    @inlinable static var nothing: Presence { Presence(isPresent: false, isSeen: false) }

    @inlinable var isSettled: Bool { isPresent == isSeen }

    @inlinable
    static func == (first: Presence, second: Presence) -> Bool {
      first.isPresent == second.isPresent && first.isSeen == second.isSeen
    }
  }

  @inlinable
  func presence(in state: State) -> Presence {
    var presence = Presence.nothing
    field.readValue(state) { presence = Presence(of: $0) }
    return presence
  }

  /// Ends the effects of removed presentations, and records the current presentation.
  @inlinable
  func settle(
    _ state: inout State, _ effect: Effect<Action>, before: PresentationID?, seen: PresentationID?
  ) -> Effect<Action> {
    let (after, seenNow) = look(at: state)
    if seenNow != after { field.changeValue(&state) { $0.seen = after.map(SeenPresentation.init) } }
    if seen == before, before == after { return effect }
    // Another reducer may have replaced the presented state. The effects of the replaced state end before new effects
    // begin.
    return endEffects(of: seen, unless: before).merge(with: effect).merge(with: endEffects(of: before, unless: after))
  }

  /// Returns the identity of the current presentation, and of the presentation after the previous action.
  @inlinable
  func look(at state: State) -> (presented: PresentationID?, seen: PresentationID?) {
    var (presented, seen): (PresentationID?, PresentationID?)
    field.readValue(state) { state in
      if !state.box.isEmpty { presented = inspector.id(of: state.box[0]) }
      seen = state.seen?.id
    }
    return (presented, seen)
  }

  @inlinable
  func run(
    _ action: Action, _ destinationAction: PresentationAction<DestinationAction>?, in state: inout State,
    presented: PresentationID?
  ) -> Effect<Action> {
    guard let destinationAction else { return base.closure(&state, action) }
    guard let presented else {
      reportMissingState(action)
      return .none
    }
    switch destinationAction {
    case .dismiss:
      let effect = base.closure(&state, action)
      clear(presented, in: &state)
      return effect
    case .presented(let destinationAction):
      var child = Effect<DestinationAction>.none
      var isEphemeral = false
      field.changeValue(&state) { state in
        guard !state.box.isEmpty else { return }
        if inspector.kind != .plain { isEphemeral = inspector.lookUpIsEphemeral(state.box[0]) }
        child = destination.reduce(into: &state.box[0], destinationAction)
      }
      let parent = base.closure(&state, action)
      if isEphemeral { clear(presented, in: &state) }
      return child.isNone ? parent : mapped(child, presented).merge(with: parent)
    }
  }

  /// Finds presentations that were removed while their effects run, and removed children of the current one.
  @usableFromInline
  func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let inBase = base.removedScopes?(state, tree) ?? []
    return inBase
      + tree.removed(at: field.keyPath) { identity, tree in
        var gone: [EffectPath]?
        field.readValue(state) { state in
          guard !state.box.isEmpty, AnyHashable(inspector.id(of: state.box[0])) == identity else { return }
          gone = destination.removedScopes(in: state.box[0], tree)
        }
        return gone
      }
  }

  /// Clears the state, unless something else is presented now.
  @inlinable
  func clear(_ presented: PresentationID, in state: inout State) {
    guard look(at: state).presented == presented else { return }
    field.changeValue(&state) { $0.wrappedValue = nil }
  }

  @usableFromInline
  func mapped(_ effect: Effect<DestinationAction>, _ presented: PresentationID) -> Effect<Action> {
    effect
      .map(
        { [toAction] in toAction.embed(.presented($0)) },
        dismiss: { [toAction] in $0.deliver(toAction.embed(.dismiss)) }
      )
      .scoped(childScope.scope(of: presented))
  }

  @inlinable
  func endEffects(of presented: PresentationID?, unless current: PresentationID?) -> Effect<Action> {
    guard let presented, presented != current else { return .none }
    return endEffects(of: presented)
  }

  @usableFromInline
  func endEffects(of presented: PresentationID) -> Effect<Action> { childScope.end(presented) }

  @usableFromInline
  func reportMissingState(_ action: Action) {
    childScope.reportMissingState(action, "the state of the presented feature was nil")
  }
}
