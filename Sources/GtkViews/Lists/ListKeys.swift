internal import CGtk
internal import GtkBridge

/// A list with keyboard navigation.
@MainActor
protocol KeyedList: AnyObject {
  var rowCount: Int { get }
  /// The number of rows that are completely visible.
  var fullyVisibleRowCount: Int { get }
  /// Whether the keys select the row to which they move the focus. Otherwise Return or the space bar selects it.
  var selectsWhileMoving: Bool { get }
  /// Whether the row at a position can be selected. `false` if there is no such row.
  func isSelectable(at position: Int) -> Bool
  /// Selects the visible row at a position, and no other row. With `extendingSelection`, also selects all rows from the
  /// row at which the selection began. The function selects with the list view and not with its model, because the list
  /// view stores where the selection began.
  func select(at position: Int, extendingSelection: Bool)
  /// Moves the focus to the row at a position, also if the row is offscreen. Selects the row if ``selectsWhileMoving``
  /// is `true`.
  func moveFocus(to position: Int)
  /// Moves the focus to the row at a position of a list without selection, or to the first or the last row if the
  /// position is outside of the list. In a row with controls, the first control gets the focus, or the last control if
  /// `direction` is backward. For a list with selection and for an empty list, does nothing and returns `false`.
  func focusUnselectableRow(at position: Int, from direction: GtkDirectionType) -> Bool
}

extension KeyedList {
  /// Moves the focus to a row as ``focusUnselectableRow(at:from:)`` does, in the forward direction.
  func focusUnselectableRow(at position: Int) -> Bool {
    focusUnselectableRow(at: position, from: GTK_DIR_TAB_FORWARD)
  }
}

/// Keyboard navigation in a list, in the cases in which GTK's own navigation is not sufficient.
///
/// - The keys skip rows that cannot be selected, such as the headers of sections. GTK would stop at them.
/// - In a list without selection, the arrow keys move the focus from row to row, also from a control in a row. The tab
///   key moves the focus to the next row after the last control of a row, also if the next row is offscreen. GTK before
///   4.12 supports neither.
/// - If selecting a row shows another column of a split view, the keys move the focus without selecting a row.
@MainActor
final class ListKeys {
  private weak var listItems: ListItemFactory?
  private weak var list: (any KeyedList)?

  /// Handles the keys of a list before GTK handles them. The list's widget owns this object.
  @discardableResult
  init(of listView: OpaquePointer, _ listItems: ListItemFactory, _ list: any KeyedList) {
    self.listItems = listItems
    self.list = list
    let controller = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    connect(controller, .keyPressed) { self.keyWasPressed($0) }
    gtk_widget_add_controller(listView.widget, controller)
  }

