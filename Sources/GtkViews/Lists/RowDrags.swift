internal import CGtk
internal import CGtkBridge
internal import GtkBridge
internal import Presentation

/// Dragging of rows within their loop. The loop of a row is the ``ForEach`` that creates the row. The list has one drag
/// source and one drop target, not one for each row.
@MainActor
final class RowDrags {
  /// The distance of the pointer from the list's upper or lower edge, in pixels, within which a drag scrolls the list.
  private static let edgeHeight = 32.0
  /// The maximum scroll distance in pixels for each frame.
  private static let maxScrollStep = 12.0

  private weak var rowsView: RowsView?
  private unowned let editor: RowEditor
  /// The rows that are being dragged. `nil` between drags.
  private var dragged: DraggedRows?
  /// The line that marks the destination of a drop.
  private(set) var insertionLine = InsertionLine()
  /// Scrolls in each frame. `nil` unless a dragging pointer is near the list's upper or lower edge.
  private var scrollTicks: FrameTicks?
  /// The position of the pointer in pixels, relative to the list.
  private var pointer = (x: 0.0, y: 0.0)

  /// Adds the controllers to the list's widget. The widget owns the controllers until it is destroyed.
  init(of rowsView: RowsView, _ editor: RowEditor) {
    self.rowsView = rowsView
    self.editor = editor
    let widget = rowsView.listView.widget
    // The line marks the destination, so the frame that GTK draws around a drop target is removed.
    gtk_widget_add_css_class(
      widget,
      StyleSheet.shared.className(forKey: "rows that are dragged") {
        ".\($0):drop(active) { box-shadow: none; }"
      })
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    connect(source, .prepare) { [weak self] x, y in self?.dragContent(from: x, y) }
    connect(source, .dragBegin) { [weak self] _ in self?.setIcon(of: source) }
    connect(source, .dragEnd) { [weak self] _ in self?.end() }
    gtk_widget_add_controller(widget, source)
    let target = gtk_drop_target_new(cgtk_object_type(rowsView.rows.model.model.rawPointer), GDK_ACTION_MOVE)!
    connect(target, .accept) { [weak self] _ in self?.dragged != nil }
    connect(target, .dropEnter) { [weak self] x, y in self?.pointerMoved(to: x, y) ?? GdkDragAction(rawValue: 0) }
    connect(target, .dropMotion) { [weak self] x, y in self?.pointerMoved(to: x, y) ?? GdkDragAction(rawValue: 0) }
    connect(target, .leave) { [weak self] in self?.stopTracking() }
    connect(target, .drop) { [weak self] _, x, y in self?.drop(at: x, y) ?? false }
    gtk_widget_add_controller(widget, target)
  }

  /// Forgets the dragged rows, hides the line and stops scrolling.
  func end() {
    stopTracking()
    dragged = nil
  }

  /// Stores the dragged rows, and returns the content of a drag that begins at a point. The content is the list's
  /// model, so that no other widget accepts the drag. Returns `nil` if there is no row at the point, or its loop does
  /// not move rows.
  private func dragContent(from x: Double, _ y: Double) -> UnsafeMutablePointer<GdkContentProvider>? {
    end()
    guard let rowsView, let (rowWidget, isInside) = nearestRow(at: y), isInside,
      let position = rowsView.listItems.position(of: rowWidget),
      let (loop, positions) = editor.positionsToEdit(for: position), loop.edits.move != nil
    else { return nil }
    dragged = DraggedRows(loop, positions, of: rowsView)
    pointer = (x, y)
    var value = GValue()
    g_value_init(&value, cgtk_object_type(rowsView.rows.model.model.rawPointer))
    g_value_set_object(&value, rowsView.rows.model.model.rawPointer)
    defer { g_value_unset(&value) }
    return gdk_content_provider_new_for_value(&value)
  }

  /// Sets the image that follows the pointer to the image of the dragged row.
  private func setIcon(of source: OpaquePointer) {
    guard let rowsView, let (rowWidget, _) = nearestRow(at: pointer.y), dragged != nil else { return }
    let icon = GObjectReference(takingOver: gtk_widget_paintable_new(rowWidget))
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(rowsView.listView.widget, rowWidget, pointer.x, pointer.y, &x, &y)
    gtk_drag_source_set_icon(source, icon.opaque, Int32(x), Int32(y))
  }

  /// Returns the visible row that is nearest to a vertical position, and whether the position is inside the row.
  private func nearestRow(at y: Double) -> (widget: UnsafeMutablePointer<GtkWidget>, isInside: Bool)? {
    guard let rowsView else { return nil }
    var nearest: (widget: UnsafeMutablePointer<GtkWidget>, distance: Double)?
    for widget in rowsView.listItems.outerWidgets
    where gtk_widget_get_child_visible(widget) != 0 && gtk_widget_get_visible(widget) != 0 {
      let (top, height) = extent(of: widget, in: rowsView)
      let distance = max(top - y, y - (top + height), 0)
      if distance < nearest?.distance ?? .infinity { nearest = (widget, distance) }
    }
    return nearest.map { ($0.widget, $0.distance == 0) }
  }

  /// Returns the upper edge of a row relative to the list, and the row's height, in pixels.
  private func extent(of row: UnsafeMutablePointer<GtkWidget>, in rowsView: RowsView) -> (top: Double, height: Double) {
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(row, rowsView.listView.widget, 0, 0, &x, &y)
    return (y, Double(gtk_widget_get_height(row)))
  }
}

extension RowDrags {
  /// Shows the destination of a drop at a point, and scrolls near an edge. Returns the possible action, which is empty
  /// if the rows cannot be dropped here.
  private func pointerMoved(to x: Double, _ y: Double) -> GdkDragAction {
    pointer = (x, y)
    scrollAtEdge()
    return showInsertion() ? GDK_ACTION_MOVE : GdkDragAction(rawValue: 0)
  }

