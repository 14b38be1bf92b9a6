// In which direction a part of a window is read.
#pragma once

#include "../../CGtk/shim.h"

// Turns a widget, and all that is in it now and later: GTK itself turns single widgets, without what is in them. What has a direction of its own
// by this function keeps it.
void cgtk_widget_set_direction_inside(GtkWidget *widget, GtkTextDirection direction);
