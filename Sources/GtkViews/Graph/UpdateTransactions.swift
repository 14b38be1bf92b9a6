/// Stores the transaction for each node that an update will evaluate. A transaction describes how views change when
/// state changes, such as with an animation.
///
/// A write to state marks the views that have read the state, with the transaction of the write. The next update, which
/// runs once in a turn of the main loop, evaluates each marked view in the transaction that marked it. The views below
/// that are created again use the same transaction, unless they are marked with a transaction of their own that is not
/// empty. If a view was marked several times in a turn, the last transaction that is not empty applies, because a body
/// is evaluated only once.
///
/// An update consists of rounds, because evaluated bodies and actions may mark more nodes. A round evaluates the nodes
/// that were marked before the round began.
///
/// A *scope* is a ``TransactionAdjusting`` node: it changes the transactions of the nodes below it.
@MainActor
final class UpdateTransactions {
  /// The transactions of the nodes that the next round evaluates. A node that is not included has an empty transaction.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private var transactionsOfNextRound: [ObjectIdentifier: Transaction] = [:]
  /// The transactions of the nodes that the current round evaluates.
  @exclusivity(unchecked) private var transactionsOfRound: [ObjectIdentifier: Transaction] = [:]
  /// The transaction of the node that is being evaluated.
  @exclusivity(unchecked) private var runningTransaction: Transaction?
  /// The number of scopes that change transactions in each round until they are removed.
  private var scopeCount = 0
  /// The number of scopes that change transactions only in the current round.
  private var scopeCountOfRound = 0
  /// The number of rounds that have begun since the program started. It identifies the current round.
  private(set) var round = 0

  /// Whether nodes are being updated for another element of a list. Such an update is not animated.
  @exclusivity(unchecked) var isRecycling = false

  /// The transaction of the node that is being evaluated, or an empty transaction while nodes are recycled. Outside of
  /// an update, the transaction of the running write.
  var current: Transaction { isRecycling ? Transaction() : runningTransaction ?? .current }

  /// Stores the current transaction for the evaluation of a node that is being marked. If the current transaction is
  /// empty, the node keeps the transaction that was stored before.
  func storeCurrent(for node: ViewNode) {
    let transaction = current
    if !transaction.isEmpty { transactionsOfNextRound[ObjectIdentifier(node)] = transaction }
  }

  /// Begins a round, which evaluates the nodes that were marked before.
  func beginRound() {
    round &+= 1
    swap(&transactionsOfRound, &transactionsOfNextRound)
  }

  /// Ends the round and removes its transactions.
  func endRound() {
    transactionsOfRound.removeAll(keepingCapacity: true)
    scopeCountOfRound = 0
  }

  /// Runs the update of a marked node in the node's transaction.
  func evaluate(_ node: ViewNode, _ update: () -> Void) {
    run(adjusted(transactionsOfRound[ObjectIdentifier(node)] ?? Transaction(), for: node), update)
  }

  /// Runs the update of a node whose view was created again by a node above. If the node itself is marked with a
  /// transaction that is not empty, its own transaction applies. Otherwise the transaction of the node above applies.
  func evaluateRecreated(_ node: ViewNode, _ update: () -> Void) {
    guard !transactionsOfRound.isEmpty, !isRecycling, let own = transactionsOfRound[ObjectIdentifier(node)] else {
      return update()
    }
    run(adjusted(own, for: node), update)
  }

  /// Runs an update in a transaction.
  func run(_ transaction: Transaction, _ update: () -> Void) {
    let outer = runningTransaction
    runningTransaction = transaction
    defer { runningTransaction = outer }
    update()
  }

  /// Counts a scope that changes transactions for the rest of this round.
  func addScopeOfRound() { scopeCountOfRound += 1 }

  /// Counts a scope that changes transactions until ``removeScope()`` is called.
  func addScope() { scopeCount += 1 }
  /// Removes a scope that ``addScope()`` has counted.
  func removeScope() { scopeCount -= 1 }

  /// Returns a transaction with the changes by the scopes above a node. The outermost scope changes the transaction
  /// first.
  private func adjusted(_ transaction: Transaction, for node: ViewNode) -> Transaction {
    guard scopeCount + scopeCountOfRound > 0 else { return transaction }
    var ancestors: [ViewNode] = []
    var next = node.parent
    while let node = next {
      ancestors.append(node)
      next = node.parent
    }
    var transaction = transaction
    for node in ancestors.reversed() where node.capabilities.contains(.adjustsTransactions) {
      (node as? any TransactionAdjusting)?.adjust(&transaction)
    }
    return transaction
  }
}

/// A node that changes the transactions of the views below it.
@MainActor
protocol TransactionAdjusting: ViewNode {
  /// Changes the transaction with which a node below is evaluated.
  func adjust(_ transaction: inout Transaction)
}
