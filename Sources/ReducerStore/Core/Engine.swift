/// The source of a store's state and the receiver of its actions: the ``Engine`` of the whole feature, or a part of it.
@MainActor
package protocol Core<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  /// The current state. A read registers the current observer.
  var state: State { get }
  /// Whether this part of the feature still exists. `false` after an optional feature or an element was removed or
  /// replaced.
  var isPresent: Bool { get }
  /// Whether any effect of the root store is running.
  var isRunningEffects: Bool { get }
  /// The line that created the store, for reports.
  var location: (fileID: StaticString, line: UInt) { get }
  /// Reduces an action after the current action and the actions in the queue. The effects of the action join the group,
  /// which contains the running effects of one sent action.
  func receive(_ action: Action, in group: EffectGroup)
  /// Reduces an action after the current action and the actions in the queue.
  ///
  /// - Returns: The group that the effects of the action join, or `nil` if the action was reduced and has no effects.
  func receive(_ action: Action) -> EffectGroup?
}

extension Core {
  package func receive(_ action: Action) -> EffectGroup? {
    let group = EffectGroup()
    receive(action, in: group)
    return group
  }
}

/// Creates the engine of a new store. The initializer of `Store` is inlined into other modules, where `Engine` is not
/// visible. So it calls this type.
@MainActor @usableFromInline
struct StoreBootstrap<State, Action> {
  let core: any Core<State, Action>

  @usableFromInline
  init(state: State, location: (fileID: StaticString, line: UInt), reducer: RootReducer<State, Action>) {
    core = Engine(state: state, location: location, reducer: reducer)
  }
}

/// The reducer of a root store. It returns the effects of an action, and whether the whole state was replaced.
@MainActor @usableFromInline
struct RootReducer<State, Action> {
  /// Reduces an action. `isReplaced` is always `true` if the state is not observable.
  let closure: @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)
  /// Finds removed children whose effects still run. `nil` for a reducer without children.
  let findRemovedScopes: RemovedScopeSearch<State>?

  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    let reducer = reducer._prepared()
    self.init(findRemovedScopes: reducer.findRemovedScopes) { state, action in
      let before = observedIdentity(state)
      let effect = reducer.closure(&state, action)
      return (effect, before == nil || before != observedIdentity(state))
    }
  }

  @usableFromInline
  init(
    findRemovedScopes: RemovedScopeSearch<State>?,
    closure: @escaping @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)
  ) {
    self.closure = closure
    self.findRemovedScopes = findRemovedScopes
  }
}

