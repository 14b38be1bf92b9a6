internal import CGtk
internal import GtkBridge

/// The node of a ``ForEach`` whose elements are rows of a list. A row's views are created when GTK binds the row to a
/// list item.
///
/// The node displays the collection with only its count and the elements of realized rows, which are the rows for which
/// GTK has an object. So the collection may load its elements on demand, and may be larger than the memory. Only two
/// operations may read more elements: a search for a row, by the id of its element, its selection value or its text,
/// and a selection of rows that are not realized.
@MainActor
final class ForEachRowsNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: _ViewNode<
  ForEach<Data, ID, Content>
>, EvaluatedNode,
RowContributing
{
  private var elements: Data!
  private(set) var rowCount = 0
  /// The realized rows by the ids of their elements, without duplicate rows.
  ///
  /// A *duplicate row* is the empty row of an element whose id already belongs to another element with a row, or whose
  /// id does not equal itself.
  private var rows: [ID: ElementRow<Data, ID, Content>] = [:]
  /// The data that ``ForEach/Source/bound(_:)`` keeps from one read to the next. `nil` if the elements do not come from
  /// a binding.
  private var sourceStorage: AnyObject?
  private(set) var hasUnemittedChanges = false
  let realizedRows = RealizedRows()
  private let offscreenRows = OffscreenRowCache()
  private let recycledNodes = RecycledNodes()
  /// Whether a row may have a ``View/tag(_:)``. The tag is the row's selection value instead of the element's id.
  private lazy var mayHaveTags = RowTag.mayExist(in: Content.self)
  /// Compares two elements field by field. `nil` if their type cannot be compared.
  private lazy var elementComparison = fieldComparison(of: Data.Element.self)
  private var isDuplicateReported = false
  /// Whether this node has ever created a duplicate row.
  private var hasCreatedDuplicateRow = false

  override init(_ view: ForEach<Data, ID, Content>, in context: _NodeContext) {
    super.init(view, in: context)
    elements = view.elements(for: self, storage: &sourceStorage)
    rowCount = elements.count
    if view.edits.move != nil { context.parent?.rowHost?.allowDrags() }
  }

  var viewName: String { "\(type(of: view))" }

  /// The nodes of rows that have views, in the order of the rows.
  override var children: [ViewNode] {
    var nodes: [(position: Int, node: ViewNode)] = []
    for row in rows.values { if let node = row.node { nodes.append((row.position ?? .max, node)) } }
    nodes.sort { @Sendable in $0.position < $1.position }
    return nodes.map(\.node)
  }

  /// The widgets of the rows are in list items, so the container above receives none.
  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  override var capabilities: NodeCapabilities { .contributesRows }

  func contributeRows(to rows: inout RowCollector) { rows.add(self) }

  override func update(to view: ForEach<Data, ID, Content>) {
    let isSameContent = haveSameClosure(
      RowContentClosure(content: self.view.content), RowContentClosure(content: view.content))
    super.update(to: view)
    isChanged = false
    synchronise(updatesRows: true, skipsEqualElements: isSameContent)
  }

  /// Called when the elements come from a binding whose collection has changed. Rows with a changed element are marked
  /// and evaluated separately.
  func evaluateAgain() {
    isChanged = false
    synchronise(updatesRows: false)
  }

  override func didUnmount() {
    offscreenRows.removeAll()
    recycledNodes.removeAll()
    rows = [:]
  }

  /// Reads the collection again, and finds the new positions of the existing rows.
  ///
  /// - Parameters:
  ///   - updatesRows: Whether the rows' views are updated to the new elements and the new content closure.
  ///   - skipsEqualElements: Whether a row is not updated if its element has not changed. Only `true` if the
  ///     content closure has not changed either.
  private func synchronise(updatesRows: Bool, skipsEqualElements: Bool = false) {
    if view.edits.move != nil { parent?.rowHost?.allowDrags() }
    elements = view.elements(for: self, storage: &sourceStorage)
    let count = elements.count
    let countChange = count - rowCount
    rowCount = count
    let existingRows = Array(rows.values)
    // These values are the same for each row, so they are read only once.
    let (data, start, identity) = (elements!, elements.startIndex, view.identity)
    let areEqual = skipsEqualElements ? elementComparison : nil
    let haveMoved = RowSearch.updatePositions(of: existingRows, countChange: countChange, count: count) {
      row, position in
      let element = data[data.index(start, offsetBy: position)]
      guard identity.id(of: element) == row.id else { return false }
      if let areEqual, let node = row.node { row.isUpToDate = areEqual(node.view.element, element) }
      return true
    } id: {
      identity.id(of: data[data.index(start, offsetBy: $0)])
    }
    let positionsDidChange = haveMoved || countChange != 0
    let orderDidChange = markDuplicateRowsAsRemoved(all: positionsDidChange) || positionsDidChange
    for row in existingRows where row.position == nil { remove(row) }
    if updatesRows {
      let content = view.content
      for row in existingRows {
        guard !row.isUpToDate else {
          row.isUpToDate = false
          continue
        }
        guard let position = row.position, let node = row.node else { continue }
        node.update(to: ElementView(element: data[data.index(start, offsetBy: position)], content: content))
      }
    }
    guard orderDidChange else { return }
    hasUnemittedChanges = true
    widgetsDidChange()
    environment.notifyPreferenceOrderChange()
  }

  /// Marks duplicate rows as removed, so that GTK requests the rows at their positions again. Returns whether a row was
  /// marked.
  ///
  /// - Parameter all: Whether to mark all duplicate rows. If `false`, a duplicate row stays as it is while another row
  ///   displays an element with its id.
  private func markDuplicateRowsAsRemoved(all: Bool) -> Bool {
    guard hasCreatedDuplicateRow else { return false }
    var isAnyMarked = false
    for case let row as ElementRow<Data, ID, Content> in realizedRows.rows.values where row.isDuplicate {
      if !all, let position = row.position, id(at: position) == row.id,
        rows[row.id].map({ displaysOtherElement($0, thanAt: position) }) == true
      {
        continue
      }
      row.position = nil
      isAnyMarked = true
    }
    return isAnyMarked
  }

  private func remove(_ row: ElementRow<Data, ID, Content>) {
    unregister(row)
    offscreenRows.remove(row)
    retire(row)
  }

  /// Destroys the views of a row that was removed or is offscreen. If the row's node contains no state of the element,
  /// the node is kept for another row instead.
  private func retire(_ row: ElementRow<Data, ID, Content>) {
    let listItem = row.listItem
    guard isMounted, let node = row.recyclableNode else { return row.destroyViews() }
    row.detachNode()
    node.notifyOfRow(isOnscreen: false)
    node.stopObserving()
    recycledNodes.add(node, in: listItem)
  }

  private func id(at position: Int) -> ID { view.identity.id(of: element(at: position)) }

  private func element(at position: Int) -> Data.Element {
    elements[elements.index(elements.startIndex, offsetBy: position)]
  }

  private func rowView(at position: Int) -> ElementView<Data.Element, Content> {
    ElementView(element: element(at: position), content: view.content)
  }

  /// Returns a recycled node or a new one for a row. `nil` if the row was removed, or this node was unmounted.
  fileprivate func node(
    for row: ElementRow<Data, ID, Content>, in listItem: ListItem
  ) -> RowNode<ElementView<Data.Element, Content>>? {
    guard isMounted, let position = row.position, position < rowCount else { return nil }
    guard let node = recycledNode(for: listItem) else { return makeNode(for: row) }
    node.recycle(for: row, showing: rowView(at: position), in: environment)
    return node
  }

  /// Returns the node of the unbound row whose widget is still in the list item, or else a node of `recycledNodes`.
  /// `nil` if there is no such node.
  private func recycledNode(for listItem: ListItem) -> RowNode<ElementView<Data.Element, Content>>? {
    if let unboundRow = listItem.unboundRow as? ElementRow<Data, ID, Content>, unboundRow.belongs(to: self),
      let node = unboundRow.recyclableNode
    {
      unboundRow.detachNode()
      node.notifyOfRow(isOnscreen: false)
      return node
    }
    guard let (node, lastListItem) = recycledNodes.removeNode(preferringIn: listItem) else { return nil }
    // Safe because `recycledNodes` contains only nodes of rows of this `ForEach`. A checked cast would take longer,
    // because it looks up the type.
    let rowNode = unsafeDowncast(node, to: RowNode<ElementView<Data.Element, Content>>.self)
    if lastListItem !== listItem { lastListItem?.removeWidget(rowNode.root) }
    return rowNode
  }

  /// Creates the node of a row. `nil` if the row was removed, or this node was unmounted.
  fileprivate func makeNode(for row: ElementRow<Data, ID, Content>) -> RowNode<ElementView<Data.Element, Content>>? {
    guard isMounted, let position = row.position, position < rowCount else { return nil }
    return RowNode(rowView(at: position), row: row, in: contextBelow())
  }

  /// Caches a row that goes offscreen, if state in the row was changed. Otherwise retires the row.
  fileprivate func cacheOffscreen(_ row: ElementRow<Data, ID, Content>) {
    guard isMounted, row.node?.mayHoldChanges == true else { return retire(row) }
    row.node?.notifyOfRow(isOnscreen: false)
    row.mayBeCached = true
    offscreenRows.add(row)
  }

  /// Removes a row from the cache, because GTK has bound it again.
  fileprivate func removeFromCache(_ row: ElementRow<Data, ID, Content>) {
    guard offscreenRows.remove(row) else { return }
    row.node?.notifyOfRow(isOnscreen: true)
  }

  /// Removes a row from `rows`.
  fileprivate func unregister(_ row: ElementRow<Data, ID, Content>) {
    guard row.isRegistered else { return }
    row.isRegistered = false
    rows[row.id] = nil
  }

  /// Whether a row displays another element than the one at `position`, although the row's id equals the id of that
  /// element.
  private func displaysOtherElement(_ row: ElementRow<Data, ID, Content>, thanAt position: Int) -> Bool {
    guard let rowPosition = row.position, rowPosition != position, rowPosition < rowCount else { return false }
    return id(at: rowPosition) == row.id
  }
}

