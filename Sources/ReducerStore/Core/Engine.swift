/// Where a store finds its state, and sends its actions.
@MainActor
package protocol Core<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  /// The state, observed.
  var state: State { get }
  /// Whether the state is still where it was when this was made.
  var isPresent: Bool { get }
  /// Whether an effect of the whole store has begun and not ended.
  var isRunningEffects: Bool { get }
  /// The line that made the store.
  var location: (fileID: StaticString, line: UInt) { get }
  /// Reduces an action, after those that are being reduced.
  func receive(_ action: Action, in group: EffectGroup)
  /// Reduces an action, after those that are being reduced, and gives the effects that follow, or `nil` where there can be none.
  func receive(_ action: Action) -> EffectGroup?
}

extension Core {
  package func receive(_ action: Action) -> EffectGroup? {
    let group = EffectGroup()
    receive(action, in: group)
    return group
  }
}

/// A store's engine, as it is made.
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
  init(removedScopes: RemovedScopes<State>?, closure: @escaping @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)) {
    self.closure = closure
    self.removedScopes = removedScopes
  }
}

/// Holds the state of a whole feature, reduces its actions one after another, and runs its effects.
@MainActor
package final class Engine<State, Action>: Core {
  private var storage: State
  private let reducer: RootReducer<State, Action>
  private let whole = ObservedField()
  private let dependencies = DependencyValues.current
  private let hasReplacedDependencies = !DependencyValues.current.isUntouched
  package let location: (fileID: StaticString, line: UInt)

  /// The sent actions. The actions before the position have been reduced.
  private var queue: [Sent] = []
  private var position = 0
  private var isQueueEmpty = true
  private var activity = Activity.resting
  var running: RunningEffects
  /// The parts of the feature in which effects run.
  private let effectTree = EffectTree()
  var startedEffects = 0
  /// The time after each throttled effect in which none with its id begins.
  var throttleWindows: [CancelID: ThrottleWindow] = [:]

  /// Called whenever an effect has ended. It is for tests, which wait for that.
  package var effectEnded: (() -> Void)?
  /// Runs the work of an effect, within the task of the effect. It is for tests.
  package var runEffect: (@MainActor (_ work: @MainActor () async -> Void) async -> Void)?

  /// How many actions may follow from one another without a pause.
  private static var depthLimit: Int { 1_000 }

  /// An action, the piece of work that it belongs to, and how many others it follows from.
  private struct Sent {
    var action: Action
    var origin: EffectOrigin
    var depth: Int
    /// How the views are to change when it is reduced.
    var transaction: Transaction
    /// The receipt of a field's write.
    var binding: BindingReceipt?
  }

  private enum Activity {
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
    whole.access()
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

  /// Reduces an action, and then the actions that were sent during it.
  private func begin(_ action: Action, group: () -> EffectGroup) {
    activity = .reducing(depth: 0)
    let binding = BindingReceipt.takeSent()
    work {
      let effect = reduce(action, binding)
      // The effects of an action do not belong to the effect that sent it. They belong to the part of the feature that returned them.
      if !effect.isNone { perform(effect, from: EffectOrigin(group: group())) }
      if effectTree.count > 0 { endRemovedScopes() }
      if !isQueueEmpty { reduceQueue() }
    }
  }

  func enqueue(_ action: Action, from origin: EffectOrigin) {
    guard case .reducing(let depth) = activity else {
      return append(Sent(action: action, origin: origin, depth: 0, transaction: .current, binding: BindingReceipt.takeSent()))
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
    append(Sent(action: action, origin: origin, depth: depth + 1, transaction: .current, binding: BindingReceipt.takeSent()))
  }

  /// Drops what has been sent by effects that end, and not reduced.
  func dropActions(of end: EffectEnd) {
    guard position < queue.count else { return }
    queue = queue[position...].filter { !end.ends($0.origin) }
    position = 0
  }

  private func append(_ sent: Sent) {
    queue.append(sent)
    isQueueEmpty = false
  }

  func drain() {
    guard case .resting = activity, !isQueueEmpty else { return }
    work { reduceQueue() }
  }

  /// Runs a closure with the dependencies of the store. An effect's own replacements do not apply to the reducers of its actions.
  private func work(_ body: () -> Void) {
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

  /// Ends the effects of children that a reducer has removed that does not run them.
  private func endRemovedScopes() {
    guard let removedScopes = reducer.removedScopes else { return }
    let gone = MutationLog.unobserved { removedScopes(storage, effectTree) }
    for path in gone {
      if let scope = path.last { cancel(.scope(scope, in: path.dropLast())) }
    }
  }

  private func reduce(_ action: Action, _ binding: BindingReceipt?) -> Effect<Action> {
    if let binding { binding.checking(action) { reduce(action) } } else { BindingReceipt.reducing(nil) { reduce(action) } }
  }

  private func reduce(_ action: Action) -> Effect<Action> {
    let scope = MutationLog.begin()
    let (effect, isReplaced) = reducer.closure(&storage, action)
    MutationLog.end(scope)
    if isReplaced { whole.notify() }
    return effect
  }
}
