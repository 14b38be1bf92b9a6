internal import CGtk
internal import GtkBridge

/// Keeps the visible rows of a list at the same position when the height of the list changes, for example because a bar
/// appears below it.
///
/// Without this object, GTK keeps one row, its anchor, at the same fraction of the visible height. The other rows then
/// move while the list shrinks. This object finds the first visible row before the rows are laid out in the new height.
/// After the layout pass and before the frame is drawn, the object scrolls this row to its previous position. If rows
/// are inserted or removed in the same pass, the object keeps the first visible row that stays in the list.
@MainActor
final class KeptScrollPosition {
  /// The row to keep at its position.
  private struct KeptRow {
    let row: ListRow
    /// The distance of the row from the start of the visible part, in pixels.
    let start: Double
  }

  /// The state of the list after a layout pass.
  private struct Layout {
    /// The scroll position in pixels.
    var scrollPosition = 0.0
    /// The height of the visible part in pixels, or the width of a horizontal list.
    var pageSize = 0.0
    /// GTK's widget of the row with the focus. The pointer is only compared, never dereferenced.
    var focusedRowWidget: UnsafeMutablePointer<GtkWidget>?
  }

  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  /// Owned. Keeps the adjustment alive, because layout passes may follow after the scrolled window has released it.
  private let ownedAdjustment: GObjectReference
  private unowned let rowsView: RowsView
  private var connections: [SignalConnection] = []
  /// The state of the list after the last layout pass.
  private var lastLayout = Layout()
  /// The row to keep at its position. `nil` unless the height has changed in the current layout pass.
  private var keptRow: KeptRow?
  /// The current scroll position. During a layout pass that changes the height, this is the position before the pass.
  private var scrollPosition: Double
  /// Whether the program scrolls the list in the next layout pass, so that no row is kept at its position.
  private var skipsNextLayout = false

  /// Starts with the current scroll position.
  ///
  /// - Parameters:
  ///   - rowsView: The list. It owns this object.
  ///   - adjustment: The adjustment that scrolls the list.
  ///   - clock: The frame clock of the list's window.
  init(of rowsView: RowsView, _ adjustment: UnsafeMutablePointer<GtkAdjustment>, _ clock: some GObjectPointer) {
    self.rowsView = rowsView
    self.adjustment = adjustment
    ownedAdjustment = GObjectReference(adjustment)
    scrollPosition = gtk_adjustment_get_value(adjustment)
    storeLayout()
    connections = [
      connect(adjustment, .plain("changed"), order: .after) { [weak self] in self?.sizeChanged() },
      connect(adjustment, .plain("value-changed"), order: .after) { [weak self] in self?.valueChanged() },
      connect(clock, .plain("layout"), order: .after) { [weak self] in self?.layoutEnded() },
    ]
  }

  /// Keeps no row at its position in the next layout pass. Call this before the program scrolls the list.
  func skipNextLayout() { skipsNextLayout = true }

  /// Ends the observation of the list.
  func end() {
    for connection in connections { connection.disconnect() }
  }

  /// Finds the row to keep. GTK changes the adjustment before it lays out the rows, so the rows still have their old
  /// positions.
  private func sizeChanged() {
    guard !skipsNextLayout, keptRow == nil, lastLayout.pageSize > 0,
      lastLayout.pageSize != gtk_adjustment_get_page_size(adjustment)
    else { return }
    // The user may have scrolled since the last layout pass. If none of the rows that were visible then is still
    // visible, no row is kept.
    let scrolled = scrollPosition - lastLayout.scrollPosition
    guard abs(scrolled) < lastLayout.pageSize else { return }
    keptRow = firstVisibleRow(scrolled: scrolled)
  }

  /// Returns the first visible row. `scrolled` is the distance in pixels that the list was scrolled since the last
  /// layout pass, in which the rows received their current extents.
  private func firstVisibleRow(scrolled: Double) -> KeptRow? {
    var firstRow: KeptRow?
    for (row, widget) in rowsView.listItems.laidOutRows {
      guard let extent = extent(of: widget) else { continue }
      let start = extent.start - scrolled
      guard extent.end - scrolled > 0, start < lastLayout.pageSize, start < firstRow?.start ?? .infinity else {
        continue
      }
      firstRow = KeptRow(row: row, start: start)
    }
    return firstRow
  }

