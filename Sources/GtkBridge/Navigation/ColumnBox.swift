package import CGtk
internal import CGtkBridge

/// A box of columns. If there is room, all columns but the first ``hiddenColumnCount`` ones are side by side. Otherwise
/// the box is *folded*: only one column is visible.
///
/// GTK has no such container, and its `GtkPaned` is never narrower than its content. The minimum width of this box is
/// the minimum width of its widest column. In each layout pass, before anything is drawn, the box decides whether the
/// columns are side by side. The views of an invisible column keep their state, and its lists keep their scroll
/// position.
@MainActor
package final class ColumnBox {
  /// The widths that a column other than the last one can have, in pixels. The last column gets the remaining width.
  package struct Width: Equatable, Sendable {
    /// The minimum width. A wider minimum width of the column's content takes precedence.
    package var min: Int32
    /// The width if there is enough room, limited to `max`. `nil` is a quarter of the box's width, but at least `min`.
    package var ideal: Int32?
    /// The limit of `ideal`.
    package var max: Int32

    package init(min: Int32, ideal: Int32?, max: Int32) {
      self.min = min
      self.ideal = ideal
      self.max = max
    }

    /// The limits of side bars in GNOME's own programs.
    package static let sidebar = Width(min: 180, ideal: nil, max: 280)
  }

  /// A column of the box.
  private struct Column {
    /// Borrowed from the box.
    let widget: UnsafeMutablePointer<GtkWidget>
    /// Borrowed from the box. The separator before the column. The first column has none.
    let separator: UnsafeMutablePointer<GtkWidget>?
    var width = Width.sidebar
    /// Weak. The widget that had the keyboard focus when the column became invisible.
    var focus: WeakGObjectReference?
  }

  /// The width of the box in pixels below which the box always folds.
  private let foldingWidth: Int32
  /// Owned.
  private let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private var columns: [Column] = []
  /// The arrangement of the last layout pass, or `nil` before the first one.
  private var lastArrangement: Arrangement?
  private var focusMemory = FocusMemory()

  /// The result of a layout pass: the visible columns.
  private struct Arrangement: Equatable {
    /// Whether the box is folded.
    var isFolded: Bool
    /// The indices of the visible columns.
    var visibleColumns: [Int]
  }

  /// The state from which ``restoreLostFocus()`` restores the keyboard focus.
  private struct FocusMemory {
    /// Whether the focused widget's column became invisible, so that no widget has the focus.
    var hasLostFocus = false
    /// Whether the column that becomes visible next gets the focus, even if a widget outside the box has the focus.
    var isRequestedForNextColumn = false
    /// The index of the column that had the focus when the box folded. `nil` once another column is shown.
    var columnBeforeFolding: Int?
    /// Weak. The widget that got the focus in place of a widget in an invisible column.
    var substitute: WeakGObjectReference?
  }

  /// Called when a different set of columns is visible, and when the box folds or unfolds. The call happens in a layout
  /// pass of GTK, so the closure must not change widgets before the pass has ended.
  package var visibleColumnsDidChange: @MainActor () -> Void = {}

  /// Creates a box without columns.
  ///
  /// - Parameter foldingWidth: The width in pixels below which only one column is visible. A wider box
  ///   also folds if its columns need more room than it has.
  package init(foldingWidth: Int32) {
    self.foldingWidth = foldingWidth
    ColumnLayout.install(self, on: box.widget)
  }

  /// The box, borrowed. Put it into a window.
  package var widget: UnsafeMutablePointer<GtkWidget> { box.widget }

  /// Whether the box is folded, as of the last layout pass. `false` before the first layout pass.
  package var isFolded: Bool { lastArrangement?.isFolded ?? false }

  /// Returns whether a column is visible, as of the last layout pass. Before the first layout pass, each column counts
  /// as visible.
  package func isVisible(_ column: Int) -> Bool { lastArrangement?.visibleColumns.contains(column) ?? true }

  /// The index of the column that is visible in a folded box. SwiftUI calls it the compact column.
  package var compactColumn = 0 {
    didSet {
      guard compactColumn != oldValue else { return }
      if isFolded { focusMemory.columnBeforeFolding = nil }
      gtk_widget_queue_allocate(widget)
    }
  }

  /// The number of columns at the start that are hidden even if there is room for them. The last column is never
  /// hidden.
  package var hiddenColumnCount = 0 {
    didSet { if hiddenColumnCount != oldValue { gtk_widget_queue_resize(widget) } }
  }

  /// The number of columns.
  package var count: Int { columns.count }

  /// Appends a column.
  package func append(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let separator = columns.isEmpty ? nil : gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    if let separator { gtk_box_append(UnsafeMutablePointer(box.opaque), separator) }
    gtk_box_append(UnsafeMutablePointer(box.opaque), widget)
    columns.append(Column(widget: widget, separator: separator))
  }

  /// Sets the width of a column.
  package func setWidth(_ width: Width, of column: Int) {
    guard columns[column].width != width else { return }
    columns[column].width = width
    gtk_widget_queue_resize(widget)
  }

  /// Requests that the keyboard focus moves into the column that becomes visible next, even if a widget outside the
  /// columns has the focus, such as the back button. The request has no effect if the box is not folded.
  package func requestFocusForNextColumn() {
    focusMemory.isRequestedForNextColumn = isFolded
  }

  /// Restores the keyboard focus in the column that became visible, if the focus was lost because another column became
  /// invisible. After unfolding, restores the focus in the column that had the focus before folding, unless the user
  /// has moved the focus since. After ``requestFocusForNextColumn()``, also takes the focus from outside the box. Call
  /// this function after ``visibleColumnsDidChange``, when the layout pass has ended.
  package func restoreLostFocus() {
    guard let root = gtk_widget_get_root(widget), let arrangement = lastArrangement else { return }
    let focus = gtk_root_get_focus(root)
    if !arrangement.isFolded {
      defer { focusMemory = FocusMemory() }
      guard let column = focusMemory.columnBeforeFolding, focus == nil || focus == focusMemory.substitute?.widget else {
        return
      }
      return restoreFocus(in: column)
    }
    guard focusMemory.hasLostFocus || focusMemory.isRequestedForNextColumn,
      let visibleColumn = arrangement.visibleColumns.first
    else { return }
    let takesFocusFromOutside =
      focusMemory.isRequestedForNextColumn && focus.map { gtk_widget_is_ancestor($0, widget) == 0 } ?? false
    (focusMemory.hasLostFocus, focusMemory.isRequestedForNextColumn) = (false, false)
    if focus == nil || takesFocusFromOutside { restoreFocus(in: visibleColumn) }
    focusMemory.substitute = WeakGObjectReference(gtk_root_get_focus(root))
  }

  /// Moves the focus to the widget of a column that had it last, or else to the first widget of the column.
  private func restoreFocus(in column: Int) {
    let previousFocus = columns[column].focus?.widget
    columns[column].focus = nil
    if let previousFocus, gtk_widget_get_mapped(previousFocus) != 0,
      gtk_widget_is_ancestor(previousFocus, columns[column].widget) != 0
    {
      // With `gtk_widget_grab_focus`, a text field would select all of its text.
      let isText = previousFocus.isA(gtk_text_get_type())
      if isText
        ? gtk_text_grab_focus_without_selecting(UnsafeMutablePointer(previousFocus.opaque)) != 0
        : gtk_widget_grab_focus(previousFocus) != 0
      {
        return
      }
    }
    gtk_widget_child_focus(columns[column].widget, GTK_DIR_TAB_FORWARD)
  }
}

