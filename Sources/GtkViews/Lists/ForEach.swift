internal import CGtk

/// A view for each element of a collection.
///
/// An element's view keeps its state and its widgets as long as its id is in the collection, also when the element
/// moves. Elements must have different ids. If two elements have the same id, only the first is displayed, and a misuse
/// is reported once for each `ForEach`.
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  /// The source of the elements.
  enum Source {
    case values(Data)
    /// A collection behind a binding. The closure keeps its own data in `storage` between two reads.
    case bound(@MainActor (_ storage: inout AnyObject?) -> Data)
  }

  let source: Source
  let identity: ElementIdentity<Data.Element, ID>
  let content: @MainActor (Data.Element) -> Content
  var edits = RowEdits()

  /// Creates a view for each element, identified by the value at a key path.
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
  /// Creates a view for each element, identified by its id.
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

  /// Reports that two elements have the same id, or that an id does not equal itself. Does nothing if `isReported` is
  /// `true`, and sets it to `true`.
  @MainActor func reportDuplicate(_ id: ID, of node: ViewNode, _ isReported: inout Bool) {
    guard !isReported else { return }
    isReported = true
    let misuse = Misuse(
      id == id
        ? "A ForEach\(node.messageSuffix) has two elements with the id \(id); only the first is shown. Give each element an id of its own."
        : "A ForEach\(node.messageSuffix) has an element with the id \(id), which does not equal itself; it is not shown. Give each element an id of its own.",
      fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: node.writtenView)
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
  typealias Row = _ViewNode<ElementView<Data.Element, Content>>

  /// The ids of the displayed elements.
  private var order: [ID] = []
  /// The nodes of the elements, in the same order as `order`.
  private var nodes: [Row] = []
  /// The offset in the collection of each element in `order`. `nil` if all elements are displayed, so that each offset
  /// is the position in `order`. An element is omitted if another element has the same id.
  private var offsets: [Int]?
  /// The inserted and removed views. `nil` until the first insertion or removal.
  private var transitions: ChildTransitions?
  private(set) var elementCount = 0
  private var isInitialized = false
  private var isDuplicateReported = false
  /// The data of a source behind a binding: see ``ForEach/Source/bound(_:)``.
  private var sourceStorage: AnyObject?

  override init(_ view: ForEach<Data, ID, Content>, in context: _NodeContext) {
    super.init(view, in: context)
    synchronise(updatesRows: true)
    isInitialized = true
  }

  var viewName: String { "\(type(of: view))" }

  override var children: [ViewNode] { nodes }

  override var capabilities: NodeCapabilities { [.isTransparent, .contributesRows] }

  override var canBeRecycled: Bool { transitions?.isEmpty != false && childrenCanBeRecycled }

  func contributeRows(to collector: inout RowCollector) {
    for (position, id) in order.enumerated() {
      let index = ForEachIndex(loop: self, offset: offsets?[position] ?? position)
      collector.identified(id) { $0.tagged(id) { $0.indexed(index) { nodes[position].collectRows(into: &$0) } } }
    }
  }

  override func update(to view: ForEach<Data, ID, Content>) {
    super.update(to: view)
    isChanged = false
    synchronise(updatesRows: true)
  }

  /// Called when the collection behind the binding has changed. Rows with a changed element are marked and evaluated
  /// separately.
  func evaluateAgain() {
    isChanged = false
    synchronise(updatesRows: false)
  }

  /// Reads the collection again, and creates, orders and removes the nodes accordingly. With `updatesRows`, also
  /// updates the views of elements that stay.
  private func synchronise(updatesRows: Bool) {
    let elements = view.elements(for: self, storage: &sourceStorage)
    let identity = view.identity
    if view.edits.move != nil { rowHost?.allowDrags() }
    if hasSameOrder(as: elements) {
      if updatesRows { updateRows(with: elements) }
      return
    }
    let old = (order: order, nodes: nodes, offsets: offsets)
    (order, nodes, offsets) = ([], [], nil)
    order.reserveCapacity(elements.count)
    nodes.reserveCapacity(elements.count)
    elementCount = 0
    var rows = RowsByID(old.order, old.nodes, newCount: elements.count)
    for element in elements {
      defer { elementCount += 1 }
      let id = identity.id(of: element)
      let row = ElementView(element: element, content: view.content)
      switch rows.take(id) {
      case .existing(let node):
        if updatesRows { node.update(to: row) }
        append(node, id)
      case .new:
        let node = ElementView._makeNode(row, in: contextBelow())
        if isInitialized { ChildTransitions.insert(node, id, to: self, &transitions) }
        append(node, id)
      case .duplicate:
        offsets = offsets ?? Array(0..<elementCount)
        view.reportDuplicate(id, of: self, &isDuplicateReported)
      }
    }
    removeRows(rows, from: old.order)
    if order != old.order || offsets != old.offsets { widgetsDidChange() }
    if isInitialized, order != old.order { environment.notifyPreferenceOrderChange() }
  }

  private func append(_ node: Row, _ id: ID) {
    order.append(id)
    nodes.append(node)
    offsets?.append(elementCount)
  }

  /// Whether the new elements have the same ids in the same order as the rows. If `true`, the rows need not be looked
  /// up by id. Most changes keep the ids and their order.
  private func hasSameOrder(as elements: Data) -> Bool {
    guard isInitialized, elements.count == elementCount, order.count == elementCount else { return false }
    let identity = view.identity
    let isSame = elements.withContiguousStorageIfAvailable { buffer in
      for offset in 0..<order.count where identity.id(of: buffer[offset]) != order[offset] { return false }
      return true
    }
    if let isSame { return isSame }
    var offset = 0
    for element in elements {
      guard identity.id(of: element) == order[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Updates the rows to elements with the same ids in the same order.
  private func updateRows(with elements: Data) {
    let content = view.content
    // `nil` if the elements are not stored contiguously. The rows are then not updated yet.
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

  /// Removes the rows whose elements were removed. A removal may be animated, so it stores the id of the row before it.
  private func removeRows(_ rows: RowsByID<ID, Row>, from oldOrder: [ID]) {
    guard rows.remainingCount > 0 else { return }
    var previous: ID?
    for id in oldOrder {
      if let node = rows.remaining(id) {
        ChildTransitions.remove(node, id, of: self, &transitions, after: previous)
      } else {
        previous = id
      }
    }
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    guard let transitions else { return super.collectWidgets(into: &widgets) }
    transitions.collectWidgets(behind: nil, into: &widgets)
    for (id, node) in zip(order, nodes) {
      node.collectWidgets(into: &widgets)
      transitions.collectWidgets(behind: id, into: &widgets)
    }
  }

  override func didUnmount() { transitions?.end() }
}

extension ForEachNode: RowLoop {
  var edits: RowEdits { view.edits }
}

/// The rows of a loop by id, while a new collection is compared with them. The dictionary is discarded after the
/// comparison, because it needs a tenth of the memory of the rows.
private struct RowsByID<ID: Hashable, Row> {
  /// The rows by id. The value is `nil` for a row that ``take(_:)`` has already returned.
  private var rows: [ID: Row?]
  /// The number of rows that ``take(_:)`` has not returned. Their elements were removed.
  private(set) var remainingCount: Int

  /// The result of a search by id.
  enum Match {
    /// The existing row with this id.
    case existing(Row)
    /// No row has the id.
    case new
    /// Another element has the same id, or the id does not equal itself, as NaN.
    case duplicate
  }

  init(_ order: [ID], _ nodes: [Row], newCount: Int) {
    remainingCount = order.count
    rows = Dictionary(minimumCapacity: max(order.count, newCount))
    for (id, node) in zip(order, nodes) { rows.updateValue(node, forKey: id) }
  }

  /// Returns the row with an id, and marks it as returned.
  mutating func take(_ id: ID) -> Match {
    guard id == id else { return .duplicate }
    guard let found = rows.updateValue(nil, forKey: id) else { return .new }
    guard let row = found else { return .duplicate }
    remainingCount -= 1
    return .existing(row)
  }

  /// Returns the row with an id if ``take(_:)`` has not returned it.
  func remaining(_ id: ID) -> Row? { rows[id] ?? nil }
}