extension ForEachRowsNode: RowSource {
  func row(at position: Int) -> ListRow {
    let id = id(at: position)
    if let row = existingRow(id, at: position) { return row }
    let row = ElementRow(id, at: position, of: self)
    rows[id] = row
    row.isRegistered = true
    return row
  }

  func existingRow(at position: Int) -> ListRow? {
    rows.isEmpty ? nil : existingRow(id(at: position), at: position)
  }

  private func existingRow(_ id: ID, at position: Int) -> ListRow? {
    // An id such as NaN does not equal itself, so no row can be found by it.
    guard id == id else { return makeDuplicateRow(id, at: position) }
    guard let row = rows[id] else { return nil }
    if displaysOtherElement(row, thanAt: position) { return makeDuplicateRow(id, at: position) }
    row.position = position
    if !row.isBound { row.notifiedPosition = position }
    return row
  }

  /// Creates a duplicate row, and reports the id.
  private func makeDuplicateRow(_ id: ID, at position: Int) -> ListRow {
    view.reportDuplicate(id, of: self, &isDuplicateReported)
    hasCreatedDuplicateRow = true
    return ElementRow(id, at: position, of: self, isDuplicate: true)
  }

  func selectionValue(at position: Int) -> AnyHashable? {
    guard mayHaveTags, let tag = RowTag.outermost(in: view.content(element(at: position))) else {
      return AnyHashable(id(at: position))
    }
    return tag
  }

