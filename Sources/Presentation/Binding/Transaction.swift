/// How the views are to change when a piece of state does.
///
/// It is a description and nothing else: whoever updates the views reads ``current`` when the state is written.
public struct Transaction: Hashable, Sendable {
  /// How views get from the old values to the new ones, or `nil` when they change at once.
  public var animation: Animation?

  /// Whether animations that views ask for by themselves are left out.
  public var disablesAnimations = false

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
