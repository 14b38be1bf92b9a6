/// A source that bodies read. It records the nodes that have read it.
@MainActor
class StateSource {
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) fileprivate final var readings: [StateReading] = []

  /// Records that the body that is being evaluated has read this source.
  final func noteRead() {
    if let node = ViewGraph.shared.evaluating { node.makeReadings().state.note(self, by: node) }
  }

  /// Marks all nodes that have read this source, with the current transaction.
  final func noteChange() {
    for reading in readings { reading.node.noteChange() }
  }
}

/// The record that a node has read a source. Both keep the record as long as each evaluation reads the source again in the same order. An evaluation
/// then neither creates nor looks up anything.
@MainActor
private final class StateReading {
  let source: StateSource
  let node: any Evaluated
  /// The position in the source's readings.
  private var position: Int

  init(_ source: StateSource, by node: any Evaluated) {
    self.source = source
    self.node = node
    position = source.readings.count
    source.readings.append(self)
  }

  /// Ends the reading, so that a change of the source no longer marks the node. The last reading of the source takes the position of this reading.
  func end() {
    let last = source.readings.removeLast()
    guard last !== self else { return }
    source.readings[position] = last
    last.position = position
  }
}

/// The sources that a node has read.
@MainActor
final class NodeReadings {
  /// The state, in the order of reading.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) final var state = StateReadings()
  /// The registrations with models, if the node has read some.
  final var models: ModelReading?
  /// The fields of stores, if the node has read some.
  final var fields: FieldReader?
  /// The last values of the bindings to elements that the node's evaluation creates, if it creates some.
  final var elements: ElementMemory?

  /// Ends the readings, so that changes of state and of stores no longer mark the node.
  func forget() {
    fields?.forget()
    state.forget()
  }
}

/// The state that a node has read.
@MainActor
struct StateReadings {
  private var readings: [StateReading] = []
  /// The number of them that the current evaluation has read.
  private var count = 0

  /// Begins an evaluation.
  mutating func begin() {
    count = 0
  }

  /// Ends an evaluation. State that it has not read is forgotten.
  mutating func end() {
    if readings.count > count { forget(from: count) }
  }

  /// Records that the current evaluation has read a source.
  mutating func note(_ source: StateSource, by node: any Evaluated) {
    if count < readings.count, readings[count].source === source {
      count += 1
    } else if !readings[..<count].contains(where: { $0.source === source }) {
      forget(from: count)
      readings.append(StateReading(source, by: node))
      count += 1
    }
  }

  /// The source that the last evaluation read, if it read only one.
  var onlySource: StateSource? { readings.count == 1 ? readings[0].source : nil }

  /// Forgets all of them, so that their changes no longer mark the node.
  mutating func forget() {
    forget(from: 0)
  }

  private mutating func forget(from first: Int) {
    for reading in readings[first...] { reading.end() }
    readings.removeSubrange(first...)
    count = min(count, first)
  }
}