extension ColumnBox {
  /// Returns the minimum and the natural length of the box in pixels.
  ///
  /// - Parameters:
  ///   - orientation: The direction of the returned lengths.
  ///   - across: The length of the box in the other direction in pixels, or -1 if that length is unknown.
  func measure(_ orientation: GtkOrientation, across: Int32) -> (minimum: Int32, natural: Int32) {
    orientation == GTK_ORIENTATION_HORIZONTAL ? measuredWidth : measuredHeight(forWidth: across)
  }

  /// The minimum and the natural width of the box. The minimum width is that of the widest column, even if this column
  /// is invisible. The natural width has room for all columns but the first ``hiddenColumnCount`` ones.
  private var measuredWidth: (minimum: Int32, natural: Int32) {
    let lengths = columns.map { length(of: $0.widget, GTK_ORIENTATION_HORIZONTAL, across: -1) }
    var natural: Int32 = 0
    for index in unfoldedColumns {
      natural += separatorWidth(before: index)
      natural +=
        isLast(index)
        ? lengths[index].natural : max(lengths[index].minimum, columns[index].width.ideal ?? columns[index].width.min)
    }
    let minimum = lengths.map(\.minimum).max() ?? 0
    return (minimum, max(minimum, natural))
  }

  /// Returns the minimum and the natural height of the box for a width, or for an unknown width if `width` is -1. The
  /// height of a folded box suits all of its columns, so that showing another column changes no size.
  private func measuredHeight(forWidth width: Int32) -> (minimum: Int32, natural: Int32) {
    let widths = width < 0 ? nil : widthsSideBySide(in: width)
    var (minimum, natural): (Int32, Int32) = (0, 0)
    for index in columns.indices where widths == nil || widths?[index] != nil {
      var across = widths?[index] ?? width
      if across >= 0 {
        across = max(across, length(of: columns[index].widget, GTK_ORIENTATION_HORIZONTAL, across: -1).minimum)
      }
      let length = length(of: columns[index].widget, GTK_ORIENTATION_VERTICAL, across: across)
      (minimum, natural) = (max(minimum, length.minimum), max(natural, length.natural))
    }
    return (minimum, natural)
  }

