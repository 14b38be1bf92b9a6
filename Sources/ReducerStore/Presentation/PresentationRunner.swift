extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// For an action of the feature, the feature runs first, and then this reducer. For `.dismiss`, this reducer runs
  /// first, so that it can read the last state of the feature. Then the state is set to `nil`, unless this reducer has
  /// presented a state with another identity. When the state becomes `nil` or is replaced by a state with another
  /// identity, the effects of the feature are cancelled. If the state is an alert or a confirmation dialog, each of its
  /// actions also sets the state to `nil`.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination) { Destination() }
  /// ```
  ///
  /// An action for a feature that is not presented does nothing, and is reported as a `Misuse` at the caller's line.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>>(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    runPresented(PropertyAccess(state), CasePath(action), destination(), fileID, line)
  }

  /// Presents a state whose type provides its reducer: an alert, a confirmation dialog, or an enum of features.
  ///
  /// If the state is an alert or a confirmation dialog, each of its actions also sets the state to `nil`.
  @inlinable
  public func ifLet<Presented: SelfReducedState>(
    _ state: WritableKeyPath<State, PresentationState<Presented>>,
    action: CaseKeyPath<Action, PresentationAction<Presented.PresentedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    runPresented(PropertyAccess(state), CasePath(action), Presented.presentedReducer, fileID, line)
  }

  /// Returns a reducer that runs a feature while the state in `property` is not `nil`: see `ifLet`.
  @inlinable
  func runPresented<Destination: Reducer>(
    _ property: PropertyAccess<State, PresentationState<Destination.State>>,
    _ actionPath: CasePath<Action, PresentationAction<Destination.Action>>, _ destination: Destination,
    _ fileID: StaticString, _ line: UInt
  ) -> some Reducer<State, Action> {
    ChildReducer(self) {
      PresentationRunner(
        base: $0, property: property, actionPath: actionPath, destination: Reduce.Lazy(destination), fileID: fileID,
        line: line)
    }
  }
}

/// Runs the reducer of a parent and the presented feature, which is the child of the parent.
///
/// The state of the feature may have an identity, such as an `id`. All states without an identity (`.plain`) count as
/// the same presentation.
///
/// In this class, `before` and `after` are the presentation before and after the running action. `recorded` is the
/// presentation that was recorded in the state after the previous action. `recorded` differs from `before` if another
/// reducer has changed the presented state in the meantime.
@MainActor @usableFromInline
final class PresentationRunner<State, Action, DestinationState, DestinationAction>: ChildRunner {
  /// The reducer of the parent.
  @usableFromInline let base: Reduce<State, Action>
  /// The presented state in the state of the parent.
  @usableFromInline let property: PropertyAccess<State, PresentationState<DestinationState>>
  /// The case of the parent's action that contains an action of the feature.
  @usableFromInline let actionPath: CasePath<Action, PresentationAction<DestinationAction>>
  /// The reducer of the feature.
  @usableFromInline let destination: Reduce<DestinationState, DestinationAction>.Lazy
  /// Finds the identity of a presented state. Its `kind` shows whether the states have an identity.
  @usableFromInline let inspector = PresentationInspector<DestinationState>()
  /// Creates the scope of the feature's effects, and reports misuses at the line of `ifLet`.
  private let childScopes: ChildScopes

  @usableFromInline
  init(
    base: Reduce<State, Action>, property: PropertyAccess<State, PresentationState<DestinationState>>,
    actionPath: CasePath<Action, PresentationAction<DestinationAction>>,
    destination: Reduce<DestinationState, DestinationAction>.Lazy,
    fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.property = property
    self.actionPath = actionPath
    self.destination = destination
    childScopes = ChildScopes(property.keyPath, operatorName: "ifLet", fileID: fileID, line: line)
  }

