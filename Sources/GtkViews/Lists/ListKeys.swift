internal import CGtk
internal import GtkBridge

/// Lets the arrow keys pass over rows that cannot be chosen, such as the headers of sections: GTK stops at a row that takes no focus.
@MainActor
final class ListKeys {
  private weak var places: RowPlaces?
  private let isChoosable: @MainActor (_ position: Int) -> Bool
  private let choosesOnTheWay: @MainActor () -> Bool
  private let choose: @MainActor (_ position: Int) -> Void

  /// Hears the keys of a list before GTK does. The list owns this object.
  ///
  /// - Parameters:
  ///   - isChoosable: Whether the row at a position can be chosen; `false` if there is none.
  ///   - choosesOnTheWay: Whether the row that the keys come to is chosen. Otherwise Return or the space bar chooses it.
  ///   - choose: Chooses the row that the keys have come to.
  @discardableResult
  init(
    of list: OpaquePointer, _ places: RowPlaces, isChoosable: @escaping @MainActor (Int) -> Bool,
    choosesOnTheWay: @escaping @MainActor () -> Bool, choose: @escaping @MainActor (Int) -> Void
  ) {
    self.places = places
    self.isChoosable = isChoosable
    self.choosesOnTheWay = choosesOnTheWay
    self.choose = choose
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys, .keyPressed) { self.press($0) }
    gtk_widget_add_controller(list.widget, keys)
  }

  private func press(_ key: KeyPress) -> Bool {
    guard key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0 else { return false }
    switch Int32(key.key) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return go(1)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return go(-1)
    default: return false
    }
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
