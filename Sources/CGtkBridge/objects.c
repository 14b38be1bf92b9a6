#include "include/CGtkBridgeObjects.h"

// Gives a container without a role the role of a group, because GTK 4.10 and later do not report the accessible name of
// a container without a role. A widget that is in a window already accepts no other role.
static void set_group_role(GtkWidget *widget) {
#if GTK_CHECK_VERSION(4, 10, 0)
  if (!gtk_widget_get_root(widget) &&
      gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(widget)) == GTK_ACCESSIBLE_ROLE_GENERIC)
    g_object_set(widget, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
#endif
}

void cgtk_accessible_set_label(GtkWidget *widget, const char *label) {
  if (label) {
    set_group_role(widget);
    // GTK creates a label for a button's text. Newer versions of GTK take the button's accessible name from this label,
    // even after the label was removed.
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  } else {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  }
}

void cgtk_accessible_set_description(GtkWidget *widget, const char *description) {
  if (description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  } else {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  }
}

void cgtk_accessible_set_hidden(GtkWidget *widget, bool is_hidden) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
}

void cgtk_accessible_set_role(GtkWidget *widget, GtkAccessibleRole role) {
  g_object_set(widget, "accessible-role", role, NULL);
}

void cgtk_accessible_set_level(GtkWidget *widget, int level) {
  if (level > 0) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  } else {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL);
  }
}

void cgtk_accessible_set_selected(GtkWidget *widget, bool is_selected) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

void cgtk_accessible_set_modal(GtkWidget *widget, bool is_modal) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_MODAL, is_modal, -1);
}

bool cgtk_accessible_announce(GtkWidget *widget, const char *text, int priority) {
#if GTK_CHECK_VERSION(4, 14, 0)
  // GTK's accessibility backend for tests (GTK_A11Y=test) does not implement this function, and GTK 4.18 calls it
  // nevertheless.
  GtkATContext *context = gtk_accessible_get_at_context(GTK_ACCESSIBLE(widget));
  bool is_test = context && g_str_equal(G_OBJECT_TYPE_NAME(context), "GtkTestATContext");
  g_clear_object(&context);
  if (is_test) return true;
  // Without this macro, the compiler would warn that the project's oldest version of GTK lacks the function.
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), text, (GtkAccessibleAnnouncementPriority)priority);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return true;
#else
  return false;
#endif
}

GtkWidget *cgtk_menu_button_new(void) {
  return g_object_new(GTK_TYPE_MENU_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
}

static void disconnect_from_settings(GtkWidget *scrolled_window, gpointer data) {
  g_signal_handlers_disconnect_by_data(gtk_widget_get_settings(scrolled_window), scrolled_window);
}

GtkWidget *cgtk_scrolled_window_new(void) {
  GtkWidget *scrolled_window = gtk_scrolled_window_new();
  g_signal_connect(scrolled_window, "unrealize", G_CALLBACK(disconnect_from_settings), NULL);
  return scrolled_window;
}

void cgtk_label_activate_current_link(GtkWidget *label) { g_signal_emit_by_name(label, "activate-current-link"); }

void cgtk_labels_select_nothing_on_focus(void) {
  g_object_set(gtk_settings_get_default(), "gtk-label-select-on-focus", FALSE, NULL);
}

GtkWidget *cgtk_widget_new_with_role(GType type, GtkAccessibleRole role) {
  return g_object_new(type, "accessible-role", role, NULL);
}

// Whether cgtk_widget_set_priority was ever called.
static bool has_priorities;

static GQuark priority_quark(void) { return g_quark_from_static_string("gtkviews-layout-priority"); }

void cgtk_widget_set_priority(GtkWidget *widget, double priority) {
  double *stored = g_new(double, 1);
  *stored = priority;
  g_object_set_qdata_full(G_OBJECT(widget), priority_quark(), stored, g_free);
  has_priorities = true;
}

bool cgtk_widget_get_priority(GtkWidget *widget, double *priority) {
  double *stored = g_object_get_qdata(G_OBJECT(widget), priority_quark());
  if (stored) *priority = *stored;
  return stored != NULL;
}

bool cgtk_priorities_are_used(void) { return has_priorities; }

// The functions of GtkBox that cgtk_box_set_focusable replaces. Our subclasses of GtkBox inherit the same functions.
static gboolean (*original_focus)(GtkWidget *widget, GtkDirectionType direction);
static gboolean (*original_grab_focus)(GtkWidget *widget);

// Focuses the box itself.
static gboolean focus_itself(GtkWidget *box) {
  gtk_root_set_focus(gtk_widget_get_root(box), box);
  return TRUE;
}

static gboolean box_grab_focus(GtkWidget *box) {
  return gtk_widget_get_focusable(box) && gtk_widget_is_sensitive(box) ? focus_itself(box) : original_grab_focus(box);
}

// Moves the focus in a direction. A focusable box comes before its content in the order of the focus.
static gboolean box_focus(GtkWidget *box, GtkDirectionType direction) {
  if (!gtk_widget_get_focusable(box) || !gtk_widget_is_sensitive(box)) return original_focus(box, direction);
  GtkWidget *focused = gtk_root_get_focus(gtk_widget_get_root(box));
  bool is_inside = focused && focused != box && gtk_widget_is_ancestor(focused, box);
  bool goes_back = direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP || direction == GTK_DIR_LEFT;
  if (focused == box) return !goes_back && original_focus(box, direction);
  if (is_inside) return original_focus(box, direction) || (goes_back && focus_itself(box));
  return (goes_back && original_focus(box, direction)) || focus_itself(box);
}

void cgtk_box_set_focusable(GtkWidget *box, bool is_focusable) {
  GtkWidgetClass *class = GTK_WIDGET_GET_CLASS(box);
  if (class->focus != box_focus) {
    original_focus = class->focus;
    original_grab_focus = class->grab_focus;
    class->focus = box_focus;
    class->grab_focus = box_grab_focus;
  }
  gtk_widget_set_focusable(box, is_focusable);
}
