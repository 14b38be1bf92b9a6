internal import CGtk
internal import GtkBridge

/// The node of an element's row in a lazy list. The node puts the widgets of the element's view into one widget for the
/// list item.
@MainActor
final class RowNode<Content: View>: _ViewNode<Content> {
  private var content: _ViewNode<Content>!
  // Safe because the row owns this node and calls `leaveRow()` before it ends. A row that ends without this call stops
  // the program. The reference is not weak, because weak references slow down each retain and release of the row.
  private unowned(unsafe) var row: ListRow?
  /// Owned. The box around the row's widgets. `nil` if the row has always had exactly one widget.
  private var box: GObjectReference?
  private var boxChildren = WidgetChildren()
  /// Whether the widgets have changed and are arranged again before the next layout pass.
  private var isStale = false
  /// The widget that displays the row. Borrowed.
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

  /// Displays the element of another row. That row then owns this node.
  func recycle(for row: ListRow, showing view: Content, in environment: EnvironmentValues) {
    self.row = row
    row.hasNode = true
    ViewGraph.shared.recycle {
      updateEnvironment(environment)
      update(to: view)
    }
    notifyOfRow(isOnscreen: true)
    StyleSheet.shared.loadIfStale()
  }

  /// Detaches the node from its row. Called before the row ends, or before another row uses the node.
  func leaveRow() {
    row?.hasNode = false
    row = nil
  }

  /// Whether the node is detached from its row.
  var hasLeftRow: Bool { row == nil }

  override func widgetsDidChange() {
    guard content != nil, !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isStale = false
      let oldRoot = root
      arrange()
      if root != oldRoot { row?.redisplay() }
    }
  }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() { row?.textDidChange() }

  /// Sets `root` to the only widget of the content, or to a box around its widgets.
  private func arrange() {
    let widgets = content.widgets
    if widgets.count == 1, box == nil {
      root = widgets[0]
      return
    }
    // A row that once had several widgets keeps its box, so that a single remaining widget need not move.
    let box = box ?? GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    if self.box == nil {
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box.widget)
      self.box = box
      // Until now, the row had one widget. This widget leaves the list item before it moves into the box.
      if let only = root, widgets.contains(only), let row { row.listItem?.removeWidget(of: row) }
    }
    boxChildren.update(to: widgets, .box(box.opaque))
    root = box.widget
  }
}
