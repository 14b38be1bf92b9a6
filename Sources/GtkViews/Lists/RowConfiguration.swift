internal import CGtk
internal import GtkBridge

/// How rows are shown: which of them a person can choose, and reach by keyboard.
@MainActor
protocol RowConfiguration: AnyObject {
  func isSelectable(_ row: ListRow) -> Bool
  func isFocusable(_ row: ListRow) -> Bool
  /// Lets a row's widget stand where it belongs.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>)
  /// Opens the menu of a row in which no view has one, or of the room without rows, if the list has one.
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool
}

extension RowConfiguration {
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool { false }
}

/// What has rows that nobody chooses: what is in them takes the focus.
@MainActor
protocol UnselectableRows: RowConfiguration, RowSelecting {}

extension UnselectableRows {
  var allowsSelection: Bool { false }

  func isSelectable(_ row: ListRow) -> Bool { false }

  func isFocusable(_ row: ListRow) -> Bool { false }

  func isSelected(_ value: AnyHashable) -> Bool { false }

  func choose(_ selected: Positions, among mask: Positions) -> Bool { false }
}
