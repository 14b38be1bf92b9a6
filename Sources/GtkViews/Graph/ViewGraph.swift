internal import CGtk
internal import GtkBridge
internal import Presentation

/// Decides which bodies are evaluated, and when.
///
/// A change of a value marks exactly the nodes whose bodies have read the value. An update evaluates the marked nodes
/// in the same turn of the main loop, after pending input events and tasks, and before GTK lays out and paints. There
/// is one graph for all windows.
///
/// An update consists of rounds. A round evaluates each marked node once, from the top down. It then lets the
/// containers arrange their widgets, and finally runs actions such as `onAppear`. Nodes that are marked during a round
/// are evaluated in the next round.
@MainActor
final class ViewGraph {
  static let shared = ViewGraph()

  // Properties with unchecked exclusivity are used only on the main actor, and no access to one of them runs code that
  // accesses it again. The runtime's check for simultaneous accesses would take about 5 % of the time of a change.
  /// The node whose body is being evaluated. Each ``StateSource`` that the body reads records this node. `nil` outside
  /// of bodies.
  @exclusivity(unchecked) private(set) var nodeBeingEvaluated: (any EvaluatedNode)?
  /// The transactions of the marked nodes. A transaction describes how views change, such as with an animation.
  let transactions = UpdateTransactions()
  /// The number of bodies that have been evaluated since the start, for tests.
  private(set) var evaluationCount = 0

  /// The marked nodes.
  @exclusivity(unchecked) private var markedNodes: [MarkedNode] = []
  /// The nodes that the current round evaluates. The array keeps its memory for the next round.
  @exclusivity(unchecked) private var nodesOfRound: [MarkedNode] = []
  /// The actions that run after the containers have arranged their widgets.
  @exclusivity(unchecked) private var actionsAfterUpdate: [@MainActor () -> Void] = []
  /// The actions with which containers arrange their widgets, after all bodies of a round.
  @exclusivity(unchecked) private var arrangements: [@MainActor () -> Void] = []
  /// Whether ``update()`` is running.
  private(set) var isUpdating = false
  /// The identifiers of the misuses that ``reportOnce(_:of:as:)`` has reported.
  private var reportedMisuses: Set<String> = []
  /// Whether ``reportUnsettled()`` was called since the views last settled. The views are settled when no node is
  /// marked, and no arrangement and no action waits.
  private var isUnsettledReported = false
  /// The arrangements of the nodes that are being recycled. `nil` if no nodes are being recycled.
  @exclusivity(unchecked) private var arrangementsOfRecycling: [@MainActor () -> Void]?
  private lazy var scheduledUpdate = ScheduledUpdate { [unowned self] in update() }
  /// The update that was postponed because the views did not settle. It runs only after the next frame, because the
  /// program would otherwise never draw a frame.
  private lazy var postponedUpdate = ScheduledUpdate(.idle) { [unowned self] in update() }

  /// The maximum number of rounds in an update. If an update needs more rounds, a view probably changes, after each
  /// evaluation, a value that its own body reads. The update would then never end.
  private static let maxRounds = 64

  private init() {
    // Bindings are in `Presentation`, which has no nodes. They get the cache of the node through this closure.
    ElementBindingCache.ofBodyBeingEvaluated = { ViewGraph.shared.nodeBeingEvaluated?.elementBindingCache }
  }

  /// Schedules the evaluation of a node in this turn of the main loop.
  func scheduleEvaluation(of node: any EvaluatedNode) {
    transactions.storeCurrent(for: node)
    markedNodes.append(MarkedNode(node: node, depth: node.depth))
    scheduledUpdate.schedule()
  }

  /// Performs an action that may write state, such as `onAppear`, after the bodies and arrangements of the current
  /// round. If the round already runs its actions, the action runs in the next round. If no update is running, the
  /// action runs in the next update.
  func afterUpdate(_ action: @escaping @MainActor () -> Void) {
    actionsAfterUpdate.append(action)
    scheduledUpdate.schedule()
  }

  /// Performs an action before the layout pass, after all bodies of a round are evaluated: of the current round while
  /// it evaluates bodies, and otherwise of the next round. Containers use this function to arrange their widgets. While
  /// nodes are being recycled, the action runs before ``recycle(_:)`` returns.
  func beforeLayout(_ action: @escaping @MainActor () -> Void) {
    if arrangementsOfRecycling != nil { return arrangementsOfRecycling!.append(action) }
    arrangements.append(action)
    scheduledUpdate.schedule()
  }

  /// Evaluates a node's body, and records the state that the body reads. Changes of this state mark the node. Changes
  /// of state that only an earlier evaluation has read no longer mark the node.
  func evaluate<Result>(_ node: any EvaluatedNode, _ body: () -> Result) -> Result {
    let outer = nodeBeingEvaluated
    nodeBeingEvaluated = node
    evaluationCount += 1
    node.readings?.state.begin()
    defer {
      node.readings?.state.end()
      nodeBeingEvaluated = outer
    }
    return body()
  }

