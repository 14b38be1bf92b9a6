// The common part of alerts and file dialogs: their state, their parent and their cancellation.
#pragma once

#include "../CGtk/shim.h"
#include <stdbool.h>

// The state of a dialog. CANCELLED and LOST wait for GTK to report the end.
typedef enum {
  OPEN,
  ANSWERED,   // The user has answered, but GTK has not reported the answer yet.
  CANCELLED,  // Code has cancelled the dialog.
  LOST,       // Other code has destroyed the parent or the window.
  ENDED,
} State;

// The fields that alerts and file dialogs have in common.
typedef struct {
  State state;
  GtkWindow *parent;          // Weak.
  gulong parent_handler;
  GCancellable *cancellable;  // Owned. NULL if no callback of GTK reports the end.
} CGtkDialog;

// Stores the parent of the dialog. `on_unrealize` is called with `data` when the parent is destroyed.
void cgtk_dialog_remember_parent(CGtkDialog *dialog, GtkWindow *parent, GCallback on_unrealize, gpointer data);

// Ends the effect of cgtk_dialog_remember_parent.
void cgtk_dialog_forget_parent(CGtkDialog *dialog);

// Sets the state of an open dialog to `reason`, and cancels GTK's operation. Returns `false` without a change if there
// is no operation to cancel. The caller must then end the dialog itself.
bool cgtk_dialog_stop(CGtkDialog *dialog, State reason);