/// Holds the state of a whole feature, reduces its actions one after another, and runs its effects.
@MainActor
package final class Engine<State, Action>: Core {
  private var storage: State
  private let reducer: RootReducer<State, Action>
  /// Notifies all readers of the state when the whole state was replaced. Each action on a state that is not observable
  /// counts as a replacement.
  private let wholeState = ObservedField()
  /// The dependencies of the task that created the store.
  private let dependencies = DependencyValues.current
  /// Whether any of the ``dependencies`` was replaced.
  private let hasReplacedDependencies = !DependencyValues.current.isUntouched
  package let location: (fileID: StaticString, line: UInt)

  /// The actions to reduce. The actions before `nextPosition` have been reduced.
  private var queue: [QueuedAction] = []
  /// The index in `queue` of the next action to reduce.
  private var nextPosition = 0
  /// Whether no action was added to the queue since the queue was last emptied.
  private var isQueueEmpty = true
  private var activity = Activity.idle
  /// The running effects, which the store cancels by id or by part of the feature.
  var running: RunningEffects
  /// The parts of the feature with running effects.
  private let effectTree = EffectTree()
  /// The number of effects that have been started. The next effect gets this number plus one as its id.
  var startedEffectCount = 0
  /// The interval after the start of each throttled effect, in which no effect with the same id starts.
  var throttleIntervals: [CancelID: ThrottleInterval] = [:]

  /// Called after each end of an effect. Tests set it to continue a wait.
  package var onEffectEnd: (() -> Void)?
  /// Runs the work of an effect within the effect's task. Only tests set this property. If it is `nil`, the work runs
  /// directly.
  package var runEffect: (@MainActor (_ work: @MainActor () async -> Void) async -> Void)?

  /// The largest depth of an action. In a *chain*, each action was sent during the reduction of the previous one. The
  /// *depth* of an action is the number of actions before it in its chain. A chain in which an action would have a
  /// greater depth is regarded as endless, and this action is dropped.
  private static var depthLimit: Int { 1_000 }

  /// An action in the queue.
  private struct QueuedAction {
    var action: Action
    var origin: EffectOrigin
    /// The number of actions before this action in its chain. See ``depthLimit``.
    var depth: Int
    /// The transaction of the sender. The changes of views that result from the action use it.
    var transaction: Transaction
    /// The receipt of a ``BindingAction``, or `nil` for another action.
    var bindingReceipt: BindingReceipt?
  }

  /// Whether an action is being reduced.
  private enum Activity {
    /// No action is being reduced.
    case idle
    /// An action is being reduced. `depth` is the depth of the action in its chain.
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
    guard case .idle = activity else {
      let group = EffectGroup()
      enqueue(action, from: EffectOrigin(group: group))
      return group
    }
    var group: EffectGroup?
    reduceNow(action) {
      let newGroup = EffectGroup()
      group = newGroup
      return newGroup
    }
    return group
  }

  /// Reduces an action of an effect, after the current action and the actions in the queue.
  func receive(_ action: Action, from origin: EffectOrigin) {
    guard case .idle = activity else { return enqueue(action, from: origin) }
    reduceNow(action) { origin.group }
  }

  /// Reduces an action, and then the actions that were sent during its reduction.
  ///
  /// - Parameter group: Returns the group of the action's effects. Called only if there are effects.
  private func reduceNow(_ action: Action, group: () -> EffectGroup) {
    activity = .reducing(depth: 0)
    let bindingReceipt = BindingReceipt.takeSent()
    runReducers {
      let effect = reduce(action, bindingReceipt)
      // The effects of an action do not belong to the effect that sent the action. They belong to the part of the
      // feature whose reducer returned them.
      if !effect.isNone { perform(effect, from: EffectOrigin(group: group())) }
      if effectTree.effectCount > 0 { endRemovedScopes() }
      if !isQueueEmpty { reduceQueue() }
    }
  }

  /// Adds an action to the queue. Drops and reports an action whose depth is greater than ``depthLimit``.
  func enqueue(_ action: Action, from origin: EffectOrigin) {
    guard case .reducing(let depth) = activity else {
      return append(
        QueuedAction(
          action: action, origin: origin, depth: 0, transaction: .current,
          bindingReceipt: BindingReceipt.takeSent()))
    }
    guard depth < Self.depthLimit else {
      // The action is dropped. If the action contains a `BindingAction`, its receipt is dropped too.
      _ = BindingReceipt.takeSent()
      return Misuse(
        """
        “\(action)” was dropped: it is the last of \(depth) actions that each sent the next one. A reducer that sends to itself must come \
        to an end, or wait between two actions. The store was made here.
        """, fileID: location.fileID, line: location.line
      ).report()
    }
    append(
      QueuedAction(
        action: action, origin: origin, depth: depth + 1, transaction: .current,
        bindingReceipt: BindingReceipt.takeSent()))
  }

  /// Removes the actions of cancelled effects from the queue.
  func dropActions(of cancellation: EffectCancellation) {
    guard nextPosition < queue.count else { return }
    queue = queue[nextPosition...].filter { !cancellation.cancels($0.origin) }
    nextPosition = 0
  }

  private func append(_ queuedAction: QueuedAction) {
    queue.append(queuedAction)
    isQueueEmpty = false
  }

  /// Reduces the actions in the queue. Does nothing while an action is being reduced, because the queue is emptied
  /// after that action.
  func drain() {
    guard case .idle = activity, !isQueueEmpty else { return }
    runReducers { reduceQueue() }
  }

  /// Runs a closure that reduces actions, with the dependencies of the store. An effect may have replaced dependencies
  /// for its own task. Its replacements do not apply to the reducers. After the closure, ``activity`` is idle.
  private func runReducers(_ body: () -> Void) {
    if hasReplacedDependencies || DependencyValues.isAnyReplaced {
      DependencyValues.$current.withValue(dependencies, operation: body)
    } else {
      body()
    }
    activity = .idle
  }

  /// Reduces the actions in the queue one after another, including actions that are added during this time.
  private func reduceQueue() {
    while nextPosition < queue.count {
      let next = queue[nextPosition]
      nextPosition += 1
      activity = .reducing(depth: next.depth)
      let effect =
        next.transaction.isEmpty
        ? reduce(next.action, next.bindingReceipt)
        : withTransaction(next.transaction) { reduce(next.action, next.bindingReceipt) }
      perform(effect, from: EffectOrigin(group: next.origin.group))
      if effectTree.effectCount > 0 { endRemovedScopes() }
    }
    // The memory of an unusually long queue is released.
    queue.removeAll(keepingCapacity: queue.count < 64)
    nextPosition = 0
    isQueueEmpty = true
  }

  /// Ends the effects of removed children. An operator such as `ifLet` ends only the effects of children that are
  /// removed while the operator runs. This method ends the effects of children that another reducer has removed.
  private func endRemovedScopes() {
    guard let findRemovedScopes = reducer.findRemovedScopes else { return }
    let removed = MutationLog.unobserved { findRemovedScopes(storage, effectTree) }
    for path in removed {
      if let scope = path.last { cancel(.scope(scope, in: path.dropLast())) }
    }
  }

  /// Runs the reducer for an action, and reports a ``BindingAction`` that no reducer applies.
  private func reduce(_ action: Action, _ bindingReceipt: BindingReceipt?) -> Effect<Action> {
    if let bindingReceipt { return bindingReceipt.checking(action) { reduce(action) } }
    // `BindingReceipt.reducing` makes the same check. The check here avoids a call of that generic function, which
    // would look up type metadata.
    guard BindingReceipt.isAnyCreated else { return reduce(action) }
    return BindingReceipt.reducing(nil) { reduce(action) }
  }

  /// Runs the reducer for an action, and then notifies the observers of the changed properties.
  private func reduce(_ action: Action) -> Effect<Action> {
    let mutationScope = MutationLog.begin()
    let (effect, isReplaced) = reducer.closure(&storage, action)
    MutationLog.end(mutationScope)
    if isReplaced { wholeState.notify() }
    return effect
  }
}
