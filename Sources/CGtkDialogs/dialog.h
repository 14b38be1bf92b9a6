// The common part of alerts and file dialogs: the parent, and how a dialog is closed.
#pragma once

#include "../CGtk/shim.h"
#include <stdbool.h>

typedef enum { OPEN, ANSWERED, CANCELLED, LOST, ENDED } State;

typedef struct {
  State state;
  GtkWindow *parent;          // Weak.
  gulong parent_handler;
  GCancellable *cancellable;  // Owned. NULL if no callback of GTK reports the end.
} CGtkDialog;

// Remembers the parent of the dialog. `on_unrealize` is called with the data when the parent goes away.
void cgtk_dialog_remember_parent(CGtkDialog *dialog, GtkWindow *parent, GCallback on_unrealize, gpointer data);

void cgtk_dialog_forget_parent(CGtkDialog *dialog);

// Makes GTK end an open dialog for a reason. Returns `false` if GTK does not report the end, so that the caller ends
// the dialog immediately.
bool cgtk_dialog_stop(CGtkDialog *dialog, State reason);
