internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A `GtkListView` or `GtkGridView` that displays the rows of the views below a node.
@MainActor
final class RowsView {
  /// The `GtkListView` or `GtkGridView`. Borrowed from the node's widget, which owns it.
  let listView: OpaquePointer
  /// All rows, realized or not.
  let rows: RowList
  /// The list items, which display the rows that have widgets.
  let listItems: ListItemFactory
  /// Deletes and moves rows for the user. `nil` in a stack or a grid, whose rows do not take the focus.
  private(set) var editor: RowEditor?
  /// The views that wait until their row is visible, for example to load a picture.
  let visibleRowQueue: VisibleRowQueue
  /// Observes which rows are visible.
  var visibilityObserver: RowVisibilityObserver?
  /// The rows that are not elements of a `ForEach`, by their widgets.
  private var staticRows: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  /// The scrolled window around the rows, which passes its focus on to a row. Borrowed. `nil` until the list is on
  /// screen.
  private var scrolledWindow: UnsafeMutablePointer<GtkWidget>?
  /// Whether the list has not been laid out since it last came on screen.
  private var awaitsLayout = true
  /// The connection to the frame clock until the list is laid out.
  private var firstLayoutConnection: SignalConnection?
  /// The row to which the program has requested to scroll before the first layout. The row is stored, because GTK loses
  /// the request if a row has the focus.
  private var earlyScroll: (id: AnyHashable, anchor: UnitPoint?)?
  /// The connection to the adjustment until the program or the user scrolls the list for the first time.
  private var firstScrollConnection: SignalConnection?
  /// Keeps the rows at their position while the height of the list changes. `nil` until the list is on screen.
  private var keptPosition: KeptScrollPosition?

  /// Wraps a widget that has no model and no factory yet. ``connectModel()`` sets both.
  ///
  /// - Parameters:
  ///   - listView: The `GtkListView` or `GtkGridView`.
  ///   - container: The node of the list, lazy stack or lazy grid.
  init(_ listView: UnsafeMutablePointer<GtkWidget>, _ container: any RowContainer & RowSelecting) {
    self.listView = OpaquePointer(listView)
    // An accessible name that is set for the list applies to the widget with the rows, not to the scrolled window.
    AccessibleName.markControl(listView)
    rows = RowList(container)
    listItems = ListItemFactory(container)
    visibleRowQueue = VisibleRowQueue(of: listView)
    connect(listView, .map) { [weak self] in self?.didMap() }
    ContextMenus.registerRows(of: listView) { [weak self, weak container] row, location in
      guard let self, let container else { return false }
      let position = row.flatMap { self.listItems.position(of: $0) }
      if container.openMenu(at: position, location) { return true }
      return position.flatMap { self.editor?.openMenu(at: $0, location) } ?? false
    }
  }

  /// Enables deleting and moving the rows of each `ForEach` that has ``ForEach/onDelete(perform:)`` or
  /// ``ForEach/onMove(perform:)``.
  ///
  /// - Parameter selectedPositions: Returns the positions of the selected rows.
  func allowEdits(selectedPositions: @escaping @MainActor () -> [Int]) {
    editor = RowEditor(of: self, selectedPositions: selectedPositions)
  }

  /// Sets the factory and the model, so that GTK can request rows.
  func connectModel() {
    if isGrid {
      gtk_grid_view_set_factory(listView, listItems.factory)
    } else {
      gtk_list_view_set_factory(listView, listItems.factory)
    }
    setModel(rows.model.model)
  }

  /// Collects the rows from the current views, and notifies GTK of the changes.
  func update(from content: ViewNode) {
    var collector = RowCollector(self)
    content.collectRows(into: &collector)
    listItems.isChanging = true
    rows.update(to: collector.sources) { moveFocusFromRemovedRow() }
    listItems.isChanging = false
    let currentSources = Set(collector.sources.map(ObjectIdentifier.init))
    staticRows = staticRows.filter { currentSources.contains(ObjectIdentifier($0.value)) }
  }

  /// Updates the accessible names of static rows after a text has changed.
  func textDidChange() {
    for row in staticRows.values { row.row(at: 0).textDidChange() }
  }

  /// Releases all rows. Call this before the views are unmounted.
  func releaseRows() {
    editor?.end()
    firstScrollConnection?.disconnect()
    firstLayoutConnection?.disconnect()
    keptPosition?.end()
    visibleRowQueue.unregister()
    setModel(nil)
    listItems.releaseUnboundRows()
    staticRows = [:]
  }
}

extension RowsView {
  private var isGrid: Bool { listView.isA(gtk_grid_view_get_type()) }

  private func setModel(_ model: OpaquePointer?) {
    if isGrid { gtk_grid_view_set_model(listView, model) } else { gtk_list_view_set_model(listView, model) }
  }

  /// The position of the row that has the keyboard focus, itself or in one of its widgets.
  var focusedPosition: Int? { gtk_widget_get_focus_child(listView.widget).flatMap { listItems.position(of: $0) } }

