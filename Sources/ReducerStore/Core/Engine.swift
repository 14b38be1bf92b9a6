/// The source of a store's state and the receiver of its actions: the ``Engine`` of the whole feature, or a part of it.
@MainActor
package protocol Core<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  /// The state. Reading it observes it.
  var state: State { get }
  /// Whether the feature still exists. `false` after an optional feature or an element was removed or replaced.
  var isPresent: Bool { get }
  /// Whether any effect of the root store is running.
  var isRunningEffects: Bool { get }
  /// The line that created the store, for reports.
  var location: (fileID: StaticString, line: UInt) { get }
  /// Reduces an action after the actions that are already being reduced or in the queue. Its effects join a group.
  func receive(_ action: Action, in group: EffectGroup)
  /// Reduces an action after the actions that are already being reduced or in the queue.
  ///
  /// - Returns: The group that its effects join, or `nil` if the action was reduced and has no effects.
  func receive(_ action: Action) -> EffectGroup?
}

extension Core {
  package func receive(_ action: Action) -> EffectGroup? {
    let group = EffectGroup()
    receive(action, in: group)
    return group
  }
}

/// Creates the engine of a new store. It allows the inlined initializer of `Store` to do so, although `Engine` is not
/// public.
@MainActor @usableFromInline
struct StoreBootstrap<State, Action> {
  let core: any Core<State, Action>

  @usableFromInline
  init(state: State, location: (fileID: StaticString, line: UInt), reducer: RootReducer<State, Action>) {
    core = Engine(state: state, location: location, reducer: reducer)
  }
}

/// A store's reducer, which also returns whether the whole state was replaced.
@MainActor @usableFromInline
struct RootReducer<State, Action> {
  let closure: @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)
  let removedScopes: RemovedScopes<State>?

  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    let reducer = reducer._prepared()
    self.init(removedScopes: reducer.removedScopes) { state, action in
      let before = observedIdentity(state)
      let effect = reducer.closure(&state, action)
      return (effect, before == nil || before != observedIdentity(state))
    }
  }

  @usableFromInline
  init(
    removedScopes: RemovedScopes<State>?,
    closure: @escaping @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)
  ) {
    self.closure = closure
    self.removedScopes = removedScopes
  }
}

