internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The back button at the start of a ``WindowBar``. Alt with the left arrow key presses the button. In a right-to-left
/// layout, Alt with the right arrow key does.
@MainActor
final class BackButton {
  /// Owned.
  private let button = GObjectReference(gtk_button_new_from_icon_name("go-previous-symbolic"))
  /// Called when the button is pressed.
  var goBack: @MainActor () -> Void = {}

  init() {
    let name = Localization.translate("Back")
    gtk_widget_add_css_class(widget, "flat")
    gtk_widget_set_tooltip_text(widget, name)
    cgtk_accessible_set_label(widget, name)
    connect(widget, .clicked) { [weak self] in self?.goBack() }
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let shortcutController = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(shortcutController, GTK_SHORTCUT_SCOPE_GLOBAL)
    let trigger = gtk_keyval_trigger_new(UInt32(isRightToLeft ? GDK_KEY_Right : GDK_KEY_Left), GDK_ALT_MASK)
    gtk_shortcut_controller_add_shortcut(
      shortcutController, gtk_shortcut_new(trigger, gtk_signal_action_new("clicked")))
    gtk_widget_add_controller(widget, shortcutController)
  }

  /// The GTK button. Borrowed.
  var widget: UnsafeMutablePointer<GtkWidget> { button.widget }
}
