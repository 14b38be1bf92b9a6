// The layout of a column: views one below another.
#pragma once

#include "../../CGtk/shim.h"

// Distributes the remaining pixels of a column among its views by the priorities of the views. The function adds the
// pixels to the minimum sizes of the requests. The data of each request is its view. Returns FALSE without a change if
// all views have the same priority. The column then distributes the pixels itself.
typedef gboolean (*CgtkColumnShare)(GtkRequestedSize *requests, guint count, int remaining);

// Gives a box the layout of a column. The box owns the layout. The functions of `GtkBox` for spacing and alignment have
// no effect on the box.
//
// The width of each view is measured once. Its height is measured once for each width that the view gets. A view gets
// its minimum height, then its natural height. `share_by_priority` distributes the remaining height. If it is NULL or
// returns FALSE, the views that expand vertically share the remaining height.
void cgtk_column_install(GtkWidget *box, int spacing, CgtkColumnShare share_by_priority);

// Sets the distance between two views of a column, in pixels.
void cgtk_column_set_spacing(GtkWidget *box, int spacing);

// Sets the horizontal alignment of the views that do not expand horizontally. `GTK_ALIGN_FILL`, the initial value,
// gives them the width of the column. The other values give them their natural width. GTK aligns a view whose own
// `halign` is not `GTK_ALIGN_FILL`.
void cgtk_column_set_alignment(GtkWidget *box, GtkAlign alignment);

// Whether a box has the layout of a column.
gboolean cgtk_is_column(GtkWidget *box);
