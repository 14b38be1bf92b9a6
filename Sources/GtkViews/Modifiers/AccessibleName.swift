internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// What a screen reader calls a widget.
///
/// A control is called by what is written on it, unless a modifier names it. GTK finds that text by itself only from 4.10 on.
@MainActor
enum AccessibleName {
  private static let hiddenKey = "gtkviews-accessible-hidden"
  private static let keptHiddenKey = "gtkviews-accessible-kept-hidden"
  private static let controlKey = "gtkviews-control"
  private nonisolated static let wrapperKey = "gtkviews-wrapper"
  /// What a wrapper's data is, once modifiers have said something of it: most have nothing to hand over.
  private static let spokenOf = 2

  /// What modifiers say of a view, as text in the data of the widget that it is said of.
  private nonisolated enum Statement: String, CaseIterable {
    case name = "gtkviews-accessible-name"
    case hint = "gtkviews-accessible-hint"
    case value = "gtkviews-accessible-value"
    case role = "gtkviews-accessible-role"
    case level = "gtkviews-accessible-level"
    case selected = "gtkviews-accessible-selected"
    case modal = "gtkviews-accessible-modal"

    /// Where a wrapper keeps what was said of the view in it, for the next view.
    var around: String { rawValue + "-around" }
  }

  /// Names a widget as a modifier says. If the widget is a control with a label beside it, the control is named.
  static func give(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>) { say(.name, name, of: widget) }

  /// Hides a widget from screen readers, or takes that back. Several may hide it: it is heard of again when all have taken it back.
  static func setHidden(_ isHidden: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) {
    let count = Int(bitPattern: g_object_get_data(widget.gobject, hiddenKey)) + (isHidden ? 1 : -1)
    g_object_set_data(widget.gobject, hiddenKey, UnsafeMutableRawPointer(bitPattern: count))
    cgtk_accessible_set_hidden(widget, count > 0)
    if count == 1, isHidden { keepHidden(widget) }
  }

