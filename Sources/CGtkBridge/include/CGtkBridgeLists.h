// A list model whose rows are made when they are asked for.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// What a model asks its owner. All are called on the thread that GTK is on.
typedef struct {
  // The object at a position, which is within the model. Returned: a reference of the caller's.
  gpointer (*item)(gpointer data, guint position);
  // The object at a position, if the row has one already. Returned: a reference of the caller's, or NULL.
  gpointer (*existing_item)(gpointer data, guint position);
  // Makes an object without data the object of the row at a position: cgtk_row_set_data.
  void (*adopt)(gpointer data, guint position, gpointer object);
  bool (*is_selected)(gpointer data, guint position);
  // Takes the positions in `mask` for chosen if they are in `selected` too. Returned: whether it was possible.
  bool (*set_selection)(gpointer data, GtkBitset *selected, GtkBitset *mask);
} CgtkRowsFunctions;

// A GtkSelectionModel of no rows yet. It keeps none, and knows only how many there are. Returned: the caller's.
// `functions` must stay; `destroy` is called for `data` when the model is finalized.
GObject *cgtk_rows_new(const CgtkRowsFunctions *functions, gpointer data, GDestroyNotify destroy);

// Whether rows can be chosen: only then is it asked which of them are. At first they cannot.
void cgtk_rows_allow_choice(GObject *rows, bool allow);

// Some rows were exchanged for others: the model has another count, and says so.
void cgtk_rows_splice(GObject *rows, guint position, guint removed, guint added);

// An object that stands for a row. Returned: the caller's. `destroy` is called for `data` when the object is finalized.
GObject *cgtk_row_new(gpointer data, GDestroyNotify destroy);

// Gives data to an object that has none.
void cgtk_row_set_data(gpointer object, gpointer data, GDestroyNotify destroy);

// The data of an object, or NULL if it is not one of cgtk_row_new or of a model. An object that a model has lent becomes that of its row.
gpointer cgtk_row_data(gpointer object);

// Whether a GtkListView or GtkGridView hears when an adjustment of its own is moved. It does not while it moves it itself.
bool cgtk_list_follows(gpointer list, GtkAdjustment *adjustment);

// Says once more that the value of an adjustment is another one.
void cgtk_adjustment_emit_value_changed(GtkAdjustment *adjustment);
