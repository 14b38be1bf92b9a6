internal import CGtk
internal import CGtkBridge
internal import Presentation

/// An alert that contains an accessory, that is, a widget between the message and the buttons. GTK's own dialog cannot
/// contain an accessory. This alert has the outcomes, the button roles and the appearance of GTK's dialog.
@MainActor
final class CustomAlertWindow: AlertWindow {
  /// The window, borrowed from GTK.
  private let alertWindow: UnsafeMutablePointer<GtkWindow>
  // The widgets below are borrowed from the window.
  private let titleLabel = gtk_label_new(nil)!
  private let messageLabel = gtk_label_new(nil)!
  private let messageScroller = cgtk_scrolled_window_new()!
  private let buttonRow = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
  private var buttons: [UnsafeMutablePointer<GtkWidget>] = []
  private var content: AlertContent
  /// Whether Escape and the close button close the alert.
  private var isDismissible = true
  /// Called once, when the alert has ended. `nil` afterwards.
  private var onEnd: (@MainActor (AlertOutcome) -> Void)?

  init(
    on host: UnsafeMutablePointer<GtkWindow>, _ content: AlertContent, accessory: UnsafeMutablePointer<GtkWidget>,
    onEnd: @escaping @MainActor (AlertOutcome) -> Void
  ) {
    self.content = content
    self.onEnd = onEnd
    alertWindow = cgtk_widget_new_with_role(gtk_window_get_type(), GTK_ACCESSIBLE_ROLE_ALERT_DIALOG).window
    gtk_window_set_transient_for(alertWindow, host)
    gtk_window_set_modal(alertWindow, 1)
    gtk_window_set_resizable(alertWindow, 0)
    addStyle()
    addContent(accessory)
    connectSignals()
    apply(content)
    focusAccessoryOrDefaultButton(accessory)
    gtk_window_present(alertWindow)
  }

  var window: UnsafeMutablePointer<GtkWindow>? { onEnd == nil ? nil : alertWindow }

  func update(_ content: AlertContent) {
    apply(content)
  }

  func cancel() {
    end(.cancelled)
  }

  func move(to host: UnsafeMutablePointer<GtkWindow>) {
    gtk_window_set_transient_for(alertWindow, host)
  }

  func setDismissible(_ isDismissible: Bool) {
    self.isDismissible = isDismissible
  }

  /// Destroys the window and reports the outcome. Does nothing if the alert has already ended.
  private func end(_ outcome: AlertOutcome) {
    guard let onEnd else { return }
    self.onEnd = nil
    gtk_window_destroy(alertWindow)
    onEnd(outcome)
  }

  /// Ends the alert after Escape or the close button, if it is dismissible. The outcome is the activation of the cancel
  /// button, or `dismissed` if no button has the cancel role or that button is disabled.
  private func endByDismissal() {
    guard isDismissible else { return }
    end(content.cancelButtonPosition.map { .button($0) } ?? .dismissed)
  }
}

extension CustomAlertWindow {
  /// Adds the CSS classes and the empty title bar of GTK's own alerts, so that themes style this window in the same
  /// way.
  private func addStyle() {
    for name in ["dialog", "message"] { gtk_widget_add_css_class(alertWindow.widget, name) }
    let titlebar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(titlebar, "titlebar")
    gtk_window_set_titlebar(alertWindow, titlebar)
  }