/// Holds the state of a whole feature, reduces its actions one after another, and runs its effects.
@MainActor
package final class Engine<State, Action>: Core {
  private var storage: State
  private let reducer: RootReducer<State, Action>
  /// Notifies all readers of the state when it was replaced as a whole, or is not observable.
  private let wholeState = ObservedField()
  private let dependencies = DependencyValues.current
  private let hasReplacedDependencies = !DependencyValues.current.isUntouched
  package let location: (fileID: StaticString, line: UInt)

  /// The sent actions. Those before `position` have been reduced.
  private var queue: [Sent] = []
  private var position = 0
  private var isQueueEmpty = true
  private var activity = Activity.resting
  var running: RunningEffects
  /// The parts of the feature with running effects.
  private let effectTree = EffectTree()
  var startedEffects = 0
  /// The interval after the start of each throttled effect, in which no effect with the same id starts.
  var throttleWindows: [CancelID: ThrottleWindow] = [:]

  /// Called after each end of an effect. Tests wait for it.
  package var effectEnded: (() -> Void)?
  /// Runs the work of an effect within the effect's task. Tests set it; otherwise it is `nil` and the work runs
  /// directly.
  package var runEffect: (@MainActor (_ work: @MainActor () async -> Void) async -> Void)?

  /// The maximum length of a chain of actions that are each sent during the reduction of the previous one.
  private static var depthLimit: Int { 1_000 }

  /// An action in the queue.
  private struct Sent {
    var action: Action
    var origin: EffectOrigin
    /// The number of actions before it in its chain: see ``depthLimit``.
    var depth: Int
    /// The animation of the views when the action is reduced.
    var transaction: Transaction
    /// The receipt of a write to a field, or `nil` for another action.
    var binding: BindingReceipt?
  }

  private enum Activity {
    /// No action is being reduced.
    case resting
    case reducing(depth: Int)
  }

  init(
    state: State, location: (fileID: StaticString, line: UInt), reducer: RootReducer<State, Action>
  ) {
    storage = state
    running = RunningEffects(in: effectTree)
    self.location = location
    self.reducer = reducer
  }

  isolated deinit {
    for task in running.tasks { task.cancel() }
  }

  package var isRunningEffects: Bool { !running.isEmpty }

  package var isPresent: Bool { true }

  package var state: State {
    wholeState.access()
    return storage
  }

  package func receive(_ action: Action, in group: EffectGroup) {
    receive(action, from: EffectOrigin(group: group))
  }

  package func receive(_ action: Action) -> EffectGroup? {
    guard case .resting = activity else {
      let group = EffectGroup()
      enqueue(action, from: EffectOrigin(group: group))
      return group
    }
    var group: EffectGroup?
    begin(action) {
      let newGroup = EffectGroup()
      group = newGroup
      return newGroup
    }
    return group
  }

  func receive(_ action: Action, from origin: EffectOrigin) {
    guard case .resting = activity else { return enqueue(action, from: origin) }
    begin(action) { origin.group }
  }

  /// Reduces an action, and then the actions that were sent during its reduction.
  private func begin(_ action: Action, group: () -> EffectGroup) {
    activity = .reducing(depth: 0)
    let binding = BindingReceipt.takeSent()
    runReducers {
      let effect = reduce(action, binding)
      // The effects of an action do not belong to the effect that sent it. They belong to the part of the feature that
      // returned them.
      if !effect.isNone { perform(effect, from: EffectOrigin(group: group())) }
      if effectTree.count > 0 { endRemovedScopes() }
      if !isQueueEmpty { reduceQueue() }
    }
  }

  /// Adds an action to the queue, or drops and reports it if its chain is too long.
  func enqueue(_ action: Action, from origin: EffectOrigin) {
    guard case .reducing(let depth) = activity else {
      return append(
        Sent(action: action, origin: origin, depth: 0, transaction: .current, binding: BindingReceipt.takeSent()))
    }
    guard depth < Self.depthLimit else {
      _ = BindingReceipt.takeSent()
      return Misuse(
        """
        “\(action)” was dropped: it is the last of \(depth) actions that each sent the next one. A reducer that sends to itself must come \
        to an end, or wait between two actions. The store was made here.
        """, fileID: location.fileID, line: location.line
      ).report()
    }
    append(
      Sent(action: action, origin: origin, depth: depth + 1, transaction: .current, binding: BindingReceipt.takeSent()))
  }

  /// Removes the actions of ended effects from the queue.
  func dropActions(of end: EffectEnd) {
    guard position < queue.count else { return }
    queue = queue[position...].filter { !end.ends($0.origin) }
    position = 0
  }

  private func append(_ sent: Sent) {
    queue.append(sent)
    isQueueEmpty = false
  }

  /// Reduces the actions in the queue, unless an action is being reduced.
  func drain() {
    guard case .resting = activity, !isQueueEmpty else { return }
    runReducers { reduceQueue() }
  }

  /// Runs a closure that reduces actions, with the dependencies of the store. Dependencies that an effect has replaced
  /// do not apply to the reducers of its actions.
  private func runReducers(_ body: () -> Void) {
    if hasReplacedDependencies || DependencyValues.isAnyReplaced {
      DependencyValues.$current.withValue(dependencies, operation: body)
    } else {
      body()
    }
    activity = .resting
  }

  private func reduceQueue() {
    while position < queue.count {
      let sent = queue[position]
      position += 1
      activity = .reducing(depth: sent.depth)
      let effect =
        sent.transaction.isEmpty
        ? reduce(sent.action, sent.binding) : withTransaction(sent.transaction) { reduce(sent.action, sent.binding) }
      perform(effect, from: EffectOrigin(group: sent.origin.group))
      if effectTree.count > 0 { endRemovedScopes() }
    }
    queue.removeAll(keepingCapacity: queue.count < 64)
    position = 0
    isQueueEmpty = true
  }

  /// Ends the effects of children whose state was removed by a reducer other than the one that runs them.
  private func endRemovedScopes() {
    guard let removedScopes = reducer.removedScopes else { return }
    let removed = MutationLog.unobserved { removedScopes(storage, effectTree) }
    for path in removed {
      if let scope = path.last { cancel(.scope(scope, in: path.dropLast())) }
    }
  }

  private func reduce(_ action: Action, _ binding: BindingReceipt?) -> Effect<Action> {
    if let binding { return binding.checking(action) { reduce(action) } }
    // This check is repeated here, because the call of the generic function looks up the type of the result.
    guard BindingReceipt.isAnyMade else { return reduce(action) }
    return BindingReceipt.reducing(nil) { reduce(action) }
  }

  private func reduce(_ action: Action) -> Effect<Action> {
    let scope = MutationLog.begin()
    let (effect, isReplaced) = reducer.closure(&storage, action)
    MutationLog.end(scope)
    if isReplaced { wholeState.notify() }
    return effect
  }
}
