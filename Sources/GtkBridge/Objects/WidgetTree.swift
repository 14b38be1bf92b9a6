internal import CGtk

/// Searches the descendants of a widget.
@MainActor
enum WidgetTree {
  /// Returns the first widget that can have the focus, borrowed, or `nil` if there is none. The result is the given
  /// widget or a descendant. It is focusable. It and the widgets between it and the given widget are visible and
  /// sensitive, and their GTK property `can-focus` is true.
  ///
  /// This search includes widgets that are not on screen yet. GTK's own search does not.
  static func firstFocusable(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    guard gtk_widget_get_visible(widget) != 0, gtk_widget_get_can_focus(widget) != 0,
      gtk_widget_is_sensitive(widget) != 0
    else { return nil }
    if gtk_widget_get_focusable(widget) != 0 { return widget }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if let found = firstFocusable(in: child) { return found }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }
}