  private func valueChanged() {
    // During a layout pass that changes the height, GTK scrolls the list itself.
    if keptRow == nil { scrollPosition = gtk_adjustment_get_value(adjustment) }
  }

  private func layoutEnded() {
    if let keptRow { restorePosition(of: keptRow) }
    keptRow = nil
    skipsNextLayout = false
    rowsView.listItems.layoutEnded()
    storeLayout()
    rowsView.visibleRowQueue.layoutEnded(pageSize: lastLayout.pageSize) { extent(of: $0, acceptsEmpty: true) }
    rowsView.visibilityObserver?.layoutEnded(of: rowsView) { visiblePositions(threshold: $0) }
  }

  /// Returns the positions of the visible rows, in order.
  ///
  /// - Parameter threshold: The fraction of a row's length that must be visible, from 0 to 1.
  private func visiblePositions(threshold: Double) -> [Int] {
    var positions: [Int] = []
    for widget in rowsView.listItems.outerWidgets {
      guard let extent = extent(of: widget) else { continue }
      let visibleLength = min(extent.end, lastLayout.pageSize) - max(extent.start, 0)
      guard visibleLength > 0, visibleLength >= threshold * (extent.end - extent.start) else { continue }
      if let position = rowsView.listItems.position(of: widget) { positions.append(position) }
    }
    return positions.sorted()
  }

  private func restorePosition(of keptRow: KeptRow) {
    guard let widget = rowsView.listItems.widget(of: keptRow.row), let extent = extent(of: widget) else { return }
    let current = gtk_adjustment_get_value(adjustment)
    let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    let target = max(min(current + extent.start - keptRow.start, end), 0)
    // If GTK has kept the row at its position to within a pixel, the list is not scrolled.
    guard abs(target - current) >= 1, !hidesFocus(scrollingBy: target - current) else { return }
    gtk_adjustment_set_value(adjustment, target)
  }

  /// Whether scrolling would hide a part of a completely visible row that received the focus since the last layout
  /// pass. A key has scrolled the list to such a row, so the row has to stay visible.
  private func hidesFocus(scrollingBy distance: Double) -> Bool {
    guard let focusedRowWidget = gtk_widget_get_focus_child(rowsView.listView.widget),
      focusedRowWidget != lastLayout.focusedRowWidget, let extent = extent(of: focusedRowWidget)
    else {
      return false
    }
    let pageSize = gtk_adjustment_get_page_size(adjustment)
    // One pixel is allowed for rounding.
    func isCompletelyVisible(afterScrollingBy distance: Double) -> Bool {
      extent.start - distance > -1 && extent.end - distance < pageSize + 1
    }
    return isCompletelyVisible(afterScrollingBy: 0) && !isCompletelyVisible(afterScrollingBy: distance)
  }

  /// Stores the state of the list after a layout pass.
  private func storeLayout() {
    scrollPosition = gtk_adjustment_get_value(adjustment)
    lastLayout.scrollPosition = scrollPosition
    lastLayout.pageSize = gtk_adjustment_get_page_size(adjustment)
    lastLayout.focusedRowWidget = gtk_widget_get_focus_child(rowsView.listView.widget)
  }

  /// Returns the start and the end of a row's widget, in pixels from the start of the visible part. `nil` if the widget
  /// was not laid out.
  ///
  /// - Parameter acceptsEmpty: Whether to return the extent of a row with a length of 0, instead of `nil`. For example,
  ///   a row has no length while its picture is not loaded.
  private func extent(
    of widget: UnsafeMutablePointer<GtkWidget>, acceptsEmpty: Bool = false
  ) -> (start: Double, end: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0,
      gtk_widget_compute_bounds(widget, rowsView.listView.widget, &bounds) != 0
    else { return nil }
    let isVertical = gtk_orientable_get_orientation(rowsView.listView) == GTK_ORIENTATION_VERTICAL
    let start = Double(isVertical ? bounds.origin.y : bounds.origin.x)
    let length = Double(isVertical ? bounds.size.height : bounds.size.width)
    return length > 0 || acceptsEmpty ? (start, start + length) : nil
  }
}
