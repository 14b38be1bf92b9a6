internal import CGtk
internal import CGtkBridge
internal import Presentation

/// A toast on screen: a text, the action button of the content, if there is one, and a button that closes the toast.
@MainActor
final class ToastWidget {
  /// An event of the toast on screen.
  enum Event {
    case actionButtonClicked
    case closeRequested
    /// The pointer or the focus entered or left the toast.
    case pointerOrFocusEnteredOrLeft
  }

  /// The toast. Owned by this object, and by `layer` while the toast is on screen.
  private let box: GObjectReference
  // The box owns the label, the two buttons, `pointerController` and `focusController`.
  private let label = gtk_label_new(nil)!
  private let button = gtk_button_new()!
  private let closeButton = gtk_button_new_from_icon_name("window-close-symbolic")!
  private let pointerController = gtk_event_controller_motion_new()!
  private let focusController = gtk_event_controller_focus_new()!
  /// Receives the Escape key. Owned by `layer` while the toast is on screen.
  private let keyController = gtk_event_controller_key_new()!
  /// The layer that shows the toast. Weak.
  private let layer: WeakGObjectReference
  private var connections: [SignalConnection] = []
  /// The CSS class of the current content.
  private var styleClass: String?

  init(
    in layer: UnsafeMutablePointer<GtkWidget>, _ content: ToastContent, onEvent: @escaping @MainActor (Event) -> Void
  ) {
    box = GObjectReference(cgtk_widget_new_with_role(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_STATUS))
    self.layer = WeakGObjectReference(layer)
    addWidgets()
    connectSignals(keyControllerOn: layer, onEvent)
    update(content)
    ToastLayer.add(box.widget, to: layer)
  }

  /// The toast's GTK widget, which is the box. Borrowed.
  var widget: UnsafeMutablePointer<GtkWidget> { box.widget }

  /// Whether the pointer or the focus is in the toast.
  var containsPointerOrFocus: Bool {
    gtk_event_controller_motion_contains_pointer(pointerController.opaque) != 0
      || gtk_event_controller_focus_contains_focus(focusController.opaque) != 0
  }

  func update(_ content: ToastContent) {
    let text = content.text.truncated(to: 1024)
    gtk_label_set_text(label.opaque, text)
    cgtk_accessible_set_label(box.widget, text)
    gtk_button_set_label(button.cast(to: GtkButton.self, gtk_button_get_type()), content.actionLabel ?? "")
    gtk_widget_set_visible(button, content.actionLabel == nil ? 0 : 1)
    if let styleClass { gtk_widget_remove_css_class(box.widget, styleClass) }
    styleClass = content.styleClass
    if let styleClass { gtk_widget_add_css_class(box.widget, styleClass) }
  }

  /// Removes the toast from the screen. No events are sent afterwards.
  func remove() {
    connections.forEach { $0.disconnect() }
    connections = []
    if let layer = layer.widget { gtk_widget_remove_controller(layer, keyController) }
    removeFocus()
    ToastLayer.remove(box.widget)
  }

  private func addWidgets() {
    gtk_box_set_spacing(UnsafeMutablePointer(box.opaque), 6)
    for name in ["osd", "toolbar", "toast"] { gtk_widget_add_css_class(box.widget, name) }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_max_width_chars(label.opaque, 50)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_margin_start(label, 6)
    gtk_widget_add_css_class(closeButton, "flat")
    cgtk_accessible_set_label(closeButton, Localization.translate("Close"))
    gtk_widget_set_tooltip_text(closeButton, Localization.translate("Close"))
    for child in [label, button, closeButton] {
      gtk_widget_set_valign(child, GTK_ALIGN_CENTER)
      gtk_box_append(UnsafeMutablePointer(box.opaque), child)
    }
  }

  private func connectSignals(
    keyControllerOn layer: UnsafeMutablePointer<GtkWidget>, _ onEvent: @escaping @MainActor (Event) -> Void
  ) {
    gtk_widget_add_controller(box.widget, pointerController)
    gtk_widget_add_controller(box.widget, focusController)
    // The key controller belongs to the layer, so that Escape closes the toast even if the focus is outside the toast.
    // The key controller receives only the keys that the focused widget does not handle.
    gtk_widget_add_controller(layer, keyController)
    connections = [
      connect(button, .clicked) { onEvent(.actionButtonClicked) },
      connect(closeButton, .clicked) { onEvent(.closeRequested) },
      connect(pointerController, .notify("notify::contains-pointer")) { onEvent(.pointerOrFocusEnteredOrLeft) },
      connect(focusController, .notify("notify::contains-focus")) { onEvent(.pointerOrFocusEnteredOrLeft) },
      connect(keyController, .keyPressed) { press in
        guard press.key == UInt32(GDK_KEY_Escape) else { return false }
        onEvent(.closeRequested)
        return true
      },
    ]
  }

  /// Clears the window's focus if the focus is in the toast. The presenter then restores the previous focus.
  private func removeFocus() {
    guard let root = gtk_widget_get_root(box.widget), let focus = gtk_root_get_focus(root) else { return }
    if gtk_widget_is_ancestor(focus, box.widget) != 0 { gtk_root_set_focus(root, nil) }
  }
}
