// The layout of a column: views one below another.
#pragma once

#include "../../CGtk/shim.h"

// Adds the pixels that are left to the minimum sizes of the views of a column, if the views have different priorities.
// Each request has its view as data. Returns whether it did: otherwise the column shares them.
typedef gboolean (*CgtkColumnShare)(GtkRequestedSize *requests, guint count, int left);

// Gives a box the layout of a column. The box owns the layout. The functions of `GtkBox` for spacing and alignment have
// no effect on the box.
//
// Each view is measured once for its width, and once for its height in each width that it gets. A view gets its minimum
// height, then its natural height. Views that grow share what is left.
void cgtk_column_install(GtkWidget *box, int spacing, CgtkColumnShare share_by_priority);

// Sets the distance between two views of a column, in pixels.
void cgtk_column_set_spacing(GtkWidget *box, int spacing);

// Sets the alignment of the views that do not grow across the column. `GTK_ALIGN_FILL`, the initial value, gives them
// the width of the column. The other values give them their natural width. A view whose own `halign` is not
// `GTK_ALIGN_FILL` is aligned by GTK.
void cgtk_column_set_alignment(GtkWidget *box, GtkAlign alignment);

// Whether a box has the layout of a column.
gboolean cgtk_is_column(GtkWidget *box);
