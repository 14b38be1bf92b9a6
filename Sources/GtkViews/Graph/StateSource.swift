/// A value that bodies read, such as a ``State``. It records the nodes whose bodies have read it.
@MainActor
class StateSource {
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) fileprivate final var readings: [StateReading] = []

  /// Records that the body that is being evaluated has read this source.
  final func noteRead() {
    if let node = ViewGraph.shared.evaluating { node.makeReadings().state.note(self, by: node) }
  }

  /// Marks all nodes that have read this source, with the current transaction.
  final func markReaders() {
    for reading in readings { reading.node.markChangedInTransaction() }
  }
}

/// The record that a node has read a source. The node and the source keep it as long as each evaluation of the node
/// reads its sources in the same order. Such an evaluation creates no records and looks none up.
@MainActor
private final class StateReading {
  let source: StateSource
  let node: any EvaluatedNode
  /// The position in the source's readings.
  private var position: Int

  init(_ source: StateSource, by node: any EvaluatedNode) {
    self.source = source
    self.node = node
    position = source.readings.count
    source.readings.append(self)
  }

  /// Ends the reading, so that a change of the source no longer marks the node. The last reading of the source takes
  /// the position of this reading.
  func end() {
    let last = source.readings.removeLast()
    guard last !== self else { return }
    source.readings[position] = last
    last.position = position
  }
}

/// The values that the last evaluation of a node has read.
@MainActor
final class NodeReadings {
  /// The state, in the order of reading.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) final var state = StateReadings()
  /// The observation of `@Observable` models. `nil` if the node has read none.
  final var models: ModelReading?
  /// The observation of fields of stores. `nil` if the node has read none.
  final var fields: FieldReader?
  /// The last values of the bindings to elements that the node's body has created. `nil` if it has created none.
  final var elements: ElementBindingCache?

  /// Forgets state and fields of stores, so that their changes no longer mark the node.
  func forget() {
    fields?.forget()
    state.forget()
  }
}

/// The state that the last evaluation of a node has read, in the order of reading.
@MainActor
struct StateReadings {
  private var readings: [StateReading] = []
  /// The number of readings at the start of the array that the current evaluation has repeated or added.
  private var count = 0

  /// Begins an evaluation.
  mutating func begin() {
    count = 0
  }

  /// Ends an evaluation. Forgets the state that only earlier evaluations have read.
  mutating func end() {
    if readings.count > count { forget(from: count) }
  }

  /// Records that the current evaluation has read a source.
  mutating func note(_ source: StateSource, by node: any EvaluatedNode) {
    if count < readings.count, readings[count].source === source {
      count += 1
    } else if !readings[..<count].contains(where: { $0.source === source }) {
      forget(from: count)
      readings.append(StateReading(source, by: node))
      count += 1
    }
  }

  /// The only source that the last evaluation has read. `nil` if it has read none or several.
  var onlySource: StateSource? { readings.count == 1 ? readings[0].source : nil }

  /// Forgets all state, so that its changes no longer mark the node.
  mutating func forget() {
    forget(from: 0)
  }

  private mutating func forget(from first: Int) {
    for reading in readings[first...] { reading.end() }
    readings.removeSubrange(first...)
    count = min(count, first)
  }
}
