// Opens addresses in the desktop's programs. GTK 4.10 and later have GtkUriLauncher for this. Older versions have
// gtk_show_uri_full, which needs a window. GIO opens an address without a window.
#define CGTK_ANY_VERSION
#include "include/CGtkBridgeObjects.h"

// Logs a failure. The error is NULL if there is no failure. Takes over the address and the error.
static void report_failure(char *address, GError *error) {
  if (error) g_message("“%s” could not be opened: %s", address, error->message);
  g_clear_error(&error);
  g_free(address);
}

static void on_opened(GObject *source, GAsyncResult *result, gpointer address) {
  GError *error = NULL;
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_uri_launcher_launch_finish(GTK_URI_LAUNCHER(source), result, &error);
  // No message is needed if the user closed the dialog that offers programs.
  if (g_error_matches(error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED)) g_clear_error(&error);
#else
  if (source) {
    gtk_show_uri_full_finish(GTK_WINDOW(source), result, &error);
  } else {
    g_app_info_launch_default_for_uri_finish(result, &error);
  }
#endif
  report_failure(address, error);
}

void cgtk_open_address(GtkWindow *parent, const char *address) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkUriLauncher *launcher = gtk_uri_launcher_new(address);
  gtk_uri_launcher_launch(launcher, parent, NULL, on_opened, g_strdup(address));
  g_object_unref(launcher);
#else
  if (parent) {
    gtk_show_uri_full(parent, address, GDK_CURRENT_TIME, NULL, on_opened, g_strdup(address));
  } else {
    g_app_info_launch_default_for_uri_async(address, NULL, NULL, on_opened, g_strdup(address));
  }
#endif
}
