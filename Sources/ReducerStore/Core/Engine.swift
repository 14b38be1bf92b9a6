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
struct NewCore<State, Action> {
  let core: any Core<State, Action>

  @usableFromInline
  init(state: State, location: (fileID: StaticString, line: UInt), reducer: RootReducer<State, Action>) {
    core = Engine(state: state, location: location, reducer: reducer)
  }
}

/// A store's reducer, which also says whether another state has taken the place of the whole one.
@MainActor @usableFromInline
struct RootReducer<State, Action> {
  let closure: @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)

  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    let reducer = reducer._prepared()
    self.init { state, action in
      let before = observedIdentity(state)
      let effect = reducer.closure(&state, action)
      return (effect, before == nil || before != observedIdentity(state))
    }
  }

  @usableFromInline
  init(closure: @escaping @MainActor (inout State, Action) -> (effect: Effect<Action>, isReplaced: Bool)) {
    self.closure = closure
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
  private let location: (fileID: StaticString, line: UInt)

  /// What was sent. Those before the position have been reduced.
  private var queue: [Sent] = []
  private var position = 0
  private var isQueueEmpty = true
  private var activity = Activity.resting
  private var running = RunningEffects()
  private var startedEffects = 0
  private var pauses: [CancelID: Pause] = [:]

  /// Called whenever an effect has ended. It is for tests, which wait for that.
  package var effectEnded: (() -> Void)?
  /// Runs effects where they leave the main actor, or `nil` for the runtime's pool. It is for tests.
  package var effectExecutor: (any TaskExecutor)?

  /// How many actions may follow from one another without a pause.
  private static var depthLimit: Int { 1_000 }

  /// An action, the piece of work that it belongs to, and how many others it follows from.
  private struct Sent {
    var action: Action
    var origin: EffectOrigin
    var depth: Int
    /// How the views are to change when it is reduced.
    var transaction: Transaction
  }

  private enum Activity {
    case resting
    case reducing(depth: Int)
  }

  /// The time after a throttled effect in which none with its id begins.
  private struct Pause {
    /// What begins when it is over.
    var next: (effect: Effect<Action>, origin: EffectOrigin)?
  }

  init(
    state: State, location: (fileID: StaticString, line: UInt), reducer: RootReducer<State, Action>
  ) {
    storage = state
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

  private func receive(_ action: Action, from origin: EffectOrigin) {
    guard case .resting = activity else { return enqueue(action, from: origin) }
    begin(action) { origin.group }
  }

  /// Reduces an action, and then what was sent meanwhile.
  private func begin(_ action: Action, group: () -> EffectGroup) {
    activity = .reducing(depth: 0)
    work {
      let effect = reduce(action)
      // What follows from an action is not a part of what sent it: it belongs where the reducers put it.
      if !effect.isNone { perform(effect, from: EffectOrigin(group: group())) }
      if !isQueueEmpty { reduceQueue() }
    }
  }

  private func enqueue(_ action: Action, from origin: EffectOrigin) {
    guard case .reducing(let depth) = activity else {
      return append(Sent(action: action, origin: origin, depth: 0, transaction: .current))
    }
    guard depth < Self.depthLimit else {
      return Misuse(
        """
        “\(action)” was dropped: it is the last of \(depth) actions that each sent the next one. A reducer that sends to itself must come \
        to an end, or wait between two actions. The store was made here.
        """, fileID: location.fileID, line: location.line
      ).report()
    }
    append(Sent(action: action, origin: origin, depth: depth + 1, transaction: .current))
  }

  private func append(_ sent: Sent) {
    queue.append(sent)
    isQueueEmpty = false
  }

  private func drain() {
    guard case .resting = activity, !isQueueEmpty else { return }
    work { reduceQueue() }
  }

  /// Does a piece of work with the dependencies of the store: what an effect has replaced for itself is not for those who receive its actions.
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
        sent.transaction.isEmpty ? reduce(sent.action) : withTransaction(sent.transaction) { reduce(sent.action) }
      perform(effect, from: EffectOrigin(group: sent.origin.group))
    }
    queue.removeAll(keepingCapacity: queue.count < 64)
    position = 0
    isQueueEmpty = true
  }

  private func reduce(_ action: Action) -> Effect<Action> {
    let chapter = MutationLog.begin()
    let (effect, isReplaced) = reducer.closure(&storage, action)
    MutationLog.end(chapter)
    if isReplaced { whole.notify() }
    return effect
  }
}

