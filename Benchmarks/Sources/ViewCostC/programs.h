#pragma once
#include <gtk/gtk.h>

#include "view_cost.h"

// One label, that changes.
void run_one_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels, that all change.
void run_all_labels(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels, of the first 1,000 of which one changes.
void run_one_of_labels(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A question with a button.
void run_alert(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A window on top, with a label.
void run_sheet(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that scrolls from end to end.
void run_list_scroll(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that gets a row at its front.
void run_list_insert(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list one visible row of which changes.
void run_list_change(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list whose rows get another order.
void run_list_shuffle(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that is scrolled through in a hundred steps.
void run_list_sweep(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels, and nothing changes.
void run_rest(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels that fade for a second.
void run_fade(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Many labels that shrink for a second.
void run_shrink(GtkApplication *application, GtkWindow *window, ViewCostCase of);

// A label in boxes in boxes, that changes.
void run_deep_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Paragraphs that wrap.
void run_paragraphs(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// One line of a long text, with an ellipsis.
void run_long_label(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// Text fields, of which one gets a letter.
void run_fields(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list that loses its first row.
void run_list_remove(GtkApplication *application, GtkWindow *window, ViewCostCase of);
// A list of episodes that is scrolled by the wheel.
void run_episodes(GtkApplication *application, GtkWindow *window, ViewCostCase of);

// A label as one makes it in C.
GtkWidget *make_label(const char *text);
