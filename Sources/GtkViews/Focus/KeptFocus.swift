internal import CGtk
internal import GtkBridge

/// What has the focus in a container while widgets in it get other parents. GTK would give it to something else in the next frame.
@MainActor
struct KeptFocus {
  private let focus: GObjectReference?
  /// What it was in, from its own parent to the window. Kept, so that nothing new stands at the address of what has gone.
  private var places: [GObjectReference] = []
  /// What of a field is chosen, from its first to its last character. A field that is given the focus chooses all of it.
  private var selection: (start: Int32, end: Int32)?

  /// Looks what has the focus.
  ///
  /// - Parameter container: What the widgets are in, or one that itself gets another parent.
  init(in container: UnsafeMutablePointer<GtkWidget>) {
    guard let window = gtk_widget_get_ancestor(container, gtk_window_get_type()), let focus = gtk_window_get_focus(window.window),
      focus == container || gtk_widget_is_ancestor(focus, container) != 0
    else {
      self.focus = nil
      return
    }
    self.focus = GObjectReference(focus)
    places = Self.places(of: focus).map { GObjectReference($0) }
    guard focus.isA(gtk_editable_get_type()) else { return }
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(focus.opaque, &start, &end)
    // The cursor stands at the end of the selection, which it may have been drawn to from behind.
    selection = gtk_editable_get_position(focus.opaque) == start ? (end, start) : (start, end)
  }

  /// Gives the focus back, if what had it has got another place. What stays is left alone: to choose anew in a field ends what an input method
  /// composes there.
  func restore() {
    guard let focus = focus?.pointer.widget, let window = gtk_widget_get_ancestor(focus, gtk_window_get_type()),
      Self.places(of: focus) != places.map(\.widget)
    else { return }
    gtk_window_set_focus(window.window, focus)
    if let selection { gtk_editable_select_region(focus.opaque, selection.start, selection.end) }
  }

  private static func places(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    Array(sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst())
  }
}
