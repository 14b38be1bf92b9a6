internal import CGtk
internal import GtkBridge

extension ListNode {
  /// A row was double-clicked, or Return was pressed on it.
  func activate(_ position: Int) {
    guard isSelectable(at: position) else { return }
    let isDone = actions?.activate(values(with: position)) ?? false
    // Where a choice leads to another column, nothing but Return makes one by keyboard.
    guard !isDone || environment.splitColumn?.isLeftBySelection == true else { return }
    if list.rows.isSelected(at: position) { environment.splitColumn?.selectionDidChange(hasSelection: true) } else { choose(at: position) }
  }

  /// Opens the menu for a row and all that is meant with it, or for no rows.
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool {
    guard let actions, !view.selection.isNone else { return false }
    if let position, isSelectable(at: position), let anchor = list.rows.sourceRow(at: position)?.row.widget {
      return actions.openMenu(values(with: position), anchor, place.moved(from: list.listView.widget, to: anchor))
    }
    return actions.openMenu([], widget, place.moved(from: list.listView.widget, to: widget))
  }

  private var actions: RowActions<Selection>? { environment[RowActionsKey<Selection>.self] }

  /// The values of the rows that are meant with one: all that are chosen, if it is.
  private func values(with position: Int) -> Set<Selection> {
    showSelection()
    return Set(values(at: list.rows.isSelected(at: position) ? selectedPositions : [position]))
  }
}
