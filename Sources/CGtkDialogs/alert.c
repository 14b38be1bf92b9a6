// An alert uses GtkAlertDialog, or GtkMessageDialog before GTK 4.10. GtkAlertDialog creates a GtkMessageDialog too, and
// keeps it private, so the window of an alert is a GtkMessageDialog in both cases. The code below customizes this
// window: names for a screen reader, a scrolled and selectable message, roles of buttons, and new content while the
// window is open. The two APIs differ only in how they report the answer.
//
// GtkAlertDialog does not handle the following cases, which are handled here:
// - When the parent is destroyed, GtkAlertDialog never calls its callback. The signal `unrealize` of the window or of
//   its parent, before an answer or a cancellation, reveals this case. The alert is then marked as lost and cancelled,
//   so that the callback is called. The signal `destroy` is not sufficient, because GTK emits it only after the last
//   reference was released.
// - A cancellation after the window was finalized uses freed memory. This code therefore owns the window until the
//   answer arrives.
// - gtk_alert_dialog_choose_finish destroys the window. The alert would then be marked as lost, so the handlers are
//   disconnected before.
// - A cancellable that was already cancelled before the call is ignored. Each alert therefore has a cancellable of its
//   own.
// - A destroyed parent that still has an owner leaves its dialogs on screen. `unrealize` of the parent covers this case
//   too.
#define CGTK_ANY_VERSION
#include "dialog.h"
#include "include/CGtkDialogs.h"
#include <CGtkBridge.h>

// All of GtkDialog and GtkMessageDialog is deprecated since 4.10, but GtkAlertDialog of that version still uses them.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

struct CGtkAlert {
  CGtkDialog base;    // The cancellable is NULL with GtkMessageDialog.
  GtkWindow *window;  // The GtkMessageDialog. Owned until the end.
  CGtkAlertCallback callback;
  gpointer data;
  GtkWidget *title;  // Borrowed from the window, like the two below.
  GtkWidget *message;
  GtkWidget *scroller;  // Scrolls the message. NULL until a message is long.
  GPtrArray *buttons;   // Owned. Its elements are borrowed.
  int cancel_button;    // The position of the button with the cancel role, or -1.
  bool is_dismissible;
};

bool cgtk_alert_has_alert_dialog(void) { return GTK_CHECK_VERSION(4, 10, 0); }

static void free_alert(gpointer data) {
  CGtkAlert *alert = data;
  g_clear_object(&alert->base.cancellable);
  g_ptr_array_unref(alert->buttons);
}

static void end(CGtkAlert *alert, CGtkAlertOutcome outcome, int button) {
  if (alert->base.state == ENDED) return;
  alert->base.state = ENDED;
  cgtk_dialog_forget_parent(&alert->base);
  GtkWindow *window = g_steal_pointer(&alert->window);
  g_signal_handlers_disconnect_by_data(window, alert);
  gtk_window_destroy(window);
  // A button that is being clicked keeps its window alive for a while. A destroyed window with `destroy-with-parent`
  // keeps its pointer to the parent even if the parent is finalized first.
  gtk_window_set_transient_for(window, NULL);
  g_object_unref(window);
  CGtkAlertCallback callback = g_steal_pointer(&alert->callback);
  if (callback) callback(outcome, button, alert->data);
  g_rc_box_release_full(alert, free_alert);
}

// Ends the alert after Escape or the close button. Both count as a press of the cancel button, if there is one and it
// is enabled.
static void end_by_dismissal(CGtkAlert *alert) {
  int button = alert->cancel_button;
  bool is_cancel_button_enabled = button >= 0 && gtk_widget_get_sensitive(g_ptr_array_index(alert->buttons, button));
  end(alert, is_cancel_button_enabled ? CGTK_ALERT_BUTTON : CGTK_ALERT_DISMISSED,
      is_cancel_button_enabled ? button : -1);
}

