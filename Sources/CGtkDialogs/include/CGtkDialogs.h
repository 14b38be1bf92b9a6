// Alerts. These functions use GtkAlertDialog, or GtkMessageDialog before GTK 4.10, with the same outcomes.
#pragma once

#include "../../CGtk/shim.h"
#include "CGtkFileDialog.h"
#include <stdbool.h>

// An alert that was shown. The caller of cgtk_alert_show owns it until cgtk_alert_free.
typedef struct CGtkAlert CGtkAlert;

// The GTK API that shows an alert.
typedef enum {
  CGTK_ALERT_BACKEND_AUTOMATIC,  // GtkAlertDialog if GTK has it, else GtkMessageDialog
  CGTK_ALERT_BACKEND_MESSAGE,    // GtkMessageDialog in every case, for tests
} CGtkAlertBackend;

// How an alert ended. Each alert ends once, in one of these ways.
typedef enum {
  CGTK_ALERT_BUTTON,     // the user pressed a button, or Escape if a button has the cancel role
  CGTK_ALERT_DISMISSED,  // the user pressed Escape or the close button, and no enabled button has the cancel role
  CGTK_ALERT_CANCELLED,  // code called cgtk_alert_cancel
  CGTK_ALERT_LOST,       // other code destroyed the alert's parent or window
} CGtkAlertOutcome;

// The role of a button. It determines the button's appearance, and whether Escape presses the button.
typedef enum {
  CGTK_ALERT_ROLE_NONE,
  CGTK_ALERT_ROLE_CANCEL,
  CGTK_ALERT_ROLE_DESTRUCTIVE,
} CGtkAlertRole;

typedef struct {
  const char *title;  // plain text, in which an underscore marks no mnemonic
  CGtkAlertRole role;
  bool is_enabled;
} CGtkAlertButton;

// The content of an alert. It is copied when it is passed to a function. All texts are plain text, without markup.
typedef struct {
  const char *title;
  bool is_title_hidden;            // a screen reader reads the title in any case
  const char *message;             // or NULL
  const CGtkAlertButton *buttons;  // at least one
  int button_count;
  int default_button;  // the button that Return activates, or -1
} CGtkAlertContent;

// Called once, after the alert's window was destroyed. `button` is the position of the pressed button, or -1 for other
// outcomes. The alert may be freed in the callback.
typedef void (*CGtkAlertCallback)(CGtkAlertOutcome outcome, int button, gpointer data);

// Shows an alert above the window `parent`, which is not kept alive. The callback may be called in the same turn of the
// main loop, but not before this function returns.
CGtkAlert *cgtk_alert_show(GtkWindow *parent, const CGtkAlertContent *content, CGtkAlertBackend backend,
                           CGtkAlertCallback callback, gpointer data);

// Shows other content in the visible alert. The call has no effect if the alert has ended.
void cgtk_alert_update(CGtkAlert *alert, const CGtkAlertContent *content);

// Sets whether Escape and the close button end the alert. By default, they do.
void cgtk_alert_set_dismissible(CGtkAlert *alert, bool is_dismissible);

// Closes the alert. The callback is called immediately or in a later turn of the loop, unless the alert has ended
// already.
void cgtk_alert_cancel(CGtkAlert *alert);

// Moves the alert above another window. Call this function before the former parent closes.
void cgtk_alert_set_parent(CGtkAlert *alert, GtkWindow *parent);

// The alert's window, or NULL once the alert has ended. The window is borrowed.
GtkWindow *cgtk_alert_window(CGtkAlert *alert);

// Frees the alert. A visible alert closes, and the callback is not called any more.
void cgtk_alert_free(CGtkAlert *alert);

// Whether this code was compiled with a version of GTK that has GtkAlertDialog.
bool cgtk_alert_has_alert_dialog(void);
