internal import CGtk

/// A view for each element of a collection.
///
/// An element's view keeps its state and its widgets as long as its id is in the collection, wherever the element moves. Two elements with the same
/// id are a mistake. It is reported once for each loop, and only the first of the two is displayed.
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  /// The source of the elements.
  enum Source {
    case values(Data)
    /// A collection behind a binding. The node stores the value that is kept between two reads.
    case bound(@MainActor (_ kept: inout AnyObject?) -> Data)
  }

  let source: Source
  let identity: ElementIdentity<Data.Element, ID>
  let content: @MainActor (Data.Element) -> Content
  var edits = RowEdits()

  /// Creates a view for each element, identified by the value at a key path.
  @preconcurrency public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.init(source: .values(data), identity: .path(id), content: content)
  }

  init(source: Source, identity: ElementIdentity<Data.Element, ID>, content: @escaping @MainActor (Data.Element) -> Content) {
    self.source = source
    self.identity = identity
    self.content = content
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    if context.parent?.rowHost != nil, StaticRowCount.isOneRow(Content.self) { return ForEachRowsNode(view, in: context) }
    return ForEachNode(view, in: context)
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a view for each element, identified by its id.
  @preconcurrency public nonisolated init(_ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content) {
    self.init(source: .values(data), identity: .own(OwnID<Data.Element>.self), content: content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// Creates a view for each number.
  @preconcurrency public nonisolated init(_ data: Range<Int>, @ViewBuilder content: @escaping @MainActor (Int) -> Content) {
    self.init(source: .values(data), identity: .own(OwnValue<Int>.self), content: content)
  }
}

extension ForEach {
  /// Returns the elements, read in the evaluation of the loop's node. `kept` is storage for a source behind a binding.
  @MainActor func elements(for node: any Evaluated, keeping kept: inout AnyObject?) -> Data {
    switch source {
    case .values(let data): data
    case .bound(let read): observing(node) { ViewGraph.shared.evaluate(node) { read(&kept) } }
    }
  }

  /// Reports, once for each node, that two elements have the same id.
  @MainActor func reportDuplicate(_ id: ID, of node: ViewNode, _ isReported: inout Bool) {
    guard !isReported else { return }
    isReported = true
    let misuse = Misuse(
      id == id
        ? "A ForEach\(node.placeName) has two elements with the id \(id); only the first is shown. Give each element an id of its own."
        : "A ForEach\(node.placeName) has an element with the id \(id), which does not equal itself; it is not shown. Give each element an id of its own.",
      fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: node.writtenView)
  }
}

/// The view of one element. It has a body of its own, so that a change of a value that this body read evaluates only this element again.
struct ElementView<Element, Content: View>: View {
  let element: Element
  let content: @MainActor (Element) -> Content

  var body: Content { content(element) }
}

@MainActor
final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: _ViewNode<ForEach<Data, ID, Content>>, Evaluated, RowContributing
{
  typealias Row = _ViewNode<ElementView<Data.Element, Content>>

  private var order: [ID] = []
  /// The nodes of `order`.
  private var nodes: [Row] = []
  /// The offsets in the collection of the elements of `order`. Elements with the id of another element are omitted. `nil` if none are.
  private var offsets: [Int]?
  private var passages: Passages?
  private(set) var elementCount = 0
  private var isMade = false
  private var isDuplicateReported = false
  /// The storage of a source behind a binding.
  private var kept: AnyObject?

  override init(_ view: ForEach<Data, ID, Content>, in context: _NodeContext) {
    super.init(view, in: context)
    synchronise(updatesRows: true)
    isMade = true
  }

  var viewName: String { "\(type(of: view))" }

  override var children: [ViewNode] { nodes }

  override var capabilities: NodeCapabilities { [.isTransparent, .contributesRows] }

  override var canBeRecycled: Bool { passages?.isEmpty != false && childrenCanBeRecycled }

  func contributeRows(to collector: inout RowCollector) {
    for (position, id) in order.enumerated() {
      let index = ForEachIndex(loop: self, offset: offsets?[position] ?? position)
      collector.identified(id) { $0.tagged(id) { $0.placed(index) { nodes[position].collectRows(into: &$0) } } }
    }
  }

  override func update(to view: ForEach<Data, ID, Content>) {
    super.update(to: view)
    isChanged = false
    synchronise(updatesRows: true)
  }

  /// Reads the collection again after the binding's collection has changed. Rows whose elements have changed are evaluated on their own.
  func evaluateAgain() {
    isChanged = false
    synchronise(updatesRows: false)
  }

  private func synchronise(updatesRows: Bool) {
    let elements = view.elements(for: self, keeping: &kept)
    let identity = view.identity
    if view.edits.move != nil { rowHost?.allowDrags() }
    if hasOrder(of: elements) {
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
      case .known(let node):
        if updatesRows { node.update(to: row) }
        append(node, id)
      case .new:
        let node = ElementView._makeNode(row, in: contextBelow())
        if isMade { Passages.come(node, id, to: self, &passages) }
        append(node, id)
      case .taken:
        offsets = offsets ?? Array(0..<elementCount)
        view.reportDuplicate(id, of: self, &isDuplicateReported)
      }
    }
    leave(rows, before: old.order)
    if order != old.order || offsets != old.offsets { widgetsDidChange() }
    if isMade, order != old.order { environment.noteOrderOfPreferences() }
  }

  private func append(_ node: Row, _ id: ID) {
    order.append(id)
    nodes.append(node)
    offsets?.append(elementCount)
  }

  /// Whether the elements have the ids of the rows, in the same order. Most changes change one element, and then no id has to be looked up.
  private func hasOrder(of elements: Data) -> Bool {
    guard isMade, elements.count == elementCount, order.count == elementCount else { return false }
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

  /// Updates the rows of elements that have the ids of the rows, in the same order.
  private func updateRows(with elements: Data) {
    let content = view.content
    let isContiguous: Void? = elements.withContiguousStorageIfAvailable { buffer in
      for offset in 0..<nodes.count { nodes[offset].update(to: ElementView(element: buffer[offset], content: content)) }
    }
    guard isContiguous == nil else { return }
    var offset = 0
    for element in elements {
      nodes[offset].update(to: ElementView(element: element, content: content))
      offset += 1
    }
  }

  private func leave(_ rows: RowsByID<ID, Row>, before old: [ID]) {
    guard rows.leftCount > 0 else { return }
    var previous: ID?
    for id in old {
      if let node = rows.left(id) {
        Passages.leave(node, id, of: self, &passages, after: previous)
      } else {
        previous = id
      }
    }
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    guard let passages else { return super.collectWidgets(into: &widgets) }
    passages.collectWidgets(behind: nil, into: &widgets)
    for (id, node) in zip(order, nodes) {
      node.collectWidgets(into: &widgets)
      passages.collectWidgets(behind: id, into: &widgets)
    }
  }

  override func didUnmount() { passages?.end() }
}

extension ForEachNode: RowLoop {
  var edits: RowEdits { view.edits }
}

/// The rows of a loop by id, while its elements are compared with them. It is not kept, because it would need a tenth of the rows' memory.
private struct RowsByID<ID: Hashable, Row> {
  /// A row is `nil` once its id was taken.
  private var rows: [ID: Row?]
  /// The number of rows whose ids were not taken.
  private(set) var leftCount: Int

  enum Found {
    /// The row of the id.
    case known(Row)
    /// No row has the id.
    case new
    /// The id was taken before, or does not equal itself.
    case taken
  }

  init(_ order: [ID], _ nodes: [Row], newCount: Int) {
    leftCount = order.count
    rows = Dictionary(minimumCapacity: max(order.count, newCount))
    for (id, node) in zip(order, nodes) { rows.updateValue(node, forKey: id) }
  }

  /// Takes the row of an id.
  mutating func take(_ id: ID) -> Found {
    guard id == id else { return .taken }
    guard let found = rows.updateValue(nil, forKey: id) else { return .new }
    guard let row = found else { return .taken }
    leftCount -= 1
    return .known(row)
  }

  /// The row of an id that was not taken.
  func left(_ id: ID) -> Row? { rows[id] ?? nil }
}
