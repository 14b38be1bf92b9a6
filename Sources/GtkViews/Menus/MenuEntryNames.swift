internal import CGtk
internal import GtkBridge

/// The accessible names of a menu's entries.
@MainActor
enum MenuEntryNames {
  /// Sets the name of each entry below a widget to its visible text. GTK 4.18 hides that text from screen readers and
  /// sets no name instead. Call this function after each change, because GTK removes the name when the tick of an entry
  /// changes.
  static func update(below widget: UnsafeMutablePointer<GtkWidget>) {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if isEntry(child) { AccessibleName.setDefault(title(of: child) ?? "", on: child) } else { update(below: child) }
      next = gtk_widget_get_next_sibling(child)
    }
  }

  /// Whether a widget is GTK's widget of a menu entry. The type of this widget is not public, so this function compares
  /// the CSS name.
  private static func isEntry(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_css_name(widget).map { String(cString: $0) == "modelbutton" } ?? false
  }

  /// Returns the first text in an entry, or in a widget of an entry. In an entry, the title precedes the text of the
  /// keyboard shortcut.
  private static func title(of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if let title = title(of: child), !title.isEmpty { return title }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }
}
