// A file dialog uses GtkFileDialog, or GtkFileChooserNative before GTK 4.10. GtkFileDialog creates a
// GtkFileChooserNative too, and keeps it private. A GtkFileChooserNative shows a window of GTK, or makes the desktop
// show a dialog through its portal. The two APIs differ in how they report the answer, and in which code closes the
// dialog.
//
// Neither API handles the following cases, which are handled here:
// - When the parent is destroyed, the dialog stays on screen, and no callback is called. The signal `unrealize` of the
//   parent reveals this case.
// - When other code destroys the window of a GtkFileChooserNative, the chooser never reports an answer. The signal
//   `unrealize` of the window reveals this case.
// - Scrolled windows of GTK 4.8 stay connected to the desktop's settings after they were finalized. The scrolled
//   windows of the dialog are therefore disconnected from the settings.
// - GTK looks up each recent file. When a lookup ends, GTK accesses the list of recent files, even if it has freed the
//   list together with the dialog. The list is therefore kept for some time after the dialog. On GTK 4.8 the
//   GtkFileChooserWidget in the window is kept too.
// - GtkFileDialog destroys its window when the dialog has ended, even if other code has already destroyed the window. A
//   destroyed window is therefore kept alive until then.
// - GTK warns if a program without a name adds a file to the recent files in a file dialog. Such a program therefore
//   gets a name here.
#define _GNU_SOURCE
#define CGTK_ANY_VERSION
#include "dialog.h"
#include "include/CGtkDialogs.h"
#include <errno.h>

// All of GtkFileChooser is deprecated since 4.10, but GtkFileDialog of that version still uses it.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

struct CGtkFileDialog {
  CGtkDialog base;                // The cancellable is NULL with GtkFileChooserNative.
  GtkWindow *window;              // Weak. NULL if the desktop shows the dialog.
  GtkWindow *destroyed_window;    // Owned. The window, once other code has destroyed it.
  GtkFileChooserNative *chooser;  // Owned until the end. NULL with GtkFileDialog.
  CGtkFileDialogAction action;
  CGtkFileDialogCallback callback;
  gpointer data;
};

bool cgtk_file_dialog_has_file_dialog(void) { return GTK_CHECK_VERSION(4, 10, 0); }

// Disconnects the scrolled windows in a widget from the desktop's settings.
static void disconnect_from_settings(GtkWidget *widget) {
  if (GTK_IS_SCROLLED_WINDOW(widget)) g_signal_handlers_disconnect_by_data(gtk_widget_get_settings(widget), widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    disconnect_from_settings(child);
}

// The time in seconds for which a list of recent files is kept after its dialog has closed. The lookups of a local disk
// or a file server end within this time.
static const guint list_lifetime = 60;

static gboolean stop_timeout(gpointer object) {
  (void)object;
  return G_SOURCE_REMOVE;
}

// Whether a list contains the files of a folder, not recent files. A GtkFileChooserWidget is connected to the signal
// `finished-loading` of such a list. The dialog cancels the list when it closes. The list must not outlive the dialog,
// because the handlers access the GtkFileChooserWidget.
static bool is_list_of_folder(GObject *list) {
  guint finished_loading = g_signal_lookup("finished-loading", G_OBJECT_TYPE(list));
  return finished_loading != 0 && g_signal_has_handler_pending(list, finished_loading, 0, TRUE);
}

// Keeps an object alive for `list_lifetime`.
static void keep(gpointer object) {
  g_timeout_add_seconds_full(G_PRIORITY_DEFAULT, list_lifetime, stop_timeout, g_object_ref(object), g_object_unref);
}

// Disposes of a kept GtkFileChooserWidget when it leaves its window. Otherwise it would keep its children alive.
static void on_parent_changed(GObject *chooser_widget) {
  if (gtk_widget_get_parent(GTK_WIDGET(chooser_widget))) return;
  g_signal_handlers_disconnect_by_func(chooser_widget, on_parent_changed, NULL);
  g_object_run_dispose(chooser_widget);
}

// Keeps the GtkFileChooserWidget that contains a view. GTK 4.8 sorts the list when a lookup ends, and the comparison of
// files accesses this widget.
static void keep_chooser_widget(GtkWidget *view) {
  GtkWidget *chooser_widget = gtk_widget_get_ancestor(view, GTK_TYPE_FILE_CHOOSER_WIDGET);
  if (!chooser_widget || GTK_CHECK_VERSION(4, 10, 0)) return;
  keep(chooser_widget);
  g_signal_connect(chooser_widget, "notify::parent", G_CALLBACK(on_parent_changed), NULL);
}

// Keeps the list of recent files that a view shows, if it shows one. The list is the view's property `model`, or the
// innermost model of a chain of models that wrap each other.
static void keep_list(GtkWidget *view) {
  GObject *object = g_object_ref(G_OBJECT(view));
  while (object && !g_str_equal(G_OBJECT_TYPE_NAME(object), "GtkFileSystemModel")) {
    GObject *model = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), "model")) g_object_get(object, "model", &model, NULL);
    g_object_unref(object);
    object = model;
  }
  if (object && !is_list_of_folder(object)) {
    keep(object);
    keep_chooser_widget(view);
  }
  g_clear_object(&object);
}

