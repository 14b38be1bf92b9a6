internal import CGtk

/// A view for each element of a collection.
///
/// ```swift
/// VStack {
///   ForEach(episodes) { Text($0.title) }
/// }
/// ```
///
/// The view of an element keeps its state and its widgets as long as the element's id is in the collection, also when
/// the element moves. Elements must have different ids. If two elements have the same id, only the first is displayed,
/// and a misuse is reported once for each `ForEach`.
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  /// The source of the elements.
  enum Source {
    case values(Data)
    /// A collection behind a binding. The closure returns the current elements, and keeps its own data in `storage`
    /// from one call to the next.
    case bound(@MainActor (_ storage: inout AnyObject?) -> Data)
  }

  let source: Source
  let identity: ElementIdentity<Data.Element, ID>
  let content: @MainActor (Data.Element) -> Content
  var edits = RowEdits()

  /// Creates a view for each element. The value at a key path identifies an element.
  @preconcurrency public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.init(source: .values(data), identity: .keyPath(id), content: content)
  }

  init(
    source: Source, identity: ElementIdentity<Data.Element, ID>, content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.source = source
    self.identity = identity
    self.content = content
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    if context.parent?.rowHost != nil, StaticRowCount.isOneRow(Content.self) {
      return ForEachRowsNode(view, in: context)
    }
    return ForEachNode(view, in: context)
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a view for each element. The `id` property of an element identifies it.
  @preconcurrency public nonisolated init(
    _ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.init(source: .values(data), identity: .function(of: IdentifiableID<Data.Element>.self), content: content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// Creates a view for each number.
  @preconcurrency public nonisolated init(
    _ data: Range<Int>, @ViewBuilder content: @escaping @MainActor (Int) -> Content
  ) {
    self.init(source: .values(data), identity: .function(of: ValueID<Int>.self), content: content)
  }
}

extension ForEach {
  /// Returns the elements. If they are behind a binding, the node depends on the binding, and ``Source/bound(_:)``
  /// keeps its data in `storage`.
  @MainActor func elements(for node: any EvaluatedNode, storage: inout AnyObject?) -> Data {
    switch source {
    case .values(let data): data
    case .bound(let read): observing(node) { ViewGraph.shared.evaluate(node) { read(&storage) } }
    }
  }

  /// Reports that two elements have the same id, or that an id does not equal itself. Reports nothing if
  /// `isReported` is `true`. Otherwise sets it to `true`.
  @MainActor func reportDuplicate(_ id: ID, of node: ViewNode, _ isReported: inout Bool) {
    guard !isReported else { return }
    isReported = true
    let misuse = Misuse(
      id == id
        ? "A ForEach\(node.messageSuffix) has two elements with the id \(id); only the first is shown. Give each element an id of its own."
        : "A ForEach\(node.messageSuffix) has an element with the id \(id), which does not equal itself; it is not shown. Give each element an id of its own.",
      fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: node.programViewType)
  }
}

/// The view of one element. It has its own body, so a change of state that the body has read evaluates only this
/// element again.
struct ElementView<Element, Content: View>: View {
  let element: Element
  let content: @MainActor (Element) -> Content

  var body: Content { content(element) }
}

/// The node of a ``ForEach`` that creates the views of all elements at once. The other node, ``ForEachRowsNode``,
/// creates the rows of a list when GTK requests them.
@MainActor
final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: _ViewNode<
  ForEach<Data, ID, Content>
>, EvaluatedNode,
RowContributing
{
  typealias ElementNode = _ViewNode<ElementView<Data.Element, Content>>

  /// The ids of the displayed elements, in order.
  private var displayedIDs: [ID] = []
  /// The nodes of the displayed elements, in the same order.
  private var nodes: [ElementNode] = []
  /// The offset of each displayed element in the collection. `nil` if all elements are displayed, so that each offset
  /// is the position in `displayedIDs`. An element is omitted if an earlier element has the same id, or if the id does
  /// not equal itself.
  private var offsets: [Int]?
  /// The inserted and removed views. `nil` until the first insertion or removal.
  private var transitions: ChildTransitions?
  /// The number of elements in the collection, including omitted elements.
  private(set) var elementCount = 0
  /// Whether the initial nodes exist. Only views that are inserted afterwards have a transition.
  private var isInitialized = false
  private var isDuplicateReported = false
  /// The data that ``ForEach/Source/bound(_:)`` keeps between two reads. `nil` for elements without a binding.
  private var sourceStorage: AnyObject?

  override init(_ view: ForEach<Data, ID, Content>, in context: _NodeContext) {
    super.init(view, in: context)
    synchronise(updatesNodes: true)
    isInitialized = true
  }

  var viewName: String { "\(type(of: view))" }

  override var children: [ViewNode] { nodes }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows] }

  override var canBeRecycled: Bool { transitions?.isIdle != false && childrenCanBeRecycled }

  /// Adds the rows of each element. The element's id is their selection value, and code can scroll to them by this id.
  func contributeRows(to collector: inout RowCollector) {
    for (position, id) in displayedIDs.enumerated() {
      let index = ForEachIndex(loop: self, offset: offsets?[position] ?? position)
      collector.identified(id) { $0.tagged(id) { $0.indexed(index) { nodes[position].collectRows(into: &$0) } } }
    }
  }

  override func update(to view: ForEach<Data, ID, Content>) {
    super.update(to: view)
    isChanged = false
    synchronise(updatesNodes: true)
  }

  /// Called when the collection behind the binding has changed. The nodes of changed elements are marked and evaluated
  /// separately.
  func evaluateAgain() {
    isChanged = false
    synchronise(updatesNodes: false)
  }

  /// Reads the collection again, and creates, orders and removes the nodes accordingly. With `updatesNodes`, also
  /// updates the views of elements that stay.
  private func synchronise(updatesNodes: Bool) {
    let elements = view.elements(for: self, storage: &sourceStorage)
    let identity = view.identity
    if view.edits.move != nil { rowHost?.allowDrags() }
    if hasSameIDs(as: elements) {
      if updatesNodes { updateNodes(with: elements) }
      return
    }
    let old = (displayedIDs: displayedIDs, nodes: nodes, offsets: offsets)
    (displayedIDs, nodes, offsets) = ([], [], nil)
    displayedIDs.reserveCapacity(elements.count)
    nodes.reserveCapacity(elements.count)
    elementCount = 0
    var oldNodes = NodesByID(old.displayedIDs, old.nodes, newCount: elements.count)
    for element in elements {
      defer { elementCount += 1 }
      let id = identity.id(of: element)
      let elementView = ElementView(element: element, content: view.content)
      switch oldNodes.take(id) {
      case .existing(let node):
        if updatesNodes { node.update(to: elementView) }
        append(node, id)
      case .new:
        let node = ElementView._makeNode(elementView, in: contextBelow())
        if isInitialized { ChildTransitions.insert(node, id, to: self, &transitions) }
        append(node, id)
      case .duplicate:
        offsets = offsets ?? Array(0..<elementCount)
        view.reportDuplicate(id, of: self, &isDuplicateReported)
      }
    }
    removeNodes(oldNodes, from: old.displayedIDs)
    if displayedIDs != old.displayedIDs || offsets != old.offsets { widgetsDidChange() }
    if isInitialized, displayedIDs != old.displayedIDs { environment.notifyPreferenceOrderChange() }
  }

  private func append(_ node: ElementNode, _ id: ID) {
    displayedIDs.append(id)
    nodes.append(node)
    offsets?.append(elementCount)
  }

  /// Returns whether the new elements have the same ids in the same order as the nodes. If `true`, the nodes need not
  /// be looked up by id. Most changes keep the ids and their order.
  private func hasSameIDs(as elements: Data) -> Bool {
    guard isInitialized, elements.count == elementCount, displayedIDs.count == elementCount else { return false }
    let identity = view.identity
    let isSame = elements.withContiguousStorageIfAvailable { buffer in
      for offset in 0..<elementCount where identity.id(of: buffer[offset]) != displayedIDs[offset] { return false }
      return true
    }
    if let isSame { return isSame }
    var offset = 0
    for element in elements {
      guard identity.id(of: element) == displayedIDs[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Updates the nodes to elements with the same ids in the same order.
  private func updateNodes(with elements: Data) {
    let content = view.content
    // `nil` if the elements are not stored contiguously. The nodes are then not updated yet.
    let contiguousUpdate: Void? = elements.withContiguousStorageIfAvailable { buffer in
      for offset in 0..<nodes.count { nodes[offset].update(to: ElementView(element: buffer[offset], content: content)) }
    }
    guard contiguousUpdate == nil else { return }
    var offset = 0
    for element in elements {
      nodes[offset].update(to: ElementView(element: element, content: content))
      offset += 1
    }
  }

  /// Removes the nodes of removed elements. An animated removal needs the id of the preceding element that stays.
  private func removeNodes(_ oldNodes: NodesByID<ID, ElementNode>, from oldIDs: [ID]) {
    guard oldNodes.remainingCount > 0 else { return }
    var precedingID: ID?
    for id in oldIDs {
      if let node = oldNodes.remainingNode(withID: id) {
        ChildTransitions.remove(node, id, of: self, &transitions, after: precedingID)
      } else {
        precedingID = id
      }
    }
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    guard let transitions else { return super.collectWidgets(into: &widgets) }
    transitions.collectWidgets(after: nil, into: &widgets)
    for (id, node) in zip(displayedIDs, nodes) {
      node.collectWidgets(into: &widgets)
      transitions.collectWidgets(after: id, into: &widgets)
    }
  }

  override func didUnmount() { transitions?.stopAll() }
}

extension ForEachNode: RowLoop {
  var edits: RowEdits { view.edits }
}

/// The nodes of the previous elements by id, while a new collection is compared with them. The dictionary is discarded
/// after the comparison, because it would increase the memory of the nodes by a tenth.
private struct NodesByID<ID: Hashable, Node> {
  /// The nodes by id. The value is `nil` for an id that ``take(_:)`` has already searched for.
  private var nodes: [ID: Node?]
  /// The number of nodes that ``take(_:)`` has not returned. After the comparison, these are the nodes of removed
  /// elements.
  private(set) var remainingCount: Int

  /// The result of a search by id.
  enum Match {
    /// The existing node with this id.
    case existing(Node)
    /// No node has the id.
    case new
    /// Another element has the same id, or the id does not equal itself, like NaN.
    case duplicate
  }

  /// `newCount` is the number of elements in the new collection.
  init(_ ids: [ID], _ nodes: [Node], newCount: Int) {
    remainingCount = ids.count
    self.nodes = Dictionary(minimumCapacity: max(ids.count, newCount))
    for (id, node) in zip(ids, nodes) { self.nodes.updateValue(node, forKey: id) }
  }

  /// Searches for the node with an id. A second search for the same id finds a duplicate.
  mutating func take(_ id: ID) -> Match {
    guard id == id else { return .duplicate }
    guard let found = nodes.updateValue(nil, forKey: id) else { return .new }
    guard let node = found else { return .duplicate }
    remainingCount -= 1
    return .existing(node)
  }

  /// Returns the node with an id if ``take(_:)`` has not returned it.
  func remainingNode(withID id: ID) -> Node? { nodes[id] ?? nil }
}
