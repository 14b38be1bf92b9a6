internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// What a screen reader calls a widget.
///
/// A control is called by what is written on it, unless a modifier names it. GTK finds that text by itself only from 4.10 on.
@MainActor
enum AccessibleName {
  private static let givenKey = "gtkviews-accessible-name"
  private static let hintKey = "gtkviews-accessible-hint"
  private static let valueKey = "gtkviews-accessible-value"
  private static let hiddenKey = "gtkviews-accessible-hidden"
  private static let controlKey = "gtkviews-control"
  private nonisolated static let wrapperKey = "gtkviews-wrapper"

  /// Names a widget as a modifier says. If the widget is a control with a label beside it, the control is named.
  static func give(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>) {
    let named = named(by: widget)
    g_object_set_data_full(named.gobject, givenKey, g_strdup(name), g_free)
    cgtk_accessible_set_label(named, name)
  }

  /// Hides a widget from screen readers, or takes that back. Several may hide it: it is heard of again when all have taken it back.
  static func setHidden(_ isHidden: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) {
    let count = Int(bitPattern: g_object_get_data(widget.gobject, hiddenKey)) + (isHidden ? 1 : -1)
    g_object_set_data(widget.gobject, hiddenKey, UnsafeMutableRawPointer(bitPattern: count))
    cgtk_accessible_set_hidden(widget, count > 0)
  }

  /// Names a control by what is written on it or beside it.
  static func setWritten(_ name: String, on control: UnsafeMutablePointer<GtkWidget>) {
    // What was given is said again: GTK may have named the control itself meanwhile.
    cgtk_accessible_set_label(control, given(to: control) ?? (name.isEmpty ? nil : name))
  }

  /// Says that a widget is the control of the box that it is in: who names the box names it.
  static func markControl(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(widget.gobject, controlKey, UnsafeMutableRawPointer(bitPattern: 1))
  }

  /// Says that a box is only around one view, as a frame is: who names the box names the view.
  static func markWrapper(_ box: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(box.gobject, wrapperKey, UnsafeMutableRawPointer(bitPattern: 1))
  }

  /// Whether a box is only around one view.
  nonisolated static func isWrapper(_ box: UnsafeMutablePointer<GtkWidget>) -> Bool { g_object_get_data(box.gobject, wrapperKey) != nil }

  /// Says what a screen reader tells after a widget's name.
  static func setHint(_ hint: String, of widget: UnsafeMutablePointer<GtkWidget>) {
    let named = named(by: widget)
    g_object_set_data_full(named.gobject, hintKey, g_strdup(hint), g_free)
    cgtk_accessible_set_description(named, hint)
  }

  /// Says it again, after GTK has said something else.
  static func restoreHint(of widget: UnsafeMutablePointer<GtkWidget>) {
    guard let hint = g_object_get_data(widget.gobject, hintKey) else { return }
    cgtk_accessible_set_description(widget, hint.assumingMemoryBound(to: CChar.self))
  }

  /// Says what a widget's description was, before it was another one for a moment: its hint, or else its tooltip, as GTK has it.
  static func restoreDescription(of widget: UnsafeMutablePointer<GtkWidget>) {
    cgtk_accessible_set_description(widget, gtk_widget_get_tooltip_text(widget))
    restoreHint(of: widget)
  }

  /// Says what the value of a widget is in words. If the widget is a control with a label beside it, it is the control's.
  static func setValue(_ text: String, of widget: UnsafeMutablePointer<GtkWidget>) {
    let named = named(by: widget)
    g_object_set_data_full(named.gobject, valueKey, g_strdup(text), g_free)
    var property = GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(named.opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// What a screen reader says of widgets, one after another.
  static func spoken(_ widgets: [UnsafeMutablePointer<GtkWidget>]) -> String {
    widgets.map(spoken).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What a screen reader says of a widget.
  static func spoken(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
    if g_object_get_data(widget.gobject, hiddenKey) != nil { return "" }
    if let given = given(to: widget) { return given }
    if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
    return spoken(children(of: widget))
  }

  private static func given(to widget: UnsafeMutablePointer<GtkWidget>) -> String? { said(givenKey, of: widget) }

  private static func said(_ key: String, of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    g_object_get_data(widget.gobject, key).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }

  /// Says of a control that takes the place of another what modifiers have said of that one.
  static func handOver(from old: UnsafeMutablePointer<GtkWidget>, to new: UnsafeMutablePointer<GtkWidget>) {
    if let name = given(to: old) { give(name, to: new) }
    if let hint = said(hintKey, of: old) { setHint(hint, of: new) }
    if let value = said(valueKey, of: old) { setValue(value, of: new) }
  }

  /// Says a value in words again, after GTK has said something else.
  static func restoreValue(of widget: UnsafeMutablePointer<GtkWidget>) {
    if let value = said(valueKey, of: widget) { setValue(value, of: widget) }
  }

  /// What is named when this widget is: the one view that it is around, and of that the control. A box that takes the focus is named itself.
  static func named(by widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    var widget = widget
    while g_object_get_data(widget.gobject, wrapperKey) != nil, gtk_widget_get_focusable(widget) == 0, let child = gtk_widget_get_first_child(widget),
      gtk_widget_get_next_sibling(child) == nil
    {
      widget = child
    }
    if widget.isA(gtk_box_get_type()), gtk_widget_get_focusable(widget) != 0 { return widget }
    return control(in: widget).map { named(by: $0) } ?? widget
  }

  private static func control(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    children(of: widget).first { g_object_get_data($0.gobject, controlKey) != nil }
  }

  private static func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      children.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}
