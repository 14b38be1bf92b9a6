internal import CGtk
internal import GtkBridge

/// A wrapper of a `GtkListItem`. GTK reuses a list item for different rows.
@MainActor
final class ListItem {
  /// Borrowed. `nil` after the factory's `teardown` signal.
  private var gtkListItem: OpaquePointer?
  /// The list, lazy stack or lazy grid that contains the list item.
  private unowned let container: any RowContainer
  private unowned let factory: ListItemFactory
  /// The row whose widget is in the list item. GTK may already have unbound the row.
  private(set) var row: ListRow? {
    didSet { if row !== oldValue { factory.rowDidChange(of: self, from: oldValue) } }
  }

  init(_ gtkListItem: OpaquePointer, of factory: ListItemFactory, in container: any RowContainer) {
    self.gtkListItem = gtkListItem
    self.factory = factory
    self.container = container
  }

  /// Displays a row.
  func show(_ row: ListRow) {
    guard let gtkListItem else { return }
    let widget = row.makeWidget(for: self)
    if let previous = self.row, previous !== row, previous.listItem === self { previous.listItem = nil }
    if gtk_list_item_get_child(gtkListItem) != widget {
      // A widget can have only one parent, so it is first removed from its former list item.
      if let listItem = row.listItem, listItem !== self { listItem.removeWidget(of: row) }
      if gtk_widget_get_parent(widget) != nil { row.listItem?.removeWidget(of: row) }
      gtk_list_item_set_child(gtkListItem, widget)
    }
    self.row = row
    row.recordBinding(to: self)
    container.align(widget)
    configure(gtkListItem, row)
  }

  /// When a row is inserted, GTK unbinds the rows after it and binds them again. If the widget of `row` is still in
  /// this list item, records the new binding and returns `true`. Otherwise changes nothing and returns `false`.
  func showAgain(_ row: ListRow) -> Bool {
    guard let gtkListItem, self.row === row, row.isLastDisplayed(in: self), let widget = row.widget,
      gtk_list_item_get_child(gtkListItem) == widget
    else { return false }
    row.recordRebinding()
    return true
  }

  /// Marks the row as unbound and returns it. Returns `nil` if the list item displays no bound row. The row's widget
  /// stays in the list item until the next layout pass begins, because GTK may bind the row again.
  func unbindRow() -> ListRow? {
    guard let row, row.isLastDisplayed(in: self), row.isBound else { return nil }
    row.recordUnbinding()
    return row
  }

  /// Removes the widget of a row from the list item.
  func removeWidget(of row: ListRow) {
    guard let gtkListItem, self.row === row else { return }
    gtk_list_item_set_child(gtkListItem, nil)
    self.row = nil
  }

  /// Removes a widget from the list item. The widget's row may no longer exist.
  func removeWidget(_ widget: UnsafeMutablePointer<GtkWidget>) {
    guard let gtkListItem, gtk_list_item_get_child(gtkListItem) == widget else { return }
    gtk_list_item_set_child(gtkListItem, nil)
    row = nil
  }

  /// The unbound row whose widget is still in this list item. Another row may recycle the views of the unbound row.
  /// `nil` while the list changes its rows, because GTK then unbinds rows and binds them again.
  var unboundRow: ListRow? {
    guard !factory.isChanging, let row, !row.isBound, row.listItem === self else { return nil }
    return row
  }

  /// Called when GTK tears down the `GtkListItem`.
  func end() {
    if let row { removeWidget(of: row) }
    gtkListItem = nil
  }

  /// GTK's own widget around the row's widget. Borrowed.
  var outerWidget: UnsafeMutablePointer<GtkWidget>? {
    gtkListItem.flatMap { gtk_list_item_get_child($0) }.flatMap { gtk_widget_get_parent($0) }
  }

  /// Sets whether the user can select, activate and focus the row, and whether GTK's widget around the row is visible.
  /// Updates the accessible name.
  private func configure(_ gtkListItem: OpaquePointer, _ row: ListRow) {
    let isSelectable = container.isSelectable(row)
    let flag: gboolean = isSelectable ? 1 : 0
    if gtk_list_item_get_selectable(gtkListItem) != flag { gtk_list_item_set_selectable(gtkListItem, flag) }
    if gtk_list_item_get_activatable(gtkListItem) != flag { gtk_list_item_set_activatable(gtkListItem, flag) }
    guard let outerWidget else { return }
    gtk_widget_set_focusable(outerWidget, container.isFocusable(row) ? 1 : 0)
    gtk_widget_set_visible(outerWidget, row.isEmpty ? 0 : 1)
    updateAccessibleName()
  }

  /// Sets the accessible name of a focusable row to the text in the row, because GTK does not set a name.
  func updateAccessibleName() {
    guard let outerWidget, gtk_widget_get_focusable(outerWidget) != 0, let content = row?.widget else { return }
    AccessibleName.setDefault(AccessibleName.spoken(content), on: outerWidget)
  }
}
