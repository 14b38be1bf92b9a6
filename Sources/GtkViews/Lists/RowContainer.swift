internal import CGtk
internal import GtkBridge

/// A list, lazy stack or lazy grid. It determines which of its rows can be selected and focused, their alignment and
/// their context menus.
@MainActor
protocol RowContainer: AnyObject {
  /// Returns whether the user can select a row.
  func isSelectable(_ row: ListRow) -> Bool
  /// Returns whether the row itself can have the keyboard focus, and not only a control in it.
  func isFocusable(_ row: ListRow) -> Bool
  /// Sets the alignment of a row's widget.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>)
  /// Opens the container's menu for the row at a position, or for the space without rows if `position` is `nil`. Not
  /// called for a row in which a view has its own menu. Returns whether a menu was opened.
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool
}

extension RowContainer {
  /// The default, for a container without a menu.
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool { false }
}

/// A container whose rows can be neither selected nor focused. The views in the rows take the focus.
@MainActor
protocol UnselectableRowContainer: RowContainer, RowSelecting {}

extension UnselectableRowContainer {
  var allowsSelection: Bool { false }

  func isSelectable(_ row: ListRow) -> Bool { false }

  func isFocusable(_ row: ListRow) -> Bool { false }

  func isSelected(_ value: AnyHashable) -> Bool { false }

  func setSelection(_ selected: Positions, among mask: Positions) -> Bool { false }
}
