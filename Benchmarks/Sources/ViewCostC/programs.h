#pragma once
#include <gtk/gtk.h>

#include "view_cost.h"

// One label that changes.
void run_one_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Many labels that all change.
void run_all_labels(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Many labels. One of the first 1,000 changes.
void run_one_of_labels(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// An alert with two buttons.
void run_alert(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A window on top, with a label and a button.
void run_sheet(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list that scrolls by pages from the top to the end.
void run_list_scroll(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list with a new first row for each change.
void run_list_insert(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list in which one visible row changes.
void run_list_change(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list whose rows are reordered.
void run_list_shuffle(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list that is scrolled to the end in VIEW_COST_STEPS steps, and back.
void run_list_sweep(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list that is scrolled to the end in steps of VIEW_COST_STRIDE rows, and back.
void run_list_stride(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Many labels without changes.
void run_rest(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Many labels that fade in an animation.
void run_fade(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Many labels that shrink in an animation.
void run_shrink(GtkApplication *application, GtkWindow *window, ViewCostCase selected);

// A label in nested boxes that changes.
void run_deep_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Paragraphs that wrap, without changes.
void run_paragraphs(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Paragraphs that wrap, in a window whose width changes.
void run_resize(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// One line of a long text with an ellipsis.
void run_long_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// Text fields. A letter is inserted into one of them.
void run_fields(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list whose first row is removed.
void run_list_remove(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
// A list of episodes that is scrolled by the wheel.
void run_episodes(GtkApplication *application, GtkWindow *window, ViewCostCase selected);

// Returns a label as a C program creates it.
GtkWidget *make_label(const char *text);
