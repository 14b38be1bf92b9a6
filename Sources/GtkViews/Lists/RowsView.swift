internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A list of GTK's whose rows are the views below a node.
@MainActor
final class RowsView {
  /// Borrowed: it belongs to the owner's widget.
  let listView: OpaquePointer
  let rows: RowList
  let listItems: ListItemFactory
  /// What lets a person delete and move rows, in a list whose rows have the focus.
  private(set) var editor: RowEditor?
  private var staticRows: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  /// Borrowed: what scrolls the rows, once it is known to hand its focus on.
  private var scroller: UnsafeMutablePointer<GtkWidget>?
  /// Whether it is on screen and was not laid out there yet.
  private var isNew = true
  /// Hears of the frames until the list is laid out.
  private var firstLayout: SignalConnection?
  /// Where the program has the list go before it is laid out: a row of it that has the focus would keep it at its top.
  private var earlyJump: (id: AnyHashable, anchor: UnitPoint?)?
  /// Hears when the list is scrolled, until it was.
  private var firstJump: SignalConnection?

  /// Takes a list view without a model.
  init(_ listView: UnsafeMutablePointer<GtkWidget>, _ owner: any RowConfiguration & RowSelecting) {
    self.listView = OpaquePointer(listView)
    // Who names a list names what has the rows, and not what scrolls them.
    AccessibleName.markControl(listView)
    rows = RowList(owner)
    listItems = ListItemFactory(owner)
    connect(listView, .map) { [weak self] in self?.takeOverFocus() }
    ContextMenus.listenForRows(of: listView) { [weak self, weak owner] row, place in
      guard let self, let owner else { return false }
      let position = row.flatMap { self.listItems.position(of: $0) }
      if owner.openMenu(at: position, place) { return true }
      return position.flatMap { self.editor?.openMenu(at: $0, place) } ?? false
    }
  }

  /// Lets a person delete and move rows where a loop says so.
  ///
  /// - Parameter selectedPositions: Where the rows are that are chosen.
  func allowEdits(selectedPositions: @escaping @MainActor () -> [Int]) {
    editor = RowEditor(of: self, selectedPositions: selectedPositions)
  }

  /// Lets GTK ask for rows.
  func begin() {
    if isGrid { gtk_grid_view_set_factory(listView, listItems.factory) } else { gtk_list_view_set_factory(listView, listItems.factory) }
    setModel(rows.model.model)
  }

  /// Takes what the views are now for rows.
  func update(from content: ViewNode) {
    var collector = RowCollector(self)
    content.collectRows(into: &collector)
    listItems.isChanging = true
    rows.update(to: collector.sources) { leaveRowThatGoes() }
    listItems.isChanging = false
    let present = Set(collector.sources.map(ObjectIdentifier.init))
    staticRows = staticRows.filter { present.contains(ObjectIdentifier($0.value)) }
  }

  /// A text in a row that is written in the list is another one.
  func textDidChange() {
    for row in staticRows.values { row.row(at: 0).textDidChange() }
  }

  /// GTK lets go of all rows. To be called before the views go.
  func end() {
    editor?.end()
    firstJump?.disconnect()
    firstLayout?.disconnect()
    setModel(nil)
    listItems.letGo()
    staticRows = [:]
  }
}

extension RowsView {
  /// Whether a widget shows rows or cells, and scrolls by itself.
  static func isRowsView(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    widget.isA(gtk_list_view_get_type()) || widget.isA(gtk_grid_view_get_type())
  }

  private var isGrid: Bool { listView.isA(gtk_grid_view_get_type()) }

  private func setModel(_ model: OpaquePointer?) {
    if isGrid { gtk_grid_view_set_model(listView, model) } else { gtk_list_view_set_model(listView, model) }
  }

  /// Where the row is that has the keyboard focus, or something in it has.
  var focusedPosition: Int? { gtk_widget_get_focus_child(listView.widget).flatMap { listItems.position(of: $0) } }

