public import CGtk
internal import CMainLoopTesting
public import GtkBridge

/// Returns a widget and all widgets in it, each before its children. The caller does not own references to them.
@MainActor public func widgets(in root: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var found = [root]
  var child = gtk_widget_get_first_child(root)
  while let widget = child {
    found += widgets(in: widget)
    child = gtk_widget_get_next_sibling(widget)
  }
  return found
}

/// Returns all widgets of a type among a widget and the widgets in it, in the order of `widgets(in:)`.
@MainActor public func widgets(
  ofType type: GType, in root: some GObjectPointer
) -> [UnsafeMutablePointer<GtkWidget>] {
  widgets(in: root.widget).filter { $0.isA(type) }
}

/// Returns the attributes of a label's text in Pango's format: a line for each attribute, with its range of bytes. An
/// empty string means the theme's style.
@MainActor public func textAttributes(of label: UnsafeMutablePointer<GtkWidget>) -> String {
  guard let list = gtk_label_get_attributes(label.opaque), let text = pango_attr_list_to_string(list) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

/// Returns the texts of all labels in a widget, in the order of `widgets(in:)`, except hidden labels and labels in
/// hidden widgets.
@MainActor public func texts(in root: some GObjectPointer) -> [String] {
  if root.isA(gtk_label_get_type()) { return [String(cString: gtk_label_get_text(root.opaque))] }
  var found: [String] = []
  var child = gtk_widget_get_first_child(root.widget)
  while let widget = child {
    if gtk_widget_get_visible(widget) != 0 { found += texts(in: widget) }
    child = gtk_widget_get_next_sibling(widget)
  }
  return found
}

/// Returns the first button with a title. `title` may contain the underline that marks the button's mnemonic.
@MainActor public func button(
  _ title: String, in root: some GObjectPointer
) -> UnsafeMutablePointer<GtkWidget>? {
  widgets(ofType: gtk_button_get_type(), in: root).first { texts(in: $0).contains(title) || label(of: $0) == title }
}

/// Clicks a button as an event would.
///
/// - Returns: Whether the button could be clicked. An insensitive button cannot be clicked.
@MainActor @discardableResult
public func click(_ button: UnsafeMutablePointer<GtkWidget>) async -> Bool {
  await performInEventHandler {
    guard gtk_widget_is_sensitive(button) != 0 else { return false }
    mainloop_testing_emit(button, "clicked")
    return true
  }
}

/// Returns a line about a widget, for messages: its type, its title if it is a window, and the texts in it.
@MainActor public func describe(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
  if widget.isA(gtk_window_get_type()) {
    return
      "\(widget.typeName) “\(gtk_window_get_title(widget.window).map { String(cString: $0) } ?? "")” with \(texts(in: widget))"
  }
  return "\(widget.typeName) \(texts(in: widget))"
}

@MainActor private func label(of button: UnsafeMutablePointer<GtkWidget>) -> String? {
  gtk_button_get_label(button.cast(to: GtkButton.self, gtk_button_get_type())).map { String(cString: $0) }
}
