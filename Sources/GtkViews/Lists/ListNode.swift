internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The node of a ``List``: a scrolled window with a `GtkListView`.
@MainActor
final class ListNode<Selection: Hashable, Content: View>: ContainerNode<List<Selection, Content>, Content>,
  EvaluatedNode, RowHosting
{
  private(set) var rowsView: RowsView!
  private var typeAhead: TypeAhead?
  /// The selected values that were last read from the binding.
  private var selectedValues: Set<Selection> = []

  init(_ view: List<Selection, Content>, in context: _NodeContext) {
    let listView = gtk_list_view_new(nil, nil)!
    super.init(view, widget: cgtk_scrolled_window_new(), in: context)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_scrolled_window_set_child(opaque, listView)
    rowsView = RowsView(listView, self)
    rowsView.visibilityObserver = environment.rowVisibilityObserver
    connect(listView, .position("activate")) { [weak self] position in self?.activateRow(at: Int(position)) }
    ListKeys(of: rowsView.listView, rowsView.listItems, self)
    typeAhead = TypeAhead(
      of: rowsView,
      // In a list without selection, typing finds all rows.
      isFindable: { [weak self] position in
        self.map { $0.view.selection.isNone || $0.isSelectable(at: position) } ?? false
      },
      moveFocus: { [weak self] in self?.moveFocus(to: $0) })
    rowsView.allowEdits(selectedPositions: { [weak self] in self?.selectedPositions ?? [] })
    mountContent(view.content)
    readSelection()
    // The column of a split view observes the selection of its lists, to show the next column.
    if !view.selection.isNone { environment.listColumn?.add(self, hasSelection: !selectedValues.isEmpty) }
    rowsView.connectModel()
  }

  override var contentAxis: Axis? { .vertical }

  override var capabilities: NodeCapabilities { [.hostsRows, .followsTexts] }

  var ownRowHost: (any RowHost)? { rowsView }

  var viewName: String { "List" }

  override func update(to view: List<Selection, Content>) {
    let allowedSelectionBefore = allowsSelection
    super.update(to: view)
    content.update(to: view.content)
    if allowedSelectionBefore != allowsSelection {
      rowsView.rows.model.allowsSelection = allowsSelection
      rowsView.listItems.redisplayRows()
    }
    showSelection()
  }

  override func willUnmount() { rowsView.releaseRows() }

  func evaluateAgain() {
    isChanged = false
    showSelection()
  }

  override func arrangeContent() {
    rowsView.update(from: content)
    // A list without rows does not take the focus.
    let isFocusable: gboolean = rowsView.rows.count > 0 ? 1 : 0
    if gtk_widget_get_focusable(rowsView.listView.widget) != isFocusable {
      gtk_widget_set_focusable(rowsView.listView.widget, isFocusable)
    }
  }

  override func textDidChange() {
    if rowsView != nil { rowsView.textDidChange() }
  }

  func isSelectable(at position: Int) -> Bool {
    !view.selection.isNone && position >= 0 && position < rowsView.rows.count
      && rowsView.rows.selectionValue(at: position)?.base is Selection
  }

  /// The positions of the selected rows. Searches all rows only if a selected value belongs to no row with a widget.
  var selectedPositions: [Int] {
    let displayed = rowsView.listItems.positions.filter { rowsView.rows.isSelected(at: $0) }
    guard displayed.count < selectedValues.count else { return displayed.sorted() }
    var positions: [Int] = []
    for position in 0..<rowsView.rows.count where rowsView.rows.isSelected(at: position) {
      positions.append(position)
      if positions.count == selectedValues.count { break }
    }
    return positions
  }

  /// Reads the selected values from the binding, and observes them.
  private func readSelection() {
    guard !view.selection.isNone else { return }
    selectedValues = observing(self) { ViewGraph.shared.evaluate(self) { view.selection.selectedValues } }
  }

  /// Reads the selection from its binding. If the selection has changed, notifies GTK and the column of a split view.
  func showSelection() {
    guard isMounted, content != nil else { return }
    let oldValues = selectedValues
    readSelection()
    guard selectedValues != oldValues else { return }
    rowsView.rows.model.selectionDidChange(count: rowsView.rows.count)
    environment.listColumn?.selectionDidChange(hasSelection: !selectedValues.isEmpty)
  }
}

extension ListNode: KeyedList {
  var rowCount: Int { rowsView.rows.count }

  var fullyVisibleRowCount: Int { rowsView.fullyVisibleRowCount }

  var selectsWhileMoving: Bool { environment.listColumn?.isReplacedOnSelection != true }