  /// GTK goes into a list by its first row, or the one that had the focus last. If that takes none, as the header of a section does, what scrolls the
  /// list has the focus, and hands it on to the first row in sight that does.
  private func takeOverFocus() {
    // A window that comes gives the focus to something in it. A list would go to its first row then, wherever the program scrolls it to meanwhile.
    isNew = true
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in self?.isNew = false }
    watchFirstLayout()
    watchFirstJump()
    guard let parent = gtk_widget_get_parent(listView.widget), parent != scroller, parent.isA(gtk_scrolled_window_get_type()) else { return }
    scroller = parent
    let focus = gtk_event_controller_focus_new()!
    // From outside, and not from a row that goes.
    connect(focus, .enter) { [weak self] in
      guard let self, !isNew else { return }
      ViewGraph.shared.afterUpdate { [weak self] in self?.focusFirst() }
    }
    gtk_widget_add_controller(parent, focus)
  }

  /// Takes care of what GTK's lists lose when they are laid out for the first time.
  private func watchFirstLayout() {
    firstLayout?.disconnect()
    guard gtk_widget_get_height(listView.widget) == 0, let clock = gtk_widget_get_frame_clock(listView.widget) else { return }
    // An old list has done all that it was asked for at the end of the frame; a new one would be drawn where it is not to be.
    firstLayout = connect(clock, .plain(Self.isOld ? "after-paint" : "layout"), order: .after) { [weak self] in
      guard let self, gtk_widget_get_height(listView.widget) > 0 else { return }
      firstLayout?.disconnect()
      let jump = earlyJump
      earlyJump = nil
      if Self.isOld, rows.count > 0, gtk_widget_get_focus_child(listView.widget) != nil { standAtTop(isToJump: jump != nil) }
      if let jump { _ = scroll(to: jump.id, anchor: jump.anchor) }
    }
  }

  /// Whether GTK's lists are those of before 4.12.
  private static var isOld: Bool { gtk_get_minor_version() < 12 }

  /// A list of GTK's before 4.12 of which a row had the focus before it was laid out has divided by its own height, which was 0. It would not find
  /// the row again when a key goes to one out of sight, and the focus would leave the rows: so it is told where it stands. It forgets a jump then,
  /// so that it is not told if the rows at its top are not made: something has it jump.
  ///
  /// - Parameter isToJump: Whether it jumps once more afterwards.
  private func standAtTop(isToJump: Bool) {
    guard let adjustment, isToJump || (0..<min(2, rows.count)).allSatisfy({ listItems.widget(at: $0) != nil }) else { return }
    cgtk_adjustment_emit_value_changed(adjustment)
  }

  /// The same list shows nothing after the first jump of its adjustment, and is told again then.
  private func watchFirstJump() {
    guard firstJump == nil, let adjustment else { return }
    firstJump = connect(adjustment, .plain("value-changed"), order: .after) { [weak self] in
      // While the list itself moves the adjustment, it does not listen.
      guard let self, cgtk_list_follows(UnsafeMutableRawPointer(listView), adjustment) else { return }
      firstJump?.disconnect()
      ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
        if let self, rows.count > 0, !listItems.rowWidgets.contains(where: { self.isInSight($0) }) { cgtk_adjustment_emit_value_changed(adjustment) }
      }
    }
  }

  /// What moves when the list is scrolled. Borrowed.
  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    let isVertical = gtk_orientable_get_orientation(listView) == GTK_ORIENTATION_VERTICAL
    return isVertical ? gtk_scrollable_get_vadjustment(listView) : gtk_scrollable_get_hadjustment(listView)
  }

  /// All of GTK's versions know the action; the function for it came with 4.12.
  private func scrollToItem(_ position: Int) {
    gtk_widget_activate_action_variant(listView.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  private func focusFirst() {
    guard let scroller, gtk_widget_is_focus(scroller) != 0 else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), isInSight(row) else { continue }
      if Self.giveFocus(to: row) || gtk_widget_child_focus(row, GTK_DIR_TAB_FORWARD) != 0 { return }
    }
  }

  /// A row that has the focus and goes hands it to its neighbour, and GTK scrolls to that one. If it is out of sight, a row in sight that stays is
  /// given the focus before, so that the list stays where the person has scrolled it.
  private func leaveRowThatGoes() {
    guard let focused = gtk_widget_get_focus_child(listView.widget), listItems.isGoing(focused), !isInSight(focused) else { return }
    for position in listItems.positions.sorted() {
      guard let row = listItems.widget(at: position), !listItems.isGoing(row), isInSight(row, wholly: true) else { continue }
      if Self.giveFocus(to: row) { return }
    }
    if let scroller { _ = gtk_widget_grab_focus(scroller) }
  }

  /// Whether some of a row, or all of it, is within the list's edges.
  private func isInSight(_ row: UnsafeMutablePointer<GtkWidget>, wholly: Bool = false) -> Bool {
    var (bounds, sight) = (graphene_rect_t(), graphene_rect_t())
    guard gtk_widget_get_mapped(row) != 0, gtk_widget_compute_bounds(row, listView.widget, &bounds) != 0 else { return false }
    graphene_rect_init(&sight, 0, 0, Float(gtk_widget_get_width(listView.widget)), Float(gtk_widget_get_height(listView.widget)))
    return wholly ? graphene_rect_contains_rect(&sight, &bounds) : graphene_rect_intersection(&sight, &bounds, nil)
  }

  /// How many rows can be seen as a whole.
  var rowsInSight: Int { listItems.rowWidgets.count { isInSight($0, wholly: true) } }

  /// Gives the keyboard focus to the first of some rows that is there and takes it.
  func focusFirst(of positions: [Int]) {
    _ = positions.first { listItems.widget(at: $0).map(Self.giveFocus) ?? false }
  }

  /// Goes to a row by keyboard.
  func focusRow(at position: Int) {
    scrollToItem(position)
    guard let row = listItems.widget(at: position) else { return }
    if !Self.giveFocus(to: row) { gtk_widget_child_focus(row, GTK_DIR_TAB_FORWARD) }
  }

  /// Gives the keyboard focus to a row itself, as far as it takes it. Whether it has it now.
  static func giveFocus(to row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard gtk_widget_get_focusable(row) != 0 else { return false }
    // A row of GTK's that cannot be chosen refuses to grab it.
    if gtk_widget_grab_focus(row) == 0, let root = gtk_widget_get_root(row) { gtk_root_set_focus(root, row) }
    return gtk_widget_is_focus(row) != 0
  }

  /// Scrolls to the row of an id. Whether there is one.
  func scroll(to id: AnyHashable, anchor: UnitPoint?) -> Bool {
    guard let position = rows.position(of: id) else { return false }
    if gtk_widget_get_height(listView.widget) == 0 { earlyJump = (id, anchor) }
    scrollToItem(position)
    guard let anchor else { return true }
    // Where the row is, and how large, is known when GTK has laid it out.
    ScrollPosition.afterLayout(of: listView.widget) { [weak self] in
      guard let self, let row = listItems.widget(at: position) else { return }
      ScrollPosition.bring(row, in: listView.widget, anchor)
    }
    return true
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
