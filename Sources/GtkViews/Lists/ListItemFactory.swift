internal import CGtk
internal import GtkBridge

/// The `GtkSignalListItemFactory` of a list, a lazy stack or a lazy grid. It creates the list items and binds rows to
/// them.
///
/// Most functions use loops instead of closures, because the runtime checks for the main actor at each call of a
/// closure. The accesses to properties with unchecked exclusivity do not overlap, so the runtime need not check them.
@MainActor
final class ListItemFactory {
  /// The `GtkSignalListItemFactory`. Owned, also by the list view.
  private let reference: GObjectReference
  /// The key under which a `GtkListItem` stores its ``ListItem``.
  private let listItemKey = g_quark_from_static_string("gtkviews-list-item")
  /// The wrappers of GTK's list items, by the pointers of the `GtkListItem`s.
  @exclusivity(unchecked) private var listItems: [UnsafeMutableRawPointer: ListItem] = [:]
  /// The rows that list items had at the last layout pass, by the identities of the list items. Contains only the list
  /// items whose row has changed since that pass. The value is `nil` if the list item had no row.
  @exclusivity(unchecked) private var rowsAtLayout: [ObjectIdentifier: ObjectIdentifier?] = [:]
  /// The rows that GTK has unbound in this turn of the main loop, with their objects in GTK's list model. Each object
  /// is owned, so that the object still exists if GTK binds the row again.
  @exclusivity(unchecked) private var unboundRows: [(row: ListRow, object: UnsafeMutablePointer<GObject>?)] = []
  /// The list, lazy stack or lazy grid that contains the list items.
  private weak var container: (any RowContainer)?
  private var connections: [SignalConnection] = []
  /// Whether the list is applying a change of its rows and notifying GTK of it.
  var isChanging = false

  init(_ container: any RowContainer) {
    self.container = container
    reference = GObjectReference(takingOver: gtk_signal_list_item_factory_new())
    // Safe because `deinit` ends the connections. A weak reference would take longer than the rest of most handlers.
    connections = [
      connect(reference.pointer, .setup) { [unowned(unsafe) self] gtkListItem in setUp(gtkListItem) },
      connect(reference.pointer, .bind) { [unowned(unsafe) self] gtkListItem in bind(gtkListItem) },
      connect(reference.pointer, .unbind) { [unowned(unsafe) self] gtkListItem in unbind(gtkListItem) },
      connect(reference.pointer, .teardown) { [unowned(unsafe) self] gtkListItem in tearDown(gtkListItem) },
    ]
  }

  isolated deinit {
    for connection in connections { connection.disconnect() }
    for (_, object) in unboundRows { if let object { g_object_unref(object) } }
  }

  /// The `GtkSignalListItemFactory`. Borrowed.
  var factory: OpaquePointer { reference.opaque }

  /// Displays all bound rows again, because their alignment, selectability or focusability has changed.
  func redisplayRows() {
    for listItem in listItems.values { listItem.row?.redisplay() }
  }

  /// The position of the row that has the keyboard focus itself. `nil` if a view in the row has the focus.
  var focusedPosition: Int? {
    for (gtkListItem, listItem) in listItems {
      if let outerWidget = listItem.outerWidget, gtk_widget_is_focus(outerWidget) != 0 {
        return Int(gtk_list_item_get_position(OpaquePointer(gtkListItem)))
      }
    }
    return nil
  }

  /// The row that contains the control with the keyboard focus. `nil` if the control itself uses the arrow keys, such
  /// as a text field or a slider, or if it is in an open popover.
  var rowOfFocusedControl: (position: Int, widget: UnsafeMutablePointer<GtkWidget>)? {
    for (gtkListItem, listItem) in listItems {
      guard let row = listItem.outerWidget, let root = gtk_widget_get_root(row), let focused = gtk_root_get_focus(root),
        gtk_widget_is_ancestor(focused, row) != 0,
        gtk_widget_get_native(focused) == gtk_widget_get_native(row)
      else { continue }
      let usesArrows =
        focused.isA(gtk_text_get_type()) || focused.isA(gtk_text_view_get_type()) || focused.isA(gtk_range_get_type())
      return usesArrows ? nil : (Int(gtk_list_item_get_position(OpaquePointer(gtkListItem))), row)
    }
    return nil
  }

  /// The positions of the rows that have widgets. Unordered.
  var positions: [Int] {
    var positions: [Int] = []
    for (gtkListItem, listItem) in listItems where listItem.row != nil {
      positions.append(Int(gtk_list_item_get_position(OpaquePointer(gtkListItem))))
    }
    return positions
  }

  /// GTK's widgets around the rows' widgets. Unordered. Borrowed.
  var outerWidgets: [UnsafeMutablePointer<GtkWidget>] {
    var widgets: [UnsafeMutablePointer<GtkWidget>] = []
    for listItem in listItems.values where listItem.row != nil {
      if let widget = listItem.outerWidget { widgets.append(widget) }
    }
    return widgets
  }

