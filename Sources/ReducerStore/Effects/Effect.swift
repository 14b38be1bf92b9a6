/// Work that follows from an action. The work runs outside of the reducer, and sends its results back as actions.
///
/// ```swift
/// case .refreshButtonTapped:
///   return .run { send in
///     await send(.feedLoaded(client.load()))
///   }
/// ```
///
/// An effect only describes work. The store runs the effects that a reducer returns, and cancels them when the store is
/// released.
public struct Effect<Action> {
  @usableFromInline package let operation: Operation

  @usableFromInline
  package indirect enum Operation {
    case none
    /// Sends an action. If the action contains a ``BindingAction``, the receipt records whether a reducer has applied
    /// the `BindingAction`. For other actions, the receipt is `nil`.
    case send(Action, BindingReceipt?)
    case run(priority: TaskPriority?, @MainActor (Send<Action>) async -> Void)
    /// Runs effects at the same time.
    case merge([Effect])
    /// Runs an effect that can be cancelled by the id. With `cancelInFlight`, running effects with the id are cancelled
    /// first.
    case cancellable(Effect, id: AnyHashable, cancelInFlight: Bool)
    /// Cancels the running effects with the id.
    case cancel(id: AnyHashable)
    /// Runs effects one after another.
    case concatenate([Effect])
    /// Runs an effect at most once per interval. See ``Effect/throttle(id:for:clock:latest:)``.
    case throttle(Effect, id: AnyHashable, interval: Duration, clock: any Clock<Duration>, latest: Bool)
    /// Runs an effect that belongs to a part of the feature.
    case scoped(Effect, EffectScope)
    /// Cancels the effects of a part of the feature.
    case endScope(EffectScope)
  }

  @inlinable
  package init(operation: Operation) {
    self.operation = operation
  }

  /// An effect without work.
  @inlinable
  public static var none: Effect { Effect(operation: .none) }