// Called when the window or its parent is destroyed. The alert is lost if there is no answer yet.
static void on_unrealize(GtkWidget *widget, CGtkAlert *alert) {
  if (alert->base.state == OPEN && !cgtk_dialog_stop(&alert->base, LOST)) end(alert, CGTK_ALERT_LOST, -1);
}

// Returns whether the window stays open.
static gboolean on_close_request(GtkWindow *window, CGtkAlert *alert) {
  // GtkAlertDialog accepts only the first answer. After an answer, the window stays open until GTK has reported the
  // answer.
  return !alert->is_dismissible || alert->base.state != OPEN;
}

static void on_response(GtkDialog *dialog, int response, CGtkAlert *alert) {
  if (response >= 0) {
    end(alert, CGTK_ALERT_BUTTON, response);
  } else {
    end_by_dismissal(alert);
  }
}

static void open_message_dialog(CGtkAlert *alert, GtkWindow *parent) {
  // The role can only be set when the dialog is created.
  alert->window =
      g_object_ref(g_object_new(GTK_TYPE_MESSAGE_DIALOG, "transient-for", parent, "destroy-with-parent", TRUE, "modal",
                                TRUE, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, NULL));
  g_signal_connect(alert->window, "response", G_CALLBACK(on_response), alert);
}

#if GTK_CHECK_VERSION(4, 10, 0)
static void on_alert_dialog_response(GtkDialog *dialog, int response, CGtkAlert *alert) {
  if (alert->base.state == OPEN) alert->base.state = ANSWERED;
}

static void on_choose_finished(GObject *source, GAsyncResult *result, gpointer data) {
  CGtkAlert *alert = data;
  State state = alert->base.state;
  GError *error = NULL;
  g_signal_handlers_disconnect_by_data(alert->window, alert);
  int button = gtk_alert_dialog_choose_finish(GTK_ALERT_DIALOG(source), result, &error);
  // This reference keeps the alert alive until the function returns, because the owner may free the alert in the
  // callback.
  g_rc_box_acquire(alert);
  if (!error) {
    end(alert, CGTK_ALERT_BUTTON, button);
  } else if (g_error_matches(error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED)) {
    end_by_dismissal(alert);
  } else {
    end(alert, state == LOST ? CGTK_ALERT_LOST : CGTK_ALERT_CANCELLED, -1);
  }
  g_clear_error(&error);
  g_rc_box_release_full(alert, free_alert);
}
#endif

static GtkWidget *new_message_label(void) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 60);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  return label;
}

// Returns half the height of the parent's screen, in logical pixels. An unknown screen is assumed to be 800 pixels
// high.
static int max_message_height(GtkWindow *parent) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(parent));
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(parent));
  GdkMonitor *monitor = surface ? gdk_display_get_monitor_at_surface(display, surface) : NULL;
  GdkRectangle screen = {0, 0, 0, 800};
  if (monitor) gdk_monitor_get_geometry(monitor, &screen);
  return screen.height / 2;
}

// Adds a label for the message. The window's own label for the message is not used, because it cannot scroll.
static void add_message(CGtkAlert *alert) {
  GtkWidget *area = gtk_message_dialog_get_message_area(GTK_MESSAGE_DIALOG(alert->window));
  alert->title = gtk_widget_get_first_child(area);
  // If the window manager draws the title bar, the window has no other space above the title.
  gtk_widget_set_margin_top(area, 12);
  gtk_label_set_selectable(GTK_LABEL(alert->title), TRUE);
  alert->message = new_message_label();
  gtk_box_append(GTK_BOX(area), alert->message);
}

// Whether a message may be taller than half of a small screen. A line is assumed to have 30 letters, and 8 lines are
// assumed to fit, which overestimates the height. A message that fits is not put into a scrolled window, because GTK
// measures scrollable content several times. Measuring would take longer than the rest of an alert's work.
static bool may_be_tall(const char *message) {
  int lines = 1, letters = 0;
  for (const char *p = message; *p; p = g_utf8_next_char(p)) {
    if (*p == '\n' || ++letters == 30) {
      lines++;
      letters = 0;
    }
  }
  return lines > 8;
}