  /// The rows whose widgets are where the last layout pass has put them, with GTK's widgets around them. Does not
  /// contain removed rows, or rows whose list item had another row or no row at that pass. Unordered. The widgets are
  /// borrowed.
  var laidOutRows: [(row: ListRow, widget: UnsafeMutablePointer<GtkWidget>)] {
    var rows: [(row: ListRow, widget: UnsafeMutablePointer<GtkWidget>)] = []
    for listItem in listItems.values {
      guard let row = listItem.row, row.position != nil, let widget = listItem.outerWidget else { continue }
      if let rowAtLayout = rowsAtLayout[ObjectIdentifier(listItem)], rowAtLayout != ObjectIdentifier(row) { continue }
      rows.append((row, widget))
    }
    return rows
  }

  /// Returns GTK's widget around a row. Borrowed. `nil` if no list item displays the row.
  func widget(of row: ListRow) -> UnsafeMutablePointer<GtkWidget>? {
    listItems.values.first { $0.row === row }?.outerWidget
  }

  /// Called after the row of a list item has changed. At the first change since the last layout pass, records the
  /// former row.
  func rowDidChange(of listItem: ListItem, from formerRow: ListRow?) {
    let id = ObjectIdentifier(listItem)
    if rowsAtLayout[id] == nil { rowsAtLayout[id] = .some(formerRow.map { ObjectIdentifier($0) }) }
  }

  /// Called after each layout pass of the list.
  func layoutEnded() {
    if !rowsAtLayout.isEmpty { rowsAtLayout.removeAll(keepingCapacity: true) }
  }

  /// Returns the position of the row in one of ``outerWidgets``. `nil` if the widget is not one of them.
  func position(of outerWidget: UnsafeMutablePointer<GtkWidget>) -> Int? {
    for (gtkListItem, listItem) in listItems where listItem.outerWidget == outerWidget {
      return Int(gtk_list_item_get_position(OpaquePointer(gtkListItem)))
    }
    return nil
  }

  /// Returns whether one of ``outerWidgets`` contains a row that was removed but is still displayed.
  func isRemoved(_ outerWidget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    // A row with a position was not removed, so its widget need not be fetched from GTK.
    for listItem in listItems.values {
      if let row = listItem.row, row.position == nil, listItem.outerWidget == outerWidget { return true }
    }
    return false
  }

  /// Returns GTK's widget around the row at a position. Borrowed. `nil` if the row has no list item.
  func widget(at position: Int) -> UnsafeMutablePointer<GtkWidget>? {
    guard position >= 0 else { return nil }
    for (gtkListItem, listItem) in listItems
    where Int(gtk_list_item_get_position(OpaquePointer(gtkListItem))) == position {
      return listItem.outerWidget
    }
    return nil
  }

  private func setUp(_ gtkListItem: UnsafeMutableRawPointer?) {
    guard let gtkListItem, let container else { return }
    let listItem = ListItem(OpaquePointer(gtkListItem), of: self, in: container)
    listItems[gtkListItem] = listItem
    // Safe because `listItems` owns the wrapper until `tearDown(_:)`.
    g_object_set_qdata(
      gtkListItem.assumingMemoryBound(to: GObject.self), listItemKey, Unmanaged.passUnretained(listItem).toOpaque())
  }

  private func bind(_ gtkListItem: UnsafeMutableRawPointer?) {
    guard let gtkListItem, let listItem = listItem(of: gtkListItem),
      let object = gtk_list_item_get_item(OpaquePointer(gtkListItem)),
      let row = rowContent(of: object) as? ListRow
    else { return }
    if !listItem.showAgain(row) { listItem.show(row) }
    row.didBind()
  }

  private func unbind(_ gtkListItem: UnsafeMutableRawPointer?) {
    guard let gtkListItem, let row = listItem(of: gtkListItem)?.unbindRow() else { return }
    if unboundRows.isEmpty { ViewGraph.shared.beforeLayout { [weak self] in self?.releaseUnboundRows() } }
    if let object = row.object { g_object_ref(object) }
    unboundRows.append((row, row.object))
  }

  /// Returns the wrapper that a `GtkListItem` stores. GTK binds hundreds of rows at once, and reading the stored
  /// pointer is faster than a search in ``listItems``.
  private func listItem(of gtkListItem: UnsafeMutableRawPointer) -> ListItem? {
    guard let data = g_object_get_qdata(gtkListItem.assumingMemoryBound(to: GObject.self), listItemKey) else {
      return nil
    }
    // Safe because `listItems` owns the wrapper until the data is removed.
    return Unmanaged<ListItem>.fromOpaque(data).takeUnretainedValue()
  }

  private func tearDown(_ gtkListItem: UnsafeMutableRawPointer?) {
    guard let gtkListItem else { return }
    g_object_set_qdata(gtkListItem.assumingMemoryBound(to: GObject.self), listItemKey, nil)
    listItems.removeValue(forKey: gtkListItem)?.end()
  }

  /// Releases the rows that GTK has unbound and not bound again. These rows are offscreen or removed. Rows are not
  /// released as soon as GTK unbinds them, because GTK also unbinds a row and binds it again to move it.
  func releaseUnboundRows() {
    let rows = unboundRows
    unboundRows = []
    for (row, object) in rows {
      if !row.isBound {
        row.listItem?.removeWidget(of: row)
        row.listItem = nil
        row.didDisappear()
      }
      if let object { g_object_unref(object) }
    }
  }
}
