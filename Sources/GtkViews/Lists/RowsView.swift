internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A `GtkListView` or `GtkGridView` whose rows are the views below a node.
@MainActor
final class RowsView {
  /// Borrowed. Owned by the owner's widget.
  let listView: OpaquePointer
  let rows: RowList
  let listItems: ListItemFactory
  /// Deleting and moving of rows, in a list whose rows have the focus.
  private(set) var editor: RowEditor?
  /// The views in the rows that wait until their row is visible.
  let visibleRows: VisibleRowQueue
  /// Observes which rows are visible.
  var visibilityObserver: RowVisibilityObserver?
  private var staticRows: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  /// Borrowed. The scrolled window of the rows, once it passes its focus on.
  private var scroller: UnsafeMutablePointer<GtkWidget>?
  /// Whether the list is on screen and was not laid out there yet.
  private var isNew = true
  /// The connection to the frame clock until the list is laid out.
  private var firstLayout: SignalConnection?
  /// A scroll position that the program requested before the first layout. GTK loses it if a row has the focus, because the focus keeps the list at
  /// its top.
  private var earlyJump: (id: AnyHashable, anchor: UnitPoint?)?
  /// The connection to the adjustment until the list is scrolled for the first time.
  private var firstJump: SignalConnection?
  /// Keeps the rows where they are while the height changes. `nil` until the list is on screen.
  private var keptPosition: KeptScrollPosition?

  /// Uses a list view without a model.
  init(_ listView: UnsafeMutablePointer<GtkWidget>, _ owner: any RowConfiguration & RowSelecting) {
    self.listView = OpaquePointer(listView)
    // A name of the list applies to the widget with the rows, not to the scrolled window.
    AccessibleName.markControl(listView)
    rows = RowList(owner)
    listItems = ListItemFactory(owner)
    visibleRows = VisibleRowQueue(of: listView)
    connect(listView, .map) { [weak self] in self?.takeOverFocus() }
    ContextMenus.listenForRows(of: listView) { [weak self, weak owner] row, place in
      guard let self, let owner else { return false }
      let position = row.flatMap { self.listItems.position(of: $0) }
      if owner.openMenu(at: position, place) { return true }
      return position.flatMap { self.editor?.openMenu(at: $0, place) } ?? false
    }
  }

  /// Enables deleting and moving of rows in loops that permit it.
  ///
  /// - Parameter selectedPositions: Returns the positions of the selected rows.
  func allowEdits(selectedPositions: @escaping @MainActor () -> [Int]) {
    editor = RowEditor(of: self, selectedPositions: selectedPositions)
  }

  /// Sets the factory and the model, so that GTK can request rows.
  func begin() {
    if isGrid { gtk_grid_view_set_factory(listView, listItems.factory) } else { gtk_list_view_set_factory(listView, listItems.factory) }
    setModel(rows.model.model)
  }

  /// Collects the rows from the current views.
  func update(from content: ViewNode) {
    var collector = RowCollector(self)
    content.collectRows(into: &collector)
    listItems.isChanging = true
    rows.update(to: collector.sources) { leaveRowThatGoes() }
    listItems.isChanging = false
    let present = Set(collector.sources.map(ObjectIdentifier.init))
    staticRows = staticRows.filter { present.contains(ObjectIdentifier($0.value)) }
  }

  /// Updates the accessible names of static rows after a text has changed.
  func textDidChange() {
    for row in staticRows.values { row.row(at: 0).textDidChange() }
  }

