internal import CGtk
internal import Presentation

/// What a node is made in: its place in the graph.
public struct _NodeContext {
  /// The node above. It outlives the new one.
  let parent: ViewNode?
  /// What the views above have put into the environment.
  var environment: EnvironmentValues

  /// A root: nothing above.
  init(environment: EnvironmentValues) {
    self.parent = nil
    self.environment = environment
  }

  init(below parent: ViewNode, environment: EnvironmentValues) {
    self.parent = parent
    self.environment = environment
  }
}

/// What stands behind a view for as long as it is on a screen: its state, its widgets and the nodes below it.
@MainActor
public class ViewNode {
  /// Borrowed: the node above owns this one, and takes it away before it goes. `nil` for a root, and once this node was taken away. It is not
  /// weak: what is referred to weakly is slower to retain from then on, and a change of a text goes up through many nodes.
  private(set) final unowned var parent: ViewNode?
  /// What the views above have put into the environment.
  private(set) var environment: EnvironmentValues
  /// Borrowed, as the node above: the nearest one that answers when a text below it is another one. It is found once, so that the change of a
  /// text need not go up through all that is around it.
  private final unowned let textFollower: ViewNode?
  /// What the node has read. `nil` for most nodes, which read nothing.
  // Not checked: ViewGraph says why.
  @exclusivity(unchecked) private(set) final var readings: NodeReadings?
  /// How often the node has looked at models: what an earlier look registered for no longer matters.
  private(set) final var evaluation: UInt32 = 0
  /// How many nodes are above. A node is evaluated before those below it. Views that are deeper than the type allows would exceed the stack.
  final let depth: UInt16
  /// Whether the view is on a screen, or could be.
  private(set) final var isMounted = true
  /// Whether something that the node's body read has changed since it was evaluated.
  final var isChanged = false

  init(in context: _NodeContext) {
    parent = context.parent
    environment = context.environment
    depth = context.parent.map { $0.depth + 1 } ?? 0
    textFollower = context.parent.flatMap { $0.followsTexts ? $0 : $0.textFollower }
  }

  /// The nodes below, in order. What is done to the whole subtree goes through them.
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

  /// The view's type, if it has a body that the program has written: reports name it.
  var writtenType: Any.Type? { nil }

  /// Whether the views below stand in the container above as if this node were not there, so that each can become a row of a list.
  var passesRows: Bool { false }

  /// The list whose rows the views below become one by one, if they do.
  var rowHost: (any RowHost)? { passesRows ? parent?.rowHost : nil }

  /// In which direction the view below scrolls, if it is all that a scroll view holds that scrolls in one.
  var scrollAxis: Axis? { passesRows ? parent?.scrollAxis : nil }

  /// Adds the rows that this view contributes to the list above, in order.
  func collectRows(into rows: inout RowCollector) {
    guard passesRows else { return rows.add(widgets) }
    for child in children { child.collectRows(into: &rows) }
  }

  /// Whether something below was changed by a person, so that it must not be lost while it is out of sight.
  var holdsChanges: Bool { children.contains { $0.holdsChanges } }

  /// Whether the nodes of this subtree can show the view of another element. An update in ``ViewGraph/recycle(_:)`` then leaves nothing of the last
  /// element in them. A type of node that keeps more than its view says so by this property.
  var canBeRecycled: Bool { false }

  /// Whether all nodes below can be recycled.
  final var childrenCanBeRecycled: Bool {
    for child in children where !child.canBeRecycled { return false }
    return true
  }

  /// Ends all observation in this subtree. The next update in ``ViewGraph/recycle(_:)`` begins it again.
  final func stopObserving() {
    forgetModels()
    readings?.forget()
    for child in children { child.stopObserving() }
  }

  /// The view goes out of sight, or comes back, and keeps its state meanwhile.
  func sightDidChange(isInSight: Bool) {
    for child in children { child.sightDidChange(isInSight: isInSight) }
  }

  /// The widgets that a view below contributes are others than before, or in another order. The nearest container answers.
  func widgetsDidChange() {
    parent?.widgetsDidChange()
  }

  /// Whether the node answers when a text below is another one: ``textDidChange()`` is its own.
  var followsTexts: Bool { false }

  /// Whether the view is pressed as a whole, so that there are no links in what is written on it.
  var isPressedAsWhole: Bool { false }

  /// A text below is another one. A control that is called by it answers, unless one below it did.
  func textDidChange() {
    if isMounted { textFollower?.textDidChange() }
  }

  /// Gives the views below another environment. What has read a value that differs is evaluated again.
  final func updateEnvironment(_ new: EnvironmentValues) {
    guard !new.isSame(as: environment) else { return }
    let old = environment
    environment = new
    followDirection(before: old)
    environmentDidChange()
  }

  /// Gives the views below another value in their environment.
  final func updateEnvironment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, to value: Value) {
    var new = environment
    new[keyPath: keyPath] = value
    updateEnvironment(new)
  }

  /// The environment is another one, and with it perhaps the direction in which the view is read.
  func followDirection(before: EnvironmentValues) {}

  /// Changes how the views below change, if this node has a say in it.
  func adjust(_ transaction: inout Transaction) {}

  /// Adds what of this view comes and goes by itself: each view that a container would lay out, with its transition.
  func collectTransitionParts(into parts: inout [TransitionPart]) {
    for child in children { child.collectTransitionParts(into: &parts) }
  }

  /// The environment is another one. A node that changes it for those below overrides this.
  func environmentDidChange() {
    for child in children { child.updateEnvironment(environment) }
  }

  /// The storage for what the node reads.
  final func makeReadings() -> NodeReadings {
    if let readings { return readings }
    let new = NodeReadings()
    readings = new
    return new
  }

  /// What the bindings to elements gave last that the node's evaluation makes.
  final var elementMemory: ElementMemory {
    let readings = makeReadings()
    let memory = readings.elements ?? makeElementMemory()
    readings.elements = memory
    memory.begin(Int(evaluation))
    return memory
  }

  private func makeElementMemory() -> ElementMemory {
    let view = writtenView
    return ElementMemory(placeName: Self.placeName(view)) {
      // A list of a thousand rows makes one mistake, with a thousand positions.
      ViewGraph.shared.reportOnce($0, of: view, as: "\($0.fileID):\($0.line)")
    }
  }

  /// The view goes: state, tasks and widgets with it. To be called once, by the owner.
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

  /// Changes of the models that the node has read no longer mark it.
  final func forgetModels() {
    evaluation &+= 1
    readings?.models?.end()
  }

  /// The view goes; what is below is still there.
  func willUnmount() {}
  /// The view goes; what was below is gone.
  func didUnmount() {}
}

/// A node of one type of view.
@MainActor
public class _ViewNode<Content: View>: ViewNode {
  /// The view as it was last given.
  @exclusivity(unchecked) final var view: Content

  init(_ view: Content, in context: _NodeContext) {
    self.view = view
    super.init(in: context)
  }

  /// The view above has made this view anew. Brings what is on screen in step with it, touching only what differs.
  func update(to view: Content) {
    self.view = view
  }

  /// A context for a node below this one.
  final func contextBelow(_ environment: EnvironmentValues? = nil) -> _NodeContext {
    _NodeContext(below: self, environment: environment ?? self.environment)
  }
}
