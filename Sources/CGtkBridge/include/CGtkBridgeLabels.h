// A label whose text wraps, and is measured once.
#pragma once

#include "../../CGtk/shim.h"

// A `GtkLabel` of a type of its own. Returned: floating. The text is not wrapped until `cgtk_text_set_wraps`.
GtkWidget *cgtk_text_new(const char *text);

// Whether the text wraps where it does not fit: between words, and within a word that is wider than the label. The
// label's own `wrap` property stays unset. If the label has `ellipsize` set, each paragraph has at most as many lines
// as the label's `lines` property says, and one if it says none.
void cgtk_text_set_wraps(GtkWidget *label, gboolean wraps);
// `FALSE` for other widgets.
gboolean cgtk_text_get_wraps(GtkWidget *widget);

// Sets the width in pixels that a container could add to the width that it is about to allocate to a label. Other
// widgets are ignored.
void cgtk_text_set_spare_width(GtkWidget *widget, int width);