  /// Releases all rows. Call this before the views end.
  func end() {
    editor?.end()
    firstJump?.disconnect()
    firstLayout?.disconnect()
    keptPosition?.end()
    visibleRows.end()
    setModel(nil)
    listItems.letGo()
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

  /// Lets the scrolled window pass its focus on to the first visible row that takes it. GTK moves the focus into a list at the first row, or at the
  /// last row with focus. If that row does not take the focus, such as a section's header, the scrolled window gets the focus.
  private func takeOverFocus() {
    // A window that appears moves the focus to a widget in it. The list would then scroll to its first row, wherever the program scrolls it.
    isNew = true
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in self?.isNew = false }
    watchFirstLayout()
    watchFirstJump()
    keepPosition()
    guard let parent = gtk_widget_get_parent(listView.widget), parent != scroller, parent.isA(gtk_scrolled_window_get_type()) else { return }
    scroller = parent
    let focus = gtk_event_controller_focus_new()!
    // Only if the focus comes from outside the list, not from a row that is removed.
    connect(focus, .enter) { [weak self] in
      guard let self, !isNew else { return }
      ViewGraph.shared.afterUpdate { [weak self] in self?.focusFirst() }
    }
    gtk_widget_add_controller(parent, focus)
  }

  private func keepPosition() {
    keptPosition?.end()
    guard let adjustment, let clock = gtk_widget_get_frame_clock(listView.widget) else { return }
    keptPosition = KeptScrollPosition(of: self, adjustment, clock)
    visibleRows.begin()
  }

  /// Restores the state that GTK's lists lose during the first layout.
  private func watchFirstLayout() {
    firstLayout?.disconnect()
    guard gtk_widget_get_height(listView.widget) == 0, let clock = gtk_widget_get_frame_clock(listView.widget) else { return }
    // GTK before 4.12 has performed all requests only at the end of the frame. A newer list would be drawn at the wrong position if this waited until
    // then.
    firstLayout = connect(clock, .plain(Self.isOld ? "after-paint" : "layout"), order: .after) { [weak self] in
      guard let self, gtk_widget_get_height(listView.widget) > 0 else { return }
      firstLayout?.disconnect()
      let jump = earlyJump
      earlyJump = nil
      if Self.isOld, rows.count > 0, gtk_widget_get_focus_child(listView.widget) != nil { standAtTop(isToJump: jump != nil) }
      if let jump { _ = scroll(to: jump.id, anchor: jump.anchor) }
    }
  }

  /// Whether GTK's lists are from before 4.12.
  private static var isOld: Bool { gtk_get_minor_version() < 12 }

  /// Sets the scroll position of a list in GTK before 4.12. If a row had the focus before the first layout, the list has divided by its own height,
  /// which was 0. It then cannot find the row when a key moves to an offscreen row, and the focus leaves the rows. The notification makes the list
  /// forget a jump. So it is omitted if the rows at the top are not realized, because then something requested a jump.
  ///
  /// - Parameter isToJump: Whether the list jumps again afterwards.
  private func standAtTop(isToJump: Bool) {
    guard let adjustment, isToJump || (0..<min(2, rows.count)).allSatisfy({ listItems.widget(at: $0) != nil }) else { return }
    cgtk_adjustment_emit_value_changed(adjustment)
  }

