internal import CGtk
internal import GtkBridge
internal import Presentation

/// Decides which bodies are evaluated, and when.
///
/// A change marks exactly the views that have read what changed. They are evaluated once, from the top down, in the same turn of the main
/// loop, after the input and the tasks that are waiting and before GTK lays out and paints. There is one graph for all windows.
@MainActor
final class ViewGraph {
  static let shared = ViewGraph()

  /// The node whose body is being evaluated: whoever is read now is read by it.
  @exclusivity(unchecked) private(set) var evaluating: (any Evaluated)?
  /// How the views that are to be updated change.
  let transactions = UpdateTransactions()
  /// How many bodies have been evaluated since the start, for tests.
  private(set) var evaluationCount = 0

  // What is not checked is used by the main actor alone, for no longer than it takes to read or write it: to have the runtime look whether somebody
  // else is at it costs a twentieth of a change.
  @exclusivity(unchecked) private var changed: [ChangedNode] = []
  /// Those that were changed when the round began, which keeps its memory for the next.
  @exclusivity(unchecked) private var evaluated: [ChangedNode] = []
  @exclusivity(unchecked) private var afterUpdate: [@MainActor () -> Void] = []
  @exclusivity(unchecked) private var arrangements: [@MainActor () -> Void] = []
  private var phase = Phase.resting
  private var reported: Set<String> = []
  private var isUnsettledReported = false
  /// The arrangements of the nodes that are being recycled; `nil` if none are.
  @exclusivity(unchecked) private var recycledArrangements: [@MainActor () -> Void]?
  private lazy var scheduled = ScheduledUpdate { [unowned self] in update() }
  /// What was put off because the views did not settle. It waits for the next frame, or there would never be one.
  private lazy var putOff = ScheduledUpdate(.idle) { [unowned self] in update() }

  private enum Phase {
    case resting
    case updating
  }

  /// A turn in which more rounds than this are asked for never settles: a view changes what it reads each time that it is shown.
  private static let roundsLimit = 64

  private init() {
    ElementMemory.ofRunningBody = { ViewGraph.shared.evaluating?.elementMemory }
  }

  /// Marks a node: its body is evaluated again in this turn of the loop.
  func markChanged(_ node: any Evaluated) {
    transactions.note(node)
    changed.append(ChangedNode(node: node, depth: node.depth))
    scheduled.schedule()
  }

  /// Does something once the update that is under way is complete, or at once if there is none: what may write state, such as `onAppear`.
  func afterUpdate(_ action: @escaping @MainActor () -> Void) {
    afterUpdate.append(action)
    scheduled.schedule()
  }

  /// Does something once all bodies of this round are evaluated: a container arranges the widgets in it.
  func beforeLayout(_ action: @escaping @MainActor () -> Void) {
    if recycledArrangements != nil { return recycledArrangements!.append(action) }
    arrangements.append(action)
    scheduled.schedule()
  }

  /// Evaluates a body, noting what it reads. What it read before, and does not read now, no longer marks it.
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

  /// Updates nodes for the view of another element. State begins anew, nothing is animated, and the containers below arrange their widgets before this
  /// function returns: GTK may be in a layout pass.
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

  /// Brings all views in step with what they show, now. The main loop does it by itself before each frame.
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

  /// Reports a mistake of a program's view once, however often it is made.
  ///
  /// - Parameters:
  ///   - misuse: The mistake.
  ///   - view: The view that is named, if another may have the same name.
  ///   - mistake: What is the same each time that it is made; if nothing is said, what the report says.
  func reportOnce(_ misuse: Misuse, of view: Any.Type? = nil, as mistake: String? = nil) {
    let mistake = (view.map { "\(_typeName($0)): " } ?? "") + (mistake ?? misuse.message)
    if reported.insert(mistake).inserted { misuse.report() }
  }

  /// Said once, until the views have settled again.
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

  /// The views that are still marked, each once, and not more than one can look at.
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
    // A node that is evaluated brings those below it in step, which marks no others; a node may go while one above it is evaluated.
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

/// A node that was marked.
private nonisolated struct ChangedNode {
  let node: any Evaluated
  let depth: UInt16
}

/// A node with a body.
@MainActor
protocol Evaluated: ViewNode {
  func evaluateAgain()
  /// What bodies of this type were seen to read.
  var habits: ReadingHabits { get }
  /// The name of the view's type, for reports.
  var viewName: String { get }
}

extension Evaluated {
  var habits: ReadingHabits { ReadingHabits.of(self) }

  /// Something that the body read has changed, in the transaction that is running.
  func noteChange() {
    // A node that is marked already takes over how this change is to be seen.
    if isChanged, !Transaction.current.isEmpty { ViewGraph.shared.transactions.note(self) }
    markChanged()
  }

  /// Something that the body read has changed.
  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.markChanged(self)
  }
}
