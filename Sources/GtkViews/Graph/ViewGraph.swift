internal import CGtk
internal import GtkBridge
internal import Presentation

/// Decides which bodies are evaluated, and when.
///
/// A change marks exactly the views that have read the changed value. An update evaluates them once, from the top down, in the same turn of the main
/// loop. It runs after the waiting input and tasks, and before GTK lays out and paints. There is one graph for all windows.
@MainActor
final class ViewGraph {
  static let shared = ViewGraph()

  /// The node whose body is being evaluated. It is the reader of all sources that are read now.
  @exclusivity(unchecked) private(set) var evaluating: (any Evaluated)?
  /// The transactions of the views that will be updated.
  let transactions = UpdateTransactions()
  /// The number of bodies that have been evaluated since the start, for tests.
  private(set) var evaluationCount = 0

  // Properties with unchecked exclusivity are used only by the main actor, for no longer than a read or a write takes. The runtime's check for
  // simultaneous accesses would take a twentieth of the time of a change.
  @exclusivity(unchecked) private var changed: [ChangedNode] = []
  /// The nodes that were changed when the round began. The array keeps its memory for the next round.
  @exclusivity(unchecked) private var evaluated: [ChangedNode] = []
  @exclusivity(unchecked) private var afterUpdate: [@MainActor () -> Void] = []
  @exclusivity(unchecked) private var arrangements: [@MainActor () -> Void] = []
  private var phase = Phase.resting
  private var reported: Set<String> = []
  private var isUnsettledReported = false
  /// The arrangements of the nodes that are being recycled. `nil` if none are.
  @exclusivity(unchecked) private var recycledArrangements: [@MainActor () -> Void]?
  private lazy var scheduled = ScheduledUpdate { [unowned self] in update() }
  /// The update that was postponed because the views did not settle. It waits for the next frame, because otherwise there would never be a frame.
  private lazy var putOff = ScheduledUpdate(.idle) { [unowned self] in update() }

  private enum Phase {
    case resting
    case updating
  }

  /// The maximum number of rounds in a turn. A turn that requests more rounds never settles, because a view changes the value that it reads each time
  /// it is shown.
  private static let roundsLimit = 64

  private init() {
    ElementMemory.ofRunningBody = { ViewGraph.shared.evaluating?.elementMemory }
  }

  /// Marks a node. Its body is evaluated again in this turn of the loop.
  func markChanged(_ node: any Evaluated) {
    transactions.note(node)
    changed.append(ChangedNode(node: node, depth: node.depth))
    scheduled.schedule()
  }

  /// Performs an action that may write state, such as `onAppear`, after the current update. If no update is running, the action runs in the next one.
  func afterUpdate(_ action: @escaping @MainActor () -> Void) {
    afterUpdate.append(action)
    scheduled.schedule()
  }

  /// Performs an action after all bodies of this round are evaluated. Containers arrange their widgets in it.
  func beforeLayout(_ action: @escaping @MainActor () -> Void) {
    if recycledArrangements != nil { return recycledArrangements!.append(action) }
    arrangements.append(action)
    scheduled.schedule()
  }

  /// Evaluates a body, and records the values that it reads. Values that only an earlier evaluation read no longer mark the node.
  func evaluate<Result>(_ node: any Evaluated, _ body: () -> Result) -> Result {
    let outer = evaluating
    evaluating = node
    evaluationCount += 1
    node.readings?.state.begin()
    defer {
      node.readings?.state.end()
      evaluating = outer
    }
    return body()
  }

  /// Whether nodes are being updated for another element.
  var isRecycling: Bool { recycledArrangements != nil }

