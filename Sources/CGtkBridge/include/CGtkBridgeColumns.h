// The layout of a column: views one below another.
#pragma once

#include "../../CGtk/shim.h"

// Measures a column whose views have constant sizes or heights that depend on their widths. It is the `measure` function of the column's layout manager.
// `across`: the room in the other direction in pixels, or -1. Each view is asked once for its width, and once for its height in each width.
void cgtk_column_measure(GtkWidget *column, int spacing, GtkOrientation orientation, int across, int *minimum, int *natural);

// Gives the views of a column their places from the top, in pixels. Views get their minimum height, then their natural height, then views that grow share
// what is left.
void cgtk_column_allocate(GtkWidget *column, int spacing, int width, int height);
