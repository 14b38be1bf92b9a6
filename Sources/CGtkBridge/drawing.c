#include "include/CGtkBridgeDrawing.h"

typedef struct {
  GtkBox parent;
  // The colour behind the content, if `has_color` is set.
  GdkRGBA color;
  gboolean has_color;
  CgtkClip clip;
  // The radius of the corners in pixels, for `CGTK_CLIP_ROUNDED`.
  float radius;
} PaintedBox;

typedef struct {
  GtkBoxClass parent;
} PaintedBoxClass;

G_DEFINE_TYPE(PaintedBox, painted_box, GTK_TYPE_BOX)

// Computes the shape to which a box is clipped. `area` is the whole area of the box.
static void painted_box_shape(PaintedBox *self, const graphene_rect_t *area, GskRoundedRect *shape) {
  float width = area->size.width, height = area->size.height, side = MIN(width, height);
  graphene_size_t corner = GRAPHENE_SIZE_INIT(0, 0);
  graphene_rect_t bounds = *area;
  switch (self->clip) {
  case CGTK_CLIP_NONE:
  case CGTK_CLIP_RECTANGLE: break;
  case CGTK_CLIP_ROUNDED: corner.width = corner.height = CLAMP(self->radius, 0, side / 2); break;
  case CGTK_CLIP_ELLIPSE: corner = GRAPHENE_SIZE_INIT(width / 2, height / 2); break;
  case CGTK_CLIP_CIRCLE:
    bounds = GRAPHENE_RECT_INIT((width - side) / 2, (height - side) / 2, side, side);
    corner = GRAPHENE_SIZE_INIT(side / 2, side / 2);
    break;
  }
  gsk_rounded_rect_init(shape, &bounds, &corner, &corner, &corner, &corner);
}

static void painted_box_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  PaintedBox *self = (PaintedBox *)widget;
  graphene_rect_t area =
      GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget));
  if (self->clip != CGTK_CLIP_NONE) {
    GskRoundedRect shape;
    painted_box_shape(self, &area, &shape);
    gtk_snapshot_push_rounded_clip(snapshot, &shape);
  }
  if (self->has_color) gtk_snapshot_append_color(snapshot, &self->color, &area);
  GTK_WIDGET_CLASS(painted_box_parent_class)->snapshot(widget, snapshot);
  if (self->clip != CGTK_CLIP_NONE) gtk_snapshot_pop(snapshot);
}

static void painted_box_class_init(PaintedBoxClass *class) { GTK_WIDGET_CLASS(class)->snapshot = painted_box_snapshot; }

static void painted_box_init(PaintedBox *self) {}

GtkWidget *cgtk_painted_box_new(GtkOrientation orientation) {
  return g_object_new(painted_box_get_type(), "orientation", orientation, NULL);
}

void cgtk_painted_box_set_color(GtkWidget *box, const GdkRGBA *color) {
  PaintedBox *self = (PaintedBox *)box;
  if (!color && !self->has_color) return;
  self->has_color = color != NULL;
  if (color) self->color = *color;
  gtk_widget_queue_draw(box);
}

gboolean cgtk_painted_box_get_color(GtkWidget *box, GdkRGBA *color) {
  PaintedBox *self = (PaintedBox *)box;
  if (self->has_color) *color = self->color;
  return self->has_color;
}

void cgtk_painted_box_set_clip(GtkWidget *box, CgtkClip clip, float radius) {
  PaintedBox *self = (PaintedBox *)box;
  if (self->clip == clip && self->radius == radius) return;
  self->clip = clip;
  self->radius = radius;
  gtk_widget_queue_draw(box);
}

gboolean cgtk_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
}

void cgtk_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
}
