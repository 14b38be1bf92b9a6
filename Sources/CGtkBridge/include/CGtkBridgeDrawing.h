// A box that draws a colour behind its content and clips its content to a shape, an overlay, and icons with a colour.
#pragma once

#include "../../CGtk/shim.h"

// Creates a painted box: a GtkBox for the functions `cgtk_painted_box_…`. The box is floating.
GtkWidget *cgtk_painted_box_new(GtkOrientation orientation);

// Draws a colour over the whole area of a painted box, behind its content and in front of the drawing of its style.
// NULL removes the colour.
void cgtk_painted_box_set_color(GtkWidget *box, const GdkRGBA *color);

// Gets the colour of a painted box. Returns FALSE if the box has none.
gboolean cgtk_painted_box_get_color(GtkWidget *box, GdkRGBA *color);

// The shapes that a painted box can be clipped to. All shapes are as large as the box, except the circle, which is in
// the middle of the box.
typedef enum {
  CGTK_CLIP_NONE,
  CGTK_CLIP_RECTANGLE,
  // The corners are quarters of a circle. If the radius is too large for the box, the corners are as round as possible.
  CGTK_CLIP_ROUNDED,
  CGTK_CLIP_ELLIPSE,
  CGTK_CLIP_CIRCLE,
} CgtkClip;

// Clips a painted box, its colour and its content, to a shape. `radius` is the radius of the corners in pixels.
// INFINITY makes the corners as round as possible. The shape follows the size of the box.
void cgtk_painted_box_set_clip(GtkWidget *box, CgtkClip clip, float radius);

// Creates an overlay that expands if its main child or one of its measured children expands. GTK's own overlay
// considers only its main child. The overlay is floating.
GtkWidget *cgtk_layers_new(void);

// Gets the colour that the theme's style sheet defines under this name for a widget. Returns FALSE if there is no
// colour of that name.
gboolean cgtk_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color);

// Gets the text colour of a widget's style.
void cgtk_widget_get_color(GtkWidget *widget, GdkRGBA *color);

// Creates a symbolic icon whose colour can be set, for an image in a widget. `name` is the name of the icon in the
// theme, and `size` is its size in pixels. The caller owns the icon.
GdkPaintable *cgtk_tinted_icon_new(GtkWidget *widget, const char *name, int size);

// Sets the colour of the icon and redraws it.
void cgtk_tinted_icon_set_color(GdkPaintable *icon, const GdkRGBA *color);

// Gets the colour of an icon. Returns FALSE if the paintable was not created by cgtk_tinted_icon_new, or is NULL.
gboolean cgtk_tinted_icon_get_color(GdkPaintable *icon, GdkRGBA *color);