  func position(of id: AnyHashable) -> Int? {
    guard let id = id.base as? ID else { return nil }
    if let row = rows[id], let position = row.position, position < rowCount, self.id(at: position) == id {
      return position
    }
    return (0..<rowCount).first { self.id(at: $0) == id }
  }

  func scrollID(at position: Int) -> AnyHashable? { AnyHashable(id(at: position)) }

  func text(at position: Int) -> TypeAheadText? {
    let element = element(at: position)
    if let row = rows[view.identity.id(of: element)], row.position == position, let root = row.node?.root {
      return TypeAheadText(text: RowText.typeAheadText(ofWidget: root), hasViews: true)
    }
    return RowText.firstText(in: view.content(element)).map { TypeAheadText(text: $0, hasViews: false) }
  }

  func forEachIndex(at position: Int) -> ForEachIndex? { ForEachIndex(loop: self, offset: position) }

  func changesWereEmitted() {
    hasUnemittedChanges = false
    realizedRows.changesWereEmitted()
  }
}

extension ForEachRowsNode: RowLoop {
  var edits: RowEdits { view.edits }
  var elementCount: Int { rowCount }
}

/// A struct around the content closure of a `ForEach`, so that ``haveSameClosure(_:_:)`` can compare the closure.
private struct RowContentClosure<Element, Content> {
  let content: @MainActor (Element) -> Content
}