  /// Updates nodes for the view of another element. State starts anew, nothing is animated, and the containers below arrange their widgets before
  /// this function returns, because GTK may be in a layout pass.
  func recycle(_ update: () -> Void) {
    let outer = recycledArrangements
    recycledArrangements = []
    transactions.isRecycling = true
    defer {
      recycledArrangements = outer
      transactions.isRecycling = outer != nil
    }
    update()
    while let arrangements = recycledArrangements, !arrangements.isEmpty {
      recycledArrangements = []
      for arrange in arrangements { arrange() }
    }
  }

  /// Updates all views immediately. The main loop does this automatically before each frame.
  func update() {
    guard case .resting = phase else { return }
    phase = .updating
    defer { phase = .resting }
    for _ in 0..<Self.roundsLimit {
      guard !changed.isEmpty || !arrangements.isEmpty || !afterUpdate.isEmpty else {
        isUnsettledReported = false
        return
      }
      evaluateChanged()
      let arrangements = arrangements
      self.arrangements = []
      for arrange in arrangements { arrange() }
      let actions = afterUpdate
      afterUpdate = []
      for action in actions { action() }
    }
    scheduled.cancel()
    putOff.schedule()
    reportUnsettled()
  }

  /// Reports a mistake of a program's view once, however often it occurs.
  ///
  /// - Parameters:
  ///   - misuse: The mistake.
  ///   - view: The view in the report, if another view may have the same name.
  ///   - mistake: The part of the mistake that is the same each time. If it is `nil`, the message of the report is used.
  func reportOnce(_ misuse: Misuse, of view: Any.Type? = nil, as mistake: String? = nil) {
    let mistake = (view.map { "\(_typeName($0)): " } ?? "") + (mistake ?? misuse.message)
    if reported.insert(mistake).inserted { misuse.report() }
  }

  /// Reports unsettled views once, until the views have settled again.
  private func reportUnsettled() {
    guard !isUnsettledReported else { return }
    isUnsettledReported = true
    Misuse(
      """
      The views did not settle after \(Self.roundsLimit) rounds\(unsettledViews); the rest is put off until the next frame was shown. A view \
      changes, each time that it is shown, what it reads itself: look at its onAppear, onChange and task.
      """, fileID: #fileID, line: #line
    ).report()
  }

  /// The names of the views that are still marked, each once, and not more than four.
  private var unsettledViews: String {
    var names: [String] = []
    for changed in changed where changed.node.isMounted && changed.node.isChanged {
      let name = changed.node.nameForReports
      if !names.contains(name) { names.append(name) }
    }
    let others = names.count > 4 ? " and others" : ""
    return names.isEmpty ? "" : ", where \(names.prefix(4).joined(separator: ", "))\(others) changed again"
  }

  private func evaluateChanged() {
    // The evaluation of a node updates the nodes below it, and marks no other nodes. A node may be removed while a node above it is evaluated.
    swap(&changed, &evaluated)
    if evaluated.count > 1 { evaluated.sort { @Sendable in $0.depth < $1.depth } }
    transactions.beginRound()
    defer { transactions.endRound() }
    for changed in evaluated where changed.node.isMounted && changed.node.isChanged {
      transactions.evaluate(changed.node) { changed.node.evaluateAgain() }
    }
    evaluated.removeAll(keepingCapacity: true)
  }
}

/// A marked node.
private nonisolated struct ChangedNode {
  let node: any Evaluated
  let depth: UInt16
}

/// A node with a body.
@MainActor
protocol Evaluated: ViewNode {
  func evaluateAgain()
  /// The reading habits of the bodies of this type.
  var habits: ReadingHabits { get }
  /// The name of the view's type, for reports.
  var viewName: String { get }
}

extension Evaluated {
  var habits: ReadingHabits { ReadingHabits.of(self) }

  /// Marks the node after something that the body read has changed in the current transaction.
  func noteChange() {
    // A node that is already marked takes over the transaction of this change.
    if isChanged, !Transaction.current.isEmpty { ViewGraph.shared.transactions.note(self) }
    markChanged()
  }

  /// Marks the node after something that the body read has changed.
  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.markChanged(self)
  }
}
