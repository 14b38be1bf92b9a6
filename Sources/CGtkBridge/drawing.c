#include "include/CGtkBridgeDrawing.h"

typedef struct {
  GtkBox parent;
  GdkRGBA color;
  gboolean is_painted;
} PaintedBox;

typedef struct {
  GtkBoxClass parent;
} PaintedBoxClass;

G_DEFINE_TYPE(PaintedBox, painted_box, GTK_TYPE_BOX)

static void painted_box_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  PaintedBox *self = (PaintedBox *)widget;
  if (self->is_painted) {
    graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget));
    gtk_snapshot_append_color(snapshot, &self->color, &all);
  }
  GTK_WIDGET_CLASS(painted_box_parent_class)->snapshot(widget, snapshot);
}

static void painted_box_class_init(PaintedBoxClass *class) { GTK_WIDGET_CLASS(class)->snapshot = painted_box_snapshot; }

static void painted_box_init(PaintedBox *self) {}

GtkWidget *cgtk_painted_box_new(GtkOrientation orientation) {
  return g_object_new(painted_box_get_type(), "orientation", orientation, NULL);
}

void cgtk_painted_box_set_color(GtkWidget *box, const GdkRGBA *color) {
  PaintedBox *self = (PaintedBox *)box;
  if (!color && !self->is_painted) return;
  self->is_painted = color != NULL;
  if (color) self->color = *color;
  gtk_widget_queue_draw(box);
}

gboolean cgtk_painted_box_get_color(GtkWidget *box, GdkRGBA *color) {
  PaintedBox *self = (PaintedBox *)box;
  if (self->is_painted) *color = self->color;
  return self->is_painted;
}

gboolean cgtk_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
}

void cgtk_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
}
