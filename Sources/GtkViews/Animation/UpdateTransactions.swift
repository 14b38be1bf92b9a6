/// Knows, for each view that is brought in step with the state, how it is to change.
///
/// A write to state marks the views that have read it, with the transaction in which it is written. In the update that follows, once in a turn
/// of the main loop, each of them is evaluated in its own transaction, and so is what is made anew below it. If a view was marked several
/// times in a turn, the last transaction that asks for something holds: a body is evaluated once.
@MainActor
final class UpdateTransactions {
  /// Of the nodes that are marked. A node that is to change at once is not in it.
  // What is not checked: ViewGraph says why.
  @exclusivity(unchecked) private var waiting: [ObjectIdentifier: Transaction] = [:]
  /// Of the nodes that are evaluated in this round.
  @exclusivity(unchecked) private var inForce: [ObjectIdentifier: Transaction] = [:]
  @exclusivity(unchecked) private var running: Transaction?
  /// How many nodes change the transactions of those below them, in this round or always.
  private var scopeCount = 0
  private var scopesOfRound = 0
  /// Which round this is.
  private(set) var round = 0

  /// Whether nodes are being updated for another element, which animates nothing.
  @exclusivity(unchecked) var isRecycling = false

  /// How the views that are brought in step now are to change.
  var current: Transaction { isRecycling ? Transaction() : running ?? .current }

  /// Notes how a node is to change that is being marked.
  func note(_ node: ViewNode) {
    let transaction = current
    if !transaction.isEmpty { waiting[ObjectIdentifier(node)] = transaction }
  }

  func beginRound() {
    round &+= 1
    swap(&inForce, &waiting)
  }

  func endRound() {
    inForce.removeAll(keepingCapacity: true)
    scopesOfRound = 0
  }

  /// Brings a marked node in step.
  func evaluate(_ node: ViewNode, _ body: () -> Void) {
    run(adjusted(inForce[ObjectIdentifier(node)] ?? Transaction(), for: node), body)
  }

  /// Brings a node in step that a node above has made anew. If it was marked itself, its own transaction holds.
  func evaluateBelow(_ node: ViewNode, _ body: () -> Void) {
    guard !inForce.isEmpty, !isRecycling, let own = inForce[ObjectIdentifier(node)] else { return body() }
    run(adjusted(own, for: node), body)
  }

  /// Does something in a transaction.
  func run(_ transaction: Transaction, _ body: () -> Void) {
    let outer = running
    running = transaction
    defer { running = outer }
    body()
  }

  /// A node changes the transactions of those below it for the rest of this round.
  func addScopeOfRound() { scopesOfRound += 1 }

  /// A node changes the transactions of those below it until it goes.
  func addScope() { scopeCount += 1 }
  func removeScope() { scopeCount -= 1 }

  private func adjusted(_ transaction: Transaction, for node: ViewNode) -> Transaction {
    guard scopeCount + scopesOfRound > 0 else { return transaction }
    var above: [ViewNode] = []
    var next = node.parent
    while let node = next {
      above.append(node)
      next = node.parent
    }
    var transaction = transaction
    for node in above.reversed() { node.adjust(&transaction) }
    return transaction
  }
}