  /// Called when a key is pressed. Returns whether this object has handled the key.
  private func keyWasPressed(_ key: KeyPress) -> Bool {
    guard let list else { return false }
    let modifiers =
      key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
    guard let from = listItems?.focusedPosition else { return keyWasPressedInControl(key, modifiers, list) }
    if isTab(key, modifiers), let row = listItems?.widget(at: from) {
      return moveFocusByTab(from: (from, row), backwards: modifiers != 0, list)
    }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return arrowWasPressed(step: 1, from: from, modifiers, list)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return arrowWasPressed(step: -1, from: from, modifiers, list)
    case _ where modifiers != 0: return false
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return jump(from: from, to: from + list.fullyVisibleRowCount, list)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return jump(from: from, to: from - list.fullyVisibleRowCount, list)
    case GDK_KEY_Home, GDK_KEY_KP_Home: return jump(from: from, to: 0, list)
    case GDK_KEY_End, GDK_KEY_KP_End: return jump(from: from, to: Int.max, list)
    default: return false
    }
  }

  /// Called when a key is pressed while no row itself has the focus. Handles keys while a control in a row has the
  /// focus. Returns whether this object has handled the key.
  private func keyWasPressedInControl(_ key: KeyPress, _ modifiers: UInt32, _ list: any KeyedList) -> Bool {
    guard let row = listItems?.rowOfFocusedControl else { return false }
    if isTab(key, modifiers) { return moveFocusByTab(from: row, backwards: modifiers != 0, list) }
    guard modifiers == 0 else { return false }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down:
      return row.position + 1 < list.rowCount && list.focusUnselectableRow(at: row.position + 1)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return row.position > 0 && list.focusUnselectableRow(at: row.position - 1)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down:
      return list.focusUnselectableRow(at: row.position + list.fullyVisibleRowCount)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up:
      return list.focusUnselectableRow(at: row.position - list.fullyVisibleRowCount)
    default: return false
    }
  }

  private func isTab(_ key: KeyPress, _ modifiers: UInt32) -> Bool {
    [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(key.key))
      && (modifiers == 0 || modifiers == GDK_SHIFT_MASK.rawValue)
  }

  /// Moves the focus to the next control of the row, or after the last control to the next row. With `backwards`, moves
  /// it to the previous control or row. Returns `false` if GTK has to move the focus: beyond the first or last row, and
  /// from row to row in a list with selection.
  private func moveFocusByTab(
    from row: (position: Int, widget: UnsafeMutablePointer<GtkWidget>), backwards: Bool, _ list: any KeyedList
  ) -> Bool {
    let direction = backwards ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
    if gtk_widget_child_focus(row.widget, direction) != 0 { return true }
    let next = row.position + (backwards ? -1 : 1)
    return next >= 0 && next < list.rowCount && list.focusUnselectableRow(at: next, from: direction)
  }

  /// Handles an arrow key: `step` is 1 for the Down key and -1 for the Up key. Returns `false` if GTK has to handle the
  /// key.
  private func arrowWasPressed(step: Int, from: Int, _ modifiers: UInt32, _ list: any KeyedList) -> Bool {
    switch modifiers {
    case 0: moveFocus(by: step, from: from, list) || list.focusUnselectableRow(at: from + step)
    case GDK_SHIFT_MASK.rawValue where list.selectsWhileMoving:
      skipRows(by: step, from: from, list) { list.select(at: $0, extendingSelection: true) }
    case GDK_SHIFT_MASK.rawValue: moveFocus(by: step, from: from, list)
    case GDK_CONTROL_MASK.rawValue: skipRows(by: step, from: from, list) { _ in }
    default: false
    }
  }

  /// Moves the focus to the next selectable row, and selects the row if the keys select. Returns `false` if GTK has to
  /// handle the key: if the adjacent row can be selected and the keys select, or if there is no selectable row.
  private func moveFocus(by step: Int, from: Int, _ list: any KeyedList) -> Bool {
    guard !list.selectsWhileMoving || !list.isSelectable(at: from + step),
      let next = selectableRow(from: from + step, step: step, list)
    else { return false }
    if list.selectsWhileMoving { list.select(at: next.position, extendingSelection: false) }
    return gtk_widget_grab_focus(next.widget) != 0
  }

  /// If the adjacent row cannot be selected, calls `select` with the position of the next selectable row and moves the
  /// focus to that row. Returns `false` if GTK has to handle the key: if the adjacent row can be selected, or if there
  /// is no selectable row.
  private func skipRows(by step: Int, from: Int, _ list: any KeyedList, select: (Int) -> Void) -> Bool {
    guard !list.isSelectable(at: from + step), let next = selectableRow(from: from + step, step: step, list)
    else { return false }
    select(next.position)
    return gtk_widget_grab_focus(next.widget) != 0
  }

  /// Returns the first selectable row, from `start` on in the direction of `step`. The search ends at the first row
  /// that has no widget.
  private func selectableRow(
    from start: Int, step: Int, _ list: any KeyedList
  ) -> (position: Int, widget: UnsafeMutablePointer<GtkWidget>)? {
    var position = start
    while let widget = listItems?.widget(at: position) {
      if list.isSelectable(at: position) { return (position, widget) }
      position += step
    }
    return nil
  }

  /// Moves the focus to a distant row. If that row cannot be selected, moves the focus to the selectable row nearest to
  /// it, between it and the focused row. Without such a row, the focus stays. Returns `false` if GTK has to handle the
  /// key, for example because all rows near the distant position can be selected and the keys select.
  private func jump(from: Int, to distantPosition: Int, _ list: any KeyedList) -> Bool {
    if list.focusUnselectableRow(at: distantPosition) { return true }
    // The list may be empty already, while a removed row still has the focus.
    guard list.rowCount > 0 else { return false }
    let target = min(max(distantPosition, 0), list.rowCount - 1)
    // GTK's page may differ from `fullyVisibleRowCount` by a row or two, so GTK may move the focus to any of the nearby
    // rows. GTK must not handle the key if one of these rows cannot be selected.
    let nearbyPositions = max(target - 2, 0)...min(target + 2, list.rowCount - 1)
    guard target != from,
      !list.selectsWhileMoving || nearbyPositions.contains(where: { !list.isSelectable(at: $0) })
    else { return false }
    guard
      let position = stride(from: target, to: from, by: target < from ? 1 : -1).first(where: {
        list.isSelectable(at: $0)
      })
    else { return true }
    list.moveFocus(to: position)
    return true
  }
}
