internal import CGtk

/// What is in a widget.
@MainActor
enum WidgetTree {
  /// The first widget that could have the focus: one that is shown, can be used, and takes it, itself or further in. Borrowed; `nil`: there is none.
  ///
  /// GTK looks for one only in what is on screen.
  static func firstFocusable(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    guard gtk_widget_get_visible(widget) != 0, gtk_widget_get_can_focus(widget) != 0, gtk_widget_is_sensitive(widget) != 0 else { return nil }
    if gtk_widget_get_focusable(widget) != 0 { return widget }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if let found = firstFocusable(in: child) { return found }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }
}
