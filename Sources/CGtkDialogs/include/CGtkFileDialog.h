// File dialogs. These functions use GtkFileDialog, or GtkFileChooserNative before GTK 4.10, with the same outcomes. The
// dialog is a window of GTK. If GTK uses portals, such as in a sandbox, the desktop shows the dialog instead.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// A file dialog that was shown. The caller of cgtk_file_dialog_show owns it until cgtk_file_dialog_free.
typedef struct CGtkFileDialog CGtkFileDialog;

// The GTK API that shows a file dialog.
typedef enum {
  CGTK_FILE_DIALOG_BACKEND_AUTOMATIC,  // GtkFileDialog if GTK has it, else GtkFileChooserNative
  CGTK_FILE_DIALOG_BACKEND_CHOOSER,    // GtkFileChooserNative in every case, for tests
} CGtkFileDialogBackend;

// The purpose of a file dialog.
typedef enum {
  CGTK_FILE_DIALOG_OPEN,
  CGTK_FILE_DIALOG_OPEN_SEVERAL,
  CGTK_FILE_DIALOG_OPEN_FOLDER,
  CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS,
  CGTK_FILE_DIALOG_SAVE,
} CGtkFileDialogAction;

// How a file dialog ended. Each dialog ends once, in one of these ways.
typedef enum {
  CGTK_FILE_DIALOG_CHOSEN,     // the user selected files or folders
  CGTK_FILE_DIALOG_DISMISSED,  // the user pressed Cancel, Escape or the close button
  CGTK_FILE_DIALOG_CANCELLED,  // code called cgtk_file_dialog_cancel
  CGTK_FILE_DIALOG_LOST,       // other code destroyed the dialog's parent or window
  CGTK_FILE_DIALOG_FAILED,     // an error occurred; the dialog may not have been shown
} CGtkFileDialogOutcome;

// A kind of files that the user can select in a dialog. `name` is shown to the user.
typedef struct {
  const char *name;
  const char *const *mime_types;  // ended by NULL
  const char *const *suffixes;    // without the dot; the case is ignored; ended by NULL
} CGtkFileFilter;

// The content of a file dialog. It is copied. An address is a URI.
typedef struct {
  CGtkFileDialogAction action;
  const char *title;
  const char *accept_label;  // or NULL for the label of GTK
  const CGtkFileFilter *filters;
  int filter_count;
  const char *folder;  // the address of the initial folder, or NULL for the folder of the last dialog
  const char *name;    // the initial name of a file to save, or NULL
} CGtkFileDialogContent;

// Called once, after the dialog has closed. `addresses` are the addresses of the selected files, ended by NULL and
// valid during the call, or NULL without a selection. `reason` is the reason of a failure, or NULL without a failure.
// The dialog may be freed in the callback.
typedef void (*CGtkFileDialogCallback)(CGtkFileDialogOutcome outcome, const char *const *addresses, const char *reason,
                                       gpointer data);

// Shows a file dialog above the window `parent`, which is not kept alive. The callback is not called before this
// function returns.
CGtkFileDialog *cgtk_file_dialog_show(GtkWindow *parent, const CGtkFileDialogContent *content,
                                      CGtkFileDialogBackend backend, CGtkFileDialogCallback callback, gpointer data);

// Closes the dialog. The callback is called immediately or in a later turn of the loop, unless the dialog has ended
// already.
void cgtk_file_dialog_cancel(CGtkFileDialog *dialog);

// Moves the dialog above another window. Call this function before the former parent closes.
void cgtk_file_dialog_set_parent(CGtkFileDialog *dialog, GtkWindow *parent);

// The dialog's window, or NULL if the dialog has ended or the desktop shows it. The window is borrowed.
GtkWindow *cgtk_file_dialog_window(CGtkFileDialog *dialog);

// Frees the dialog. A visible dialog closes, and the callback is not called any more.
void cgtk_file_dialog_free(CGtkFileDialog *dialog);

// Whether this code was compiled with a version of GTK that has GtkFileDialog.
bool cgtk_file_dialog_has_file_dialog(void);
