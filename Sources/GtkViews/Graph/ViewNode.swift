internal import CGtk
internal import Presentation

/// The context in which a new node is created: the node above and the environment.
public struct _NodeContext {
  /// The node above. It outlives the new node. `nil` for a root.
  let parent: ViewNode?
  /// The environment that the views above have set.
  var environment: EnvironmentValues

  /// Creates the context of a root, which has no node above.
  init(environment: EnvironmentValues) {
    self.parent = nil
    self.environment = environment
  }

  /// Creates the context of a node below another node.
  init(below parent: ViewNode, environment: EnvironmentValues) {
    self.parent = parent
    self.environment = environment
  }
}

/// The persistent part of a view: its state, its widgets and the nodes below it. The nodes of all current views form
/// the *structure*, a tree for each root.
@MainActor
public class ViewNode {
  /// The node above. `nil` for a root, and after this node was unmounted. Borrowed: the node above owns this node and
  /// is deallocated only after this node was unmounted. The reference is not weak, because objects with weak references
  /// are slower to retain.
  private(set) final unowned var parent: ViewNode?
  /// The environment that the views above have set.
  private(set) var environment: EnvironmentValues
  /// The nearest node above that handles changes of the texts below it. Borrowed. The reference is stored, because a
  /// search through all nodes above at each change of a text would take longer.
  private final unowned let textFollower: ViewNode?
  /// The records of the state, the models and the fields of stores that the node has read. `nil` for most nodes, which
  /// read nothing.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private(set) final var readings: NodeReadings?
  /// The number of the node's current evaluation. The number also increases when the observation of models ends. A
  /// notification that a model has changed is ignored if the notification belongs to an earlier number.
  private(set) final var evaluationNumber: UInt32 = 0
  /// The number of nodes above. Nodes with a lower depth are evaluated first. `UInt16` is sufficient, because deeper
  /// views would overflow the stack.
  final let depth: UInt16
  /// Whether the view belongs to the structure: `true` until ``unmount()``.
  private(set) final var isMounted = true
  /// Whether the node is marked: a value that its body read has changed since the body was evaluated.
  final var isChanged = false

  init(in context: _NodeContext) {
    parent = context.parent
    environment = context.environment
    depth = context.parent.map { $0.depth + 1 } ?? 0
    textFollower = context.parent.flatMap { $0.capabilities.contains(.followsTexts) ? $0 : $0.textFollower }
  }

  /// The nodes directly below, in order.
  var children: [ViewNode] { [] }

