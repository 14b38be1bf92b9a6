internal import CGtk
internal import GtkBridge

extension ListNode {
  /// Performs the primary action of a row. Called for a double-click and for Return. Without a primary action, selects
  /// the row.
  func activate(_ position: Int) {
    guard isSelectable(at: position) else { return }
    let hasAction = actions?.activate(values(with: position)) ?? false
    // If a selection shows another column, the arrow keys do not select. Return then selects the row in addition to its
    // action.
    guard !hasAction || environment.listColumn?.isReplacedOnSelection == true else { return }
    if list.rows.isSelected(at: position) {
      environment.listColumn?.selectionDidChange(hasSelection: true)
    } else {
      selectRow(at: position)
    }
  }

  /// Opens the context menu of a row, or of the list if `position` is `nil`. If the row is selected, the menu is for
  /// all selected rows. Returns whether a menu was opened.
  func openMenu(at position: Int?, _ location: ContextMenus.Location) -> Bool {
    guard let actions, !view.selection.isNone else { return false }
    if let position, isSelectable(at: position), let anchor = list.rows.sourceRow(at: position)?.row.widget {
      return actions.openMenu(values(with: position), anchor, location.moved(from: list.listView.widget, to: anchor))
    }
    return actions.openMenu([], widget, location.moved(from: list.listView.widget, to: widget))
  }

  private var actions: RowActions<Selection>? { environment[RowActionsKey<Selection>.self] }

  /// The selection values for an action on a row: all selected values if the row is selected, otherwise only the value
  /// of the row.
  private func values(with position: Int) -> Set<Selection> {
    showSelection()
    return Set(values(at: list.rows.isSelected(at: position) ? selectedPositions : [position]))
  }
}
