/// Work that follows from an action: it runs outside of the reducer, and feeds what comes of it back as actions.
///
/// An effect does nothing by itself. The store runs it, and cancels it when the store goes away.
public struct Effect<Action> {
  package let operation: Operation

  package indirect enum Operation {
    case none
    case send(Action)
    case run(priority: TaskPriority?, @MainActor (Send<Action>) async -> Void)
    case merge([Effect])
    case cancellable(Effect, id: AnyHashable, cancelInFlight: Bool)
    case cancel(id: AnyHashable)
  }

  /// No work.
  public static var none: Effect { Effect(operation: .none) }

  /// Feeds an action back at once: it is reduced after the one that is being reduced, and after those that were sent before.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action))
  }

  /// Runs asynchronous work that may send any number of actions.
  ///
  /// The work is on the main actor: it starts before `store.send` returns, and goes on to its first suspension. What is slow belongs into
  /// the functions that it awaits. When it is cancelled, what it still sends is dropped.
  ///
  /// - Parameters:
  ///   - priority: The task's priority, or `nil` for that of the sender.
  ///   - operation: The work. A `CancellationError` that it throws ends it quietly.
  ///   - handler: What to do with any other error. Without it an error is reported as a ``Misuse`` of this line.
  ///   - fileID: The file of the caller.
  ///   - line: The line of the caller.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    Effect(
      operation: .run(priority: priority) { send in
        do {
          try await operation(send)
        } catch is CancellationError {
          // Whoever cancelled it wants nothing more of it.
        } catch let error {
          guard !Task.isCancelled else { return }
          if let handler { return await handler(error, send) }
          Misuse(
            """
            An effect threw an error that nothing catches: \(error). Send it as an action, or give the effect a “catch” closure.
            """, fileID: fileID, line: line
          ).report()
        }
      })
  }

  /// Several effects at the same time.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Several effects at the same time. They start in their order.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    effects.reduce(.none) { $0.merge(with: $1) }
  }

  /// This effect and another at the same time.
  public func merge(with other: Effect) -> Effect {
    switch (operation, other.operation) {
    case (.none, _): other
    case (_, .none): self
    case (.merge(let effects), _): Effect(operation: .merge(effects + [other]))
    default: Effect(operation: .merge([self, other]))
    }
  }

  /// The same effect, which ``cancel(id:)`` can end.
  ///
  /// - Parameters:
  ///   - id: Anything that tells it from other effects of the store. Several effects may share it: they are cancelled together.
  ///   - cancelInFlight: Whether effects with this id that are still running are cancelled first.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(operation: .cancellable(self, id: AnyHashable(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels all running effects with this id.
  public static func cancel(id: some Hashable) -> Effect {
    Effect(operation: .cancel(id: AnyHashable(id)))
  }

  /// The same work, whose actions are turned into others.
  @MainActor
  public func map<NewAction>(_ transform: @escaping @MainActor (Action) -> NewAction) -> Effect<NewAction> {
    switch operation {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let priority, let body):
      Effect<NewAction>(
        operation: .run(priority: priority) { send in
          await body(Send { send.deliver(transform($0)) })
        })
    case .merge(let effects): Effect<NewAction>(operation: .merge(effects.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<NewAction>(operation: .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id): Effect<NewAction>(operation: .cancel(id: id))
    }
  }
}

/// Sends actions from an effect back into its store.
///
/// When the effect was cancelled, or the store is gone, what is sent is dropped.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor (Action) -> Void

  /// Makes a sender out of a closure that takes the actions.
  public init(send: @escaping @MainActor (Action) -> Void) {
    self.send = send
  }

  /// Sends an action. On the main actor it does not suspend.
  public func callAsFunction(_ action: Action) async {
    deliver(action)
  }

  /// Sends an action; views change with an animation. On the main actor it does not suspend.
  public func callAsFunction(_ action: Action, animation: Animation?) async {
    withAnimation(animation) { deliver(action) }
  }

  fileprivate func deliver(_ action: Action) {
    guard !Task.isCancelled else { return }
    send(action)
  }
}