// Keeps the lists of recent files of all views in a widget.
static void keep_lists(GtkWidget *widget) {
  keep_list(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    keep_lists(child);
}

static void forget_window(CGtkFileDialog *dialog) {
  if (dialog->window) {
    g_signal_handlers_disconnect_by_data(dialog->window, dialog);
    disconnect_from_settings(GTK_WIDGET(dialog->window));
  }
  g_clear_weak_pointer(&dialog->window);
}

static void free_dialog(gpointer data) {
  CGtkFileDialog *dialog = data;
  g_clear_object(&dialog->base.cancellable);
  // GtkFileDialog accesses the destroyed window until its callback has returned.
  if (dialog->destroyed_window) g_idle_add_once(g_object_unref, g_steal_pointer(&dialog->destroyed_window));
}

static char **addresses_of(GListModel *files) {
  GStrvBuilder *builder = g_strv_builder_new();
  for (guint i = 0; i < g_list_model_get_n_items(files); i++) {
    GFile *file = g_list_model_get_item(files, i);
    char *address = g_file_get_uri(file);
    g_strv_builder_add(builder, address);
    g_free(address);
    g_object_unref(file);
  }
  char **addresses = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return addresses;
}

static void end(CGtkFileDialog *dialog, CGtkFileDialogOutcome outcome, GListModel *files, const char *reason) {
  if (dialog->base.state == ENDED) return;
  dialog->base.state = ENDED;
  cgtk_dialog_forget_parent(&dialog->base);
  forget_window(dialog);
  char **addresses = files ? addresses_of(files) : NULL;
  GtkFileChooserNative *chooser = g_steal_pointer(&dialog->chooser);
  if (chooser) {
    g_signal_handlers_disconnect_by_data(chooser, dialog);
    gtk_native_dialog_destroy(GTK_NATIVE_DIALOG(chooser));
    g_object_unref(chooser);
  }
  CGtkFileDialogCallback callback = g_steal_pointer(&dialog->callback);
  if (callback) callback(outcome, (const char *const *)addresses, reason, dialog->data);
  g_strfreev(addresses);
  g_rc_box_release_full(dialog, free_dialog);
}

// Called when the window or its parent is destroyed. The dialog is lost if there is no answer yet.
static void on_unrealize(GtkWidget *widget, CGtkFileDialog *dialog) {
  if (dialog->base.state != OPEN) return;
  if (dialog->base.cancellable && widget == (GtkWidget *)dialog->window)
    dialog->destroyed_window = g_object_ref(dialog->window);
  if (!cgtk_dialog_stop(&dialog->base, LOST)) end(dialog, CGTK_FILE_DIALOG_LOST, NULL, NULL);
}

static void on_response(GtkNativeDialog *chooser, int response, CGtkFileDialog *dialog) {
  GListModel *files = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files(GTK_FILE_CHOOSER(chooser)) : NULL;
  bool has_selection = files && g_list_model_get_n_items(files) > 0;
  end(dialog, has_selection ? CGTK_FILE_DIALOG_CHOSEN : CGTK_FILE_DIALOG_DISMISSED, has_selection ? files : NULL, NULL);
  g_clear_object(&files);
}

static GtkFileFilter *new_filter(const CGtkFileFilter *description) {
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, description->name);
  for (const char *const *type = description->mime_types; *type; type++) gtk_file_filter_add_mime_type(filter, *type);
  for (const char *const *suffix = description->suffixes; *suffix; suffix++)
    gtk_file_filter_add_suffix(filter, *suffix);
  return filter;
}

static GtkFileChooserAction chooser_action(CGtkFileDialogAction action) {
  switch (action) {
  case CGTK_FILE_DIALOG_SAVE: return GTK_FILE_CHOOSER_ACTION_SAVE;
  case CGTK_FILE_DIALOG_OPEN_FOLDER:
  case CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS: return GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER;
  default: return GTK_FILE_CHOOSER_ACTION_OPEN;
  }
}

static bool allows_several(CGtkFileDialogAction action) {
  return action == CGTK_FILE_DIALOG_OPEN_SEVERAL || action == CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS;
}

