internal import CGtk
internal import GtkBridge

/// What screen readers call the entries of a menu.
@MainActor
enum EntryNames {
  /// Calls each entry below a widget by what is written on it: GTK 4.18 hides that from screen readers, and has no other name. When an entry gets another
  /// tick GTK takes the name away.
  static func give(below widget: UnsafeMutablePointer<GtkWidget>) {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if isEntry(child) { AccessibleName.setWritten(title(of: child) ?? "", on: child) } else { give(below: child) }
      next = gtk_widget_get_next_sibling(child)
    }
  }

  /// GTK has no public type for what it makes of a menu's entries.
  private static func isEntry(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_css_name(widget).map { String(cString: $0) == "modelbutton" } ?? false
  }

  /// The first text in an entry. The keys that do the same stand after it.
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