  // Each rare case is in its own function, so that the code of the common case is short and fast.

  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let destinationAction = actionPath.unwrap(action) else { return reduceBase(&state, action) }
    guard inspector.kind == .plain, case .presented = destinationAction else {
      return reduceGeneral(&state, action, destinationAction)
    }
    return reducePlain(&state, action, destinationAction)
  }

  /// Runs the feature and its parent, for a feature whose state has no identity. A presentation of such a state ends
  /// only when the state becomes `nil`.
  @inlinable @inline(__always)
  func reducePlain(
    _ state: inout State, _ action: Action, _ destinationAction: PresentationAction<DestinationAction>
  ) -> Effect<Action> {
    var presenceBefore = Presence.nothing
    var childEffect = Effect<DestinationAction>.none
    property.changeValue(&state) { presentation in
      presenceBefore = Presence(of: presentation)
      if !presentation.box.isEmpty, case .presented(let action) = destinationAction {
        childEffect = destination.reduce(into: &presentation.box[0], action)
      }
    }
    guard presenceBefore.isPresent else { return reduceAbsent(&state, action, presenceBefore) }
    let parentEffect = base.closure(&state, action)
    // This common case calls no further function, because passing the values to a function would retain them.
    if childEffect.isNone, presenceBefore.isUnchanged, presence(in: state) == presenceBefore { return parentEffect }
    return recordPlainPresentation(&state, childEffect, parentEffect, from: presenceBefore)
  }

  /// Runs the parent for an action that is not for the feature. Leaves the less common cases to `reduceGeneral`.
  @inlinable
  func reduceBase(_ state: inout State, _ action: Action) -> Effect<Action> {
    let presenceBefore = presence(in: state)
    guard presenceBefore.isUnchanged, !presenceBefore.isPresent || inspector.kind == .plain else {
      return reduceGeneral(&state, action, nil)
    }
    let effect = base.closure(&state, action)
    if presence(in: state) == presenceBefore { return effect }
    return recordPlainPresentation(&state, .none, effect, from: presenceBefore)
  }

  /// Runs the feature, if the action is for it, and the parent, in the less common cases: the state has an identity,
  /// the action is `.dismiss`, another reducer has presented or removed a state since the previous action, or no state
  /// was inspected yet.
  @inlinable @inline(never)
  func reduceGeneral(
    _ state: inout State, _ action: Action, _ destinationAction: PresentationAction<DestinationAction>?
  ) -> Effect<Action> {
    let (before, recorded) = presentationIDs(in: state)
    let effect = run(action, destinationAction, in: &state, presented: before)
    return recordPresentation(&state, effect, before: before, recorded: recorded)
  }

  /// Reports an action for a feature that is not presented, and runs neither the feature nor the parent.
  @inlinable @inline(never)
  func reduceAbsent(_ state: inout State, _ action: Action, _ presenceBefore: Presence) -> Effect<Action> {
    reportMissingState(action)
    return recordPlainPresentation(&state, .none, .none, from: presenceBefore)
  }

  /// Merges the effects of the feature and the parent, ends the effects of a removed presentation, and records the
  /// current presentation. Only for a state without an identity, and for actions before which no state was presented.
  @inlinable @inline(never)
  func recordPlainPresentation(
    _ state: inout State, _ childEffect: Effect<DestinationAction>, _ parentEffect: Effect<Action>,
    from presenceBefore: Presence
  ) -> Effect<Action> {
    let effect = childEffect.isNone ? parentEffect : mapped(childEffect, .plain).merge(with: parentEffect)
    return recordPresentation(
      &state, effect, before: presenceBefore.isPresent ? .plain : nil,
      recorded: presenceBefore.wasPresent ? .plain : nil)
  }

  /// Whether a state is presented now, and whether a state was presented after the previous action.
  @usableFromInline
  struct Presence: Equatable {
    @usableFromInline let isPresent: Bool
    @usableFromInline let wasPresent: Bool

    @inlinable
    init(isPresent: Bool, wasPresent: Bool) {
      self.isPresent = isPresent
      self.wasPresent = wasPresent
    }

    @inlinable
    init(of state: PresentationState<DestinationState>) {
      self.init(isPresent: !state.box.isEmpty, wasPresent: state.recorded != nil)
    }

    @inlinable static var nothing: Presence { Presence(isPresent: false, wasPresent: false) }

    /// Whether no other reducer has changed the presence since the previous action.
    @inlinable var isUnchanged: Bool { isPresent == wasPresent }

    @inlinable
    static func == (first: Presence, second: Presence) -> Bool {
      first.isPresent == second.isPresent && first.wasPresent == second.wasPresent
    }
  }

  /// Returns the presence in the state of the parent.
  @inlinable
  func presence(in state: State) -> Presence {
    var presence = Presence.nothing
    property.readValue(state) { presence = Presence(of: $0) }
    return presence
  }

  /// Adds the cancellation of the effects of removed presentations to an effect, and records the current presentation.
  @inlinable
  func recordPresentation(
    _ state: inout State, _ effect: Effect<Action>, before: PresentationID?, recorded: PresentationID?
  ) -> Effect<Action> {
    let (after, recordedAfter) = presentationIDs(in: state)
    if recordedAfter != after { property.changeValue(&state) { $0.recorded = after.map(RecordedPresentation.init) } }
    if recorded == before, before == after { return effect }
    // Another reducer may have replaced the presented state since the previous action. The effects of the replaced
    // state end before new effects start.
    return endEffects(of: recorded, unless: before).merge(with: effect)
      .merge(with: endEffects(of: before, unless: after))
  }

  /// Returns the identity of the current presentation, and of the recorded presentation.
  @inlinable
  func presentationIDs(in state: State) -> (presented: PresentationID?, recorded: PresentationID?) {
    var (presented, recorded): (PresentationID?, PresentationID?)
    property.readValue(state) { presentation in
      if !presentation.box.isEmpty { presented = inspector.id(of: presentation.box[0]) }
      recorded = presentation.recorded?.id
    }
    return (presented, recorded)
  }

  /// Runs the feature, if the action is for it, and the parent.
  ///
  /// - Parameter presented: The identity of the current presentation, or `nil` if no state is presented.
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
      var childEffect = Effect<DestinationAction>.none
      // Whether the state is an alert or a confirmation dialog, which each of its actions removes.
      var isEphemeral = false
      property.changeValue(&state) { presentation in
        guard !presentation.box.isEmpty else { return }
        if inspector.kind != .plain { isEphemeral = inspector.lookUpIsEphemeral(presentation.box[0]) }
        childEffect = destination.reduce(into: &presentation.box[0], destinationAction)
      }
      let parentEffect = base.closure(&state, action)
      if isEphemeral { clear(presented, in: &state) }
      return childEffect.isNone ? parentEffect : mapped(childEffect, presented).merge(with: parentEffect)
    }
  }

  /// Returns the paths of the removed features whose effects still run. They are removed presentations, and removed
  /// features within the current presentation. `tree` contains the features that have running effects.
  @usableFromInline
  func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
    let removedInBase = base.findRemovedScopes?(state, tree) ?? []
    return removedInBase
      + tree.removedPaths(at: property.keyPath) { identity, presentedTree in
        // `nil` means that the presentation with this identity was removed.
        var removed: [EffectPath]?
        property.readValue(state) { presentation in
          guard !presentation.box.isEmpty, AnyHashable(inspector.id(of: presentation.box[0])) == identity else {
            return
          }
          removed = destination.findRemovedScopes(in: presentation.box[0], presentedTree)
        }
        return removed
      }
  }

  /// Sets the presented state to `nil` if its presentation still has the identity `presented`.
  @inlinable
  func clear(_ presented: PresentationID, in state: inout State) {
    guard presentationIDs(in: state).presented == presented else { return }
    property.changeValue(&state) { $0.wrappedValue = nil }
  }

  /// Converts an effect of the feature to an effect of the parent. `dismiss()` in the effect sends `.dismiss`.
  @usableFromInline
  func mapped(_ effect: Effect<DestinationAction>, _ presented: PresentationID) -> Effect<Action> {
    effect
      .map(
        { [actionPath] in actionPath.embed(.presented($0)) },
        dismiss: { [actionPath] in $0.deliver(actionPath.embed(.dismiss)) }
      )
      .scoped(childScopes.scope(of: presented))
  }

  /// Returns an effect that cancels the effects of the presentation `presented`, unless the current presentation has
  /// the same identity. Returns no effect if `presented` is `nil`.
  @inlinable
  func endEffects(of presented: PresentationID?, unless current: PresentationID?) -> Effect<Action> {
    guard let presented, presented != current else { return .none }
    return endEffects(of: presented)
  }

  @usableFromInline
  func endEffects(of presented: PresentationID) -> Effect<Action> { childScopes.endEffects(of: presented) }

  @usableFromInline
  func reportMissingState(_ action: Action) {
    childScopes.reportMissingState(action, "the state of the presented feature was nil")
  }
}