  /// Called when the list comes on screen. From then on, the scrolled window passes its focus on to the first visible
  /// row that takes the focus. When the focus moves into a list, GTK focuses the first row or the row that had the
  /// focus last. If this row does not take the focus, for example a section's header, GTK focuses the scrolled window
  /// instead.
  private func didMap() {
    // A window that appears moves the focus to one of its widgets, for example to the scrolled window. If the focus
    // were passed on to the first row, the list would scroll to this row, although the program may have scrolled to
    // another row. So the focus is not passed on before the layout.
    awaitsLayout = true
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in self?.awaitsLayout = false }
    watchFirstLayout()
    watchFirstScroll()
    beginKeepingPosition()
    guard let parent = gtk_widget_get_parent(listView.widget), parent != scrolledWindow,
      parent.isA(gtk_scrolled_window_get_type())
    else { return }
    scrolledWindow = parent
    let focus = gtk_event_controller_focus_new()!
    // GTK emits `enter` only if the focus comes from outside the list, not from a removed row.
    connect(focus, .enter) { [weak self] in
      guard let self, !awaitsLayout else { return }
      ViewGraph.shared.afterUpdate { [weak self] in self?.focusFirstVisibleRow() }
    }
    gtk_widget_add_controller(parent, focus)
  }

  /// Starts to keep the rows at their position while the height changes, and activates the queue of views that wait
  /// until their row is visible.
  private func beginKeepingPosition() {
    keptPosition?.end()
    guard let adjustment, let clock = gtk_widget_get_frame_clock(listView.widget) else { return }
    keptPosition = KeptScrollPosition(of: self, adjustment, clock)
    visibleRowQueue.activate()
  }

  /// After the first layout, performs the scroll request that was made before this layout. In GTK before 4.12, also
  /// repairs the scroll position.
  private func watchFirstLayout() {
    firstLayoutConnection?.disconnect()
    guard gtk_widget_get_height(listView.widget) == 0, let clock = gtk_widget_get_frame_clock(listView.widget) else {
      return
    }
    // GTK before 4.12 performs scroll requests only at the end of the frame. With a newer GTK, the list would be drawn
    // at the wrong position if this code ran at the end of the frame.
    let signal: StaticString = cgtk_list_scrolls_after_frame() ? "after-paint" : "layout"
    firstLayoutConnection = connect(clock, .plain(signal), order: .after) { [weak self] in
      guard let self, gtk_widget_get_height(listView.widget) > 0 else { return }
      firstLayoutConnection?.disconnect()
      let requestedScroll = earlyScroll
      earlyScroll = nil
      if cgtk_list_scrolls_after_frame(), rows.count > 0, gtk_widget_get_focus_child(listView.widget) != nil {
        repairScrollPosition(scrollFollows: requestedScroll != nil)
      }
      if let requestedScroll { _ = scroll(to: requestedScroll.id, anchor: requestedScroll.anchor) }
    }
  }

  /// Repairs the scroll position of a list in GTK before 4.12, by emitting `value-changed`.
  ///
  /// If a row had the focus before the first layout, GTK has divided by the height of the list, which was 0. When a key
  /// then moves the focus to an offscreen row, GTK does not find this row, and the focus leaves the rows.
  ///
  /// The signal also cancels a scroll request. If one of the first two rows has no widget, the program has requested to
  /// scroll to a later row, so the signal is not emitted.
  ///
  /// - Parameter scrollFollows: Whether the caller scrolls the list afterwards. If so, the signal is always emitted,
  ///   because the caller repeats the request.
  private func repairScrollPosition(scrollFollows: Bool) {
    guard let adjustment, scrollFollows || (0..<min(2, rows.count)).allSatisfy({ listItems.widget(at: $0) != nil })
    else { return }
    cgtk_adjustment_emit_value_changed(adjustment)
  }

  /// Emits `value-changed` again after the list was scrolled for the first time, if no row is visible. In GTK before
  /// 4.12, a list that had the focus before its first layout does not display its rows after it is scrolled.
  private func watchFirstScroll() {
    guard firstScrollConnection == nil, let adjustment else { return }
    firstScrollConnection = connect(adjustment, .plain("value-changed"), order: .after) { [weak self] in
      // GTK's list blocks its own handler of the signal while it changes the adjustment itself. Such a change does not
      // count as scrolling.
      guard let self, cgtk_list_handles_adjustment(UnsafeMutableRawPointer(listView), adjustment) else { return }
      firstScrollConnection?.disconnect()
      ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
        if let self, rows.count > 0, !listItems.outerWidgets.contains(where: { self.isVisible($0) }) {
          cgtk_adjustment_emit_value_changed(adjustment)
        }
      }
    }
  }

  /// The adjustment that scrolls the list. Borrowed.
  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    let isVertical = gtk_orientable_get_orientation(listView) == GTK_ORIENTATION_VERTICAL
    return isVertical ? gtk_scrollable_get_vadjustment(listView) : gtk_scrollable_get_hadjustment(listView)
  }

  /// Scrolls until a row is visible. Uses GTK's action, because the function `gtk_list_view_scroll_to` needs GTK 4.12.
  private func scrollToRow(at position: Int) {
    gtk_widget_activate_action_variant(listView.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// If the scrolled window has the focus, moves the focus to the first visible row that takes the focus.
  private func focusFirstVisibleRow() {
    guard let scrolledWindow, gtk_widget_is_focus(scrolledWindow) != 0 else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), isVisible(row) else { continue }
      if RowFocus.giveFocus(to: row, orControlReachedBy: GTK_DIR_TAB_FORWARD) { return }
    }
  }

  /// Moves the focus away from an invisible row that is about to be removed. GTK would move the focus to the next row
  /// and scroll to this row. Instead, a completely visible row that is not removed gets the focus, or the scrolled
  /// window if there is no such row. So the list keeps the user's scroll position.
  private func moveFocusFromRemovedRow() {
    guard let focused = gtk_widget_get_focus_child(listView.widget), listItems.isRemoved(focused), !isVisible(focused)
    else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), !listItems.isRemoved(row), isVisible(row, completely: true) else {
        continue
      }
      if RowFocus.giveFocus(to: row) { return }
    }
    if let scrolledWindow { _ = gtk_widget_grab_focus(scrolledWindow) }
  }

  /// Returns whether a row is visible, at least partly. With `completely`, returns whether all of it is visible.
  private func isVisible(_ row: UnsafeMutablePointer<GtkWidget>, completely: Bool = false) -> Bool {
    var (bounds, visibleArea) = (graphene_rect_t(), graphene_rect_t())
    guard gtk_widget_get_mapped(row) != 0, gtk_widget_compute_bounds(row, listView.widget, &bounds) != 0 else {
      return false
    }
    graphene_rect_init(
      &visibleArea, 0, 0, Float(gtk_widget_get_width(listView.widget)), Float(gtk_widget_get_height(listView.widget)))
    return completely
      ? graphene_rect_contains_rect(&visibleArea, &bounds) : graphene_rect_intersection(&visibleArea, &bounds, nil)
  }

  /// The number of rows that are completely visible.
  var fullyVisibleRowCount: Int { listItems.outerWidgets.count { isVisible($0, completely: true) } }

  /// Moves the keyboard focus to the first row at one of these positions that has a widget and takes the focus.
  func focusFirst(of positions: [Int]) {
    _ = positions.first { listItems.widget(at: $0).map(RowFocus.giveFocus) ?? false }
  }

  /// Scrolls to a row and moves the keyboard focus to it. If the row itself is not focusable, focuses the control that
  /// a movement in `direction` reaches first.
  func focusRow(at position: Int, from direction: GtkDirectionType = GTK_DIR_TAB_FORWARD) {
    // The next layout moves the rows, so it must not keep them at their position.
    keptPosition?.skipNextLayout()
    scrollToRow(at: position)
    guard let row = listItems.widget(at: position), !RowFocus.giveFocus(to: row, orControlReachedBy: direction),
      gtk_widget_get_mapped(row) == 0
    else { return }
    // An offscreen row may refuse the focus before it is laid out. After the layout, the row gets the focus, unless the
    // focus has moved meanwhile.
    let root = gtk_widget_get_root(listView.widget)
    let focused = root.flatMap { gtk_root_get_focus($0) }
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
      guard let self, let row = listItems.widget(at: position), root.flatMap({ gtk_root_get_focus($0) }) == focused
      else { return }
      _ = RowFocus.giveFocus(to: row, orControlReachedBy: direction)
    }
  }

  /// Scrolls to the row with an id. Returns `false` if the list has no such row.
  func scroll(to id: AnyHashable, anchor: UnitPoint?) -> Bool {
    guard let position = rows.position(of: id) else { return false }
    if gtk_widget_get_height(listView.widget) == 0 { earlyScroll = (id, anchor) }
    // The next layout moves the rows, so it must not keep them at their position.
    keptPosition?.skipNextLayout()
    scrollToRow(at: position)
    revealAfterLayout(id, anchor, isSecondAttempt: false)
    return true
  }

  /// Scrolls a row to an anchor after the next layout, when the position and size of the row are known. GTK drops the
  /// request of ``scrollToRow(at:)`` if rows are inserted or removed before that layout. The row is then not visible,
  /// and the request is repeated once.
  private func revealAfterLayout(_ id: AnyHashable, _ anchor: UnitPoint?, isSecondAttempt: Bool) {
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
      guard let self, let position = rows.position(of: id) else { return }
      if let row = listItems.widget(at: position), gtk_widget_get_mapped(row) != 0 {
        if let anchor { ScrollPosition.reveal(row, in: listView.widget, anchor) }
      } else if !isSecondAttempt {
        keptPosition?.skipNextLayout()
        scrollToRow(at: position)
        revealAfterLayout(id, anchor, isSecondAttempt: true)
      }
    }
  }
}

extension RowsView: RowHost {
  func allowDrags() { editor?.allowDrags() }

  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow {
    let row = staticRows[widget] ?? StaticRow(widget)
    staticRows[widget] = row
    return row
  }
}
