internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Sets the accessible name, description, value, role and states of widgets.
///
/// The accessible name of a control is the text shown on it, unless a modifier sets a name. GTK itself uses this text
/// only since version 4.10.
@MainActor
enum AccessibleName {
  // The keys of the data that this type stores in widgets.

  /// The number of callers that hide the widget at present.
  private static let hiddenKey = "gtkviews-accessible-hidden"
  /// Set if the widget has a handler that hides it again after it is mapped.
  private static let keptHiddenKey = "gtkviews-accessible-kept-hidden"
  /// Set by ``markControl(_:)`` on the control of a box.
  private static let controlKey = "gtkviews-control"
  /// Set by ``markWrapper(_:)`` on a wrapper, which is a box around one view.
  private nonisolated static let wrapperKey = "gtkviews-wrapper"
  /// The value that a wrapper stores under `wrapperKey` after a modifier has set an attribute of the wrapper. A wrapper
  /// with another value has no attributes to hand over.
  private static let hasAttributesMark = 2

  /// An accessible attribute that modifiers set. The raw value is the key under which a widget stores the attribute as
  /// text.
  private nonisolated enum Attribute: String, CaseIterable {
    case name = "gtkviews-accessible-name"
    case hint = "gtkviews-accessible-hint"
    case value = "gtkviews-accessible-value"
    case role = "gtkviews-accessible-role"
    case level = "gtkviews-accessible-level"
    case selected = "gtkviews-accessible-selected"
    case modal = "gtkviews-accessible-modal"

    /// The key under which a wrapper stores the attribute for views that are added to it later.
    var keyInWrapper: String { rawValue + "-around" }
  }

  /// Sets the accessible name of a widget. The name applies to the widget that ``target(of:)`` returns.
  static func set(_ name: String, of widget: UnsafeMutablePointer<GtkWidget>) { setAttribute(.name, name, of: widget) }

  /// Hides a widget from screen readers, or shows it again. A widget that several callers hide stays hidden until each
  /// of them has shown it again.
  static func setHidden(_ isHidden: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) {
    let count = Int(bitPattern: g_object_get_data(widget.gobject, hiddenKey)) + (isHidden ? 1 : -1)
    g_object_set_data(widget.gobject, hiddenKey, UnsafeMutableRawPointer(bitPattern: count))
    cgtk_accessible_set_hidden(widget, count > 0)
    if count == 1, isHidden { keepHidden(widget) }
  }

  /// Hides a widget again each time that it is mapped while a caller hides it. GTK 4.18 exposes a mapped widget to
  /// screen readers after the handlers of `map`, so the widget is hidden in the next turn of the main loop.
  private static func keepHidden(_ widget: UnsafeMutablePointer<GtkWidget>) {
    guard g_object_get_data(widget.gobject, keptHiddenKey) == nil else { return }
    g_object_set_data(widget.gobject, keptHiddenKey, UnsafeMutableRawPointer(bitPattern: 1))
    connect(widget, .map) {
      let reference = WeakGObjectReference(widget)
      MainLoop.onNextTurn(.first) {
        if let widget = reference.widget, g_object_get_data(widget.gobject, hiddenKey) != nil {
          cgtk_accessible_set_hidden(widget, true)
        }
      }
    }
  }

  /// Sets the accessible name of a control to the text on it or next to it, unless a modifier has set a name.
  static func setDefault(_ name: String, on control: UnsafeMutablePointer<GtkWidget>) {
    // A name that a modifier has set is set again, because GTK may have replaced it.
    let name = explicitName(of: control) ?? (name.isEmpty ? nil : name)
    cgtk_accessible_set_label(control, name)
    setNameOfMenuButton(around: control, name)
  }

  /// If a widget is the inner button of a menu button, sets its name on the menu button too. Newer versions of GTK name
  /// the inner button after the menu button.
  private static func setNameOfMenuButton(around widget: UnsafeMutablePointer<GtkWidget>, _ name: String?) {
    guard let parent = gtk_widget_get_parent(widget), parent.isA(gtk_menu_button_get_type()) else { return }
    cgtk_accessible_set_label(parent, name)
  }

  /// Marks a widget as the control of the box that contains it. A name that is set on the box applies to the control.
  static func markControl(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(widget.gobject, controlKey, UnsafeMutableRawPointer(bitPattern: 1))
  }

  /// Marks a box as a wrapper around one view, such as a frame. A name that is set on the box applies to the view.
  static func markWrapper(_ box: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(box.gobject, wrapperKey, UnsafeMutableRawPointer(bitPattern: 1))
  }

