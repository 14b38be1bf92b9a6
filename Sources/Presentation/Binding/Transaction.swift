/// The description of how views change when a piece of state changes.
///
/// A transaction has no effect by itself. When state is written, the code that updates the views reads ``current``.
public struct Transaction: Hashable, Sendable {
  /// The animation from the old values to the new ones, or `nil` if views change immediately.
  public var animation: Animation?

  /// Whether to disable the animations that views request themselves with `animation(_:value:)`.
  public var disablesAnimations = false

  /// The action to run when all animations of this transaction have ended. Each of these animations retains this
  /// object.
  package var completion: AnimationCompletion?

  /// Creates a transaction with an animation, or without one.
  public init(animation: Animation? = nil) {
    self.animation = animation
  }

  /// The transaction of the innermost ``withTransaction(_:_:)`` that is running, or an empty one.
  @MainActor public private(set) static var current = Transaction()

  /// Whether the transaction has no animation and no other setting.
  package var isEmpty: Bool { self == Transaction() }

  @MainActor
  fileprivate static func run<Result, Failure: Error>(
    _ transaction: Transaction, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = current
    current = transaction
    defer { current = outer }
    return try body()
  }
}

/// Runs a closure with a transaction that applies to the closure's writes to state.
///
/// The transaction applies until the closure returns. It does not apply to a task that the closure starts.
@MainActor @preconcurrency
public func withTransaction<Result, Failure: Error>(
  _ transaction: Transaction, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Transaction.run(transaction, body)
}

/// Runs a closure whose writes to state change the views with an animation.
///
/// - Parameters:
///   - animation: The animation from the old values to the new ones, or `nil` if views change immediately.
///   - body: Writes to state. Writes of tasks that the closure starts are not animated.
@MainActor @preconcurrency
public func withAnimation<Result, Failure: Error>(
  _ animation: Animation? = .default, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  return try Transaction.run(transaction, body)
}

/// Runs a closure whose writes to state change the views with an animation, and runs a completion when the animation is
/// over.
///
/// ```swift
/// withAnimation(.easeOut(duration: 0.2)) {
///   isOpen = false
/// } completion: {
///   draft = nil
/// }
/// ```
///
/// - Parameters:
///   - animation: The animation from the old values to the new ones, or `nil` if views change immediately.
///   - body: Writes to state.
///   - completion: Runs in a later turn of the main loop, when each animated value has reached its new value, has
///     received another animation, or has been removed. If nothing is animated, such as when the desktop disables
///     animations, the completion runs after the views are updated. An animation that repeats without end never
///     completes by itself.
@MainActor @preconcurrency
public func withAnimation<Result, Failure: Error>(
  _ animation: Animation? = .default, _ body: () throws(Failure) -> Result, completion: @escaping @MainActor () -> Void
) throws(Failure) -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  transaction.completion = AnimationCompletion(completion)
  return try Transaction.run(transaction, body)
}

/// An action that runs when this object is deallocated. Each animation retains the completion of the transaction that
/// started it, so the action runs after the last animation.
package final class AnimationCompletion: Hashable, Sendable {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    // The action runs in a later turn of the main loop, because the last animation is released during an update of the
    // views.
    Task { @MainActor [action] in action() }
  }

  package static func == (first: AnimationCompletion, second: AnimationCompletion) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
