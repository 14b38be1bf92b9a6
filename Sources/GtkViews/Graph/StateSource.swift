/// Something that bodies read: it knows who has read it.
@MainActor
class StateSource {
  // Not checked: ViewGraph says why.
  @exclusivity(unchecked) fileprivate final var readings: [StateReading] = []

  /// Notes that the body that is being evaluated has read this.
  final func noteRead() {
    if let node = ViewGraph.shared.evaluating { node.makeReadings().state.note(self, by: node) }
  }

  /// Marks all who have read this, with the transaction that is running.
  final func noteChange() {
    for reading in readings { reading.node.noteChange() }
  }
}

/// That a node has read a source. Both keep it for as long as each evaluation reads the source again, in the same order: then an evaluation
/// neither makes nor looks up anything.
@MainActor
private final class StateReading {
  let source: StateSource
  let node: any Evaluated
  /// Where in the source's readings this is.
  private var position: Int

  init(_ source: StateSource, by node: any Evaluated) {
    self.source = source
    self.node = node
    position = source.readings.count
    source.readings.append(self)
  }

  /// A change of the source no longer marks the node. The last reading of the source takes this one's place.
  func end() {
    let last = source.readings.removeLast()
    guard last !== self else { return }
    source.readings[position] = last
    last.position = position
  }
}

/// What a node has read.
@MainActor
final class NodeReadings {
  /// The state, in the order of reading.
  // Not checked: ViewGraph says why.
  @exclusivity(unchecked) final var state = StateReadings()
  /// The registrations with models, if the node has read some.
  final var models: ModelReading?
  /// The fields of stores, if the node has read some.
  final var fields: FieldReader?
  /// What the bindings to elements gave last that the node's evaluation makes, if it makes some.
  final var elements: ElementMemory?

  /// Changes of state and of stores no longer mark the node.
  func forget() {
    fields?.forget()
    state.forget()
  }
}

/// The state that a node has read.
@MainActor
struct StateReadings {
  private var readings: [StateReading] = []
  /// How many of them the evaluation that is under way has read.
  private var count = 0

  /// An evaluation begins.
  mutating func begin() {
    count = 0
  }

  /// An evaluation ends: what it has not read is forgotten.
  mutating func end() {
    if readings.count > count { forget(from: count) }
  }

  /// The evaluation that is under way has read a source.
  mutating func note(_ source: StateSource, by node: any Evaluated) {
    if count < readings.count, readings[count].source === source {
      count += 1
    } else if !readings[..<count].contains(where: { $0.source === source }) {
      forget(from: count)
      readings.append(StateReading(source, by: node))
      count += 1
    }
  }

  /// The source that the last evaluation read, if it read one alone.
  var onlySource: StateSource? { readings.count == 1 ? readings[0].source : nil }

  /// Forgets all of them: changes no longer mark the node.
  mutating func forget() {
    forget(from: 0)
  }

  private mutating func forget(from first: Int) {
    for reading in readings[first...] { reading.end() }
    readings.removeSubrange(first...)
    count = min(count, first)
  }
}
