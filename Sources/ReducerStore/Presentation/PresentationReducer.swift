extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// Its actions run it first, and then this reducer. `.dismiss` runs this reducer first, which can look at the feature's last state, and
  /// clears the state then, unless this reducer has presented something else. When the state is cleared, or another one takes its place,
  /// the effects of the feature are cancelled. An alert or a confirmation dialog is cleared by any action of its own.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination) { Destination() }
  /// ```
  ///
  /// An action for a feature that is not presented runs nothing, and is reported as a `Misuse` of this line.
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>>(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<Self, Destination> {
    PresentationReducer(
      base: self, toState: state, toAction: CasePath(action), destination: destination(), fileID: fileID, line: line)
  }

  /// Presents an alert or a confirmation dialog: any action of its own clears it.
  public func ifLet<DialogState: EphemeralState, DialogAction>(
    _ state: WritableKeyPath<State, PresentationState<DialogState>>,
    action: CaseKeyPath<Action, PresentationAction<DialogAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<Self, EmptyReducer<DialogState, DialogAction>> {
    PresentationReducer(
      base: self, toState: state, toAction: CasePath(action), destination: EmptyReducer(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it presents: see ``Reducer/ifLet(_:action:destination:fileID:line:)``.
public struct PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let toState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  fileprivate let toAction: CasePath<Base.Action, PresentationAction<Destination.Action>>
  fileprivate let destination: Destination
  fileprivate let inspector = PresentationInspector<Destination.State>()
  fileprivate let fileID: StaticString
  fileprivate let line: UInt

  /// The same, with what it is made of built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = PresentationReducer<Reduce<Base.State, Base.Action>, Reduce<Destination.State, Destination.Action>>(
      base: base._prepared(), toState: toState, toAction: toAction, destination: Reduce(preparing: destination), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the feature that is presented, and the reducer that presents it.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = presented(in: state)
    // Somebody else may have replaced what was presented: what is left of that ends before anything new begins.
    let stale = endEffects(of: state[keyPath: toState].seen?.id, unless: before)
    let effect = run(action, in: &state, presented: before)
    let after = presented(in: state)
    if state[keyPath: toState].seen?.id != after { state[keyPath: toState].seen = after.map(SeenPresentation.init) }
    return stale.merge(with: effect).merge(with: endEffects(of: before, unless: after))
  }

  private func run(
    _ action: Base.Action, in state: inout Base.State, presented: PresentationID?
  ) -> Effect<Base.Action> {
    switch (toAction.extract(from: action), presented) {
    case (nil, _):
      return base.reduce(into: &state, action: action)
    case (.some, nil):
      reportAbsence(action)
      return .none
    case (.dismiss, .some(let presented)):
      let effect = base.reduce(into: &state, action: action)
      if self.presented(in: state) == presented { state[keyPath: toState].wrappedValue = nil }
      return effect
    case (.presented(let destinationAction), .some(let presented)):
      let isEphemeral = state[keyPath: toState].change { inspector.isEphemeral($0) } ?? false
      let child = runDestination(destinationAction, in: &state, presented: presented)
      let effect = child.merge(with: base.reduce(into: &state, action: action))
      if isEphemeral, self.presented(in: state) == presented { state[keyPath: toState].wrappedValue = nil }
      return effect
    }
  }

  private func presented(in state: Base.State) -> PresentationID? {
    state[keyPath: toState].wrappedValue.map(inspector.id(of:))
  }

  private func runDestination(
    _ action: Destination.Action, in state: inout Base.State, presented: PresentationID
  ) -> Effect<Base.Action> {
    let effect = state[keyPath: toState].change { destination.reduce(into: &$0, action: action) } ?? .none
    return effect
      .map({ toAction.embed(.presented($0)) }, dismiss: { $0.deliver(toAction.embed(.dismiss)) })
      .scoped(scope(of: presented))
  }

  private func scope(of presented: PresentationID) -> EffectScope {
    EffectScope(place: toState, identity: AnyHashable(presented))
  }

  private func endEffects(of presented: PresentationID?, unless current: PresentationID?) -> Effect<Base.Action> {
    guard let presented, presented != current else { return .none }
    return Effect(operation: .endScope(scope(of: presented)))
  }

  private func reportAbsence(_ action: Base.Action) {
    Absence(action: "\(action)", operation: "ifLet", subject: "the state of the presented feature was nil")
      .report(fileID: fileID, line: line)
  }
}

/// An action for a feature whose state is not there.
struct Absence {
  var action: String
  var operation: String
  var subject: String

  func report(fileID: StaticString, line: UInt) {
    Misuse(
      """
      The operator “\(operation)” got the action “\(action)” when \(subject). Nothing was run. The usual causes: \
      (1) a reducer above cleared the state before this one ran: integrate the feature with this operator, which runs it before its \
      parent does; (2) an effect of the feature went on without it, since it was begun outside of the feature's own reducer: begin it \
      there, so that it is cancelled with the feature; (3) the action was sent by a view that was still on screen: send it from a store \
      of that feature, “store.scope(…)”.
      """, fileID: fileID, line: line
    ).report()
  }
}
