// An engine holds the state of a root store, and runs the effects that the reducer returns.

extension Engine {
  /// Starts an effect, and returns the effect's tasks that have not ended yet. The effect `.send` adds its action to
  /// the queue without a task.
  ///
  /// - Parameter origin: The group, scopes and ids of the effect. Effects inside this effect inherit them.
  @discardableResult
  func perform(_ effect: Effect<Action>, from origin: EffectOrigin) -> [Task<Void, Never>] {
    var origin = origin
    switch effect.operation {
    case .none: return []
    case .send(let action, let receipt):
      BindingReceipt.sending(receipt) { enqueue(action, from: origin) }
      return []
    case .run(let priority, let body): return start(body, priority: priority, from: origin)
    case .merge(let effects): return effects.flatMap { perform($0, from: origin) }
    case .concatenate(let effects): return performInOrder(effects[...], from: origin)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancel(.id(id, in: origin.path)) }
      origin.ids.append(CancelID(id: id, path: origin.path))
      return perform(effect, from: origin)
    case .throttle(let effect, let id, let interval, let clock, let latest):
      return throttle(effect, id, from: origin, interval: interval, clock: clock, latest: latest)
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

  /// Runs effects one after another. After the first effect that does not end immediately, a task waits for that effect
  /// and runs the remaining effects. Returns the tasks that have not ended yet.
  private func performInOrder(_ effects: ArraySlice<Effect<Action>>, from origin: EffectOrigin) -> [Task<Void, Never>] {
    var rest = effects
    let tasks = performNext(&rest, from: origin)
    if rest.isEmpty { return tasks }
    return start(
      { [weak self, rest] _ in
        var (tasks, rest) = (tasks, rest)
        while !tasks.isEmpty {
          for task in tasks { await task.value }
          guard !Task.isCancelled else { return }
          tasks = self?.performNext(&rest, from: origin) ?? []
          // The started effects may have added actions to the queue.
          self?.drain()
        }
      }, priority: nil, from: origin)
  }

  /// Removes effects from `rest` and starts them, until one does not end immediately. Returns the tasks of that effect,
  /// or an empty array if all effects ended.
  private func performNext(_ rest: inout ArraySlice<Effect<Action>>, from origin: EffectOrigin) -> [Task<Void, Never>] {
    while let effect = rest.popFirst() {
      let tasks = perform(effect, from: origin)
      if !tasks.isEmpty { return tasks }
    }
    return []
  }

  /// Starts a task for an effect. Returns the task, or an empty array if the task ended before its first suspension.
  ///
  /// - Parameter status: The status of the new effect. A caller that passes a status can read it while the effect runs.
  func start(
    _ body: @escaping @MainActor (Send<Action>) async -> Void, priority: TaskPriority?, from origin: EffectOrigin,
    status: EffectStatus = EffectStatus()
  ) -> [Task<Void, Never>] {
    startedEffectCount += 1
    let id = EffectID(number: startedEffectCount)
    running.insert(id, from: origin, status: status)
    // After the release of the store, the phase is always `.running`, so that late actions are not reported.
    let send = Send<Action>(phase: { [weak self] in self == nil ? .running : status.phase }) { [weak self] action in
      self?.receive(action, from: origin)
    }
    // This code may run in the task of another effect, because an action of that task started the new effect. The other
    // effect may belong to a presented feature, whose `dismiss()` must not apply to the new effect.
    let context = EffectContext(origin: origin, host: self)
    let task = DismissEffect.$handler.withValue(nil) {
      CurrentEffect.$context.withValue(context) {
        Task.immediate(priority: priority) { [weak self, runEffect] in
          // Only tests set `runEffect`.
          if let runEffect { await runEffect { await body(send) } } else { await body(send) }
          // An effect that the store cancels by id or scope is marked before. Any other cancellation of the task comes
          // from the sender, or from the release of the store.
          status.isCancelledBySender = Task.isCancelled && !status.isCancelled
          self?.effectDidEnd(id, in: origin.group)
        }
      }
    }
    guard !status.hasEnded else { return [] }
    // The effect was cancelled before its first suspension, when its task was not known yet.
    if status.isCancelled { task.cancel() }
    running.setTask(task, of: id)
    origin.group.tasks[id] = task
    return [task]
  }

  /// Removes an effect that has ended from the running effects.
  private func effectDidEnd(_ id: EffectID, in group: EffectGroup) {
    running.remove(id)
    group.tasks[id] = nil
    onEffectEnd?()
  }
}

extension Engine: EffectHost {
  func start(_ body: @escaping @MainActor () async -> Void, from origin: EffectOrigin) -> Task<Void, Never>? {
    start({ _ in await body() }, priority: nil, from: origin).first
  }

  /// Cancels effects by id or scope, and removes their actions from the queue. If a scope is cancelled, also removes
  /// the throttle intervals inside the scope.
  func cancel(_ cancellation: EffectCancellation) {
    if !running.isEmpty {
      for task in running.markCancelled(by: cancellation) { task.cancel() }
    }
    if !throttleIntervals.isEmpty {
      throttleIntervals = throttleIntervals.filter { !cancellation.removes($0.key.path) }
    }
    dropActions(of: cancellation)
  }
}
