// File dialogs: one set of functions over GtkFileDialog (GTK 4.10 and later) and GtkFileChooserNative (before), with the same outcomes. Both
// ask the desktop's portal where the program is to use it, and are a window of GTK's otherwise.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// A file dialog that was shown. Its owner is who called cgtk_file_dialog_show, until cgtk_file_dialog_free.
typedef struct CGtkFileDialog CGtkFileDialog;

// What shows a file dialog.
typedef enum {
  CGTK_FILE_DIALOG_BACKEND_AUTOMATIC,  // GtkFileDialog where there is one
  CGTK_FILE_DIALOG_BACKEND_CHOOSER,    // GtkFileChooserNative everywhere, for tests
} CGtkFileDialogBackend;

typedef enum {
  CGTK_FILE_DIALOG_OPEN,
  CGTK_FILE_DIALOG_OPEN_SEVERAL,
  CGTK_FILE_DIALOG_OPEN_FOLDER,
  CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS,
  CGTK_FILE_DIALOG_SAVE,
} CGtkFileDialogAction;

// How a file dialog ended. Each ends once, in one of these ways.
typedef enum {
  CGTK_FILE_DIALOG_CHOSEN,     // a person chose
  CGTK_FILE_DIALOG_DISMISSED,  // a person did not want to
  CGTK_FILE_DIALOG_CANCELLED,  // cgtk_file_dialog_cancel
  CGTK_FILE_DIALOG_LOST,       // its parent went away, or something else destroyed it
  CGTK_FILE_DIALOG_FAILED,     // it could not be shown
} CGtkFileDialogOutcome;

// Files that are offered together, by a name that people read.
typedef struct {
  const char *name;
  const char *const *mime_types;  // ended by NULL
  const char *const *suffixes;    // without the dot, in any case; ended by NULL
} CGtkFileFilter;

// What a file dialog says. Nothing of it is kept: all is copied.
typedef struct {
  CGtkFileDialogAction action;
  const char *title;
  const char *accept_label;     // or NULL: GTK's own
  const CGtkFileFilter *filters;
  int filter_count;
  const char *folder;           // an address, or NULL: where the last dialog was
  const char *name;             // of a file to save, or NULL
} CGtkFileDialogContent;

// Called once, when the dialog is gone. `addresses`: those that were chosen, ended by NULL, for the time of the call; else NULL. `reason`: why
// it failed, else NULL. The dialog may be freed in it.
typedef void (*CGtkFileDialogCallback)(CGtkFileDialogOutcome outcome, const char *const *addresses, const char *reason, gpointer data);

// Shows a file dialog on top of a window. The callback is not called before this returns. `parent` is not kept alive.
CGtkFileDialog *cgtk_file_dialog_show(GtkWindow *parent, const CGtkFileDialogContent *content, CGtkFileDialogBackend backend,
                                      CGtkFileDialogCallback callback, gpointer data);

// Takes the dialog off the screen. The callback is told of it at once or in a later turn of the loop, unless the dialog has ended already.
void cgtk_file_dialog_cancel(CGtkFileDialog *dialog);

// Puts the dialog on top of another window, because the one that it stands on is going to close.
void cgtk_file_dialog_set_parent(CGtkFileDialog *dialog, GtkWindow *parent);

// The window on screen, borrowed, or NULL once the dialog has ended, and where the desktop shows it.
GtkWindow *cgtk_file_dialog_window(CGtkFileDialog *dialog);

// Gives the dialog back. If it is on screen it goes, and the callback is not called any more.
void cgtk_file_dialog_free(CGtkFileDialog *dialog);

// Whether this GTK has GtkFileDialog, and this was compiled with it.
bool cgtk_file_dialog_has_file_dialog(void);
