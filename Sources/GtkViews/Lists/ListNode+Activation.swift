internal import CGtk
internal import GtkBridge

extension ListNode {
  /// Performs the primary action of a row. Called for a double-click and for Return. Without a primary action, selects
  /// the row.
  func activate(_ position: Int) {
    guard isSelectable(at: position) else { return }
    let isDone = actions?.activate(values(with: position)) ?? false
    // If a selection shows another column, Return is the only key that selects.
    guard !isDone || environment.listColumn?.isReplacedOnSelection == true else { return }
    if list.rows.isSelected(at: position) {
      environment.listColumn?.selectionDidChange(hasSelection: true)
    } else {
      selectRow(at: position)
    }
  }

  /// Opens the context menu of a row, or of the list if `position` is `nil`. If the row is selected, the menu is for
  /// all selected rows. Returns whether a menu was opened.
  func openMenu(at position: Int?, _ place: ContextMenus.Location) -> Bool {
    guard let actions, !view.selection.isNone else { return false }
    if let position, isSelectable(at: position), let anchor = list.rows.sourceRow(at: position)?.row.widget {
      return actions.openMenu(values(with: position), anchor, place.moved(from: list.listView.widget, to: anchor))
    }
    return actions.openMenu([], widget, place.moved(from: list.listView.widget, to: widget))
  }

  private var actions: RowActions<Selection>? { environment[RowActionsKey<Selection>.self] }

  /// The selection values for an action on a row: all selected values if the row is selected, otherwise its own.
  private func values(with position: Int) -> Set<Selection> {
    showSelection()
    return Set(values(at: list.rows.isSelected(at: position) ? selectedPositions : [position]))
  }
}
