internal import CGtk
internal import GtkBridge

extension ListNode {
  /// Performs the primary action of a row, after a double-click or Return. Without a primary action, selects the row.
  func activateRow(at position: Int) {
    guard isSelectable(at: position) else { return }
    let hasAction = actions?.performPrimaryAction(actionValues(for: position)) ?? false
    // If a selection replaces this column by the next column of a split view, the arrow keys do not select. The
    // activation then selects the row in addition to performing its action.
    guard !hasAction || environment.listColumn?.isReplacedOnSelection == true else { return }
    if rowsView.rows.isSelected(at: position) {
      // The user has gone back to this column. The selection is the same, and shows the next column again.
      environment.listColumn?.selectionDidChange(hasSelection: true)
    } else {
      selectOnly(at: position)
    }
  }

  /// Opens the context menu of the selectable row at a position. If the row is selected, the menu is for all selected
  /// rows. Without such a row, opens the menu of the list. A list without a selection has no menus. Returns whether a
  /// menu was opened.
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool {
    guard let actions, !view.selection.isNone else { return false }
    if let position, isSelectable(at: position), let anchor = rowsView.rows.sourceRow(at: position)?.row.widget {
      return actions.openMenu(
        actionValues(for: position), anchor, location.converted(from: rowsView.listView.widget, to: anchor))
    }
    return actions.openMenu([], widget, location.converted(from: rowsView.listView.widget, to: widget))
  }

  private var actions: RowActions<Selection>? { environment[RowActionsKey<Selection>.self] }

  /// Returns the selection values for an action on a row: all selected values if the row is selected, otherwise only
  /// the value of the row. First reads the selection from its binding.
  private func actionValues(for position: Int) -> Set<Selection> {
    showSelection()
    return Set(values(at: rowsView.rows.isSelected(at: position) ? selectedPositions : [position]))
  }
}