  /// GTK 4.18 lets screen readers hear of each widget that comes on screen, once all have heard that it does.
  private static func keepHidden(_ widget: UnsafeMutablePointer<GtkWidget>) {
    guard g_object_get_data(widget.gobject, keptHiddenKey) == nil else { return }
    g_object_set_data(widget.gobject, keptHiddenKey, UnsafeMutableRawPointer(bitPattern: 1))
    connect(widget, .map) {
      let reference = WeakGObjectReference(widget)
      MainLoop.onNextTurn(.first) {
        if let widget = reference.widget, g_object_get_data(widget.gobject, hiddenKey) != nil { cgtk_accessible_set_hidden(widget, true) }
      }
    }
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
  static func setHint(_ hint: String, of widget: UnsafeMutablePointer<GtkWidget>) { say(.hint, hint, of: widget) }

  /// Says it again, after GTK has said something else.
  static func restoreHint(of widget: UnsafeMutablePointer<GtkWidget>) {
    guard let hint = said(.hint, of: widget) else { return }
    cgtk_accessible_set_description(widget, hint)
  }

  /// Says what a widget's description was, before it was another one for a moment: its hint, or else its tooltip, as GTK has it.
  static func restoreDescription(of widget: UnsafeMutablePointer<GtkWidget>) {
    cgtk_accessible_set_description(widget, gtk_widget_get_tooltip_text(widget))
    restoreHint(of: widget)
  }

  /// Says what the value of a widget is in words. If the widget is a control with a label beside it, it is the control's.
  static func setValue(_ text: String, of widget: UnsafeMutablePointer<GtkWidget>) { say(.value, text, of: widget) }

  /// Says what a widget is. In a window GTK has told it already: then it is for the next widget in its place.
  static func setRole(_ role: GtkAccessibleRole?, of widget: UnsafeMutablePointer<GtkWidget>) {
    say(.role, role.map { String($0.rawValue) }, of: widget)
  }

  /// Says how far up a heading is.
  static func setLevel(_ level: AccessibilityHeadingLevel, of widget: UnsafeMutablePointer<GtkWidget>) {
    say(.level, level == .unspecified ? nil : String(level.rawValue), of: widget)
  }

  /// Says whether a widget is chosen.
  static func setSelected(_ isSelected: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) { say(.selected, isSelected ? "1" : nil, of: widget) }

  /// Says whether what is outside of a widget is out of reach.
  static func setModal(_ isModal: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) { say(.modal, isModal ? "1" : nil, of: widget) }

  /// Says something of what is named when a widget is. A wrapper keeps it for the view that is in it later.
  private static func say(_ statement: Statement, _ text: String?, of widget: UnsafeMutablePointer<GtkWidget>) {
    if isWrapper(widget), gtk_widget_get_focusable(widget) == 0 { keep(text, statement.around, on: widget) }
    set(statement, text, of: named(by: widget))
  }

  /// Says something of this very widget.
  private static func set(_ statement: Statement, _ text: String?, of widget: UnsafeMutablePointer<GtkWidget>) {
    keep(text, statement.rawValue, on: widget)
    switch statement {
    case .name: cgtk_accessible_set_label(widget, text)
    case .hint: if let text { cgtk_accessible_set_description(widget, text) } else { restoreDescription(of: widget) }
    case .value: tellValue(text, of: widget)
    case .role:
      // An empty box would keep it for good, also when the view is in it.
      let isEmpty = isWrapper(widget) && gtk_widget_get_first_child(widget) == nil
      guard !isEmpty, let role = text.flatMap({ GtkAccessibleRole.RawValue($0) }), gtk_widget_get_root(widget) == nil else { return }
      cgtk_accessible_set_role(widget, GtkAccessibleRole(rawValue: role))
    case .level: cgtk_accessible_set_level(widget, text.flatMap { Int32($0) } ?? 0)
    case .selected: cgtk_accessible_set_selected(widget, text != nil)
    case .modal: cgtk_accessible_set_modal(widget, text != nil)
    }
  }

  private static func keep(_ text: String?, _ key: String, on widget: UnsafeMutablePointer<GtkWidget>) {
    if let text { g_object_set_data_full(widget.gobject, key, g_strdup(text), g_free) } else { g_object_set_data(widget.gobject, key, nil) }
    if isWrapper(widget) { g_object_set_data(widget.gobject, wrapperKey, UnsafeMutableRawPointer(bitPattern: spokenOf)) }
  }

  private static func tellValue(_ text: String?, of widget: UnsafeMutablePointer<GtkWidget>) {
    var property = GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT
    guard let text else { return gtk_accessible_reset_property(widget.opaque, property) }
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
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

  private static func given(to widget: UnsafeMutablePointer<GtkWidget>) -> String? { said(.name, of: widget) }

  private static func said(_ statement: Statement, of widget: UnsafeMutablePointer<GtkWidget>) -> String? { kept(statement.rawValue, on: widget) }

  private static func kept(_ key: String, on widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    guard let text = data(of: widget.gobject, key) else { return nil }
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }

  /// Returns the data of an object. As an argument of a C function, the key would be copied to an array.
  private nonisolated static func data(of object: UnsafeMutablePointer<GObject>, _ key: String) -> UnsafeMutableRawPointer? {
    key.withCString { g_object_get_data(object, $0) }
  }

  /// Says of a control that takes the place of another what modifiers have said of that one.
  static func handOver(from old: UnsafeMutablePointer<GtkWidget>, to new: UnsafeMutablePointer<GtkWidget>) {
    for statement in Statement.allCases {
      if let text = said(statement, of: old) { say(statement, text, of: new) }
    }
  }

  /// Says of a view that comes into a wrapper, as the only one, what modifiers have said of the wrapper and of those around it. The outermost has the
  /// last word, as it has at first.
  ///
  /// - Parameters:
  ///   - wrapper: The wrapper.
  ///   - widgets: All that the wrapper will have in it. What comes is not in it yet: GTK takes no other role from what is in a window.
  static func handOver(from wrapper: UnsafeMutablePointer<GtkWidget>, toOnlyOf widgets: [UnsafeMutablePointer<GtkWidget>]) {
    guard let view = only(widgets), gtk_widget_get_parent(view) == nil else { return }
    var box = wrapper
    while true {
      if Int(bitPattern: g_object_get_data(box.gobject, wrapperKey)) == spokenOf { handOver(around: box, to: view) }
      guard gtk_widget_get_focusable(box) == 0, let parent = gtk_widget_get_parent(box), isWrapper(parent), only(children(of: parent)) == box
      else { return }
      box = parent
    }
  }

  private static func handOver(around box: UnsafeMutablePointer<GtkWidget>, to view: UnsafeMutablePointer<GtkWidget>) {
    let named = named(by: view)
    for statement in Statement.allCases {
      // A box that was empty was named itself for as long.
      if gtk_widget_get_focusable(box) == 0, said(statement, of: box) != nil { set(statement, nil, of: box) }
      if let text = kept(statement.around, on: box) { set(statement, text, of: named) }
    }
  }

  /// Says a value in words again, after GTK has said something else.
  static func restoreValue(of widget: UnsafeMutablePointer<GtkWidget>) {
    if let value = said(.value, of: widget) { setValue(value, of: widget) }
  }

  /// What is named when this widget is: the one view that it is around, and of that the control. A box that takes the focus is named itself.
  static func named(by widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    var widget = widget
    while isWrapper(widget), gtk_widget_get_focusable(widget) == 0, let child = only(children(of: widget)) { widget = child }
    if widget.isA(gtk_box_get_type()), gtk_widget_get_focusable(widget) != 0 { return widget }
    return control(in: widget).map { named(by: $0) } ?? widget
  }

  /// The one of several widgets that a wrapper is around: the others, as those on their way out, are hidden from screen readers.
  private static func only(_ widgets: [UnsafeMutablePointer<GtkWidget>]) -> UnsafeMutablePointer<GtkWidget>? {
    guard widgets.count > 1 else { return widgets.first }
    let heard = widgets.filter { g_object_get_data($0.gobject, hiddenKey) == nil }
    return heard.count == 1 ? heard[0] : nil
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