  /// Selects the row at a position, and deselects all other rows. The row may be offscreen.
  func selectOnly(at position: Int) {
    gtk_selection_model_select_item(rowsView.rows.model.model, guint(position), 1)
  }

  func select(at position: Int, extendingSelection: Bool) {
    // The parameters are the position, whether to toggle the row, and whether to extend the selection to the row.
    var parameters: [OpaquePointer?] = [
      g_variant_new_uint32(guint32(position)), g_variant_new_boolean(0),
      g_variant_new_boolean(extendingSelection ? 1 : 0),
    ]
    gtk_widget_activate_action_variant(
      rowsView.listView.widget, "list.select-item", g_variant_new_tuple(&parameters, gsize(parameters.count)))
  }

  func moveFocus(to position: Int) {
    if !view.selection.isNone, selectsWhileMoving { selectOnly(at: position) }
    rowsView.focusRow(at: position)
  }

  func focusUnselectableRow(at position: Int, from direction: GtkDirectionType) -> Bool {
    guard view.selection.isNone, rowsView.rows.count > 0 else { return false }
    rowsView.focusRow(at: min(max(position, 0), rowsView.rows.count - 1), from: direction)
    return true
  }
}

extension ListNode: RowScrolling {
  var scrolledRows: RowsView { rowsView }
}

extension ListNode: RowContainer {
  /// A row without a selection value, such as a section's header, cannot be selected.
  func isSelectable(_ row: ListRow) -> Bool {
    !view.selection.isNone && row.selectionValue?.base is Selection
  }

  /// In a list with selection, each selectable row takes the focus. In a list without selection, the focus moves from
  /// control to control, and a row without a control takes the focus itself.
  func isFocusable(_ row: ListRow) -> Bool {
    guard view.selection.isNone else { return isSelectable(row) }
    return row.widget.map { !containsFocusable($0) } ?? false
  }

  /// Does nothing, because each row fills the width of the list.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>) {}

  private func containsFocusable(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    if gtk_widget_get_focusable(widget) != 0 { return true }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if containsFocusable(child) { return true }
      next = gtk_widget_get_next_sibling(child)
    }
    return false
  }
}

extension ListNode: RowSelecting {
  var allowsSelection: Bool { !view.selection.isNone }

  func isSelected(_ value: AnyHashable) -> Bool {
    (value.base as? Selection).map { selectedValues.contains($0) } ?? false
  }

  func setSelection(_ selected: Positions, among mask: Positions) -> Bool {
    switch view.selection {
    case .none: return false
    case .one(let selection):
      // GTK may request the selection of a range or of all rows. If this function returns `false`, GTK then requests
      // the selection of one row.
      guard selected.count <= 1 else { return false }
      // If GTK requests no row, or a row without a selection value, the selected row stays selected.
      guard let value = values(at: selected).first else { return true }
      if selection.wrappedValue != value {
        selection.wrappedValue = value
      } else {
        // The user has selected the selected row again, so the split view may have to show the next column again.
        environment.listColumn?.selectionDidChange(hasSelection: true)
      }
    case .several(let selection):
      let formerValues = selection.wrappedValue
      let newValues = formerValues.subtracting(deselectableValues(of: formerValues, among: mask))
        .union(values(at: selected))
      if newValues != formerValues { selection.wrappedValue = newValues }
    }
    ViewGraph.shared.afterUpdate { [weak self] in self?.showSelection() }
    return true
  }

  /// Returns the former selected values whose rows are in `mask`. GTK deselects these rows, unless it also selects
  /// them. A value without a row is not returned, so the value stays selected.
  private func deselectableValues(of formerValues: Set<Selection>, among mask: Positions) -> Set<Selection> {
    guard mask.count == rowsView.rows.count else { return formerValues.intersection(values(at: mask)) }
    // The mask contains all rows. The search ends as soon as all former values are found.
    var found: Set<Selection> = []
    for value in rowsView.rows.selectionValues {
      guard found.count < formerValues.count else { break }
      if let value = value.base as? Selection, formerValues.contains(value) { found.insert(value) }
    }
    return found
  }

  /// Returns the selection values of the rows at these positions. Rows without a selection value are omitted.
  func values(at positions: some Sequence<Int>) -> [Selection] {
    positions.compactMap { rowsView.rows.selectionValue(at: $0)?.base as? Selection }
  }
}

extension ListNode: ListInColumn {
  func clearSelection() {
    switch view.selection {
    case .none: break
    case .one(let selection): if selection.wrappedValue != nil { selection.wrappedValue = nil }
    case .several(let selection): if !selection.wrappedValue.isEmpty { selection.wrappedValue = [] }
    }
  }
}
