// A box that draws a colour behind what is in it, and cuts off what is outside of a shape.
#pragma once

#include "../../CGtk/shim.h"

// A box as gtk_box_new makes it, of a type of its own. Returned: floating.
GtkWidget *cgtk_painted_box_new(GtkOrientation orientation);

// An overlay that grows when what it is measured by does: GTK's looks at its main child alone. Returned: floating.
GtkWidget *cgtk_layers_new(void);

// Draws a colour over the whole of a painted box, behind what is in it and before what its style says. NULL: none.
void cgtk_painted_box_set_color(GtkWidget *box, const GdkRGBA *color);

// The colour that a painted box draws. False: none.
gboolean cgtk_painted_box_get_color(GtkWidget *box, GdkRGBA *color);

// The shapes to which a painted box cuts what it draws. All are as large as the box, but for the circle, which is in its middle.
typedef enum {
  CGTK_CLIP_NONE,
  CGTK_CLIP_RECTANGLE,
  // Its corners are parts of a circle or, if a quarter of a circle is too large for them, as round as they can be.
  CGTK_CLIP_ROUNDED,
  CGTK_CLIP_ELLIPSE,
  CGTK_CLIP_CIRCLE,
} CgtkClip;

// Cuts what a painted box draws, its colour and what is in it, to a shape. `radius`: of the corners, in pixels; INFINITY for as round as they can
// be. The shape follows the box's size.
void cgtk_painted_box_set_clip(GtkWidget *box, CgtkClip clip, float radius);

// A colour of the theme, by its name in style sheets, as a widget has it. False: there is none of that name.
gboolean cgtk_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color);

// The colour of text that a widget's style says.
void cgtk_widget_get_color(GtkWidget *widget, GdkRGBA *color);

// A symbolic icon in a colour of its own, for a widget's image. Returned: the caller's. The theme's symbol of that name and size in pixels.
GdkPaintable *cgtk_tinted_icon_new(GtkWidget *widget, const char *name, int size);

// Draws the icon in another colour.
void cgtk_tinted_icon_set_color(GdkPaintable *icon, const GdkRGBA *color);

// The colour of an icon. False: the paintable is none of these. NULL is none.
gboolean cgtk_tinted_icon_get_color(GdkPaintable *icon, GdkRGBA *color);
