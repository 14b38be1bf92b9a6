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
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>>(
    _ state: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<Self, Destination> {
    PresentationReducer(
      base: self, place: Place(state), toAction: CasePath(action), destination: destination(), fileID: fileID, line: line)
  }

  /// Presents an alert or a confirmation dialog: any action of its own clears it.
  @inlinable
  public func ifLet<DialogState: EphemeralState, DialogAction>(
    _ state: WritableKeyPath<State, PresentationState<DialogState>>,
    action: CaseKeyPath<Action, PresentationAction<DialogAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<Self, EmptyReducer<DialogState, DialogAction>> {
    PresentationReducer(
      base: self, place: Place(state), toAction: CasePath(action), destination: EmptyReducer(), fileID: fileID, line: line)
  }
}

/// A reducer, and a feature that it presents: see ``Reducer/ifLet(_:action:destination:fileID:line:)``.
public struct PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let place: Place<Base.State, PresentationState<Destination.State>>
  @usableFromInline let toAction: CasePath<Base.Action, PresentationAction<Destination.Action>>
  @usableFromInline let destination: Destination
  @usableFromInline let inspector = PresentationInspector<Destination.State>()
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    base: Base, place: Place<Base.State, PresentationState<Destination.State>>,
    toAction: CasePath<Base.Action, PresentationAction<Destination.Action>>, destination: Destination, fileID: StaticString, line: UInt
  ) {
    self.base = base
    self.place = place
    self.toAction = toAction
    self.destination = destination
    self.fileID = fileID
    self.line = line
  }

  /// The same, with what it is made of built once.
  @inlinable
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let prepared = PresentationReducer<Reduce<Base.State, Base.Action>, Reduce<Destination.State, Destination.Action>>(
      base: base._prepared(), place: place, toAction: toAction, destination: Reduce(preparing: destination), fileID: fileID, line: line)
    return Reduce { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the feature that is presented, and the reducer that presents it.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let (before, seen) = look(at: place.read(state))
    // Somebody else may have replaced what was presented: what is left of that ends before anything new begins.
    let stale = endEffects(of: seen, unless: before)
    let effect = run(action, in: &state, presented: before)
    let (after, seenNow) = look(at: place.read(state))
    if seenNow != after { place.changeValue(&state) { $0.seen = after.map(SeenPresentation.init) } }
    return stale.merge(with: effect).merge(with: endEffects(of: before, unless: after))
  }

  /// What is presented, and what was when the reducer looked last.
  @inlinable
  func look(at state: PresentationState<Destination.State>) -> (presented: PresentationID?, seen: PresentationID?) {
    (state.box.first.map(inspector.id(of:)), state.seen?.id)
  }

  @inlinable
  func run(_ action: Base.Action, in state: inout Base.State, presented: PresentationID?) -> Effect<Base.Action> {
    guard let destinationAction = toAction.extract(from: action) else { return base.reduce(into: &state, action: action) }
    guard let presented else {
      reportAbsence(action)
      return .none
    }
    switch destinationAction {
    case .dismiss:
      let effect = base.reduce(into: &state, action: action)
      clear(presented, in: &state)
      return effect
    case .presented(let destinationAction):
      let (child, isEphemeral) = runDestination(destinationAction, in: &state, presented: presented)
      let effect = child.merge(with: base.reduce(into: &state, action: action))
      if isEphemeral { clear(presented, in: &state) }
      return effect
    }
  }

  /// Clears the state, unless something else is presented now.
  @inlinable
  func clear(_ presented: PresentationID, in state: inout Base.State) {
    guard look(at: place.read(state)).presented == presented else { return }
    place.changeValue(&state) { $0.wrappedValue = nil }
  }

  @inlinable
  func runDestination(
    _ action: Destination.Action, in state: inout Base.State, presented: PresentationID
  ) -> (effect: Effect<Base.Action>, isEphemeral: Bool) {
    var effect = Effect<Destination.Action>.none
    var isEphemeral = false
    place.changeValue(&state) { state in
      guard !state.box.isEmpty else { return }
      isEphemeral = inspector.isEphemeral(state.box[0])
      effect = destination.reduce(into: &state.box[0], action: action)
    }
    return (effect.isNone ? .none : mapped(effect, presented), isEphemeral)
  }

  @usableFromInline
  func mapped(_ effect: Effect<Destination.Action>, _ presented: PresentationID) -> Effect<Base.Action> {
    effect
      .map({ toAction.embed(.presented($0)) }, dismiss: { $0.deliver(toAction.embed(.dismiss)) })
      .scoped(scope(of: presented))
  }

  @usableFromInline
  func scope(of presented: PresentationID) -> EffectScope {
    EffectScope(place: place.keyPath, identity: AnyHashable(presented))
  }

  @inlinable
  func endEffects(of presented: PresentationID?, unless current: PresentationID?) -> Effect<Base.Action> {
    guard let presented, presented != current else { return .none }
    return Effect(operation: .endScope(scope(of: presented)))
  }

  @usableFromInline
  func reportAbsence(_ action: Base.Action) {
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