/// A row that displays an element of a ``ForEach``.
@MainActor
final class ElementRow<Data: RandomAccessCollection, ID: Hashable, Content: View>: ListRow, TrackedRow {
  let id: ID
  /// The node of the row's views, while they exist.
  private(set) var node: RowNode<ElementView<Data.Element, Content>>?
  /// The node of the `ForEach`, which is the source of this row.
  private weak var source: ForEachRowsNode<Data, ID, Content>?
  /// Whether the row is a duplicate row, as ``ForEachRowsNode`` defines it. Such a row is empty.
  let isDuplicate: Bool
  /// Whether the row is in the dictionary `rows` of the source.
  fileprivate var isRegistered = false
  /// Whether the row was added to the source's cache of offscreen rows. The cache may have evicted it since.
  fileprivate var mayBeCached = false
  /// Whether the row's views already display an equal element and need no update. `false` except while the source is
  /// updated.
  fileprivate var isUpToDate = false
  /// The widget of a row without a node.
  private lazy var emptyWidget = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

  init(_ id: ID, at position: Int, of source: ForEachRowsNode<Data, ID, Content>, isDuplicate: Bool = false) {
    self.id = id
    self.source = source
    self.isDuplicate = isDuplicate
    super.init(at: position, among: source.realizedRows)
  }

  override var isEmpty: Bool { node == nil }

  override var selectionValue: AnyHashable? {
    guard !isDuplicate, let position, let source, position < source.rowCount else { return nil }
    return source.selectionValue(at: position)
  }

  override var widget: UnsafeMutablePointer<GtkWidget>? { node?.root }

  override func makeWidget(for listItem: ListItem) -> UnsafeMutablePointer<GtkWidget> {
    if node == nil, !isDuplicate { node = source?.node(for: self, in: listItem) }
    return node?.root ?? emptyWidget.widget
  }

  /// The row's node, if the views of another element can use it.
  var recyclableNode: RowNode<ElementView<Data.Element, Content>>? {
    guard let node, !node.mayHoldChanges, node.canBeRecycled else { return nil }
    return node
  }

  /// Detaches the node from the row, so that another row can use it.
  func detachNode() {
    node?.leaveRow()
    node = nil
  }

  func belongs(to source: ForEachRowsNode<Data, ID, Content>) -> Bool { self.source === source }

  override func didBind() {
    guard mayBeCached else { return }
    mayBeCached = false
    source?.removeFromCache(self)
  }

  override func didDisappear() {
    if let source { source.cacheOffscreen(self) } else { destroyViews() }
  }

  override func objectWasFinalized() { source?.unregister(self) }

  var isWorthSearching: Bool { node?.mayHoldChanges == true || hasFocus }

  private var hasFocus: Bool {
    guard let root = node?.root, let window = gtk_widget_get_root(root), let focus = gtk_root_get_focus(window) else {
      return false
    }
    return focus == root || gtk_widget_is_ancestor(focus, root) != 0
  }

  override func destroyViews() {
    node?.unmount()
    node?.leaveRow()
    node = nil
  }

  // Not isolated, because the runtime would look up the executor for each row. GTK or a node releases the last
  // reference to a row, on the main thread.
  deinit {
    if let node { MainLoop.isolated { node.leaveRow() } }
  }
}
