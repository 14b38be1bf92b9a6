internal import CGtk
internal import Presentation

/// The place of a new node in the graph.
public struct _NodeContext {
  /// The node above. It outlives the new node.
  let parent: ViewNode?
  /// The environment that the views above have set.
  var environment: EnvironmentValues

  /// Creates the context of a root, which has no node above.
  init(environment: EnvironmentValues) {
    self.parent = nil
    self.environment = environment
  }

  init(below parent: ViewNode, environment: EnvironmentValues) {
    self.parent = parent
    self.environment = environment
  }
}

/// The persistent part of a view while it is on a screen: its state, its widgets and the nodes below it.
@MainActor
public class ViewNode {
  /// The node above. Borrowed, because the node above owns this node and removes it before it ends itself. `nil` for a root, and after this node was
  /// removed. The reference is not weak, because an object with weak references is slower to retain, and a change of a text goes up through many
  /// nodes.
  private(set) final unowned var parent: ViewNode?
  /// The environment that the views above have set.
  private(set) var environment: EnvironmentValues
  /// The nearest node above that handles changes of the texts below it. Borrowed, like the node above. It is looked up once, so that the change of a
  /// text need not go up through all enclosing nodes.
  private final unowned let textFollower: ViewNode?
  /// The sources that the node has read. `nil` for most nodes, which read nothing.
  // Unchecked: see ViewGraph for the reason.
  @exclusivity(unchecked) private(set) final var readings: NodeReadings?
  /// The number of times that the node has read models. Registrations of an earlier time no longer matter.
  private(set) final var evaluation: UInt32 = 0
  /// The number of nodes above. A node is evaluated before the nodes below it. Views that are deeper than the type allows would exceed the stack.
  final let depth: UInt16
  /// Whether the view is, or could be, on a screen.
  private(set) final var isMounted = true
  /// Whether something that the node's body read has changed since the body was evaluated.
  final var isChanged = false

  init(in context: _NodeContext) {
    parent = context.parent
    environment = context.environment
    depth = context.parent.map { $0.depth + 1 } ?? 0
    textFollower = context.parent.flatMap { $0.capabilities.contains(.followsTexts) ? $0 : $0.textFollower }
  }

  /// The nodes below, in order. Operations on the whole subtree use them.
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

  /// The properties of this type of node in which it differs from most nodes.
  var capabilities: NodeCapabilities { [] }

  /// Whether something below contains changes by the user, which must not be lost while it is offscreen.
  var holdsChanges: Bool { children.contains { $0.holdsChanges } }

  /// Whether the nodes of this subtree can show the view of another element. An update in ``ViewGraph/recycle(_:)`` then leaves nothing of the last
  /// element in them. `false` for a type of node that keeps more than its view.
  var canBeRecycled: Bool { false }

  /// Whether all nodes below can be recycled.
  final var childrenCanBeRecycled: Bool {
    for child in children where !child.canBeRecycled { return false }
    return true
  }

  /// Ends all observation in this subtree. The next update in ``ViewGraph/recycle(_:)`` starts it again.
  final func stopObserving() {
    forgetModels()
    readings?.forget()
    for child in children { child.stopObserving() }
  }

  /// Notifies the views of this subtree that they go offscreen or come back.
  final func noteSight(isInSight: Bool) {
    for child in children { child.noteSight(isInSight: isInSight) }
    if capabilities.contains(.observesSight), let node = self as? any SightObserving { node.sightDidChange(isInSight: isInSight) }
  }

  /// Called when the widgets that a view below contributes, or their order, have changed. The nearest container handles the change.
  func widgetsDidChange() {
    parent?.widgetsDidChange()
  }

  /// Called when a text below has changed. The nearest control that the text names handles the change.
  func textDidChange() {
    if isMounted { textFollower?.textDidChange() }
  }

  /// Changes the environment of the views below. Views that have read a changed value are evaluated again.
  final func updateEnvironment(_ new: EnvironmentValues) {
    guard !new.isSame(as: environment) else { return }
    let old = environment
    environment = new
    if EnvironmentValues.areDirectionsSet, let node = self as? any WidgetOwning { node.widget.turn(as: new, before: old) }
    environmentDidChange()
  }

  /// Changes a value in the environment of the views below.
  final func updateEnvironment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, to value: Value) {
    var new = environment
    new[keyPath: keyPath] = value
    updateEnvironment(new)
  }

  /// Called when the environment has changed. A node that changes the environment for the nodes below overrides this.
  func environmentDidChange() {
    for child in children { child.updateEnvironment(environment) }
  }

  /// Returns the storage for the sources that the node reads.
  final func makeReadings() -> NodeReadings {
    if let readings { return readings }
    let new = NodeReadings()
    readings = new
    return new
  }

  /// The last values of the bindings to elements that the node's evaluation creates.
  final var elementMemory: ElementMemory {
    let readings = makeReadings()
    let memory = readings.elements ?? makeElementMemory()
    readings.elements = memory
    memory.begin(Int(evaluation))
    return memory
  }

  private func makeElementMemory() -> ElementMemory {
    let view = writtenView
    return ElementMemory(viewSuffix: Self.placeName(view)) {
      // A list of a thousand rows makes one mistake, with a thousand positions.
      ViewGraph.shared.reportOnce($0, of: view, as: "\($0.fileID):\($0.line)")
    }
  }

  /// Removes the view with its state, tasks and widgets. Called once, by the owner.
  final func unmount() {
    guard isMounted else { return }
    isMounted = false
    willUnmount()
    for child in children { child.unmount() }
    forgetModels()
    readings?.forget()
    didUnmount()
    parent = nil
  }

  /// Ends the readings of models, so that their changes no longer mark the node.
  final func forgetModels() {
    evaluation &+= 1
    readings?.models?.end()
  }

  /// Called when the view is removed, before the nodes below are removed.
  func willUnmount() {}
  /// Called when the view is removed, after the nodes below were removed.
  func didUnmount() {}
}

/// A node whose view starts or stops something when it goes offscreen or comes back. The view keeps its state while it is offscreen.
@MainActor
protocol SightObserving: ViewNode {
  /// Called after the views below were notified.
  func sightDidChange(isInSight: Bool)
}

/// A node of one type of view.
@MainActor
public class _ViewNode<Content: View>: ViewNode {
  /// The last value of the view.
  @exclusivity(unchecked) final var view: Content

  init(_ view: Content, in context: _NodeContext) {
    self.view = view
    super.init(in: context)
  }

  /// Called when the view above has created this view again. Updates only the parts on screen that differ.
  func update(to view: Content) {
    self.view = view
  }

  /// Returns a context for a node below this node.
  final func contextBelow(_ environment: EnvironmentValues? = nil) -> _NodeContext {
    _NodeContext(below: self, environment: environment ?? self.environment)
  }
}