// Makes the message scroll, so that the alert does not grow beyond the screen.
static void scroll_message(CGtkAlert *alert) {
  if (alert->scroller) return;
  GtkWidget *area = gtk_widget_get_parent(alert->message);
  alert->scroller = cgtk_scrolled_window_new();
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(alert->scroller);
  gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(scroller, TRUE);
  gtk_scrolled_window_set_propagate_natural_width(scroller, TRUE);
  gtk_scrolled_window_set_max_content_height(scroller, max_message_height(alert->base.parent));
  g_object_ref(alert->message);
  gtk_box_remove(GTK_BOX(area), alert->message);
  gtk_scrolled_window_set_child(scroller, alert->message);
  g_object_unref(alert->message);
  gtk_box_append(GTK_BOX(area), alert->scroller);
}

// Sets the minimum height of the scrolled message to the height of its text at the current width, or to the maximum
// height. A visible window grows only to the minimum size of its content, and a scrolled text has a very small minimum
// size.
static void update_message_height(CGtkAlert *alert) {
  int width = gtk_widget_get_width(gtk_widget_get_parent(alert->scroller)), minimum_width, height;
  if (!gtk_widget_get_mapped(GTK_WIDGET(alert->window)) || width <= 0) return;
  gtk_widget_measure(alert->message, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_width, NULL, NULL, NULL);
  gtk_widget_measure(alert->message, GTK_ORIENTATION_VERTICAL, MAX(width, minimum_width), NULL, &height, NULL, NULL);
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(alert->scroller);
  gtk_scrolled_window_set_min_content_height(scroller,
                                             MIN(height, gtk_scrolled_window_get_max_content_height(scroller)));
}

// Sets a text. Lines may break within words only if the text has a word of more than 30 letters. For such breaks, GTK
// examines each letter to find the minimum width of the text, which is slow.
static void set_text(GtkLabel *label, const char *text) {
  int letters = 0, longest = 0;
  for (const char *p = text; *p; p = g_utf8_next_char(p)) {
    letters = g_unichar_isspace(g_utf8_get_char(p)) ? 0 : letters + 1;
    longest = MAX(longest, letters);
  }
  gtk_label_set_wrap_mode(label, longest > 30 ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
  gtk_label_set_text(label, text);
}

static void apply_texts(CGtkAlert *alert, const CGtkAlertContent *content) {
  const char *message = content->message && *content->message ? content->message : NULL;
  GtkAccessible *accessible = GTK_ACCESSIBLE(alert->window);
  gtk_window_set_title(alert->window, content->title);
  set_text(GTK_LABEL(alert->title), content->title);
  gtk_widget_set_visible(alert->title, !content->is_title_hidden && *content->title);
  if (message) {
    gtk_widget_add_css_class(alert->title, "title");
  } else {
    gtk_widget_remove_css_class(alert->title, "title");
  }
  if (message && may_be_tall(message)) scroll_message(alert);
  set_text(GTK_LABEL(alert->message), message ? message : "");
  gtk_widget_set_visible(alert->scroller ? alert->scroller : alert->message, message != NULL);
  if (message && alert->scroller) update_message_height(alert);
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, content->title, -1);
  if (message) {
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
  } else {
    gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  }
}

static void set_css_class(GtkWidget *widget, const char *css_class, bool is_set) {
  if (is_set) {
    gtk_widget_add_css_class(widget, css_class);
  } else {
    gtk_widget_remove_css_class(widget, css_class);
  }
}

static void apply_button(GtkWidget *widget, const CGtkAlertButton *button, bool is_suggested) {
  // Both APIs interpret an underscore as the mark of a mnemonic, although it may be a part of a name.
  gtk_button_set_use_underline(GTK_BUTTON(widget), FALSE);
  gtk_button_set_label(GTK_BUTTON(widget), button->title);
  gtk_widget_set_sensitive(widget, button->is_enabled);
  set_css_class(widget, "destructive-action", button->role == CGTK_ALERT_ROLE_DESTRUCTIVE);
  set_css_class(widget, "suggested-action", is_suggested && button->role == CGTK_ALERT_ROLE_NONE);
}