  /// Adds the labels, the accessory and the row of buttons. The distances are in pixels.
  private func addContent(_ accessory: UnsafeMutablePointer<GtkWidget>) {
    let textsAndAccessory = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)!
    for setMargin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { setMargin(textsAndAccessory, 30) }
    gtk_widget_set_margin_top(textsAndAccessory, 12)
    gtk_widget_set_margin_bottom(textsAndAccessory, 20)
    for label in [titleLabel, messageLabel] {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_max_width_chars(label.opaque, 60)
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      gtk_label_set_selectable(label.opaque, 1)
    }
    gtk_scrolled_window_set_policy(messageScroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(messageScroller.opaque, 1)
    gtk_scrolled_window_set_propagate_natural_width(messageScroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(messageScroller.opaque, 400)
    gtk_scrolled_window_set_child(messageScroller.opaque, messageLabel)
    for widget in [titleLabel, messageScroller, accessory] { gtk_box_append(textsAndAccessory.box, widget) }
    gtk_widget_add_css_class(buttonRow, "dialog-action-area")
    gtk_box_set_homogeneous(buttonRow.box, 1)
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(column, "dialog-vbox")
    for widget in [textsAndAccessory, buttonRow] { gtk_box_append(column.box, widget) }
    gtk_window_set_child(alertWindow, column)
  }

  private func connectSignals() {
    connect(alertWindow, .closeRequest) { [weak self] in
      self?.endByDismissal()
      // `true` prevents GTK from closing the window, because `end` destroys it.
      return true
    }
    // GTK destroys the window together with its host.
    connect(alertWindow, .unrealize) { [weak self] in self?.end(.hostDestroyed) }
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak self] press in
      guard press.key == UInt32(GDK_KEY_Escape) else { return false }
      self?.endByDismissal()
      return true
    }
    gtk_widget_add_controller(alertWindow.widget, keys)
  }

  /// Sets the texts and the buttons of the window.
  private func apply(_ content: AlertContent) {
    self.content = content
    let (shownTitle, shownMessage) = (content.shownTitle, content.shownMessage)
    gtk_label_set_text(titleLabel.opaque, shownTitle)
    gtk_widget_set_visible(titleLabel, content.isTitleHidden || shownTitle.isEmpty ? 0 : 1)
    // As in GTK's own alerts, a title has the style of a title only if there is a message.
    setCSSClass("title", of: titleLabel, to: shownMessage != nil)
    gtk_label_set_text(messageLabel.opaque, shownMessage ?? "")
    gtk_widget_set_visible(messageScroller, shownMessage == nil ? 0 : 1)
    updateMessageHeight()
    gtk_window_set_title(alertWindow, shownTitle)
    cgtk_accessible_set_label(alertWindow.widget, shownTitle)
    cgtk_accessible_set_description(alertWindow.widget, shownMessage)
    updateButtons()
  }

  /// Makes a visible alert grow with its message. A visible window grows only to the minimum size of its content.
  /// Therefore, the minimum height of the message's scroller becomes the height of the message, up to a limit.
  private func updateMessageHeight() {
    guard gtk_widget_get_mapped(alertWindow.widget) != 0 else { return }
    guard let textsAndAccessory = gtk_widget_get_parent(messageScroller) else { return }
    let width = gtk_widget_get_width(textsAndAccessory)
    guard width > 0 else { return }
    var (minimumWidth, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(messageLabel, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
    gtk_widget_measure(messageLabel, GTK_ORIENTATION_VERTICAL, max(width, minimumWidth), nil, &height, nil, nil)
    let limit = gtk_scrolled_window_get_max_content_height(messageScroller.opaque)
    gtk_scrolled_window_set_min_content_height(messageScroller.opaque, min(height, limit))
  }

  /// Adds, changes and removes button widgets until the row shows the buttons of the content.
  private func updateButtons() {
    let newButtons = content.shownButtons
    while buttons.count > newButtons.count { removeFromRow(buttons.removeLast()) }
    while buttons.count < newButtons.count { addButton(at: buttons.count) }
    for (position, button) in newButtons.enumerated() {
      let widget = buttons[position]
      gtk_button_set_label(widget.cast(to: GtkButton.self, gtk_button_get_type()), button.title)
      gtk_widget_set_sensitive(widget, button.isEnabled ? 1 : 0)
      setCSSClass("destructive-action", of: widget, to: button.role == .destructive)
      setCSSClass(
        "suggested-action", of: widget,
        to: newButtons.count > 1 && position == content.defaultButtonPosition && button.role == nil)
    }
    gtk_window_set_default_widget(alertWindow, content.defaultButtonPosition.map { buttons[$0] })
  }

  private func addButton(at position: Int) {
    let button = gtk_button_new()!
    gtk_widget_add_css_class(button, "text-button")
    gtk_box_append(buttonRow.box, button)
    connect(button, .clicked) { [weak self] in self?.end(.button(position)) }
    buttons.append(button)
  }

  private func removeFromRow(_ button: UnsafeMutablePointer<GtkWidget>) {
    // GTK 4.8 does not clear the window's pointer to a default widget that is removed.
    if gtk_window_get_default_widget(alertWindow) == button { gtk_window_set_default_widget(alertWindow, nil) }
    if gtk_window_get_focus(alertWindow) == button { gtk_window_set_focus(alertWindow, nil) }
    gtk_box_remove(buttonRow.box, button)
  }

  private func setCSSClass(_ cssClass: String, of widget: UnsafeMutablePointer<GtkWidget>, to isSet: Bool) {
    if isSet { gtk_widget_add_css_class(widget, cssClass) } else { gtk_widget_remove_css_class(widget, cssClass) }
  }

  /// Focuses the first focusable widget of the accessory, or else the default button. Otherwise GTK would focus a label
  /// with selectable text, which is the title or the message, and select all of the text. That selection would replace
  /// the text that the user can paste with the middle mouse button.
  private func focusAccessoryOrDefaultButton(_ accessory: UnsafeMutablePointer<GtkWidget>) {
    let target = WidgetTree.firstFocusable(in: accessory) ?? content.defaultButtonPosition.map { buttons[$0] }
    if let target { gtk_widget_grab_focus(target) }
  }
}

extension GObjectPointer {
  /// The object, which must be a `GtkBox`.
  fileprivate var box: UnsafeMutablePointer<GtkBox> { cast(to: GtkBox.self, gtk_box_get_type()) }
}
