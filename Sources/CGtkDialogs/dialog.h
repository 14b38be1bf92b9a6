// The common part of alerts and file dialogs: their state, their parent and their cancellation.
#pragma once

#include "../CGtk/shim.h"
#include <stdbool.h>

// The state of a dialog. A dialog that is CANCELLED or LOST has ENDED when GTK has reported its end.
typedef enum {
  OPEN,       // The initial state. The dialog is on screen, and there is no answer yet.
  ANSWERED,   // The user has answered, but GTK has not reported the answer yet.
  CANCELLED,  // Code has cancelled the dialog.
  LOST,       // Other code has destroyed the parent or the window.
  ENDED,
} State;

// The fields that alerts and file dialogs have in common.
typedef struct {
  State state;
  GtkWindow *parent;          // Weak.
  gulong parent_handler;      // The id of the handler for the parent's signal `unrealize`.
  GCancellable *cancellable;  // Owned. NULL if no callback of GTK reports the end.
} CGtkDialog;

// Stores the parent of the dialog. `on_unrealize` is called with `data` when the parent is destroyed.
void cgtk_dialog_remember_parent(CGtkDialog *dialog, GtkWindow *parent, GCallback on_unrealize, gpointer data);

// Clears the parent and disconnects its handler.
void cgtk_dialog_forget_parent(CGtkDialog *dialog);

// Sets the state of an open dialog, and cancels GTK's operation. Returns `false` without a change if there is no
// operation to cancel. The caller must then end the dialog itself.
bool cgtk_dialog_stop(CGtkDialog *dialog, State new_state);
