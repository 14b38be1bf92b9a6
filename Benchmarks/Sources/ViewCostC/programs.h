#pragma once
#include <gtk/gtk.h>

#include "view_cost.h"

// One label that changes.
void run_one_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels that all change.
void run_all_labels(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels. One of the first 1,000 changes.
void run_one_of_labels(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// An alert with two buttons.
void run_alert(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A window on top, with a label and a button.
void run_sheet(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that scrolls by pages from the top to the end.
void run_list_scroll(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list with a new first row for each change.
void run_list_insert(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list in which one visible row changes.
void run_list_change(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list whose rows are reordered.
void run_list_shuffle(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that is scrolled to the end in a hundred steps.
void run_list_sweep(GtkApplication *application, GtkWindow *window, ViewCostCase of);
void run_list_stride(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels without changes.
void run_rest(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels that fade for the duration of a movement.
void run_fade(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels that shrink for the duration of a movement.
void run_shrink(GtkApplication *application, GtkWindow *window, ViewCostCase of);

// A label in nested boxes that changes.
void run_deep_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Paragraphs that wrap.
void run_paragraphs(GtkApplication *application, GtkWindow *window, ViewCostCase of);
void run_resize(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// One line of a long text with an ellipsis.
void run_long_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Text fields. A letter is inserted into one of them.
void run_fields(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list whose first row is removed.
void run_list_remove(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list of episodes that is scrolled by the wheel.
void run_episodes(GtkApplication *application, GtkWindow *window, ViewCostCase of);

// Returns a label as a C program creates it.
GtkWidget *make_label(const char *text);