// The buttons keep their positions, because GTK reports the position of the pressed button. Buttons are added and
// removed only at the end.
static void apply_buttons(CGtkAlert *alert, const CGtkAlertContent *content) {
  GtkDialog *dialog = GTK_DIALOG(alert->window);
  for (int i = (int)alert->buttons->len; i < content->button_count; i++) {
    GtkWidget *button = gtk_dialog_get_widget_for_response(dialog, i);
    if (!button) button = gtk_dialog_add_button(dialog, content->buttons[i].title, i);
    g_ptr_array_add(alert->buttons, button);
  }
  while ((int)alert->buttons->len > content->button_count) {
    GtkWidget *button = g_ptr_array_steal_index(alert->buttons, alert->buttons->len - 1);
    // GTK 4.8 does not clear its pointer to a default widget that is removed.
    if (gtk_window_get_default_widget(alert->window) == button) gtk_window_set_default_widget(alert->window, NULL);
    if (gtk_window_get_focus(alert->window) == button) gtk_window_set_focus(alert->window, NULL);
    gtk_box_remove(GTK_BOX(gtk_widget_get_parent(button)), button);
  }
  alert->cancel_button = -1;
  for (int i = 0; i < content->button_count; i++) {
    bool is_suggested = content->button_count > 1 && i == content->default_button;
    apply_button(g_ptr_array_index(alert->buttons, i), &content->buttons[i], is_suggested);
    if (alert->cancel_button < 0 && content->buttons[i].role == CGTK_ALERT_ROLE_CANCEL) alert->cancel_button = i;
  }
  gtk_window_set_default_widget(
      alert->window, content->default_button >= 0 ? g_ptr_array_index(alert->buttons, content->default_button) : NULL);
}

// Focuses a button. Otherwise the title, which is selectable, would get the focus and be selected as a whole.
static void focus_button(CGtkAlert *alert, const CGtkAlertContent *content) {
  int position = content->default_button >= 0 ? content->default_button : alert->cancel_button;
  if (position >= 0) gtk_window_set_focus(alert->window, g_ptr_array_index(alert->buttons, position));
}

// Adds the content to the window of a new alert, and connects the signals.
static void customize(CGtkAlert *alert, GtkWindow *parent, const CGtkAlertContent *content) {
  cgtk_dialog_remember_parent(&alert->base, parent, G_CALLBACK(on_unrealize), alert);
  g_signal_connect(alert->window, "unrealize", G_CALLBACK(on_unrealize), alert);
  g_signal_connect(alert->window, "close-request", G_CALLBACK(on_close_request), alert);
  add_message(alert);
  apply_texts(alert, content);
  apply_buttons(alert, content);
  focus_button(alert, content);
}

#if GTK_CHECK_VERSION(4, 10, 0)
// The data of on_realize.
typedef struct {
  CGtkAlert *alert;
  GtkWindow *parent;
  const CGtkAlertContent *content;
} OpeningAlert;

// Called for each realized widget, until it has found the window of GtkAlertDialog and returns FALSE. The window is
// filled here, before it appears, so that the window manager receives only its final size. Hiding the window to fill
// it, and showing it again, would not work: the window manager may process both requests in another order, and the
// window may then never reappear.
static gboolean on_realize(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  OpeningAlert *opening = data;
  GObject *widget = g_value_get_object(values);
  if (!GTK_IS_MESSAGE_DIALOG(widget) || gtk_window_get_transient_for(GTK_WINDOW(widget)) != opening->parent)
    return TRUE;
  CGtkAlert *alert = opening->alert;
  alert->window = GTK_WINDOW(g_object_ref(widget));
  g_signal_connect(widget, "response", G_CALLBACK(on_alert_dialog_response), alert);
  customize(alert, opening->parent, opening->content);
  return FALSE;
}

