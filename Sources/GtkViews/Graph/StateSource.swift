internal import Presentation

/// A value that bodies read, such as a ``State``. It records the nodes whose bodies have read it.
@MainActor
class StateSource {
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) fileprivate final var dependents = DependentList<StateDependency>()

  /// Records that the body that is being evaluated has read this source.
  final func noteRead() {
    guard let node = ViewGraph.shared.nodeBeingEvaluated else { return }
    node.makeReadings().state.recordRead(of: self) {
      let dependency = StateDependency(on: self, of: node)
      dependents.add(dependency)
      return dependency
    }
  }

  /// Marks all nodes that have read this source. They will be updated with the current transaction, which contains the
  /// animation of the change.
  final func markReaders() {
    for dependency in dependents.dependencies { dependency.node.markChangedInTransaction() }
  }
}

/// The registration of a node with a source that the node's body has read.
@MainActor
final class StateDependency: @MainActor ObservedDependency {
  let source: StateSource
  fileprivate let node: any EvaluatedNode
  /// The index of this object in the list of its source.
  var index = 0

  init(on source: StateSource, of node: any EvaluatedNode) {
    self.source = source
    self.node = node
  }

  func end() { source.dependents.remove(self) }
}

/// The values that the last evaluation of a node has read.
@MainActor
final class NodeReadings {
  /// The registrations with state and with other sources.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) final var state = DependencyList<StateDependency>()
  /// The observation of `@Observable` models. `nil` if the node is not prepared for models: see ``ObservationProfile``.
  final var models: ModelReading?
  /// The observation of fields of stores. `nil` if the node is not prepared for fields.
  final var fields: FieldReader?
  /// The last values of the bindings to elements of collections. `nil` if the node's body has created no such binding.
  final var elementBindings: ElementBindingCache?

  /// Ends the observation of state and of fields of stores, so that their changes no longer mark the node. The
  /// observation of models ends in ``ViewNode/stopObservingModels()``.
  func forget() {
    fields?.forget()
    state.removeAll()
  }
}
