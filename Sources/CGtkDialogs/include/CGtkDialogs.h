// Alerts: one set of functions over GtkAlertDialog (GTK 4.10 and later) and GtkMessageDialog (before), with the same outcomes.
#pragma once

#include "../../CGtk/shim.h"
#include "CGtkFileDialog.h"
#include <stdbool.h>

// An alert that was shown. Its owner is who called cgtk_alert_show, until cgtk_alert_free.
typedef struct CGtkAlert CGtkAlert;

// What shows an alert.
typedef enum {
  CGTK_ALERT_BACKEND_AUTOMATIC,  // GtkAlertDialog where there is one
  CGTK_ALERT_BACKEND_MESSAGE,    // GtkMessageDialog everywhere, for tests
} CGtkAlertBackend;

// How an alert ended. Each alert ends once, in one of these ways.
typedef enum {
  CGTK_ALERT_BUTTON,     // a button was chosen, or Escape where a button has the cancel role
  CGTK_ALERT_DISMISSED,  // Escape or the close button, where no button has the cancel role
  CGTK_ALERT_CANCELLED,  // cgtk_alert_cancel
  CGTK_ALERT_LOST,       // its parent went away, or something else destroyed it
} CGtkAlertOutcome;

typedef enum {
  CGTK_ALERT_ROLE_NONE,
  CGTK_ALERT_ROLE_CANCEL,
  CGTK_ALERT_ROLE_DESTRUCTIVE,
} CGtkAlertRole;

typedef struct {
  const char *title;  // plain text: an underline is an underline
  CGtkAlertRole role;
  bool is_enabled;
} CGtkAlertButton;

// What an alert says. Nothing of it is kept: all is copied. No text is markup.
typedef struct {
  const char *title;
  bool is_title_hidden;             // still what a screen reader says first
  const char *message;              // or NULL
  const CGtkAlertButton *buttons;   // at least one
  int button_count;
  int default_button;               // what Return chooses, or -1
} CGtkAlertContent;

// Called once, when the alert's window is gone. `button` is the position of the chosen one, else -1. The alert may be freed in it.
typedef void (*CGtkAlertCallback)(CGtkAlertOutcome outcome, int button, gpointer data);

// Shows an alert on top of a window. The callback may be called before the next turn of the loop, but not before this returns.
// `parent` is not kept alive.
CGtkAlert *cgtk_alert_show(GtkWindow *parent, const CGtkAlertContent *content, CGtkAlertBackend backend, CGtkAlertCallback callback,
                           gpointer data);

// Shows other content in the alert that is on screen. An alert that has ended stays as it is.
void cgtk_alert_update(CGtkAlert *alert, const CGtkAlertContent *content);

// Whether Escape and the close button end the alert: at first they do.
void cgtk_alert_set_dismissible(CGtkAlert *alert, bool is_dismissible);

// Takes the alert off the screen. The callback is told of it at once or in a later turn of the loop, unless the alert has ended already.
void cgtk_alert_cancel(CGtkAlert *alert);

// Puts the alert on top of another window, because the one that it stands on is going to close.
void cgtk_alert_set_parent(CGtkAlert *alert, GtkWindow *parent);

// The window on screen, borrowed, or NULL once the alert has ended.
GtkWindow *cgtk_alert_window(CGtkAlert *alert);

// Gives the alert back. If it is on screen it goes, and the callback is not called any more.
void cgtk_alert_free(CGtkAlert *alert);

// Whether this GTK has GtkAlertDialog, and this was compiled with it.
bool cgtk_alert_has_alert_dialog(void);
