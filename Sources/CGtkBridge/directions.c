#include "include/CGtkBridgeDirections.h"

#include <stdbool.h>

static GQuark direction_quark(void) { return g_quark_from_static_string("gtkviews-direction"); }

// The direction that was set with cgtk_widget_set_direction_inside, or `GTK_TEXT_DIR_NONE`.
static GtkTextDirection own_direction(GtkWidget *widget) {
  return (GtkTextDirection)GPOINTER_TO_INT(g_object_get_qdata(G_OBJECT(widget), direction_quark()));
}

// Sets the direction of a widget and of all descendants that are not inside a widget with an own direction.
static void set_direction_inside(GtkWidget *widget, GtkTextDirection direction) {
  gtk_widget_set_direction(widget, direction);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    if (own_direction(child) == GTK_TEXT_DIR_NONE) set_direction_inside(child, direction);
}

// Called before any widget of the program appears. The widget gets its own direction, or else the own direction of its
// nearest ancestor that has one.
static gboolean on_realize(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  GtkWidget *widget = g_value_get_object(values);
  for (GtkWidget *outer = widget; outer; outer = gtk_widget_get_parent(outer)) {
    GtkTextDirection direction = own_direction(outer);
    if (direction == GTK_TEXT_DIR_NONE) continue;
    gtk_widget_set_direction(widget, direction);
    break;
  }
  // Keeps the emission hook.
  return TRUE;
}

void cgtk_widget_set_direction_inside(GtkWidget *widget, GtkTextDirection direction) {
  static bool is_hooked;
  if (!is_hooked) {
    is_hooked = true;
    g_signal_add_emission_hook(g_signal_lookup("realize", GTK_TYPE_WIDGET), 0, on_realize, NULL, NULL);
  }
  g_object_set_qdata(G_OBJECT(widget), direction_quark(), GINT_TO_POINTER(direction));
  set_direction_inside(widget, direction);
}
