internal import CGtk
internal import GtkBridge

/// Decides which bodies are evaluated, and when.
///
/// A change marks exactly the views that have read what changed. They are evaluated once, from the top down, in the same turn of the main
/// loop, after the input and the tasks that are waiting and before GTK lays out and paints. There is one graph for all windows.
@MainActor
final class ViewGraph {
  static let shared = ViewGraph()

  /// The node whose body is being evaluated: whoever is read now is read by it.
  private(set) var evaluating: (any Evaluated)?
  /// How the views that are to be updated change.
  let transactions = UpdateTransactions()
  /// How many bodies have been evaluated since the start, for tests.
  private(set) var evaluationCount = 0

  private var changed: [any Evaluated] = []
  private var afterUpdate: [@MainActor () -> Void] = []
  private var arrangements: [@MainActor () -> Void] = []
  private var phase = Phase.resting
  private var reported: Set<String> = []
  private var isUnsettledReported = false
  private lazy var scheduled = ScheduledUpdate { [unowned self] in update() }

  private enum Phase {
    case resting
    case updating
  }

  /// A turn in which more rounds than this are asked for never settles: a view changes what it reads each time that it is shown.
  private static let roundsLimit = 64

  /// Marks a node: its body is evaluated again in this turn of the loop.
  func markChanged(_ node: any Evaluated) {
    transactions.note(node)
    changed.append(node)
    scheduled.schedule()
  }

  /// Does something once the update that is under way is complete, or at once if there is none: what may write state, such as `onAppear`.
  func afterUpdate(_ action: @escaping @MainActor () -> Void) {
    afterUpdate.append(action)
    scheduled.schedule()
  }

  /// Does something once all bodies of this round are evaluated: a container arranges the widgets in it.
  func beforeLayout(_ action: @escaping @MainActor () -> Void) {
    arrangements.append(action)
    scheduled.schedule()
  }

  /// Evaluates a body, noting what it reads.
  func evaluate<Result>(_ node: any Evaluated, _ body: () -> Result) -> Result {
    let outer = evaluating
    evaluating = node
    evaluationCount += 1
    defer { evaluating = outer }
    return body()
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
    scheduled.schedule()
    reportUnsettled()
  }

  /// Reports a mistake of a program's view once, however often it is made.
  func reportOnce(_ misuse: Misuse) {
    if reported.insert(misuse.message).inserted { misuse.report() }
  }

  /// Said once, until the views have settled again.
  private func reportUnsettled() {
    guard !isUnsettledReported else { return }
    isUnsettledReported = true
    Misuse(
      """
      The views did not settle after \(Self.roundsLimit) rounds; the rest is put off to the next turn of the loop. A view changes, each \
      time that it is shown, what it reads itself: look at its onAppear, onChange and task.
      """, fileID: #fileID, line: #line
    ).report()
  }

  private func evaluateChanged() {
    // A node that is evaluated brings those below it in step, which marks no others; a node may go while one above it is evaluated.
    let nodes = changed.sorted { $0.depth < $1.depth }
    changed = []
    transactions.beginRound()
    defer { transactions.endRound() }
    for node in nodes where node.isMounted && node.isChanged { transactions.evaluate(node) { node.evaluateAgain() } }
  }
}

/// A node with a body.
@MainActor
protocol Evaluated: ViewNode {
  /// Whether something that its body read has changed since it was evaluated.
  var isChanged: Bool { get }
  func evaluateAgain()
  /// Something that the body read has changed.
  func markChanged()
  /// The body has read this; it is told when the node goes.
  func didRead(_ source: StateSource)
  /// The name of the view's type, for reports.
  var viewName: String { get }
}

extension Evaluated {
  func didRead(_ source: StateSource) {
    readSources[ObjectIdentifier(source)] = source
  }
}

/// Something that bodies read: it knows who has read it since it changed last.
@MainActor
class StateSource {
  private var readers: [ObjectIdentifier: any Evaluated] = [:]
  /// Whether nobody has read this since the last change: who has read it before is marked already.
  private var areAllMarked = false

  /// Notes that the body that is being evaluated has read this.
  final func noteRead() {
    guard let node = ViewGraph.shared.evaluating else { return }
    areAllMarked = false
    guard readers.updateValue(node, forKey: ObjectIdentifier(node)) == nil else { return }
    node.didRead(self)
  }

  /// Marks all who have read this, with the transaction that is running.
  final func noteChange() {
    guard !readers.isEmpty, !areAllMarked || !Transaction.current.isEmpty else { return }
    areAllMarked = true
    for node in readers.values {
      // A node that is marked already takes over how this change is to be seen.
      if node.isChanged { ViewGraph.shared.transactions.note(node) }
      node.markChanged()
    }
  }

  /// The node has gone, or is evaluated anew.
  final func forget(_ node: ViewNode) {
    readers[ObjectIdentifier(node)] = nil
  }
}