  /// Whether a box is a wrapper around one view.
  nonisolated static func isWrapper(_ box: UnsafeMutablePointer<GtkWidget>) -> Bool {
    g_object_get_data(box.gobject, wrapperKey) != nil
  }

  /// Sets the hint that a screen reader speaks after the widget's name. The hint is GTK's accessible description.
  static func setHint(_ hint: String, of widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.hint, hint, of: widget)
  }

  /// Sets the hint of a modifier again, after GTK has replaced the description.
  static func restoreHint(of widget: UnsafeMutablePointer<GtkWidget>) {
    guard let hint = storedText(.hint, of: widget) else { return }
    cgtk_accessible_set_description(widget, hint)
  }

  /// Restores a widget's description after a temporary one: the hint if there is one, otherwise the widget's tooltip.
  static func restoreDescription(of widget: UnsafeMutablePointer<GtkWidget>) {
    cgtk_accessible_set_description(widget, gtk_widget_get_tooltip_text(widget))
    restoreHint(of: widget)
  }

  /// Sets the value of a widget as text. The value applies to the widget that ``target(of:)`` returns.
  static func setValue(_ text: String, of widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.value, text, of: widget)
  }

  /// Sets the role of a widget. GTK cannot change the role of a widget that is in a window. In this case, the role
  /// applies only to a widget that later replaces this widget.
  static func setRole(_ role: GtkAccessibleRole?, of widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.role, role.map { String($0.rawValue) }, of: widget)
  }

  /// Sets the level of a heading.
  static func setLevel(_ level: AccessibilityHeadingLevel, of widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.level, level == .unspecified ? nil : String(level.rawValue), of: widget)
  }

  /// Sets whether a widget is selected.
  static func setSelected(_ isSelected: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.selected, isSelected ? "1" : nil, of: widget)
  }

  /// Sets whether a widget is modal: while it is visible, the user cannot reach the widgets outside of it.
  static func setModal(_ isModal: Bool, _ widget: UnsafeMutablePointer<GtkWidget>) {
    setAttribute(.modal, isModal ? "1" : nil, of: widget)
  }

  /// Sets an attribute of the widget that ``target(of:)`` returns. A wrapper that is not focusable also stores the
  /// attribute for views that are added to it later.
  private static func setAttribute(_ attribute: Attribute, _ text: String?, of widget: UnsafeMutablePointer<GtkWidget>)
  {
    if isWrapper(widget), gtk_widget_get_focusable(widget) == 0 { store(text, attribute.keyInWrapper, on: widget) }
    apply(attribute, text, of: target(of: widget))
  }

  /// Sets an attribute of exactly this widget.
  private static func apply(_ attribute: Attribute, _ text: String?, of widget: UnsafeMutablePointer<GtkWidget>) {
    store(text, attribute.rawValue, on: widget)
    switch attribute {
    case .name:
      cgtk_accessible_set_label(widget, text)
      setNameOfMenuButton(around: widget, text)
    case .hint: if let text { cgtk_accessible_set_description(widget, text) } else { restoreDescription(of: widget) }
    case .value: applyValue(text, of: widget)
    case .role:
      // An empty wrapper gets no role, because it would keep the role after a view is added to it.
      let isEmpty = isWrapper(widget) && gtk_widget_get_first_child(widget) == nil
      guard !isEmpty, let role = text.flatMap({ GtkAccessibleRole.RawValue($0) }), gtk_widget_get_root(widget) == nil
      else { return }
      cgtk_accessible_set_role(widget, GtkAccessibleRole(rawValue: role))
    case .level: cgtk_accessible_set_level(widget, text.flatMap { Int32($0) } ?? 0)
    case .selected: cgtk_accessible_set_selected(widget, text != nil)
    case .modal: cgtk_accessible_set_modal(widget, text != nil)
    }
  }

  /// Stores the text of an attribute in a widget, or removes it. Marks a wrapper as having attributes.
  private static func store(_ text: String?, _ key: String, on widget: UnsafeMutablePointer<GtkWidget>) {
    if let text {
      g_object_set_data_full(widget.gobject, key, g_strdup(text), g_free)
    } else {
      g_object_set_data(widget.gobject, key, nil)
    }
    if isWrapper(widget) {
      g_object_set_data(widget.gobject, wrapperKey, UnsafeMutableRawPointer(bitPattern: hasAttributesMark))
    }
  }

  private static func applyValue(_ text: String?, of widget: UnsafeMutablePointer<GtkWidget>) {
    var property = GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT
    guard let text else { return gtk_accessible_reset_property(widget.opaque, property) }
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// Returns the text that a screen reader speaks for several widgets, in their order.
  static func spoken(_ widgets: [UnsafeMutablePointer<GtkWidget>]) -> String {
    widgets.map(spoken).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the text that a screen reader speaks for a widget: its accessible name, or the texts in it.
  static func spoken(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
    if g_object_get_data(widget.gobject, hiddenKey) != nil { return "" }
    if let name = explicitName(of: widget) { return name }
    if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
    return spoken(children(of: widget))
  }

  /// Returns the accessible name that a modifier has set.
  private static func explicitName(of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    storedText(.name, of: widget)
  }

  private static func storedText(_ attribute: Attribute, of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    storedText(forKey: attribute.rawValue, on: widget)
  }

  private static func storedText(forKey key: String, on widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    guard let text = data(of: widget.gobject, key) else { return nil }
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }

  /// Returns the data of an object. Uses `withCString`, because Swift would copy a string argument of a C function to
  /// an array.
  private nonisolated static func data(
    of object: UnsafeMutablePointer<GObject>, _ key: String
  ) -> UnsafeMutableRawPointer? {
    key.withCString { g_object_get_data(object, $0) }
  }

  /// Copies the attributes of modifiers from a control to the control that replaces it.
  static func handOver(from old: UnsafeMutablePointer<GtkWidget>, to new: UnsafeMutablePointer<GtkWidget>) {
    for attribute in Attribute.allCases {
      if let text = storedText(attribute, of: old) { setAttribute(attribute, text, of: new) }
    }
  }

  /// Applies the attributes of a wrapper, and of the wrappers around it, to a view that is added to the wrapper as its
  /// only view. The attributes of the outermost wrapper override the others.
  ///
  /// - Parameters:
  ///   - wrapper: The wrapper.
  ///   - widgets: All future children of the wrapper. They must not be in the wrapper yet, because GTK cannot change
  ///     the role of a widget in a window.
  static func handOver(
    from wrapper: UnsafeMutablePointer<GtkWidget>, toOnlyViewIn widgets: [UnsafeMutablePointer<GtkWidget>]
  ) {
    guard let view = onlyExposedWidget(of: widgets), gtk_widget_get_parent(view) == nil else { return }
    var box = wrapper
    while true {
      if Int(bitPattern: g_object_get_data(box.gobject, wrapperKey)) == hasAttributesMark {
        handOver(fromWrapper: box, to: view)
      }
      guard gtk_widget_get_focusable(box) == 0, let parent = gtk_widget_get_parent(box), isWrapper(parent),
        onlyExposedWidget(of: children(of: parent)) == box
      else { return }
      box = parent
    }
  }

  private static func handOver(
    fromWrapper box: UnsafeMutablePointer<GtkWidget>, to view: UnsafeMutablePointer<GtkWidget>
  ) {
    let target = target(of: view)
    for attribute in Attribute.allCases {
      // While the box was empty, the attribute was set on the box itself, so it is removed from the box.
      if gtk_widget_get_focusable(box) == 0, storedText(attribute, of: box) != nil { apply(attribute, nil, of: box) }
      if let text = storedText(forKey: attribute.keyInWrapper, on: box) { apply(attribute, text, of: target) }
    }
  }

  /// Sets the value of a modifier again, after GTK has replaced the value.
  static func restoreValue(of widget: UnsafeMutablePointer<GtkWidget>) {
    if let value = storedText(.value, of: widget) { setValue(value, of: widget) }
  }

  /// Returns the widget to which the attributes of a widget apply. The attributes of a wrapper around one view apply to
  /// the view or to the control in it. The attributes of a box with a control and the control's label apply to the
  /// control. The attributes of a focusable box apply to the box itself.
  static func target(of widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    var widget = widget
    while isWrapper(widget), gtk_widget_get_focusable(widget) == 0,
      let child = onlyExposedWidget(of: children(of: widget))
    {
      widget = child
    }
    if widget.isA(gtk_box_get_type()), gtk_widget_get_focusable(widget) != 0 { return widget }
    return control(in: widget).map { target(of: $0) } ?? widget
  }

  /// Returns the widget of an array with one element. In a longer array, returns the only widget that is not hidden
  /// from screen readers, or `nil` if there is none or more than one. Widgets that are being removed are hidden.
  private static func onlyExposedWidget(
    of widgets: [UnsafeMutablePointer<GtkWidget>]
  ) -> UnsafeMutablePointer<GtkWidget>? {
    guard widgets.count > 1 else { return widgets.first }
    let exposed = widgets.filter { g_object_get_data($0.gobject, hiddenKey) == nil }
    return exposed.count == 1 ? exposed[0] : nil
  }

  /// Returns the child that ``markControl(_:)`` has marked.
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
