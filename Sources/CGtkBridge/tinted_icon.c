#include "include/CGtkBridgeDrawing.h"

// A symbolic icon that is drawn in one color.
typedef struct {
  GObject parent;
  // Owned.
  GtkIconPaintable *icon;
  // The width and the height, in logical pixels.
  int size;
  GdkRGBA color;
} TintedIcon;

typedef struct {
  GObjectClass parent;
} TintedIconClass;

static void tinted_icon_snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
  TintedIcon *self = (TintedIcon *)paintable;
  // GTK draws a symbolic icon in up to four colors: for the foreground, errors, warnings and success. All
  // of them are the same here.
  GdkRGBA colors[4] = {self->color, self->color, self->color, self->color};
  gtk_symbolic_paintable_snapshot_symbolic(GTK_SYMBOLIC_PAINTABLE(self->icon), snapshot, width, height, colors, 4);
}

static int tinted_icon_size(GdkPaintable *paintable) { return ((TintedIcon *)paintable)->size; }

static GdkPaintableFlags tinted_icon_flags(GdkPaintable *paintable) { return GDK_PAINTABLE_STATIC_SIZE; }

static void tinted_icon_paintable_init(GdkPaintableInterface *interface) {
  interface->snapshot = tinted_icon_snapshot;
  interface->get_intrinsic_width = tinted_icon_size;
  interface->get_intrinsic_height = tinted_icon_size;
  interface->get_flags = tinted_icon_flags;
}

G_DEFINE_TYPE_WITH_CODE(TintedIcon, tinted_icon, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, tinted_icon_paintable_init))

static void tinted_icon_finalize(GObject *object) {
  g_clear_object(&((TintedIcon *)object)->icon);
  G_OBJECT_CLASS(tinted_icon_parent_class)->finalize(object);
}

static void tinted_icon_class_init(TintedIconClass *class) { G_OBJECT_CLASS(class)->finalize = tinted_icon_finalize; }

static void tinted_icon_init(TintedIcon *self) {}

GdkPaintable *cgtk_tinted_icon_new(GtkWidget *widget, const char *name, int size) {
  TintedIcon *self = g_object_new(tinted_icon_get_type(), NULL);
  self->size = size;
  self->icon = gtk_icon_theme_lookup_icon(gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)), name, NULL,
                                          size, gtk_widget_get_scale_factor(widget), gtk_widget_get_direction(widget),
                                          GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
  return GDK_PAINTABLE(self);
}

void cgtk_tinted_icon_set_color(GdkPaintable *icon, const GdkRGBA *color) {
  ((TintedIcon *)icon)->color = *color;
  gdk_paintable_invalidate_contents(icon);
}

gboolean cgtk_tinted_icon_get_color(GdkPaintable *icon, GdkRGBA *color) {
  if (!icon || !G_TYPE_CHECK_INSTANCE_TYPE(icon, tinted_icon_get_type())) return FALSE;
  *color = ((TintedIcon *)icon)->color;
  return TRUE;
}
