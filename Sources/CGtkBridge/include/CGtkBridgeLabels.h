// A label whose text can wrap, and which measures its text only once.
#pragma once

#include "../../CGtk/shim.h"

// Creates a label of a subclass of `GtkLabel`. The label is floating. Its text does not wrap until
// `cgtk_text_set_wraps` is called.
GtkWidget *cgtk_text_new(const char *text);

// Sets whether the text of a label from cgtk_text_new wraps where it does not fit: between words, and within a word
// that is wider than the label. The label's own `wrap` property stays unset. If the label has `ellipsize` set, the
// `lines` property is the maximum number of lines of each paragraph. If `lines` is not set, each paragraph has one
// line.
void cgtk_text_set_wraps(GtkWidget *label, gboolean wraps);
// Whether the text of a label wraps. `FALSE` for other widgets.
gboolean cgtk_text_get_wraps(GtkWidget *widget);

// Sets the spare width of a label in pixels. The label's container calls this function directly before it allocates the
// label. The spare width is the additional width that the label could get. Other widgets are ignored.
void cgtk_text_set_spare_width(GtkWidget *widget, int width);