  /// Notifies the list again after the first jump of its adjustment. A list of GTK before 4.12 that had the focus before its first layout displays
  /// nothing after that jump.
  private func watchFirstJump() {
    guard firstJump == nil, let adjustment else { return }
    firstJump = connect(adjustment, .plain("value-changed"), order: .after) { [weak self] in
      // While the list itself moves the adjustment, its handler is blocked.
      guard let self, cgtk_list_follows(UnsafeMutableRawPointer(listView), adjustment) else { return }
      firstJump?.disconnect()
      ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
        if let self, rows.count > 0, !listItems.rowWidgets.contains(where: { self.isInSight($0) }) { cgtk_adjustment_emit_value_changed(adjustment) }
      }
    }
  }

  /// The adjustment that scrolls the list. Borrowed.
  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    let isVertical = gtk_orientable_get_orientation(listView) == GTK_ORIENTATION_VERTICAL
    return isVertical ? gtk_scrollable_get_vadjustment(listView) : gtk_scrollable_get_hadjustment(listView)
  }

  /// All versions of GTK have this action. The function for it was added in 4.12.
  private func scrollToItem(_ position: Int) {
    gtk_widget_activate_action_variant(listView.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  private func focusFirst() {
    guard let scroller, gtk_widget_is_focus(scroller) != 0 else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), isInSight(row) else { continue }
      if RowFocus.giveFocus(to: row, from: GTK_DIR_TAB_FORWARD) { return }
    }
  }

  /// Moves the focus before a focused row is removed. GTK would move the focus to its neighbour and scroll there. If the focused row is offscreen, a
  /// visible row that stays gets the focus, so that the list keeps the user's scroll position.
  private func leaveRowThatGoes() {
    guard let focused = gtk_widget_get_focus_child(listView.widget), listItems.isGoing(focused), !isInSight(focused) else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), !listItems.isGoing(row), isInSight(row, wholly: true) else { continue }
      if RowFocus.giveFocus(to: row) { return }
    }
    if let scroller { _ = gtk_widget_grab_focus(scroller) }
  }

  /// Whether a row is partly, or wholly, within the list's edges.
  private func isInSight(_ row: UnsafeMutablePointer<GtkWidget>, wholly: Bool = false) -> Bool {
    var (bounds, sight) = (graphene_rect_t(), graphene_rect_t())
    guard gtk_widget_get_mapped(row) != 0, gtk_widget_compute_bounds(row, listView.widget, &bounds) != 0 else { return false }
    graphene_rect_init(&sight, 0, 0, Float(gtk_widget_get_width(listView.widget)), Float(gtk_widget_get_height(listView.widget)))
    return wholly ? graphene_rect_contains_rect(&sight, &bounds) : graphene_rect_intersection(&sight, &bounds, nil)
  }

  /// The number of rows that are completely visible.
  var rowsInSight: Int { listItems.rowWidgets.count { isInSight($0, wholly: true) } }

  /// Moves the keyboard focus to the first of these rows that is realized and takes it.
  func focusFirst(of positions: [Int]) {
    _ = positions.first { listItems.widget(at: $0).map(RowFocus.giveFocus) ?? false }
  }

  /// Scrolls to a row and moves the keyboard focus to it.
  func focusRow(at position: Int, from direction: GtkDirectionType = GTK_DIR_TAB_FORWARD) {
    keptPosition?.acceptNext()
    scrollToItem(position)
    guard let row = listItems.widget(at: position), !RowFocus.giveFocus(to: row, from: direction), gtk_widget_get_mapped(row) == 0 else { return }
    // An offscreen row may take no focus before its layout.
    let root = gtk_widget_get_root(listView.widget)
    let focused = root.flatMap { gtk_root_get_focus($0) }
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
      guard let self, let row = listItems.widget(at: position), root.flatMap({ gtk_root_get_focus($0) }) == focused else { return }
      _ = RowFocus.giveFocus(to: row, from: direction)
    }
  }

  /// Scrolls to the row with an id. Returns whether there is one.
  func scroll(to id: AnyHashable, anchor: UnitPoint?) -> Bool {
    guard let position = rows.position(of: id) else { return false }
    if gtk_widget_get_height(listView.widget) == 0 { earlyJump = (id, anchor) }
    keptPosition?.acceptNext()
    scrollToItem(position)
    bringAfterLayout(id, anchor, isRepeated: false)
    return true
  }

  /// Scrolls a row to its place once its position and size are known. GTK forgets the row if other rows come or go before it is laid out. The row is not
  /// visible then, and the list scrolls again.
  private func bringAfterLayout(_ id: AnyHashable, _ anchor: UnitPoint?, isRepeated: Bool) {
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
      guard let self, let position = rows.position(of: id) else { return }
      if let row = listItems.widget(at: position), gtk_widget_get_mapped(row) != 0 {
        if let anchor { ScrollPosition.bring(row, in: listView.widget, anchor) }
      } else if !isRepeated {
        keptPosition?.acceptNext()
        scrollToItem(position)
        bringAfterLayout(id, anchor, isRepeated: true)
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