  /// Hides the line and stops scrolling.
  private func stopTracking() {
    insertionLine.hide()
    scrollTicks = nil
  }

  /// Moves the dragged rows to a point. Returns `false` if the rows cannot be dropped here.
  private func drop(at x: Double, _ y: Double) -> Bool {
    pointer = (x, y)
    guard let rowsView, let dragged, let destination = insertionPoint(), let offsets = dragged.offsets(in: rowsView)
    else {
      end()
      return false
    }
    end()
    // A drop at the current position of the rows changes nothing.
    let areAdjacent = Array(offsets) == Array(offsets[0]..<offsets[0] + offsets.count)
    if areAdjacent, (offsets[0]...offsets[0] + offsets.count).contains(destination.offset) { return true }
    dragged.loop.edits.move?(offsets, destination.offset)
    return true
  }

  /// Returns the offset at which a drop at the pointer inserts the dragged rows: the offset of the element that then
  /// follows them, or, at the end of the loop, the number of elements. Also returns the row that displays the line, and
  /// whether the line is at the row's lower edge. `nil` if the rows cannot be dropped here.
  private func insertionPoint() -> (offset: Int, row: UnsafeMutablePointer<GtkWidget>, isBelow: Bool)? {
    guard let rowsView, let dragged, dragged.loop.isMounted, dragged.loop.edits.move != nil,
      let (rowWidget, _) = nearestRow(at: pointer.y),
      let position = rowsView.listItems.position(of: rowWidget), let index = rowsView.rows.forEachIndex(at: position),
      index.loop === dragged.loop
    else { return nil }
    let (top, height) = extent(of: rowWidget, in: rowsView)
    let isBelow = pointer.y > top + height / 2
    return (index.offset + (isBelow ? 1 : 0), rowWidget, isBelow)
  }

  /// Shows the line at the destination of a drop. Hides the line and returns `false` if the rows cannot be dropped
  /// here.
  private func showInsertion() -> Bool {
    guard let destination = insertionPoint() else {
      insertionLine.hide()
      return false
    }
    insertionLine.show(at: destination.row, isBelow: destination.isBelow)
    return true
  }

  /// Scrolls while the pointer is near the upper or lower edge.
  private func scrollAtEdge() {
    guard let rowsView, scrollStep != 0 else { return scrollTicks = nil }
    if scrollTicks == nil {
      scrollTicks = FrameTicks(of: rowsView.listView.widget) { [weak self] _ in self?.scrollOneStep() }
    }
  }

  /// The scroll distance for this frame in pixels, which increases towards the edge. Negative values scroll up.
  private var scrollStep: Double {
    guard let rowsView else { return 0 }
    let distanceToBottom = Double(gtk_widget_get_height(rowsView.listView.widget)) - pointer.y
    // How far the pointer is inside the zone at an edge. Negative outside both zones.
    let depth = max(Self.edgeHeight - pointer.y, Self.edgeHeight - distanceToBottom)
    let direction: Double = distanceToBottom < pointer.y ? 1 : -1
    return depth <= 0 ? 0 : direction * Self.maxScrollStep * min(depth / Self.edgeHeight, 1)
  }

  private func scrollOneStep() {
    guard let rowsView, let adjustment = gtk_scrollable_get_vadjustment(rowsView.listView) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + scrollStep)
    // The list has scrolled, so another row may be at the pointer.
    _ = showInsertion()
  }
}

/// The dragged rows. This type stores the rows instead of the offsets of their elements, because the offsets may change
/// during the drag.
@MainActor
private struct DraggedRows {
  let loop: any RowLoop
  private let rows: [SourceRow]
  /// The objects of the rows. Owned, because a row's position is updated only as long as its object exists.
  private let objects: [GObjectReference]

  init(_ loop: any RowLoop, _ positions: [Int], of rowsView: RowsView) {
    self.loop = loop
    objects = positions.compactMap { position in
      g_list_model_get_item(rowsView.rows.model.model, guint(position)).map { GObjectReference(takingOver: $0) }
    }
    rows = positions.compactMap { rowsView.rows.sourceRow(at: $0) }
  }

  /// Returns the current offsets of the rows' elements. `nil` if an element was removed.
  func offsets(in rowsView: RowsView) -> RowOffsets? {
    let indices = rows.compactMap { rowsView.rows.forEachIndex(of: $0) }
    guard indices.count == rows.count, !indices.isEmpty, indices.allSatisfy({ $0.loop === loop }) else { return nil }
    return RowOffsets(indices.map(\.offset))
  }
}

/// The line that marks the position of an insertion between two rows.
@MainActor
struct InsertionLine {
  /// The row that displays the line, and the CSS class that draws it. `nil` while the line is hidden.
  private var shown: (row: WeakGObjectReference, styleClass: StyleClass)?

  /// Draws the line at the lower or upper edge of a row.
  mutating func show(at row: UnsafeMutablePointer<GtkWidget>, isBelow: Bool) {
    if shown?.row.widget != row { hide() }
    var styleClass = shown?.styleClass ?? StyleClass()
    // The line is an inset shadow with a height of two pixels. A negative vertical offset draws it at the lower edge.
    let offset = isBelow ? -2 : 2
    styleClass.set(
      StyleSheet.shared.className(for: "box-shadow: inset 0 \(offset)px @theme_selected_bg_color;"), on: row)
    shown = (shown?.row ?? WeakGObjectReference(row), styleClass)
  }

  mutating func hide() {
    if var shown, let row = shown.row.widget { shown.styleClass.set(nil, on: row) }
    shown = nil
  }
}
