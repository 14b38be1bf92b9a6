internal import CGtk
internal import GtkBridge

/// A part of GTK's list that shows one row after another.
@MainActor
final class ListItem {
  /// Borrowed: GTK tells when it goes.
  private var gtkListItem: OpaquePointer?
  private unowned let configuration: any RowConfiguration
  private unowned let factory: ListItemFactory
  /// Whose widget is in it, which GTK may no longer show.
  private(set) var row: ListRow?

  init(_ gtkListItem: OpaquePointer, of factory: ListItemFactory, configuration: any RowConfiguration) {
    self.gtkListItem = gtkListItem
    self.factory = factory
    self.configuration = configuration
  }

  /// Shows a row.
  func show(_ row: ListRow) {
    guard let gtkListItem else { return }
    let widget = row.makeWidget(for: self)
    if let last = self.row, last !== row, last.listItem === self { last.listItem = nil }
    if gtk_list_item_get_child(gtkListItem) != widget {
      if let listItem = row.listItem, listItem !== self { listItem.give(row) }
      if gtk_widget_get_parent(widget) != nil { row.listItem?.give(row) }
      gtk_list_item_set_child(gtkListItem, widget)
    }
    self.row = row
    row.show(in: self)
    configuration.align(widget)
    configure(gtkListItem, row)
  }

  /// Shows the row that it has shown last, with the same widget. Whether it is that one: GTK takes all rows out and puts them back when one comes in front.
  func showAgain(_ row: ListRow) -> Bool {
    guard let gtkListItem, self.row === row, row.listItem === self, let widget = row.widget, gtk_list_item_get_child(gtkListItem) == widget else { return false }
    row.showAgain()
    return true
  }

  /// GTK no longer shows the row. Its widget stays until it is clear that GTK does not take it back.
  func hide() -> ListRow? {
    guard let row, row.listItem === self, row.isShown else { return nil }
    row.show(in: nil)
    return row
  }

  /// Gives the widget of a row away.
  func give(_ row: ListRow) {
    guard let gtkListItem, self.row === row else { return }
    gtk_list_item_set_child(gtkListItem, nil)
    self.row = nil
  }

  /// Gives a widget away whose row has gone.
  func give(_ widget: UnsafeMutablePointer<GtkWidget>) {
    guard let gtkListItem, gtk_list_item_get_child(gtkListItem) == widget else { return }
    gtk_list_item_set_child(gtkListItem, nil)
    row = nil
  }

  /// The row that this listItem showed last and that is offscreen now: another row may take its views. `nil` while rows are exchanged, when GTK takes
  /// out rows and puts them back.
  var lastRow: ListRow? {
    guard !factory.isChanging, let row, !row.isShown, row.listItem === self else { return nil }
    return row
  }

  /// GTK gives the listItem up.
  func end() {
    if let row { give(row) }
    gtkListItem = nil
  }

  /// The widget that GTK has around what the listItem shows, borrowed.
  var rowWidget: UnsafeMutablePointer<GtkWidget>? {
    gtkListItem.flatMap { gtk_list_item_get_child($0) }.flatMap { gtk_widget_get_parent($0) }
  }

  private func configure(_ gtkListItem: OpaquePointer, _ row: ListRow) {
    let isSelectable = configuration.isSelectable(row)
    let flag: gboolean = isSelectable ? 1 : 0
    if gtk_list_item_get_selectable(gtkListItem) != flag { gtk_list_item_set_selectable(gtkListItem, flag) }
    if gtk_list_item_get_activatable(gtkListItem) != flag { gtk_list_item_set_activatable(gtkListItem, flag) }
    guard let widget = rowWidget else { return }
    gtk_widget_set_focusable(widget, configuration.isFocusable(row) ? 1 : 0)
    gtk_widget_set_visible(widget, row.isEmpty ? 0 : 1)
    nameRow()
  }

  /// Calls the row by what is written in it, if a person comes to it by keyboard: GTK has no name for it.
  func nameRow() {
    guard let rowWidget, gtk_widget_get_focusable(rowWidget) != 0, let shown = row?.widget else { return }
    AccessibleName.setWritten(AccessibleName.spoken([shown]), on: rowWidget)
  }
}
