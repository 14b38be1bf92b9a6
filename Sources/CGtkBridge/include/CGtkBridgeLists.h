// A list model whose rows are created when they are requested.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// The functions that a model calls to access its rows. The model calls them on GTK's thread. `data` is the data of
// cgtk_rows_new.
typedef struct {
  // Returns the object at a position, which is within the model. The caller owns the reference.
  gpointer (*item)(gpointer data, guint position);
  // Returns the object at a position if the row already has one, or NULL. The caller owns the reference.
  gpointer (*existing_item)(gpointer data, guint position);
  // Makes an object that has no data the object of the row at a position, by a call of cgtk_row_set_data.
  void (*adopt)(gpointer data, guint position, gpointer object);
  // Returns whether the row at a position is selected.
  bool (*is_selected)(gpointer data, guint position);
  // Selects the positions in `mask` that are also in `selected`, and deselects the others in `mask`. Returns false if
  // the selection cannot be changed.
  bool (*set_selection)(gpointer data, GtkBitset *selected, GtkBitset *mask);
} CgtkRowsFunctions;

// Creates a GtkSelectionModel that has no rows yet. The model stores only the number of its rows. The caller owns the
// model. `functions` must outlive the model. `destroy` is called for `data` when the model is finalized.
GObject *cgtk_rows_new(const CgtkRowsFunctions *functions, gpointer data, GDestroyNotify destroy);

// Sets whether rows can be selected. By default, they cannot. The model then never calls `is_selected`.
void cgtk_rows_allow_selection(GObject *rows, bool allow);

// Reports a change of the rows: changes the number of rows in the model and emits `items-changed`.
void cgtk_rows_splice(GObject *rows, guint position, guint removed, guint added);

// Creates the object of a row. The caller owns the object. `destroy` is called for `data` when the object is finalized.
GObject *cgtk_row_new(gpointer data, GDestroyNotify destroy);

// Sets the data of an object that has none.
void cgtk_row_set_data(gpointer object, gpointer data, GDestroyNotify destroy);

// Returns the data of an object, or NULL if the object was not created by cgtk_row_new or a model. A spare object of a
// model (`CgtkRows` in lists.c) first becomes the object of its row.
gpointer cgtk_row_data(gpointer object);

// Whether a GtkListView or GtkGridView currently handles changes of its adjustment. While the view changes the
// adjustment itself, it does not handle them.
bool cgtk_list_handles_adjustment(gpointer list, GtkAdjustment *adjustment);

// Whether the lists are those of GTK before 4.12, which perform scroll requests only at the end of the frame.
bool cgtk_list_scrolls_after_frame(void);

// Emits `value-changed` of an adjustment whose value has not changed.
void cgtk_adjustment_emit_value_changed(GtkAdjustment *adjustment);
