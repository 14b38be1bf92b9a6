/// Stores the transaction for each node that an update will evaluate.
///
/// A write to state marks the views that have read the state, with the transaction of the write. The next update, which
/// runs once in a turn of the main loop, evaluates each of these views in its own transaction, together with the views
/// that are created again below it. If a view was marked several times in a turn, the last transaction that is not
/// empty applies, because a body is evaluated only once.
///
/// An update consists of rounds, because evaluated bodies and actions may mark more nodes. A round evaluates the nodes
/// that were marked before the round began.
@MainActor
final class UpdateTransactions {
  /// The transactions of the nodes that the next round evaluates. A node that is not included has an empty transaction.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private var transactionsOfNextRound: [ObjectIdentifier: Transaction] = [:]
  /// The transactions of the nodes that the current round evaluates.
  @exclusivity(unchecked) private var transactionsOfRound: [ObjectIdentifier: Transaction] = [:]
  /// The transaction of the node that is being evaluated.
  @exclusivity(unchecked) private var running: Transaction?
  /// The number of nodes that change the transactions of the nodes below them, until they are removed.
  private var scopeCount = 0
  /// The number of nodes that change the transactions of the nodes below them only in the current round.
  private var scopesOfRound = 0
  /// The number of the current round.
  private(set) var round = 0

  /// Whether nodes are being updated for another element. Such an update is not animated.
  @exclusivity(unchecked) var isRecycling = false

  /// The transaction of the views that are being updated.
  var current: Transaction { isRecycling ? Transaction() : running ?? .current }

  /// Stores the current transaction for a node that is being marked.
  func note(_ node: ViewNode) {
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
    scopesOfRound = 0
  }

  /// Updates a marked node in its transaction.
  func evaluate(_ node: ViewNode, _ body: () -> Void) {
    run(adjusted(transactionsOfRound[ObjectIdentifier(node)] ?? Transaction(), for: node), body)
  }

  /// Updates a node whose view was created again by a node above. If the node itself is marked, its own transaction
  /// applies. Otherwise the transaction of the node above applies.
  func evaluateBelow(_ node: ViewNode, _ body: () -> Void) {
    guard !transactionsOfRound.isEmpty, !isRecycling, let own = transactionsOfRound[ObjectIdentifier(node)] else {
      return body()
    }
    run(adjusted(own, for: node), body)
  }

  /// Runs a closure in a transaction.
  func run(_ transaction: Transaction, _ body: () -> Void) {
    let outer = running
    running = transaction
    defer { running = outer }
    body()
  }

  /// Adds a node that changes the transactions of the nodes below it for the rest of this round.
  func addScopeOfRound() { scopesOfRound += 1 }

  /// Adds a node that changes the transactions of the nodes below it until it is removed.
  func addScope() { scopeCount += 1 }
  /// Removes a node that ``addScope()`` has added.
  func removeScope() { scopeCount -= 1 }

  /// Returns a transaction after the nodes above a node have changed it, from the outermost to the innermost.
  private func adjusted(_ transaction: Transaction, for node: ViewNode) -> Transaction {
    guard scopeCount + scopesOfRound > 0 else { return transaction }
    var above: [ViewNode] = []
    var next = node.parent
    while let node = next {
      above.append(node)
      next = node.parent
    }
    var transaction = transaction
    for node in above.reversed() where node.capabilities.contains(.adjustsTransactions) {
      (node as? any TransactionAdjusting)?.adjust(&transaction)
    }
    return transaction
  }
}

/// A node that changes the transactions of the views below it.
@MainActor
protocol TransactionAdjusting: ViewNode {
  /// Changes the transaction of a node below.
  func adjust(_ transaction: inout Transaction)
}