static void open_chooser_native(CGtkFileDialog *dialog, GtkWindow *parent, const CGtkFileDialogContent *content) {
  dialog->chooser =
      gtk_file_chooser_native_new(content->title, parent, chooser_action(content->action), content->accept_label, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(dialog->chooser);
  gtk_file_chooser_set_select_multiple(chooser, allows_several(content->action));
  for (int i = 0; i < content->filter_count; i++) {
    GtkFileFilter *filter = new_filter(&content->filters[i]);
    gtk_file_chooser_add_filter(chooser, filter);
    if (i == 0) gtk_file_chooser_set_filter(chooser, filter);
    g_object_unref(filter);
  }
  if (content->folder) {
    GFile *folder = g_file_new_for_uri(content->folder);
    gtk_file_chooser_set_current_folder(chooser, folder, NULL);
    g_object_unref(folder);
  }
  if (content->name) gtk_file_chooser_set_current_name(chooser, content->name);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
  g_signal_connect(chooser, "response", G_CALLBACK(on_response), dialog);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

#if GTK_CHECK_VERSION(4, 10, 0)
// Returns the selected files, or NULL.
static GListModel *finish_dialog(GtkFileDialog *file_dialog, CGtkFileDialogAction action, GAsyncResult *result,
                                 GError **error) {
  GFile *file = NULL;
  switch (action) {
  case CGTK_FILE_DIALOG_OPEN_SEVERAL: return gtk_file_dialog_open_multiple_finish(file_dialog, result, error);
  case CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS:
    return gtk_file_dialog_select_multiple_folders_finish(file_dialog, result, error);
  case CGTK_FILE_DIALOG_OPEN: file = gtk_file_dialog_open_finish(file_dialog, result, error); break;
  case CGTK_FILE_DIALOG_OPEN_FOLDER: file = gtk_file_dialog_select_folder_finish(file_dialog, result, error); break;
  case CGTK_FILE_DIALOG_SAVE: file = gtk_file_dialog_save_finish(file_dialog, result, error); break;
  }
  if (!file) return NULL;
  GListStore *files = g_list_store_new(G_TYPE_FILE);
  g_list_store_append(files, file);
  g_object_unref(file);
  return G_LIST_MODEL(files);
}

static void on_dialog_finished(GObject *source, GAsyncResult *result, gpointer data) {
  CGtkFileDialog *dialog = data;
  GError *error = NULL;
  GListModel *files = finish_dialog(GTK_FILE_DIALOG(source), dialog->action, result, &error);
  // If code has cancelled the dialog, an answer of the user in the same turn of the loop is ignored.
  if (dialog->base.state == CANCELLED) {
    end(dialog, CGTK_FILE_DIALOG_CANCELLED, NULL, NULL);
  } else if (dialog->base.state == LOST) {
    end(dialog, CGTK_FILE_DIALOG_LOST, NULL, NULL);
  } else if (files && g_list_model_get_n_items(files) > 0) {
    end(dialog, CGTK_FILE_DIALOG_CHOSEN, files, NULL);
  } else if (!error || g_error_matches(error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED)) {
    end(dialog, CGTK_FILE_DIALOG_DISMISSED, NULL, NULL);
  } else {
    end(dialog, CGTK_FILE_DIALOG_FAILED, NULL, error->message);
  }
  g_clear_object(&files);
  g_clear_error(&error);
}

static void start_dialog(GtkFileDialog *file_dialog, GtkWindow *parent, CGtkFileDialog *dialog) {
  switch (dialog->action) {
  case CGTK_FILE_DIALOG_OPEN:
    gtk_file_dialog_open(file_dialog, parent, dialog->base.cancellable, on_dialog_finished, dialog);
    break;
  case CGTK_FILE_DIALOG_OPEN_SEVERAL:
    gtk_file_dialog_open_multiple(file_dialog, parent, dialog->base.cancellable, on_dialog_finished, dialog);
    break;
  case CGTK_FILE_DIALOG_OPEN_FOLDER:
    gtk_file_dialog_select_folder(file_dialog, parent, dialog->base.cancellable, on_dialog_finished, dialog);
    break;
  case CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS:
    gtk_file_dialog_select_multiple_folders(file_dialog, parent, dialog->base.cancellable, on_dialog_finished, dialog);
    break;
  case CGTK_FILE_DIALOG_SAVE:
    gtk_file_dialog_save(file_dialog, parent, dialog->base.cancellable, on_dialog_finished, dialog);
    break;
  }
}

static void set_filters(GtkFileDialog *file_dialog, const CGtkFileDialogContent *content) {
  if (content->filter_count == 0) return;
  GListStore *filters = g_list_store_new(GTK_TYPE_FILE_FILTER);
  for (int i = 0; i < content->filter_count; i++) {
    GtkFileFilter *filter = new_filter(&content->filters[i]);
    g_list_store_append(filters, filter);
    if (i == 0) gtk_file_dialog_set_default_filter(file_dialog, filter);
    g_object_unref(filter);
  }
  gtk_file_dialog_set_filters(file_dialog, G_LIST_MODEL(filters));
  g_object_unref(filters);
}

static void open_file_dialog(CGtkFileDialog *dialog, GtkWindow *parent, const CGtkFileDialogContent *content) {
  GtkFileDialog *file_dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_modal(file_dialog, TRUE);
  gtk_file_dialog_set_title(file_dialog, content->title);
  if (content->accept_label) gtk_file_dialog_set_accept_label(file_dialog, content->accept_label);
  set_filters(file_dialog, content);
  if (content->folder) {
    GFile *folder = g_file_new_for_uri(content->folder);
    gtk_file_dialog_set_initial_folder(file_dialog, folder);
    g_object_unref(folder);
  }
  if (content->name) gtk_file_dialog_set_initial_name(file_dialog, content->name);
  dialog->base.cancellable = g_cancellable_new();
  start_dialog(file_dialog, parent, dialog);
  g_object_unref(file_dialog);
}
#endif

// Returns the newest visible window above the parent that is not among the former windows.
static GtkWindow *find_new_window(GtkWindow *parent, GList *former_windows) {
  GListModel *windows = gtk_window_get_toplevels();
  GtkWindow *found = NULL;
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    GtkWindow *window = g_list_model_get_item(windows, i);
    g_object_unref(window);
    bool is_new = gtk_widget_get_visible(GTK_WIDGET(window)) && !g_list_find(former_windows, window);
    if (is_new && gtk_window_get_transient_for(window) == parent) found = window;
  }
  return found;
}

CGtkFileDialog *cgtk_file_dialog_show(GtkWindow *parent, const CGtkFileDialogContent *content,
                                      CGtkFileDialogBackend backend, CGtkFileDialogCallback callback, gpointer data) {
  g_return_val_if_fail(GTK_IS_WINDOW(parent), NULL);
  if (!g_get_application_name()) g_set_prgname(program_invocation_short_name);
  CGtkFileDialog *dialog = g_rc_box_new0(CGtkFileDialog);
  dialog->action = content->action;
  dialog->callback = callback;
  dialog->data = data;
  GList *former_windows = gtk_window_list_toplevels();
#if GTK_CHECK_VERSION(4, 10, 0)
  if (backend == CGTK_FILE_DIALOG_BACKEND_AUTOMATIC) open_file_dialog(dialog, parent, content);
#endif
  if (!dialog->base.cancellable) open_chooser_native(dialog, parent, content);
  g_set_weak_pointer(&dialog->window, find_new_window(parent, former_windows));
  g_list_free(former_windows);
  cgtk_dialog_remember_parent(&dialog->base, parent, G_CALLBACK(on_unrealize), dialog);
  if (dialog->window) {
    g_signal_connect(dialog->window, "unmap", G_CALLBACK(keep_lists), NULL);
    g_signal_connect(dialog->window, "unrealize", G_CALLBACK(on_unrealize), dialog);
  }
  // One reference belongs to the caller. The other reference is released when the dialog ends.
  return g_rc_box_acquire(dialog);
}

void cgtk_file_dialog_cancel(CGtkFileDialog *dialog) {
  if (dialog->base.state != OPEN) return;
  if (!cgtk_dialog_stop(&dialog->base, CANCELLED)) end(dialog, CGTK_FILE_DIALOG_CANCELLED, NULL, NULL);
}

void cgtk_file_dialog_set_parent(CGtkFileDialog *dialog, GtkWindow *parent) {
  if (dialog->base.state != OPEN || dialog->base.parent == parent) return;
  cgtk_dialog_forget_parent(&dialog->base);
  if (dialog->chooser) gtk_native_dialog_set_transient_for(GTK_NATIVE_DIALOG(dialog->chooser), parent);
  if (dialog->window) gtk_window_set_transient_for(dialog->window, parent);
  cgtk_dialog_remember_parent(&dialog->base, parent, G_CALLBACK(on_unrealize), dialog);
}

GtkWindow *cgtk_file_dialog_window(CGtkFileDialog *dialog) { return dialog->window; }

void cgtk_file_dialog_free(CGtkFileDialog *dialog) {
  dialog->callback = NULL;
  cgtk_file_dialog_cancel(dialog);
  g_rc_box_release_full(dialog, free_dialog);
}

G_GNUC_END_IGNORE_DEPRECATIONS
