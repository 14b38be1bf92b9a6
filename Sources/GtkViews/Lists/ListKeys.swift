internal import CGtk
internal import GtkBridge

/// Lets the arrow keys pass over rows that cannot be chosen, such as the headers of sections: GTK stops at a row that takes no focus. Where nothing is
/// chosen it goes from row to row, which GTK before 4.12 does not do.
@MainActor
final class ListKeys {
  private weak var places: RowPlaces?
  private let isChoosable: @MainActor (_ position: Int) -> Bool
  private let choosesOnTheWay: @MainActor () -> Bool
  private let choose: @MainActor (_ position: Int) -> Void
  private let page: @MainActor () -> Int
  private let read: @MainActor (_ position: Int) -> Bool

  /// Hears the keys of a list before GTK does. The list owns this object.
  ///
  /// - Parameters:
  ///   - isChoosable: Whether the row at a position can be chosen; `false` if there is none.
  ///   - choosesOnTheWay: Whether the row that the keys come to is chosen. Otherwise Return or the space bar chooses it.
  ///   - choose: Chooses the row that the keys have come to.
  ///   - page: How many rows are in sight.
  ///   - read: Gives the focus to the row at a position, or the nearest that there is, if nothing is chosen in the list. Whether it is so.
  @discardableResult
  init(
    of list: OpaquePointer, _ places: RowPlaces, isChoosable: @escaping @MainActor (Int) -> Bool,
    choosesOnTheWay: @escaping @MainActor () -> Bool, choose: @escaping @MainActor (Int) -> Void, page: @escaping @MainActor () -> Int,
    read: @escaping @MainActor (Int) -> Bool
  ) {
    self.places = places
    self.isChoosable = isChoosable
    self.choosesOnTheWay = choosesOnTheWay
    self.choose = choose
    self.page = page
    self.read = read
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys, .keyPressed) { self.press($0) }
    gtk_widget_add_controller(list.widget, keys)
  }

  private func press(_ key: KeyPress) -> Bool {
    guard key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0 else { return false }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return go(1) || read { $0 + 1 }
    case GDK_KEY_Up, GDK_KEY_KP_Up: return go(-1) || read { $0 - 1 }
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return read { $0 + page() }
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return read { $0 - page() }
    case GDK_KEY_Home, GDK_KEY_KP_Home: return read { _ in 0 }
    case GDK_KEY_End, GDK_KEY_KP_End: return read { _ in Int.max }
    default: return false
    }
  }

  private func read(_ next: (Int) -> Int) -> Bool {
    guard let from = places?.focusedPosition else { return false }
    return read(next(from))
  }

  /// Goes on to the next row that can be chosen, if GTK would not, or would choose it. GTK does the rest.
  private func go(_ step: Int) -> Bool {
    let choosesOnTheWay = choosesOnTheWay()
    guard let places, let from = places.focusedPosition, !choosesOnTheWay || !isChoosable(from + step) else { return false }
    var position = from + step
    while places.widget(at: position) != nil {
      if isChoosable(position), let row = places.widget(at: position) {
        if choosesOnTheWay { choose(position) }
        return gtk_widget_grab_focus(row) != 0
      }
      position += step
    }
    return false
  }
}
