/// How the views are to change when a piece of state does.
///
/// It is a description: whoever updates the views reads ``current`` when the state is written.
public struct Transaction: Hashable, Sendable {
  /// How views get from the old values to the new ones, or `nil` when they change at once.
  public var animation: Animation?

  /// Whether animations that views ask for by themselves are left out.
  public var disablesAnimations = false

  /// What is to be done once nothing moves any more because of this transaction: whoever is to be waited for holds it.
  package var completion: AnimationCompletion?

  /// Makes a transaction with an animation, or without one.
  public init(animation: Animation? = nil) {
    self.animation = animation
  }

  /// The transaction of the innermost ``withTransaction(_:_:)`` that is running, or an empty one.
  @MainActor public private(set) static var current = Transaction()

  /// Whether it asks for nothing.
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

/// Runs a closure whose writes to state change the views as the transaction says.
///
/// It holds for what the closure does before it returns, not for a task that it starts.
@MainActor @preconcurrency
public func withTransaction<Result, Failure: Error>(
  _ transaction: Transaction, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Transaction.run(transaction, body)
}

/// Runs a closure whose writes to state change the views with an animation.
///
/// - Parameters:
///   - animation: How views get from the old values to the new ones, or `nil` to change them at once.
///   - body: Writes to state. What it starts and does not await is not animated.
@MainActor @preconcurrency
public func withAnimation<Result, Failure: Error>(
  _ animation: Animation? = .default, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  return try Transaction.run(transaction, body)
}

/// Runs a closure whose writes to state change the views with an animation, and does something once the movement is over.
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
///   - animation: How views get from the old values to the new ones, or `nil` to change them at once.
///   - body: Writes to state.
///   - completion: What to do, in a later turn of the main loop, when everything that moved because of it is at its new value, has been
///     given another animation, or has gone. If nothing moves, as where the desktop wants no movement, it is done once the views are updated.
///     What is repeated for ever is never over by itself.
@MainActor @preconcurrency
public func withAnimation<Result, Failure: Error>(
  _ animation: Animation? = .default, _ body: () throws(Failure) -> Result, completion: @escaping @MainActor () -> Void
) throws(Failure) -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  transaction.completion = AnimationCompletion(completion)
  return try Transaction.run(transaction, body)
}

/// Does something once nobody holds it any more: each animation holds the completion of the transaction that began it.
package final class AnimationCompletion: Hashable, Sendable {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    // In a turn of its own: who lets go of the last animation is in the midst of an update.
    Task { @MainActor [action] in action() }
  }

  package static func == (first: AnimationCompletion, second: AnimationCompletion) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
