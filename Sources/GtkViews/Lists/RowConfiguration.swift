internal import CGtk
internal import GtkBridge

/// The configuration of rows: alignment, selectability, focusability and the menu.
@MainActor
protocol RowConfiguration: AnyObject {
  func isSelectable(_ row: ListRow) -> Bool
  func isFocusable(_ row: ListRow) -> Bool
  /// Sets the alignment of a row's widget.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>)
  /// Opens the list's menu for a row in which no view has a menu, or for the space without rows. Returns whether the list has one.
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool
}

extension RowConfiguration {
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool { false }
}

/// A container of rows that cannot be selected. The views in the rows take the focus.
@MainActor
protocol UnselectableRows: RowConfiguration, RowSelecting {}

extension UnselectableRows {
  var allowsSelection: Bool { false }

  func isSelectable(_ row: ListRow) -> Bool { false }

  func isFocusable(_ row: ListRow) -> Bool { false }

  func isSelected(_ value: AnyHashable) -> Bool { false }

  func choose(_ selected: Positions, among mask: Positions) -> Bool { false }
}
