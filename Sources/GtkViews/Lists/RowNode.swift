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
      if let only = root, widgets.contains(only), let row { row.listItem?.give(row) }
    }
    boxed.update(to: widgets, .box(box.opaque))
    root = box.widget
  }
}
