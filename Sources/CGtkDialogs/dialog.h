// What an alert and a file dialog have in common: what they stand on, and how they are taken off the screen.
#pragma once

#include "../CGtk/shim.h"
#include <stdbool.h>

typedef enum { OPEN, ANSWERED, CANCELLED, LOST, ENDED } State;

typedef struct {
  State state;
  GtkWindow *parent;          // Weak.
  gulong parent_handler;
  GCancellable *cancellable;  // Owned. NULL where the end is not told by a callback of GTK's.
} CGtkDialog;

// Remembers what the dialog stands on. `on_unrealize` is called with the data when that goes.
void cgtk_dialog_remember_parent(CGtkDialog *dialog, GtkWindow *parent, GCallback on_unrealize, gpointer data);

void cgtk_dialog_forget_parent(CGtkDialog *dialog);

// Has GTK end an open dialog, for a reason. `false`: GTK will not tell when that is done, so that the caller ends it at once.
bool cgtk_dialog_stop(CGtkDialog *dialog, State reason);
