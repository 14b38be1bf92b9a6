internal import CGtk
internal import GtkBridge

/// Lets the arrow keys pass over rows that cannot be chosen, such as the headers of sections: GTK stops at a row that takes no focus.
@MainActor
final class ListKeys {
  private weak var places: RowPlaces?
  private let isChoosable: @MainActor (_ position: Int) -> Bool
  private let choose: @MainActor (_ position: Int) -> Void

  /// Hears the keys of a list before GTK does. The list owns this object.
  ///
  /// - Parameters:
  ///   - isChoosable: Whether the row at a position can be chosen; `false` if there is none.
  ///   - choose: Chooses the row that the keys have come to.
  @discardableResult
  init(
    of list: OpaquePointer, _ places: RowPlaces, isChoosable: @escaping @MainActor (Int) -> Bool, choose: @escaping @MainActor (Int) -> Void
  ) {
    self.places = places
    self.isChoosable = isChoosable
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

  /// Goes on to the next row that can be chosen, if the very next cannot. GTK does the rest.
  private func go(_ step: Int) -> Bool {
    guard let places, let from = places.focusedPosition, !isChoosable(from + step) else { return false }
    var position = from + step
    while places.widget(at: position) != nil {
      if isChoosable(position), let row = places.widget(at: position) {
        choose(position)
        return gtk_widget_grab_focus(row) != 0
      }
      position += step
    }
    return false
  }
}
