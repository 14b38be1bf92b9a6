public import Observation

/// Holds the state of a feature, takes its actions, and runs the effects that follow from them.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// Reading the state in the body of a view observes it. Only the reducer writes it.
///
/// The store owns its effects: when it goes away they are cancelled, and what they still send is dropped. No effect keeps the store alive.
@MainActor @dynamicMemberLookup
public final class Store<State, Action>: Observable {
  private var storage: State
  private let reduce: (inout State, Action) -> Effect<Action>
  private let registrar = ObservationRegistrar()

  private var queue: [Sent] = []
  private var activity = Activity.resting
  private var running: [EffectID: Running] = [:]
  private var startedEffects = 0

  /// Whether an effect has begun and not ended.
  package var isRunningEffects: Bool { !running.isEmpty }

  /// Called whenever an effect has ended. It is for tests, which wait for that.
  package var effectEnded: (() -> Void)?

  /// An action and the piece of work that it belongs to.
  private struct Sent {
    var action: Action
    var group: EffectGroup
  }

  private enum Activity {
    case resting
    case reducing
  }

  /// An effect that has begun and not ended.
  private struct Running {
    /// `nil` only while the effect runs to its first suspension.
    var task: Task<Void, Never>?
    var ids: [AnyHashable]
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: What the feature begins with.
  ///   - reducer: The feature.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    let reducer = reducer()
    storage = initialState()
    reduce = { state, action in reducer.reduce(into: &state, action: action) }
  }

  isolated deinit {
    for effect in running.values { effect.task?.cancel() }
  }

  /// All that the feature knows at this moment.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return storage
  }

  /// A part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    registrar.access(self, keyPath: \.state)
    return storage[keyPath: keyPath]
  }

  /// Tells the feature that something happened.
  ///
  /// The action has been reduced when this returns, and its effects have begun. An action that is sent while another is being reduced, or
  /// while its effects begin, is reduced after it: actions are never reduced inside of one another.
  ///
  /// - Returns: The work that follows from the action, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    let group = EffectGroup()
    receive(action, in: group)
    return StoreTask(group: group)
  }

  /// Tells the feature that something happened; views change with an animation.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    withAnimation(animation) { send(action) }
  }

  private func receive(_ action: Action, in group: EffectGroup) {
    queue.append(Sent(action: action, group: group))
    guard case .resting = activity else { return }
    activity = .reducing
    defer { activity = .resting }
    while !queue.isEmpty {
      let sent = queue.removeFirst()
      let effect = registrar.withMutation(of: self, keyPath: \.state) { reduce(&storage, sent.action) }
      perform(effect, in: sent.group, ids: [])
    }
  }

  private func perform(_ effect: Effect<Action>, in group: EffectGroup, ids: [AnyHashable]) {
    switch effect.operation {
    case .none: break
    case .send(let action): queue.append(Sent(action: action, group: group))
    case .run(let priority, let body): start(body, priority: priority, in: group, ids: ids)
    case .merge(let effects):
      for effect in effects { perform(effect, in: group, ids: ids) }
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancel(id) }
      perform(effect, in: group, ids: ids + [id])
    case .cancel(let id): cancel(id)
    }
  }

  private func start(
    _ body: @escaping @MainActor (Send<Action>) async -> Void, priority: TaskPriority?, in group: EffectGroup,
    ids: [AnyHashable]
  ) {
    startedEffects += 1
    let id = EffectID(number: startedEffects)
    running[id] = Running(ids: ids)
    let send = Send<Action> { [weak self] action in self?.receive(action, in: group) }
    let task = Task.immediate(priority: priority) { [weak self] in
      await body(send)
      self?.end(id, in: group)
    }
    guard running[id] != nil else { return }
    running[id]?.task = task
    group.tasks[id] = task
  }

  private func end(_ id: EffectID, in group: EffectGroup) {
    running[id] = nil
    group.tasks[id] = nil
    effectEnded?()
  }

  private func cancel(_ id: AnyHashable) {
    for effect in running.values where effect.ids.contains(id) { effect.task?.cancel() }
  }
}

/// A store of a reducer's state and actions: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
