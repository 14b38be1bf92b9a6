#include "dialog.h"

void cgtk_dialog_remember_parent(CGtkDialog *dialog, GtkWindow *parent, GCallback on_unrealize, gpointer data) {
  g_set_weak_pointer(&dialog->parent, parent);
  dialog->parent_handler = g_signal_connect(parent, "unrealize", on_unrealize, data);
}

void cgtk_dialog_forget_parent(CGtkDialog *dialog) {
  if (!dialog->parent) return;
  g_signal_handler_disconnect(dialog->parent, dialog->parent_handler);
  g_clear_weak_pointer(&dialog->parent);
}

bool cgtk_dialog_stop(CGtkDialog *dialog, State new_state) {
  if (!dialog->cancellable) return false;
  dialog->state = new_state;
  g_cancellable_cancel(dialog->cancellable);
  return true;
}
