internal import CGtk
internal import GtkBridge

/// A container of rows. The container determines which rows can be selected and focused, their alignment and their
/// context menus.
@MainActor
protocol RowConfiguration: AnyObject {
  /// Returns whether the user can select a row.
  func isSelectable(_ row: ListRow) -> Bool
  /// Returns whether the row itself can have the keyboard focus, and not only a control in it.
  func isFocusable(_ row: ListRow) -> Bool
  /// Sets the alignment of a row's widget.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>)
  /// Opens the container's menu for the row at a position, or for the empty space if `position` is `nil`. Not called
  /// for a row in which a view has its own menu. Returns whether a menu was opened.
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool
}

extension RowConfiguration {
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool { false }
}

/// A container of rows that cannot be selected. The views in the rows take the focus.
@MainActor
protocol UnselectableRows: RowConfiguration, RowSelecting {}

extension UnselectableRows {
  var allowsSelection: Bool { false }

  func isSelectable(_ row: ListRow) -> Bool { false }

  func isFocusable(_ row: ListRow) -> Bool { false }

  func isSelected(_ value: AnyHashable) -> Bool { false }

  func select(_ selected: Positions, among mask: Positions) -> Bool { false }
}
