internal import CGtk
internal import GtkBridge

extension ListNode {
  /// Performs the primary action when a row is double-clicked, or Return is pressed on it.
  func activate(_ position: Int) {
    guard isSelectable(at: position) else { return }
    let isDone = actions?.activate(values(with: position)) ?? false
    // If a selection leads to another column, only Return selects by keyboard.
    guard !isDone || environment.listColumn?.isLeftBySelection == true else { return }
    if list.rows.isSelected(at: position) { environment.listColumn?.selectionDidChange(hasSelection: true) } else { choose(at: position) }
  }

  /// Opens the menu for a row and the selected rows that belong to it, or for no rows.
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool {
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
