// The text direction of a part of a window.
#pragma once

#include "../../CGtk/shim.h"

// Sets the text direction of a widget and of its current and later descendants. GTK's own function sets the direction
// of a widget without its descendants. A descendant whose own direction was set with this function keeps its direction.
void cgtk_widget_set_direction_inside(GtkWidget *widget, GtkTextDirection direction);