extension Engine {
  /// Begins an effect, and gives the tasks that have not ended.
  @discardableResult
  private func perform(_ effect: Effect<Action>, from origin: EffectOrigin) -> [Task<Void, Never>] {
    var origin = origin
    switch effect.operation {
    case .none: return []
    case .send(let action):
      enqueue(action, from: origin)
      return []
    case .run(let priority, let body): return start(body, priority: priority, from: origin)
    case .merge(let effects): return effects.flatMap { perform($0, from: origin) }
    case .concatenate(let effects): return performInOrder(effects[...], from: origin)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancel(.id(id, in: origin.path)) }
      origin.ids.append(CancelID(id: id, path: origin.path))
      return perform(effect, from: origin)
    case .throttle(let effect, let id, let interval, let clock, let latest):
      let pause = CancelID(id: id, path: origin.path)
      return throttle(effect, pause, from: origin, latest: latest) { try await clock.sleep(for: interval) }
    case .cancel(let id):
      cancel(.id(id, in: origin.path))
      return []
    case .scoped(let effect, let scope):
      origin.path.append(scope)
      return perform(effect, from: origin)
    case .endScope(let scope):
      cancel(.scope(scope, in: origin.path))
      return []
    }
  }

  /// Begins effects until one of them does not end at once. A task does the others when it has ended.
  private func performInOrder(_ effects: ArraySlice<Effect<Action>>, from origin: EffectOrigin) -> [Task<Void, Never>] {
    var rest = effects
    while let effect = rest.popFirst() {
      let tasks = perform(effect, from: origin)
      if tasks.isEmpty { continue }
      if rest.isEmpty { return tasks }
      return start({ [weak self, rest] _ in
        for task in tasks { await task.value }
        guard !Task.isCancelled, let next = self?.performInOrder(rest, from: origin) else { return }
        self?.drain()
        for task in next { await task.value }
      }, priority: nil, from: origin)
    }
    return []
  }

  /// Throttles one effect: begins it, or keeps it for when the pause is over.
  private func throttle(
    _ effect: Effect<Action>, _ pause: CancelID, from origin: EffectOrigin, latest: Bool,
    _ wait: @escaping @MainActor () async throws -> Void
  ) -> [Task<Void, Never>] {
    if let running = pauses[pause] {
      if latest || running.next == nil { keep((effect, origin), in: pause) }
      return []
    }
    pauses[pause] = Pause()
    let tasks = perform(effect, from: origin)
    return tasks + start({ [weak self] _ in
      do {
        repeat { try await wait() } while self?.beginNext(after: pause) == true
      } catch {
        // It was cancelled: the pause is over.
      }
      self?.keep(nil, in: pause)
      self?.pauses[pause] = nil
    }, priority: nil, from: origin)
  }

  /// Keeps an effect for when a pause is over, in place of the one that was kept.
  private func keep(_ next: (effect: Effect<Action>, origin: EffectOrigin)?, in pause: CancelID) {
    pauses[pause]?.next?.origin.group.kept -= 1
    pauses[pause]?.next = next
    next?.origin.group.kept += 1
  }

  /// Begins what was kept while a pause lasted, if there is something.
  private func beginNext(after pause: CancelID) -> Bool {
    guard let next = pauses[pause]?.next else { return false }
    keep(nil, in: pause)
    perform(next.effect, from: next.origin)
    drain()
    return true
  }

  private func start(
    _ body: @escaping @MainActor (Send<Action>) async -> Void, priority: TaskPriority?, from origin: EffectOrigin
  ) -> [Task<Void, Never>] {
    startedEffects += 1
    let id = EffectID(number: startedEffects)
    running.insert(id, from: origin)
    let send = Send<Action>(isEnded: { [weak self] in self?.running[id]?.isCancelled == true }) { [weak self] action in
      self?.receive(action, from: origin)
    }
    // The effect that sent the action may be that of a presented feature: what it would dismiss is not for this one.
    let context = EffectContext(origin: origin, host: self)
    let task = DismissEffect.$presentation.withValue(nil) {
      CurrentEffect.$context.withValue(context) {
        Task.immediate(priority: priority, executorPreference: effectExecutor) { [weak self] in
          await body(send)
          self?.end(id, in: origin.group)
        }
      }
    }
    guard let effect = running[id] else { return [] }
    if effect.isCancelled { task.cancel() }
    running.setTask(task, of: id)
    origin.group.tasks[id] = task
    return [task]
  }

  private func end(_ id: EffectID, in group: EffectGroup) {
    running.remove(id)
    group.tasks[id] = nil
    effectEnded?()
  }

}

extension Engine: EffectHost {
  func start(_ body: @escaping @MainActor () async -> Void, from origin: EffectOrigin) -> Task<Void, Never>? {
    start({ _ in await body() }, priority: nil, from: origin).first
  }

  /// Cancels the effects that come from somewhere, and drops what they have sent and nobody has received.
  func cancel(_ end: EffectEnd) {
    if !running.isEmpty {
      for task in running.cancel(end) { task.cancel() }
    }
    if position < queue.count {
      queue = queue[position...].filter { !end.ends($0.origin) }
      position = 0
    }
  }
}
