#include "programs.h"

static GtkWindow *open_window;

static void close_window(void) {
  gtk_window_destroy(open_window);
  open_window = NULL;
}

static void change_alert(unsigned number, void *window) {
  if (open_window) return close_window();
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  open_window = GTK_WINDOW(gtk_message_dialog_new(window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                                  GTK_MESSAGE_OTHER, GTK_BUTTONS_NONE, "%s", "Delete the episode?"));
  gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(open_window), "%s", "It cannot be brought back.");
  GtkWidget *button = gtk_dialog_add_button(GTK_DIALOG(open_window), "Delete", 0);
  gtk_dialog_add_button(GTK_DIALOG(open_window), "Cancel", 1);
  // The alert in GtkViews marks the button that Return activates, and moves the focus to it.
  gtk_widget_add_css_class(button, "suggested-action");
  gtk_dialog_set_default_response(GTK_DIALOG(open_window), 0);
  gtk_window_set_focus(open_window, button);
  G_GNUC_END_IGNORE_DEPRECATIONS
  gtk_window_present(open_window);
}

static gboolean key_pressed(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                            gpointer unused) {
  if (key != GDK_KEY_Escape) return FALSE;
  gtk_window_close(open_window);
  return TRUE;
}

static void change_sheet(unsigned number, void *window) {
  if (open_window) return close_window();
  open_window = GTK_WINDOW(gtk_window_new());
  gtk_window_set_modal(open_window, TRUE);
  gtk_window_set_transient_for(open_window, window);
  gtk_window_set_title(open_window, "View cost");
  gtk_window_set_titlebar(open_window, gtk_header_bar_new());
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(key_pressed), NULL);
  gtk_widget_add_controller(GTK_WIDGET(open_window), keys);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append(GTK_BOX(box), make_label("The episode's notes"));
  GtkWidget *button = gtk_button_new_with_label("Done");
  g_signal_connect_swapped(button, "clicked", G_CALLBACK(gtk_window_close), open_window);
  gtk_box_append(GTK_BOX(box), button);
  gtk_window_set_child(open_window, box);
  gtk_window_present(open_window);
}

void run_alert(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  gtk_window_set_child(window, make_label("Episodes"));
  view_cost_present(application, window, selected, change_alert, window);
}

void run_sheet(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  gtk_window_set_child(window, make_label("Episodes"));
  view_cost_present(application, window, selected, change_sheet, window);
}
