internal import CGtk
internal import GtkBridge

/// Stands behind the views of one row of a list.
///
/// It is a node between the row and its views, and no view of its own.
@MainActor
final class RowNode<Content: View>: _ViewNode<Content> {
  private var content: _ViewNode<Content>!
  // Safe because the row owns this node, and says when it lets go of it: a row that ends without that stops the program. Not weak: that would make
  // each retain and release of the row slower.
  private unowned(unsafe) var row: ListRow?
  /// Owned: the box of a row that is not just one widget.
  private var box: GObjectReference?
  private var boxed = WidgetChildren()
  private var isStale = false
  /// The widget that shows the row, borrowed.
  private(set) var root: UnsafeMutablePointer<GtkWidget>!

  init(_ view: Content, row: ListRow, in context: _NodeContext) {
    self.row = row
    row.hasNode = true
    super.init(view, in: context)
    content = Content._makeNode(view, in: contextBelow())
    arrange()
    StyleSheet.shared.loadIfStale()
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: Content) {
    super.update(to: view)
    content.update(to: view)
  }

  override var canBeRecycled: Bool { content.canBeRecycled }

  /// Shows the view of another row's element.
  func recycle(for row: ListRow, showing view: Content, in environment: EnvironmentValues) {
    self.row = row
    row.hasNode = true
    updateEnvironment(environment)
    ViewGraph.shared.recycle { update(to: view) }
    sightDidChange(isInSight: true)
    StyleSheet.shared.loadIfStale()
  }

  /// The row goes, and leaves the node to itself.
  func leaveRow() {
    row?.hasNode = false
    row = nil
  }

  /// Whether it has a row no more.
  var hasLeftRow: Bool { row == nil }

  override func widgetsDidChange() {
    guard content != nil, !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isStale = false
      let last = root
      arrange()
      if root != last { row?.didChange() }
    }
  }

  override var followsTexts: Bool { true }

  override func textDidChange() { row?.textDidChange() }

  private func arrange() {
    let widgets = content.widgets
    if widgets.count == 1, box == nil {
      root = widgets[0]
      return
    }
    // Once there were several, the box stays: the one widget that is left need not move.
    let box = box ?? GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    if self.box == nil {
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box.widget)
      self.box = box
      if let only = root, widgets.contains(only), let row { row.place?.give(row) }
    }
    boxed.update(to: widgets, .box(box.opaque))
    root = box.widget
  }
}

/// The nodes of rows that are gone or offscreen, for the rows of other elements.
@MainActor
final class RecycledNodes<Node: ViewNode> {
  /// How many nodes stay when the list has settled. While it changes, all of its rows may be exchanged, so more are kept.
  private static var limit: (settled: Int, changing: Int) { (24, 512) }

  /// The last to come is the last. The part of GTK's list that still has the widget, if one has.
  @exclusivity(unchecked) private var nodes: [(node: Node, place: RowPlace?)] = []
  private var isTrimming = false

  func add(_ node: Node, in place: RowPlace?) {
    nodes.append((node, place))
    if nodes.count > Self.limit.changing { nodes.removeFirst().node.unmount() }
    guard !isTrimming else { return }
    isTrimming = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.trim() }
  }

  /// Takes a node, if there is one: that whose widget is in a place already, rather than another one.
  func take(for place: RowPlace?) -> (node: Node, place: RowPlace?)? {
    if let place, let index = nodes.lastIndex(where: { $0.place === place }) { return nodes.remove(at: index) }
    return nodes.popLast()
  }

  private func trim() {
    isTrimming = false
    while nodes.count > Self.limit.settled { nodes.removeFirst().node.unmount() }
  }

  func letGo() {
    for (node, _) in nodes { node.unmount() }
    nodes = []
  }
}

/// The rows of a list that are out of sight, and that are kept because a person has changed something in them.
@MainActor
final class RestingRows {
  /// So many rows are kept. The memory that a list needs does not depend on its length, nor on how much of it was looked at.
  static let limit = 256

  /// The one that has rested longest is the first.
  @exclusivity(unchecked) private var rows: [(row: ListRow, object: GObjectReference?)] = []

  func add(_ row: ListRow) {
    // The object is kept too: it is the same for the same id.
    rows.append((row, row.item.map { GObjectReference($0) }))
    if rows.count > Self.limit { rows.removeFirst().row.end() }
  }

  /// Stops keeping a row. Whether it was kept.
  @discardableResult
  func remove(_ row: ListRow) -> Bool {
    guard !rows.isEmpty, let index = rows.firstIndex(where: { $0.row === row }) else { return false }
    rows.remove(at: index)
    return true
  }

  func letGo() {
    rows = []
  }
}
