public import CGtk

/// The layer of a window that shows toasts in front of the content, at the bottom and one above the other. The layer is
/// a `GtkOverlay` around the content.
@MainActor
public enum ToastLayer {
  /// The key of the data that marks a widget as a layer.
  private static let layerKey = "gtkbridge-toast-layer"
  /// The key of the data that marks a widget that toasts must not cover.
  private static let keepClearKey = "gtkbridge-toast-clear"
  /// The distance in pixels between the lowest toast and the widget of ``keepClear(_:)``, or between the lowest toast
  /// and the bottom edge of the layer if there is no such widget.
  private static let margin: Int32 = 24

  /// Wraps a widget in a layer, and returns the layer. The caller puts the layer in the place of the widget. The layer
  /// has the size of the widget. The returned reference is floating.
  public static func around(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(overlay.opaque, widget)
    g_object_set_data(overlay.gobject, layerKey, overlay)
    return overlay
  }

  /// Returns the outermost layer around a widget. It is the layer of the widget's window. Borrowed. `nil` if the widget
  /// is in no layer.
  static func outermost(around widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    var found: UnsafeMutablePointer<GtkWidget>?
    var next: UnsafeMutablePointer<GtkWidget>? = widget
    while let current = next {
      if g_object_get_data(current.gobject, layerKey) != nil { found = current }
      next = gtk_widget_get_parent(current)
    }
    return found
  }

  /// Marks a widget at the bottom of a window that toasts must not cover, such as a bar with controls. Toasts that are
  /// added later appear above the widget.
  public static func keepClear(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(widget.gobject, keepClearKey, widget)
  }

  /// Adds a toast to a layer, below the other toasts of the layer.
  static func add(_ toast: UnsafeMutablePointer<GtkWidget>, to layer: UnsafeMutablePointer<GtkWidget>) {
    let column = column(of: layer)
    let clearWidget = gtk_overlay_get_child(layer.opaque).flatMap(widgetKeptClear)
    gtk_widget_set_margin_bottom(column, margin + (clearWidget.map { gtk_widget_get_height($0) } ?? 0))
    gtk_box_append(UnsafeMutablePointer(column.opaque), toast)
  }

  /// Returns the visible widget that ``keepClear(_:)`` has marked, or the last one of several, among a widget and its
  /// descendants. Borrowed. `nil` if no visible widget is marked.
  private static func widgetKeptClear(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    guard gtk_widget_get_mapped(widget) != 0 else { return nil }
    if g_object_get_data(widget.gobject, keepClearKey) != nil { return widget }
    var child = gtk_widget_get_last_child(widget)
    while let current = child {
      if let found = widgetKeptClear(in: current) { return found }
      child = gtk_widget_get_prev_sibling(current)
    }
    return nil
  }

  /// Removes a toast. Also removes the column of toasts if no other toast is left.
  static func remove(_ toast: UnsafeMutablePointer<GtkWidget>) {
    guard let column = gtk_widget_get_parent(toast) else { return }
    gtk_box_remove(UnsafeMutablePointer(column.opaque), toast)
    guard gtk_widget_get_first_child(column) == nil, let layer = gtk_widget_get_parent(column) else { return }
    gtk_overlay_remove_overlay(layer.opaque, column)
  }

  /// Returns the column that contains the toasts of a layer. Creates the column if needed. The column is the last child
  /// of the layer, after the content.
  private static func column(of layer: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    if let last = gtk_widget_get_last_child(layer), last != gtk_overlay_get_child(layer.opaque) { return last }
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(column, GTK_ALIGN_END)
    gtk_widget_set_margin_start(column, 12)
    gtk_widget_set_margin_end(column, 12)
    gtk_overlay_add_overlay(layer.opaque, column)
    return column
  }
}