  /// Adds the widgets that this view contributes to the container above, in order.
  func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    for child in children { child.collectWidgets(into: &widgets) }
  }

  /// The widgets that this view contributes to the container above, in order.
  final var widgets: [UnsafeMutablePointer<GtkWidget>] {
    var widgets: [UnsafeMutablePointer<GtkWidget>] = []
    collectWidgets(into: &widgets)
    return widgets
  }

  /// The abilities of this type of node that only some types have, such as scrolling or adding rows to a list.
  var capabilities: NodeCapabilities { [] }

  /// Whether the state of this node or of a node below may differ from its initial value. Such state must be kept while
  /// the view is offscreen.
  var mayHoldChanges: Bool { children.contains { $0.mayHoldChanges } }

  /// Whether the nodes of this subtree can be recycled for the view of another element of a list. The update of a
  /// recyclable node in ``ViewGraph/recycle(_:)`` must replace everything that belongs to the previous element.
  var canBeRecycled: Bool { false }

  /// Whether all nodes below can be recycled.
  final var childrenCanBeRecycled: Bool {
    for child in children where !child.canBeRecycled { return false }
    return true
  }

  /// Ends all observation in this subtree. The next update in ``ViewGraph/recycle(_:)`` starts the observation again.
  final func stopObserving() {
    stopObservingModels()
    readings?.forget()
    for child in children { child.stopObserving() }
  }

  /// Notifies the nodes of this subtree that the list row around them has gone offscreen, or has been realized again.
  final func notifyOfRow(isOnscreen: Bool) {
    for child in children { child.notifyOfRow(isOnscreen: isOnscreen) }
    if capabilities.contains(.observesOnscreen), let node = self as? any OnscreenObserving {
      node.onscreenDidChange(isOnscreen: isOnscreen)
    }
  }

  /// Called when the widgets of a view below, or their order, have changed. By default, calls the same function of the
  /// node above. A container overrides this function to arrange its widgets.
  func widgetsDidChange() {
    parent?.widgetsDidChange()
  }

  /// Called when a text below has changed. The nearest control whose accessible name contains the text handles the
  /// call.
  func textDidChange() {
    if isMounted { textFollower?.textDidChange() }
  }

  /// Changes the environment of this node and the nodes below. Views that have read a changed value are evaluated
  /// again.
  final func updateEnvironment(_ new: EnvironmentValues) {
    guard !new.isSame(as: environment) else { return }
    let old = environment
    environment = new
    if EnvironmentValues.isAnyDirectionSet, let node = self as? any WidgetOwning {
      node.widget.applyLayoutDirection(of: new, replacing: old)
    }
    environmentDidChange()
  }

  /// Changes one value in the environment of this node and the nodes below.
  final func updateEnvironment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, to value: Value) {
    var new = environment
    new[keyPath: keyPath] = value
    updateEnvironment(new)
  }

  /// Called when the environment has changed. A node that changes the environment for the nodes below overrides this
  /// function.
  func environmentDidChange() {
    for child in children { child.updateEnvironment(environment) }
  }

  /// Returns the records of the values that the node reads. Creates them if necessary.
  final func makeReadings() -> NodeReadings {
    if let readings { return readings }
    let new = NodeReadings()
    readings = new
    return new
  }

  /// The cache of the bindings that the node's body creates to elements of collections. The cache keeps the last value
  /// of each element. Each read of this property tells the cache the number of the current evaluation. The first read
  /// creates the cache.
  final var elementBindingCache: ElementBindingCache {
    let readings = makeReadings()
    let cache = readings.elementBindings ?? makeElementBindingCache()
    readings.elementBindings = cache
    cache.begin(Int(evaluationNumber))
    return cache
  }

  private func makeElementBindingCache() -> ElementBindingCache {
    let viewType = programViewType
    return ElementBindingCache(viewSuffix: Self.messageSuffix(viewType)) {
      // A misuse is reported once per line of the program. Otherwise a list of a thousand rows would report it a
      // thousand times, because the message contains the position of the row.
      ViewGraph.shared.reportOnce($0, of: viewType, as: "\($0.fileID):\($0.line)")
    }
  }

  /// Removes the node and the nodes below from the structure, and ends their observation and tasks. The node above
  /// calls this function. The owner of a root calls it for the root.
  final func unmount() {
    guard isMounted else { return }
    isMounted = false
    willUnmount()
    for child in children { child.unmount() }
    stopObservingModels()
    readings?.forget()
    didUnmount()
    parent = nil
  }

  /// Ends the observation of models, so that their changes no longer mark the node.
  final func stopObservingModels() {
    evaluationNumber &+= 1
    readings?.models?.cancel()
  }

  /// Called when the view is removed, before the nodes below are removed.
  func willUnmount() {}
  /// Called when the view is removed, after the nodes below were removed.
  func didUnmount() {}
}

/// A node that stops work, such as a task, when its row goes offscreen, and starts the work again when the row is
/// realized again. The view keeps its state while the row is offscreen.
@MainActor
protocol OnscreenObserving: ViewNode {
  /// Called when the row has gone offscreen, or has been realized again. The nodes below are notified first.
  func onscreenDidChange(isOnscreen: Bool)
}

/// A node for views of one type.
@MainActor
public class _ViewNode<Content: View>: ViewNode {
  /// The latest value of the view.
  @exclusivity(unchecked) final var view: Content

  init(_ view: Content, in context: _NodeContext) {
    self.view = view
    super.init(in: context)
  }

  /// Called when the view above has created this view again. Subclasses override this function to update the widgets
  /// and the nodes below. They update only the differences.
  func update(to view: Content) {
    self.view = view
  }

  /// Returns a context for a node below this node. `nil` stands for the environment of this node.
  final func contextBelow(_ environment: EnvironmentValues? = nil) -> _NodeContext {
    _NodeContext(below: self, environment: environment ?? self.environment)
  }
}