  private func length(
    of widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, across: Int32
  ) -> (minimum: Int32, natural: Int32) {
    var length: (minimum: Int32, natural: Int32) = (0, 0)
    gtk_widget_measure(widget, orientation, across, &length.minimum, &length.natural, nil, nil)
    return length
  }

  /// The columns that are visible when the box is not folded: all columns after the hidden ones at the start.
  private var unfoldedColumns: Range<Int> { min(hiddenColumnCount, max(columns.count - 1, 0))..<columns.count }

  private func isLast(_ column: Int) -> Bool { column == columns.count - 1 }

  private func separatorWidth(before column: Int) -> Int32 {
    guard column > unfoldedColumns.lowerBound, let separator = columns[column].separator else { return 0 }
    return length(of: separator, GTK_ORIENTATION_HORIZONTAL, across: -1).natural
  }

  /// Returns the widths of the columns side by side, by the index of the column. Returns `nil` if the box folds,
  /// because it is narrower than ``foldingWidth`` or has no room for the minimum widths of the columns.
  ///
  /// Each column first gets its minimum width. If there is room, the columns before the last one then grow to their
  /// ideal widths. The last column gets the rest.
  private func widthsSideBySide(in width: Int32) -> [Int: Int32]? {
    guard width >= foldingWidth else { return nil }
    var widths: [Int: Int32] = [:]
    var remaining = width
    for index in unfoldedColumns {
      let needed = length(of: columns[index].widget, GTK_ORIENTATION_HORIZONTAL, across: -1).minimum
      let minimum = isLast(index) ? needed : max(needed, columns[index].width.min)
      widths[index] = minimum
      remaining -= minimum + separatorWidth(before: index)
    }
    guard remaining >= 0 else { return nil }
    for index in unfoldedColumns where !isLast(index) {
      let limits = columns[index].width
      let extra = min(
        remaining, max(0, min(limits.ideal ?? max(width / 4, limits.min), limits.max) - (widths[index] ?? 0)))
      widths[index, default: 0] += extra
      remaining -= extra
    }
    widths[columns.count - 1, default: 0] += remaining
    return widths
  }

  /// Positions the visible columns and hides the others.
  func allocate(width: Int32, height: Int32) {
    guard !columns.isEmpty else { return }
    let widths = widthsSideBySide(in: width)
    let compact = min(compactColumn, columns.count - 1)
    apply(Arrangement(isFolded: widths == nil, visibleColumns: widths.map { $0.keys.sorted() } ?? [compact]))
    guard let widths else { return allocate(columns[compact].widget, at: 0, width, in: (width, height)) }
    var x: Int32 = 0
    for index in unfoldedColumns {
      let separatorWidth = separatorWidth(before: index)
      if separatorWidth > 0, let separator = columns[index].separator {
        allocate(separator, at: x, separatorWidth, in: (width, height))
      }
      x += separatorWidth
      allocate(columns[index].widget, at: x, widths[index] ?? 0, in: (width, height))
      x += widths[index] ?? 0
    }
  }

  private func allocate(
    _ child: UnsafeMutablePointer<GtkWidget>, at x: Int32, _ width: Int32, in size: (width: Int32, height: Int32)
  ) {
    // A window whose content has grown is laid out once with the old size, before the desktop makes the window larger.
    // Even then, a child gets its minimum size, because GTK warns about a smaller size.
    let width = max(width, length(of: child, GTK_ORIENTATION_HORIZONTAL, across: -1).minimum)
    let height = max(size.height, length(of: child, GTK_ORIENTATION_VERTICAL, across: width).minimum)
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var rectangle = GdkRectangle(x: isMirrored ? size.width - x - width : x, y: 0, width: width, height: height)
    gtk_widget_size_allocate(child, &rectangle, -1)
  }