static void open_alert_dialog(CGtkAlert *alert, GtkWindow *parent, const CGtkAlertContent *content) {
  GtkAlertDialog *alert_dialog = g_object_new(GTK_TYPE_ALERT_DIALOG, "message", content->title, NULL);
  GPtrArray *titles = g_ptr_array_new();
  for (int i = 0; i < content->button_count; i++) g_ptr_array_add(titles, (gpointer)content->buttons[i].title);
  g_ptr_array_add(titles, NULL);
  gtk_alert_dialog_set_buttons(alert_dialog, (const char *const *)titles->pdata);
  g_ptr_array_unref(titles);
  alert->base.cancellable = g_cancellable_new();
  // gtk_alert_dialog_choose creates and presents its window before it returns.
  OpeningAlert opening = {alert, parent, content};
  g_signal_add_emission_hook(g_signal_lookup("realize", GTK_TYPE_WIDGET), 0, on_realize, &opening, NULL);
  gtk_alert_dialog_choose(alert_dialog, parent, alert->base.cancellable, on_choose_finished, alert);
  g_object_unref(alert_dialog);
  if (!alert->window)
    g_error("GtkAlertDialog has made no GtkMessageDialog: this GTK is newer than the alerts of this program.");
}
#endif

CGtkAlert *cgtk_alert_show(GtkWindow *parent, const CGtkAlertContent *content, CGtkAlertBackend backend,
                           CGtkAlertCallback callback, gpointer data) {
  g_return_val_if_fail(GTK_IS_WINDOW(parent) && content->button_count > 0, NULL);
  CGtkAlert *alert = g_rc_box_new0(CGtkAlert);
  alert->callback = callback;
  alert->data = data;
  alert->is_dismissible = true;
  alert->buttons = g_ptr_array_new();
#if GTK_CHECK_VERSION(4, 10, 0)
  if (backend == CGTK_ALERT_BACKEND_AUTOMATIC) open_alert_dialog(alert, parent, content);
#endif
  if (!alert->window) {
    open_message_dialog(alert, parent);
    customize(alert, parent, content);
    gtk_window_present(alert->window);
  }
  // One reference belongs to the caller. The other reference is released when the alert ends.
  return g_rc_box_acquire(alert);
}

void cgtk_alert_update(CGtkAlert *alert, const CGtkAlertContent *content) {
  g_return_if_fail(content->button_count > 0);
  if (alert->base.state != OPEN) return;
  apply_texts(alert, content);
  apply_buttons(alert, content);
  // The focus may have been on a button that was removed.
  if (!gtk_window_get_focus(alert->window)) focus_button(alert, content);
}

void cgtk_alert_set_dismissible(CGtkAlert *alert, bool is_dismissible) { alert->is_dismissible = is_dismissible; }

void cgtk_alert_cancel(CGtkAlert *alert) {
  if (alert->base.state != OPEN) return;
  if (!cgtk_dialog_stop(&alert->base, CANCELLED)) {
    end(alert, CGTK_ALERT_CANCELLED, -1);
    return;
  }
  // The callback is called in a later turn of the loop. The window is hidden until then, because an answer of the user
  // would come too late.
  if (alert->window) gtk_widget_set_visible(GTK_WIDGET(alert->window), FALSE);
}

void cgtk_alert_set_parent(CGtkAlert *alert, GtkWindow *parent) {
  if (alert->base.state != OPEN || alert->base.parent == parent) return;
  cgtk_dialog_forget_parent(&alert->base);
  gtk_window_set_transient_for(alert->window, parent);
  cgtk_dialog_remember_parent(&alert->base, parent, G_CALLBACK(on_unrealize), alert);
}

GtkWindow *cgtk_alert_window(CGtkAlert *alert) { return alert->window; }

void cgtk_alert_free(CGtkAlert *alert) {
  alert->callback = NULL;
  cgtk_alert_cancel(alert);
  g_rc_box_release_full(alert, free_alert);
}

G_GNUC_END_IGNORE_DEPRECATIONS
