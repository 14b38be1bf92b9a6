/// Work that follows from an action: it runs outside of the reducer, and feeds what comes of it back as actions.
///
/// An effect does nothing by itself. The store runs it, and cancels it when the store goes away.
public struct Effect<Action> {
  @usableFromInline package let operation: Operation

  @usableFromInline
  package indirect enum Operation {
    case none
    /// The receipt is that of a field's write.
    case send(Action, BindingReceipt?)
    case run(priority: TaskPriority?, @MainActor (Send<Action>) async -> Void)
    case merge([Effect])
    case cancellable(Effect, id: AnyHashable, cancelInFlight: Bool)
    case cancel(id: AnyHashable)
    case concatenate([Effect])
    case throttle(Effect, id: AnyHashable, interval: Duration, clock: any Clock<Duration>, latest: Bool)
    /// An effect of a part of the feature.
    case scoped(Effect, EffectScope)
    /// Ends what belongs to a part of the feature.
    case endScope(EffectScope)
  }

  @inlinable
  package init(operation: Operation) {
    self.operation = operation
  }

  /// No work.
  @inlinable
  public static var none: Effect { Effect(operation: .none) }

  /// Whether there is nothing to do.
  @inlinable
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Feeds an action back at once: it is reduced after the one that is being reduced, and after those that were sent before.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action, BindingReceiptFinder<Action>()?.receipt(of: action)))
  }

  /// Feeds an action back at once; views change with an animation.
  @MainActor
  public static func send(_ action: Action, animation: Animation?) -> Effect {
    send(action).animation(animation)
  }

  /// Runs asynchronous work that may send any number of actions.
  ///
  /// The work is on the main actor: it starts before `store.send` returns, and goes on to its first suspension. Slow work belongs into the functions
  /// that it awaits. After its cancellation its actions are dropped.
  ///
  /// - Parameters:
  ///   - priority: The task's priority, or `nil` for the priority of the sender.
  ///   - operation: The work. A `CancellationError` that it throws ends it without a report, whatever was cancelled.
  ///   - handler: Handles any other error, also an error after the cancellation; its actions are then dropped. Without a handler an error is reported
  ///     as a `Misuse` of this line, unless the work was cancelled, because the cancellation may have caused the error.
  ///   - fileID: The file of the caller.
  ///   - line: The line of the caller.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    let dependencies = DependencyValues.isAnyReplaced ? DependencyValues.current : DependencyValues()
    return Effect(
      operation: .run(priority: priority) { send in
        let send = send.reportingLateness(fileID: fileID, line: line)
        if dependencies.isUntouched { return await attempt(operation, send, catch: handler, fileID: fileID, line: line) }
        await DependencyValues.$current.withValue(dependencies) {
          await attempt(operation, send, catch: handler, fileID: fileID, line: line)
        }
      })
  }

  @MainActor
  private static func attempt(
    _ operation: @MainActor @Sendable (_ send: Send<Action>) async throws -> Void, _ send: Send<Action>,
    catch handler: (@MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?,
    fileID: StaticString, line: UInt
  ) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      // An error after the cancellation may follow from the cancellation.
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

  /// Several effects at the same time.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Several effects at the same time. They start in their order.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    var merged: [Effect] = []
    for effect in effects where !effect.isNone {
      if case .merge(let parts) = effect.operation { merged += parts } else { merged.append(effect) }
    }
    return merged.count > 1 ? Effect(operation: .merge(merged)) : merged.first ?? .none
  }

  /// This effect and another at the same time.
  @inlinable
  public func merge(with other: Effect) -> Effect {
    if other.isNone { return self }
    return isNone ? other : merged(with: other)
  }

  @usableFromInline
  func merged(with other: Effect) -> Effect {
    if case .merge(let effects) = operation { return Effect(operation: .merge(effects + [other])) }
    return Effect(operation: .merge([self, other]))
  }

  /// The same effect, which ``cancel(id:)`` can end.
  ///
  /// - Parameters:
  ///   - id: A value that distinguishes it from other effects of the store. Several effects may share it: they are cancelled together.
  ///   - cancelInFlight: Whether effects with this id that are still running are cancelled first.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(operation: .cancellable(self, id: AnyHashable(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels all running effects with this id.
  public static func cancel(id: some Hashable) -> Effect {
    Effect(operation: .cancel(id: AnyHashable(id)))
  }

  /// Several effects one after another: each begins when those before it have ended.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Several effects one after another: each begins when those before it have ended.
  public static func concatenate(_ effects: some Collection<Effect>) -> Effect {
    var sequence: [Effect] = []
    for effect in effects where !effect.isNone {
      if case .concatenate(let parts) = effect.operation { sequence += parts } else { sequence.append(effect) }
    }
    return sequence.count > 1 ? Effect(operation: .concatenate(sequence)) : sequence.first ?? .none
  }

  /// This effect, and another when it has ended.
  public func concatenate(with other: Effect) -> Effect {
    switch (operation, other.operation) {
    case (.none, _): other
    case (_, .none): self
    case (.concatenate(let effects), _): Effect(operation: .concatenate(effects + [other]))
    default: Effect(operation: .concatenate([self, other]))
    }
  }

  /// The same work, delayed until no effect with this id has been returned for a duration.
  ///
  /// - Parameters:
  ///   - id: The id that distinguishes it from other effects. A waiting or running effect with this id is cancelled.
  ///   - delay: How long to wait.
  ///   - clock: The clock that measures the time.
  public func debounce(id: some Hashable, for delay: Duration, clock: any Clock<Duration>) -> Effect {
    Effect.run { _ in try await clock.sleep(for: delay) }
      .concatenate(with: self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// The same work, started at most once in each interval. It starts at once if the interval has passed, and otherwise at the end of the interval.
  ///
  /// An effect that waits for the end of the interval counts as running. The interval itself does not.
  ///
  /// - Parameters:
  ///   - id: The id that distinguishes it from other effects. ``cancel(id:)`` with this id ends a waiting or running effect.
  ///   - interval: The least time between two starts.
  ///   - clock: The clock that measures the time.
  ///   - latest: Whether the last effect within the interval starts at its end, or the first.
  public func throttle(
    id: some Hashable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Effect {
    Effect(operation: .throttle(self, id: AnyHashable(id), interval: interval, clock: clock, latest: latest))
  }

  /// The same work with converted actions.
  @MainActor
  public func map<NewAction>(_ transform: @escaping @MainActor (Action) -> NewAction) -> Effect<NewAction> {
    map(transform, dismiss: nil)
  }
}

extension Effect {
  /// The same work; views change with an animation when its actions are reduced.
  @MainActor
  public func animation(_ animation: Animation? = .default) -> Effect {
    transaction(Transaction(animation: animation))
  }

  /// The same work. Views change with the transaction when its actions are reduced.
  @MainActor
  public func transaction(_ transaction: Transaction) -> Effect {
    switch operation {
    case .none, .cancel, .endScope: self
    case .send(let action, let receipt):
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
      Effect(operation: .throttle(effect.transaction(transaction), id: id, interval: interval, clock: clock, latest: latest))
    case .scoped(let effect, let scope): Effect(operation: .scoped(effect.transaction(transaction), scope))
    }
  }
}

extension Effect {
  /// The same work with converted actions.
  ///
  /// - Parameters:
  ///   - transform: Converts an action to an action of the parent.
  ///   - dismiss: Handles `dismiss()` in the work, or `nil` to leave it to the parent.
  @MainActor
  package func map<NewAction>(
    _ transform: @escaping @MainActor (Action) -> NewAction, dismiss: (@MainActor (Send<NewAction>) -> Void)?
  ) -> Effect<NewAction> {
    switch operation {
    case .none: .none
    case .send(let action, let receipt): Effect<NewAction>(operation: .send(transform(action), receipt))
    case .run(let priority, let body):
      Effect<NewAction>(operation: .run(priority: priority, Self.body(body, transform, dismiss)))
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
    case .scoped(let effect, let scope): Effect<NewAction>(operation: .scoped(effect.map(transform, dismiss: dismiss), scope))
    case .endScope(let scope): Effect<NewAction>(operation: .endScope(scope))
    }
  }

  @MainActor
  private static func body<NewAction>(
    _ body: @escaping @MainActor (Send<Action>) async -> Void, _ transform: @escaping @MainActor (Action) -> NewAction,
    _ dismiss: (@MainActor (Send<NewAction>) -> Void)?
  ) -> @MainActor (Send<NewAction>) async -> Void {
    { send in
      let mapped = Send<Action>(phase: send.phase) { send.deliver(transform($0)) }
      guard let dismiss else { return await body(mapped) }
      // The innermost presentation is the last to set this, and so the one that its effects dismiss.
      await DismissEffect.$presentation.withValue(DismissEffect.Handler { dismiss(send) }) { await body(mapped) }
    }
  }

  /// The same work, as belonging to a part of the feature.
  @usableFromInline
  package func scoped(_ scope: EffectScope) -> Effect {
    if case .none = operation { return self }
    return Effect(operation: .scoped(self, scope))
  }
}

/// The work that follows from a reducer's actions: `EffectOf<Counter>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