  /// Whether nodes are being recycled, which means that they are updated for another element of a list.
  var isRecycling: Bool { arrangementsOfRecycling != nil }

  /// Runs a closure that updates existing nodes for another element of a list. The nodes' state is reset to its
  /// initial values, and nothing is animated. Containers arrange their widgets before this function returns, because
  /// GTK may be in a layout pass.
  func recycle(_ updateNodes: () -> Void) {
    let outer = arrangementsOfRecycling
    arrangementsOfRecycling = []
    transactions.isRecycling = true
    defer {
      arrangementsOfRecycling = outer
      transactions.isRecycling = outer != nil
    }
    updateNodes()
    while let arrangements = arrangementsOfRecycling, !arrangements.isEmpty {
      arrangementsOfRecycling = []
      for arrange in arrangements { arrange() }
    }
  }

  /// Updates all marked nodes immediately, without waiting for the scheduled update.
  func update() {
    guard !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    for _ in 0..<Self.maxRounds {
      guard !markedNodes.isEmpty || !arrangements.isEmpty || !actionsAfterUpdate.isEmpty else {
        isUnsettledReported = false
        return
      }
      evaluateMarkedNodes()
      let arrangements = arrangements
      self.arrangements = []
      for arrange in arrangements { arrange() }
      let actions = actionsAfterUpdate
      actionsAfterUpdate = []
      for action in actions { action() }
    }
    scheduledUpdate.cancel()
    postponedUpdate.schedule()
    reportUnsettled()
  }

  /// Reports a misuse in a program's view the first time that the misuse occurs.
  ///
  /// - Parameters:
  ///   - misuse: The misuse.
  ///   - view: The type of the view with the misuse. The same misuse of another type is reported too. `nil` if the
  ///     message names the view.
  ///   - identifier: An identifier of the misuse, if the message may differ each time. If it is `nil`, the message
  ///     identifies the misuse.
  func reportOnce(_ misuse: Misuse, of view: Any.Type? = nil, as identifier: String? = nil) {
    let identifier = (view.map { "\(_typeName($0)): " } ?? "") + (identifier ?? misuse.message)
    if reportedMisuses.insert(identifier).inserted { misuse.report() }
  }

  /// Reports that the views did not settle. The next report is possible only after the views have settled.
  private func reportUnsettled() {
    guard !isUnsettledReported else { return }
    isUnsettledReported = true
    Misuse(
      """
      The views did not settle after \(Self.maxRounds) rounds\(unsettledViewsSuffix); the rest is put off until the next frame was shown. A view \
      changes, each time that it is shown, what it reads itself: look at its onAppear, onChange and task.
      """, fileID: #fileID, line: #line
    ).report()
  }

  /// The part of the report that names the views that are still marked: each once, and at most four.
  private var unsettledViewsSuffix: String {
    var names: [String] = []
    for marked in markedNodes where marked.node.isMounted && marked.node.isChanged {
      let name = marked.node.nameForReports
      if !names.contains(name) { names.append(name) }
    }
    let others = names.count > 4 ? " and others" : ""
    return names.isEmpty ? "" : ", where \(names.prefix(4).joined(separator: ", "))\(others) changed again"
  }

  private func evaluateMarkedNodes() {
    // The evaluation of a node updates the nodes below the node. Nodes that the evaluation marks are evaluated in the
    // next round. The evaluation may remove another node of this round, so each node is checked immediately before its
    // own evaluation.
    swap(&markedNodes, &nodesOfRound)
    if nodesOfRound.count > 1 { nodesOfRound.sort { @Sendable in $0.depth < $1.depth } }
    transactions.beginRound()
    defer { transactions.endRound() }
    for marked in nodesOfRound where marked.node.isMounted && marked.node.isChanged {
      transactions.evaluate(marked.node) { marked.node.evaluateAgain() }
    }
    nodesOfRound.removeAll(keepingCapacity: true)
  }
}

/// A marked node with its depth, by which the nodes are sorted.
private nonisolated struct MarkedNode {
  let node: any EvaluatedNode
  let depth: UInt16
}

/// A node with a body.
@MainActor
protocol EvaluatedNode: ViewNode {
  /// Evaluates the body and updates the nodes below.
  func evaluateAgain()
  /// Records whether the bodies of this type of view read models and stores.
  var observationProfile: ObservationProfile { get }
  /// The name of this view's type. Reports use ``nameForReports``.
  var viewName: String { get }
}

extension EvaluatedNode {
  var observationProfile: ObservationProfile { ObservationProfile.of(self) }

  /// Marks the node, because a value that its body has read was changed in the current transaction. If the node is
  /// already marked, this transaction replaces that of the former change, unless this transaction is empty.
  func markChangedInTransaction() {
    if isChanged, !Transaction.current.isEmpty { ViewGraph.shared.transactions.storeCurrent(for: self) }
    markChanged()
  }

  /// Marks the node, because a value that its body has read has changed. If the node is already marked, it keeps the
  /// transaction of the former change.
  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.scheduleEvaluation(of: self)
  }
}
