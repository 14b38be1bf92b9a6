internal import CGtk
internal import GtkBridge

/// The accessible names of a menu's entries.
@MainActor
enum MenuEntryNames {
  /// Names each entry below a widget by the entry's title. GTK 4.18 hides the title from screen readers, and sets no
  /// name instead. Call this function after each change of the menu, because GTK removes the name when the tick of an
  /// entry changes.
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

  /// Returns the text of a label, or the first text in the labels below another widget. The first text in an entry is
  /// the title. The text of the keyboard shortcut follows.
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