  /// Whether the effect has no work.
  @inlinable
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Returns an effect that sends an action immediately. The store reduces the action after the current action and the
  /// actions that are already queued.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action, BindingReceiptFinder<Action>()?.receipt(of: action)))
  }

  /// Returns an effect that sends an action immediately. The resulting changes of views are animated.
  @MainActor
  public static func send(_ action: Action, animation: Animation?) -> Effect {
    send(action).animation(animation)
  }

  /// Returns an effect that runs asynchronous work and may send any number of actions.
  ///
  /// The work runs on the main actor. Its first part, up to the first suspension, runs before `store.send` returns. So
  /// put slow computations into functions that the work awaits. After the cancellation of the effect, the actions that
  /// the effect sends are dropped.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task, or `nil` for the priority of the task that sends the action.
  ///   - operation: The work. A `CancellationError` that the work throws ends the effect without a report.
  ///   - handler: Handles any other error, also after a cancellation. The actions that the handler sends after a
  ///     cancellation are dropped. If this parameter is `nil`, an error is reported as a `Misuse` at the caller's line.
  ///     After a cancellation the error is not reported, because the cancellation may have caused it.
  ///   - fileID: The file of the caller.
  ///   - line: The line of the caller.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    // Setting a task-local value has a cost, so the dependencies are set only if one of them was replaced.
    let dependencies = DependencyValues.isAnyReplaced ? DependencyValues.current : DependencyValues()
    return Effect(
      operation: .run(priority: priority) { send in
        let send = send.reportingLateActions(fileID: fileID, line: line)
        if dependencies.isUntouched {
          return await attempt(operation, send, catch: handler, fileID: fileID, line: line)
        }
        await DependencyValues.$current.withValue(dependencies) {
          await attempt(operation, send, catch: handler, fileID: fileID, line: line)
        }
      })
  }

  /// Runs the work of an effect, and handles or reports its error.
  @MainActor
  private static func attempt(
    _ operation: @MainActor @Sendable (_ send: Send<Action>) async throws -> Void, _ send: Send<Action>,
    catch handler: (@MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?,
    fileID: StaticString, line: UInt
  ) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      // A cancellation is not a failure.
    } catch let error {
      if let handler { return await handler(error, send) }
      if Task.isCancelled { return }
      Misuse(
        """
        An effect threw an error that nothing catches: \(error). Send it as an action, or give the effect a “catch” closure.
        """, fileID: fileID, line: line
      ).report()
    }
  }

  /// Returns an effect that runs several effects at the same time.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Returns an effect that runs several effects at the same time. The effects start in their order.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    var merged: [Effect] = []
    for effect in effects where !effect.isNone {
      if case .merge(let parts) = effect.operation { merged += parts } else { merged.append(effect) }
    }
    return merged.count > 1 ? Effect(operation: .merge(merged)) : merged.first ?? .none
  }

  /// Returns an effect that runs this effect and another one at the same time.
  @inlinable
  public func merge(with other: Effect) -> Effect {
    if other.isNone { return self }
    return isNone ? other : mergedWork(with: other)
  }

  /// Merges two effects that both have work.
  @usableFromInline
  func mergedWork(with other: Effect) -> Effect {
    if case .merge(let effects) = operation { return Effect(operation: .merge(effects + [other])) }
    return Effect(operation: .merge([self, other]))
  }

  /// Returns the same effect with an id, by which ``cancel(id:)`` can cancel it.
  ///
  /// - Parameters:
  ///   - id: The id. Effects with the same id in the same part of the feature are cancelled together.
  ///   - cancelInFlight: Whether running effects with this id are cancelled before this effect starts.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(operation: .cancellable(self, id: AnyHashable(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels all running effects with this id, in this part of the feature and in its children.
  public static func cancel(id: some Hashable) -> Effect {
    Effect(operation: .cancel(id: AnyHashable(id)))
  }

  /// Returns an effect that runs several effects one after another. Each effect starts when the previous effect has
  /// ended.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Returns an effect that runs several effects one after another. Each effect starts when the previous effect has
  /// ended.
  public static func concatenate(_ effects: some Collection<Effect>) -> Effect {
    var sequence: [Effect] = []
    for effect in effects where !effect.isNone {
      if case .concatenate(let parts) = effect.operation { sequence += parts } else { sequence.append(effect) }
    }
    return sequence.count > 1 ? Effect(operation: .concatenate(sequence)) : sequence.first ?? .none
  }

  /// Returns an effect that runs this effect, and then another one.
  public func concatenate(with other: Effect) -> Effect {
    switch (operation, other.operation) {
    case (.none, _): other
    case (_, .none): self
    case (.concatenate(let effects), _): Effect(operation: .concatenate(effects + [other]))
    default: Effect(operation: .concatenate([self, other]))
    }
  }

  /// Returns the same effect with a delay. A later debounced effect with the same id cancels this effect and starts a
  /// new delay.
  ///
  /// - Parameters:
  ///   - id: The id. A waiting or running effect with the same id is cancelled.
  ///   - delay: The time before the effect starts.
  ///   - clock: The clock that measures the time.
  public func debounce(id: some Hashable, for delay: Duration, clock: any Clock<Duration>) -> Effect {
    Effect.run { _ in try await clock.sleep(for: delay) }
      .concatenate(with: self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Returns the same effect, limited to one start per interval.
  ///
  /// The effect starts immediately if no effect with the same id has started within the last interval. Otherwise the
  /// effect waits until the interval has ended.
  ///
  /// An effect that waits for the end of an interval counts as a running effect, for the store and for tests. An
  /// interval in which no effect waits does not count as a running effect.
  ///
  /// - Parameters:
  ///   - id: The id. ``cancel(id:)`` with this id cancels a waiting or running effect.
  ///   - interval: The minimum time between two starts.
  ///   - clock: The clock that measures the time.
  ///   - latest: Whether the last of the effects that arrive within an interval starts at the end of the interval.
  ///     Otherwise the first of these effects starts at that time. All others of these effects are dropped.
  public func throttle(
    id: some Hashable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Effect {
    Effect(operation: .throttle(self, id: AnyHashable(id), interval: interval, clock: clock, latest: latest))
  }

  /// Returns the same effect with its actions converted to actions of another type.
  @MainActor
  public func map<NewAction>(_ transform: @escaping @MainActor (Action) -> NewAction) -> Effect<NewAction> {
    map(transform, dismiss: nil)
  }
}

extension Effect {
  /// Returns the same effect. The changes of views that result from the effect's actions are animated.
  @MainActor
  public func animation(_ animation: Animation? = .default) -> Effect {
    transaction(Transaction(animation: animation))
  }

  /// Returns the same effect. The changes of views that result from the effect's actions use the transaction.
  @MainActor
  public func transaction(_ transaction: Transaction) -> Effect {
    switch operation {
    case .none, .cancel, .endScope: self
    case .send(let action, let receipt):
      // `.send` cannot carry a transaction, so `.run` sends the action within the transaction.
      Effect(
        operation: .run(priority: nil) { send in
          BindingReceipt.sending(receipt) { withTransaction(transaction) { send.deliver(action) } }
        })
    case .run(let priority, let body):
      Effect(
        operation: .run(priority: priority) { send in
          await body(Send(phase: send.phase) { action in withTransaction(transaction) { send.deliver(action) } })
        })
    case .merge(let effects): Effect(operation: .merge(effects.map { $0.transaction(transaction) }))
    case .concatenate(let effects): Effect(operation: .concatenate(effects.map { $0.transaction(transaction) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect(operation: .cancellable(effect.transaction(transaction), id: id, cancelInFlight: cancelInFlight))
    case .throttle(let effect, let id, let interval, let clock, let latest):
      Effect(
        operation: .throttle(effect.transaction(transaction), id: id, interval: interval, clock: clock, latest: latest))
    case .scoped(let effect, let scope): Effect(operation: .scoped(effect.transaction(transaction), scope))
    }
  }
}

extension Effect {
  /// Returns the same effect with its actions converted to actions of another type.
  ///
  /// - Parameters:
  ///   - transform: Converts an action to an action of the parent.
  ///   - dismiss: Called when the work of the effect calls `dismiss()`. `nil` if the call belongs to an enclosing
  ///     presentation.
  @MainActor
  package func map<NewAction>(
    _ transform: @escaping @MainActor (Action) -> NewAction, dismiss: (@MainActor (Send<NewAction>) -> Void)?
  ) -> Effect<NewAction> {
    switch operation {
    case .none: .none
    case .send(let action, let receipt): Effect<NewAction>(operation: .send(transform(action), receipt))
    case .run(let priority, let body):
      Effect<NewAction>(operation: .run(priority: priority, Self.convertedWork(body, transform, dismiss)))
    case .merge(let effects): Effect<NewAction>(operation: .merge(effects.map { $0.map(transform, dismiss: dismiss) }))
    case .concatenate(let effects):
      Effect<NewAction>(operation: .concatenate(effects.map { $0.map(transform, dismiss: dismiss) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<NewAction>(
        operation: .cancellable(effect.map(transform, dismiss: dismiss), id: id, cancelInFlight: cancelInFlight))
    case .throttle(let effect, let id, let interval, let clock, let latest):
      Effect<NewAction>(
        operation: .throttle(
          effect.map(transform, dismiss: dismiss), id: id, interval: interval, clock: clock, latest: latest))
    case .cancel(let id): Effect<NewAction>(operation: .cancel(id: id))
    case .scoped(let effect, let scope):
      Effect<NewAction>(operation: .scoped(effect.map(transform, dismiss: dismiss), scope))
    case .endScope(let scope): Effect<NewAction>(operation: .endScope(scope))
    }
  }

  /// Returns the work of an effect, with converted actions and with a handler of `dismiss()`.
  @MainActor
  private static func convertedWork<NewAction>(
    _ body: @escaping @MainActor (Send<Action>) async -> Void, _ transform: @escaping @MainActor (Action) -> NewAction,
    _ dismiss: (@MainActor (Send<NewAction>) -> Void)?
  ) -> @MainActor (Send<NewAction>) async -> Void {
    { send in
      let childSend = Send<Action>(phase: send.phase) { send.deliver(transform($0)) }
      guard let dismiss else { return await body(childSend) }
      // Each outer presentation wraps this closure and sets its own handler around the closure. The handler that is set
      // here is the innermost one, so it applies.
      await DismissEffect.$handler.withValue(DismissEffect.Handler { dismiss(send) }) { await body(childSend) }
    }
  }

  /// Returns the same effect, which then belongs to a part of the feature.
  @usableFromInline
  package func scoped(_ scope: EffectScope) -> Effect {
    if case .none = operation { return self }
    return Effect(operation: .scoped(self, scope))
  }
}

/// An effect of a reducer: `EffectOf<Counter>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
