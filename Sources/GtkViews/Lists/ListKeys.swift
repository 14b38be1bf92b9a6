internal import CGtk
internal import GtkBridge

/// A list with keyboard navigation.
@MainActor
protocol KeyedList: AnyObject {
  var rowCount: Int { get }
  /// The number of rows that are completely visible.
  var rowsInSight: Int { get }
  /// Whether the keys select the row that they move to. Otherwise Return or the space bar selects it.
  var choosesOnTheWay: Bool { get }
  /// Whether the row at a position can be selected. `false` if there is no such row.
  func isSelectable(at position: Int) -> Bool
  /// Selects the visible row at a position. If `extends` is `true`, selects all rows from the last selected row to this one. The list view does this,
  /// not its model, so that GTK knows the anchor of the next extended selection.
  func select(_ position: Int, extends: Bool)
  /// Moves the focus to the row at a position, visible or not, and selects it if the keys do.
  func go(to position: Int)
  /// In a list without selection, moves the focus to the row at a position, or to the nearest existing row. In a row with controls, the first one in
  /// the direction gets the focus. Returns whether the list is such a list and has rows.
  func read(at position: Int, from direction: GtkDirectionType) -> Bool
}

extension KeyedList {
  func read(at position: Int) -> Bool { read(at: position, from: GTK_DIR_TAB_FORWARD) }
}

/// Keyboard navigation that skips rows that cannot be selected, such as the headers of sections. GTK stops at a row that takes no focus. In a list
/// without selection, the keys move from row to row, also from a control in a row, and the tab key goes on in the next row, visible or not. GTK before
/// 4.12 does neither. In a list whose selection leads to another column, the keys move without selecting.
@MainActor
final class ListKeys {
  private weak var listItems: ListItemFactory?
  private weak var list: (any KeyedList)?

  /// Handles the keys of a list before GTK does. The list's widget owns this object.
  @discardableResult
  init(of view: OpaquePointer, _ listItems: ListItemFactory, _ list: any KeyedList) {
    self.listItems = listItems
    self.list = list
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys, .keyPressed) { self.press($0) }
    gtk_widget_add_controller(view.widget, keys)
  }

  private func press(_ key: KeyPress) -> Bool {
    guard let list else { return false }
    let held = key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
    guard let from = listItems?.focusedPosition else { return pressInRow(key, held, list) }
    if isTab(key, held), let row = listItems?.widget(at: from) { return tab(from: (from, row), backwards: held != 0, list) }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return press(arrow: 1, held, from, list)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return press(arrow: -1, held, from, list)
    case _ where held != 0: return false
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return jump(from, to: from + list.rowsInSight, list)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return jump(from, to: from - list.rowsInSight, list)
    case GDK_KEY_Home, GDK_KEY_KP_Home: return jump(from, to: 0, list)
    case GDK_KEY_End, GDK_KEY_KP_End: return jump(from, to: Int.max, list)
    default: return false
    }
  }

  /// Handles the keys while a control in a row has the focus.
  private func pressInRow(_ key: KeyPress, _ held: UInt32, _ list: any KeyedList) -> Bool {
    guard let row = listItems?.rowOfFocusedControl else { return false }
    if isTab(key, held) { return tab(from: row, backwards: held != 0, list) }
    guard held == 0 else { return false }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return row.position + 1 < list.rowCount && list.read(at: row.position + 1)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return row.position > 0 && list.read(at: row.position - 1)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return list.read(at: row.position + list.rowsInSight)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return list.read(at: row.position - list.rowsInSight)
    default: return false
    }
  }

  private func isTab(_ key: KeyPress, _ held: UInt32) -> Bool {
    [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(key.key)) && (held == 0 || held == GDK_SHIFT_MASK.rawValue)
  }

  /// Moves to the next control of the row, and after the last one to the next row. Beyond the last row, GTK leaves the list.
  private func tab(from row: (position: Int, widget: UnsafeMutablePointer<GtkWidget>), backwards: Bool, _ list: any KeyedList) -> Bool {
    let direction = backwards ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
    if gtk_widget_child_focus(row.widget, direction) != 0 { return true }
    let next = row.position + (backwards ? -1 : 1)
    return next >= 0 && next < list.rowCount && list.read(at: next, from: direction)
  }

  private func press(arrow step: Int, _ held: UInt32, _ from: Int, _ list: any KeyedList) -> Bool {
    switch held {
    case 0: go(step, from, list) || list.read(at: from + step)
    case GDK_SHIFT_MASK.rawValue where list.choosesOnTheWay: pass(step, from, list) { list.select($0, extends: true) }
    case GDK_SHIFT_MASK.rawValue: go(step, from, list)
    case GDK_CONTROL_MASK.rawValue: pass(step, from, list) { _ in }
    default: false
    }
  }

  /// Moves to the next selectable row where GTK would not do so, or would select it although the keys must not select. Otherwise GTK handles
  /// the key.
  private func go(_ step: Int, _ from: Int, _ list: any KeyedList) -> Bool {
    guard !list.choosesOnTheWay || !list.isSelectable(at: from + step), let next = selectable(from + step, step, list) else { return false }
    if list.choosesOnTheWay { list.select(next.position, extends: false) }
    return gtk_widget_grab_focus(next.widget) != 0
  }

  /// Skips rows that cannot be selected, where GTK would stop.
  private func pass(_ step: Int, _ from: Int, _ list: any KeyedList, choose: (Int) -> Void) -> Bool {
    guard !list.isSelectable(at: from + step), let next = selectable(from + step, step, list) else { return false }
    choose(next.position)
    return gtk_widget_grab_focus(next.widget) != 0
  }

  private func selectable(_ first: Int, _ step: Int, _ list: any KeyedList) -> (position: Int, widget: UnsafeMutablePointer<GtkWidget>)? {
    var position = first
    while let widget = listItems?.widget(at: position) {
      if list.isSelectable(at: position) { return (position, widget) }
      position += step
    }
    return nil
  }

  /// Moves to the selectable row that is nearest to a distant position, if GTK might reach a row that cannot be selected, or would select a row
  /// although the keys must not select.
  private func jump(_ from: Int, to wanted: Int, _ list: any KeyedList) -> Bool {
    if list.read(at: wanted) { return true }
    // The row with the focus may be about to be removed.
    guard list.rowCount > 0 else { return false }
    let wanted = min(max(wanted, 0), list.rowCount - 1)
    // GTK's page may be a row more or less.
    let around = max(wanted - 2, 0)...min(wanted + 2, list.rowCount - 1)
    guard wanted != from, !list.choosesOnTheWay || around.contains(where: { !list.isSelectable(at: $0) }) else { return false }
    guard let position = stride(from: wanted, to: from, by: wanted < from ? 1 : -1).first(where: { list.isSelectable(at: $0) }) else { return true }
    list.go(to: position)
    return true
  }
}
