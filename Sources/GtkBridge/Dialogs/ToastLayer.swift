public import CGtk

/// The layer before the content of a window in which its toasts stand, one above the other, at the bottom.
@MainActor
public enum ToastLayer {
  private static let key = "gtkbridge-toast-layer"

  /// Puts a widget into a layer: what is returned, floating, stands in its place. It is as large as the widget.
  public static func around(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(overlay.opaque, widget)
    g_object_set_data(overlay.gobject, key, overlay)
    return overlay
  }

  /// The outermost layer that a widget is in, borrowed: that of its window. `nil`: it is in none.
  static func outermost(around widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    var found: UnsafeMutablePointer<GtkWidget>?
    var next: UnsafeMutablePointer<GtkWidget>? = widget
    while let current = next {
      if g_object_get_data(current.gobject, key) != nil { found = current }
      next = gtk_widget_get_parent(current)
    }
    return found
  }

  /// Puts a toast below the others of a layer.
  static func add(_ toast: UnsafeMutablePointer<GtkWidget>, to layer: UnsafeMutablePointer<GtkWidget>) {
    gtk_box_append(UnsafeMutablePointer(column(of: layer).opaque), toast)
  }

  /// Takes a toast out, and what they stand in with the last.
  static func remove(_ toast: UnsafeMutablePointer<GtkWidget>) {
    guard let column = gtk_widget_get_parent(toast) else { return }
    gtk_box_remove(UnsafeMutablePointer(column.opaque), toast)
    guard gtk_widget_get_first_child(column) == nil, let layer = gtk_widget_get_parent(column) else { return }
    gtk_overlay_remove_overlay(layer.opaque, column)
  }

  /// What the toasts of a layer stand in.
  private static func column(of layer: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    if let last = gtk_widget_get_last_child(layer), last != gtk_overlay_get_child(layer.opaque) { return last }
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(column, GTK_ALIGN_END)
    gtk_widget_set_margin_start(column, 12)
    gtk_widget_set_margin_end(column, 12)
    gtk_widget_set_margin_bottom(column, 24)
    gtk_overlay_add_overlay(layer.opaque, column)
    return column
  }
}
