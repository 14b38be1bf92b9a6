extension Store {
  /// Returns a store for a part of the feature. The part must always exist.
  ///
  /// The returned store reads its state from this store, and keeps this store alive. Later calls return the same store
  /// as long as it is referenced.
  @_disfavoredOverload  // The overloads below apply to an optional part.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scopedStore(at: .path(state: state, action: action)) {
      ScopedCore(parent: core, read: { $0[keyPath: state] }, embed: CasePath(action).embed)
    }
  }

  /// Returns a store for a presented feature, or `nil` if no feature is presented.
  ///
  /// After the feature was removed or replaced, the returned store has the last state of the feature. An action that is
  /// sent to the store then does nothing and is reported as a `Misuse`.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    optionalPartStore(state, action, location: (fileID, line)) {
      let actionPath = CasePath(action)
      return { actionPath.embed(.presented($0)) }
    }
  }

  /// Returns a store for an optional part of the feature, or `nil` if the state of that part is `nil`.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    optionalPartStore(state, action, location: (fileID, line)) { CasePath(action).embed }
  }

  /// Returns a store for the current case of an enum, whose payload is `current`. The code that `@Reducer` generates
  /// for `store.case` calls this method.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>, current: ChildState,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction> {
    partStore(state, action, current: current, location: (fileID, line)) { CasePath(action).embed }
  }

  /// Returns the store of an optional part, or `nil` if its state is `nil`.
  ///
  /// - Parameter makeEmbed: Creates the conversion of the part's actions. Called only if a new store is created.
  private func optionalPartStore<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, _ action: AnyKeyPath, location: (fileID: StaticString, line: UInt),
    makeEmbed: () -> (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    core.state[keyPath: state].map {
      partStore(state, action, current: $0, location: location, makeEmbed: makeEmbed)
    }
  }

  /// Returns the store of an optional part whose current state is `current`.
  private func partStore<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, _ action: AnyKeyPath, current: ChildState,
    location: (fileID: StaticString, line: UInt),
    makeEmbed: () -> (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let key = ScopeKey.path(state: state, action: action)
    // The inspector finds the identity of the part's state. A part with another identity gets another store.
    let inspector: PresentationInspector<ChildState> = inspector(at: key)
    let identity = inspector.id(of: current)
    return scopedStore(at: key, identity: identity, inspector: inspector) {
      OptionalCore(
        parent: core, current: current, identity: identity, identify: inspector.id(of:), location: location,
        read: { $0[keyPath: state] }, embed: makeEmbed())
    }
  }
}

/// The state and the actions of a part that always exists, for the store of the part.
@MainActor
private final class ScopedCore<ParentState, ParentAction, State, Action>: Core {
  private let parent: any Core<ParentState, ParentAction>
  private let read: (ParentState) -> State
  private let embed: (Action) -> ParentAction

  init(
    parent: any Core<ParentState, ParentAction>, read: @escaping (ParentState) -> State,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.read = read
    self.embed = embed
  }

  var state: State { read(parent.state) }
  var isPresent: Bool { parent.isPresent }
  var isRunningEffects: Bool { parent.isRunningEffects }
  var location: (fileID: StaticString, line: UInt) { parent.location }

  func receive(_ action: Action, in group: EffectGroup) {
    parent.receive(embed(action), in: group)
  }
}

/// The state and the actions of a part that may be removed, for the store of the part.
@MainActor
final class OptionalCore<ParentState, ParentAction, State, Action>: Core {
  private let parent: any Core<ParentState, ParentAction>
  /// The identity of the part when the store was created.
  private let identity: PresentationID
  /// Returns the identity of a state. If the identity differs from `identity`, the part was replaced.
  private let identify: (State) -> PresentationID
  let location: (fileID: StaticString, line: UInt)
  private let read: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// The last state that was read. A dialog that closes after the removal of the part still shows this state.
  private var lastState: State

  init(
    parent: any Core<ParentState, ParentAction>, current: State, identity: PresentationID,
    identify: @escaping (State) -> PresentationID, location: (fileID: StaticString, line: UInt),
    read: @escaping (ParentState) -> State?, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.location = location
    self.read = read
    self.embed = embed
    self.identity = identity
    self.identify = identify
    lastState = current
  }

  var state: State {
    guard parent.isPresent, let current = read(parent.state), identify(current) == identity else { return lastState }
    lastState = current
    return current
  }

  var isPresent: Bool {
    parent.isPresent && read(parent.state).map(identify) == identity
  }

  var isRunningEffects: Bool { parent.isRunningEffects }

  func receive(_ action: Action, in group: EffectGroup) {
    guard isPresent else {
      // The action is dropped. If the action contains a `BindingAction`, its receipt is dropped too.
      _ = BindingReceipt.takeSent()
      return Misuse(
        """
        “\(action)” was sent to the store of a feature whose state was removed. Nothing was run. Remove the view of that feature together with its state, \
        by presenting it with the scoped store. The store was made here.
        """, fileID: location.fileID, line: location.line
      ).report()
    }
    parent.receive(embed(action), in: group)
  }
}
