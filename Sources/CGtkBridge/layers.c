#include "include/CGtkBridgeDrawing.h"

// The overlay expands if one of its layers expands: its main child, or another child whose size it measures.
static void compute_expand(GtkWidget *widget, gboolean *across, gboolean *down) {
  GtkOverlay *overlay = GTK_OVERLAY(widget);
  gboolean grows_across = FALSE, grows_down = FALSE;
  for (GtkWidget *layer = gtk_widget_get_first_child(widget); layer; layer = gtk_widget_get_next_sibling(layer)) {
    if (layer != gtk_overlay_get_child(overlay) && !gtk_overlay_get_measure_overlay(overlay, layer)) continue;
    grows_across |= gtk_widget_compute_expand(layer, GTK_ORIENTATION_HORIZONTAL);
    grows_down |= gtk_widget_compute_expand(layer, GTK_ORIENTATION_VERTICAL);
  }
  *across = grows_across;
  *down = grows_down;
}

static void layers_class_init(gpointer class, gpointer data) {
  GTK_WIDGET_CLASS(class)->compute_expand = compute_expand;
}

// The struct of an overlay is private, so its size is queried.
static GType layers_get_type(void) {
  static GType type;
  if (type) return type;
  GTypeQuery overlay;
  g_type_query(GTK_TYPE_OVERLAY, &overlay);
  type = g_type_register_static_simple(GTK_TYPE_OVERLAY, "CgtkLayers", overlay.class_size, layers_class_init,
                                       overlay.instance_size, NULL, 0);
  return type;
}

GtkWidget *cgtk_layers_new(void) { return g_object_new(layers_get_type(), NULL); }