  /// Makes the columns of an arrangement visible and the other columns invisible.
  private func apply(_ arrangement: Arrangement) {
    guard arrangement != lastArrangement else { return }
    let willFold = arrangement.isFolded && lastArrangement?.isFolded == false
    for index in columns.indices {
      let isVisible = arrangement.visibleColumns.contains(index)
      if !isVisible { rememberFocus(of: index, willFold: willFold) }
      gtk_widget_set_child_visible(columns[index].widget, isVisible ? 1 : 0)
      // Without this call, a screen reader would read columns that are not visible.
      cgtk_accessible_set_hidden(columns[index].widget, !isVisible)
      if let separator = columns[index].separator {
        gtk_widget_set_child_visible(
          separator, isVisible && !arrangement.isFolded && index > unfoldedColumns.lowerBound ? 1 : 0)
      }
    }
    lastArrangement = arrangement
    visibleColumnsDidChange()
  }

  /// Removes the focus from a column that becomes invisible, and remembers the focused widget. Otherwise GTK would
  /// later move the focus to the first widget in the window.
  private func rememberFocus(of column: Int, willFold: Bool) {
    guard gtk_widget_get_child_visible(columns[column].widget) != 0, let root = gtk_widget_get_root(widget),
      let focus = gtk_root_get_focus(root), gtk_widget_is_ancestor(focus, columns[column].widget) != 0
    else { return }
    columns[column].focus = WeakGObjectReference(focus)
    gtk_root_set_focus(root, nil)
    focusMemory.hasLostFocus = true
    if willFold { focusMemory.columnBeforeFolding = column }
  }
}

/// Gives the widget of a ``ColumnBox`` a GTK layout manager. The C functions of the layout manager get only the
/// widget, and find its ``ColumnBox`` through this type.
@MainActor
private enum ColumnLayout {
  static func install(_ columnBox: ColumnBox, on widget: UnsafeMutablePointer<GtkWidget>) {
    // Safe because the widget releases the reference when it is finalized.
    g_object_set_data_full(
      widget.gobject, columnBoxKey, Unmanaged.passRetained(WeakColumnBox(columnBox)).toOpaque(), releaseColumnBox)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestMode, measure, allocate))
  }

  static func columnBox(of widget: UnsafeMutablePointer<GtkWidget>) -> ColumnBox? {
    guard let data = g_object_get_data(widget.gobject, columnBoxKey) else { return nil }
    // Safe because the widget holds the reference as long as the widget lives.
    return Unmanaged<WeakColumnBox>.fromOpaque(data).takeUnretainedValue().columnBox
  }
}

private let columnBoxKey = "gtkbridge-columns"

/// A weak reference to a ``ColumnBox``, which is stored in the data of its widget.
@MainActor
private final class WeakColumnBox {
  /// Weak, because the box owns the widget.
  weak var columnBox: ColumnBox?

  init(_ columnBox: ColumnBox) {
    self.columnBox = columnBox
  }
}

private let releaseColumnBox: GDestroyNotify = { data in
  // Safe because this function is called once and releases the reference that `install` took.
  if let data { Unmanaged<WeakColumnBox>.fromOpaque(data).release() }
}

private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { _ in
  GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
}

/// A pointer to a length or a baseline that a layout manager's function for measuring returns to GTK.
private typealias Output = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Output?, Output?, Output?, Output?) -> Void =
    {
      widget, orientation, across, minimum, natural, _, _ in
      // Safe because GTK lays out on the first thread, and these values do not leave it.
      nonisolated(unsafe) let (widget, minimum, natural) = (widget, minimum, natural)
      MainActor.assumeIsolated {
        guard let widget, let box = ColumnLayout.columnBox(of: widget) else { return }
        let length = box.measure(orientation, across: across)
        minimum?.pointee = length.minimum
        natural?.pointee = length.natural
      }
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  widget, width, height, _ in
  // Safe because GTK lays out on the first thread, and the value does not leave it.
  nonisolated(unsafe) let widget = widget
  MainActor.assumeIsolated {
    if let widget { ColumnLayout.columnBox(of: widget)?.allocate(width: width, height: height) }
  }
}
