#include "programs.h"

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused) {
  GtkWidget *label = make_label(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_list_item_set_child(item, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused) {
  GtkStringObject *row = GTK_STRING_OBJECT(gtk_list_item_get_item(item));
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(row));
}

static GtkStringList *rows;

static void fill(GtkWindow *window, unsigned count) {
  rows = gtk_string_list_new(NULL);
  for (unsigned index = 0; index < count; index++) {
    char text[32];
    view_cost_text(text, index, 0);
    gtk_string_list_append(rows, text);
  }
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows)));
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), gtk_list_view_new(selection, factory));
  gtk_window_set_child(window, scrolled);
}

static void scroll(unsigned number, void *window) { view_cost_scroll_page(window); }

static void sweep(unsigned number, void *window) { view_cost_scroll_through(window, number, VIEW_COST_STEPS); }

static void stride(unsigned number, void *window) {
  view_cost_scroll_through(window, number, g_list_model_get_n_items(G_LIST_MODEL(rows)) / VIEW_COST_STRIDE);
}

static void splice(guint position, guint removed, unsigned view, unsigned number) {
  char text[32];
  view_cost_text(text, view, number);
  gtk_string_list_splice(rows, position, removed, (const char *[]){text, NULL});
}

static void insert(unsigned number, void *window) {
  splice(0, 0, g_list_model_get_n_items(G_LIST_MODEL(rows)), number + 1);
}

static void change(unsigned number, void *window) { splice(number % 10, 1, number % 10, number + 1); }

static void shuffle(unsigned number, void *window) {
  guint count = g_list_model_get_n_items(G_LIST_MODEL(rows));
  const char **texts = g_new0(const char *, count + 1);
  // The order depends only on the number of the change. The text at a position comes from 7,919 times this position,
  // which is a prime number, so each text is used once.
  for (guint index = 0; index < count; index++) {
    texts[index] = g_strdup(gtk_string_list_get_string(rows, (guint)((index * 7919ull + 13 * (number + 1)) % count)));
  }
  gtk_string_list_splice(rows, 0, count, texts);
  g_strfreev((char **)texts);
}

static void run(GtkApplication *application, GtkWindow *window, ViewCostCase selected, ViewCostChange change) {
  fill(window, selected.size);
  view_cost_run(application, window, selected, change, window);
}

void run_list_scroll(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, scroll);
}
void run_list_sweep(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, sweep);
}
void run_list_stride(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, stride);
}
void run_list_insert(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, insert);
}
static void remove_first(unsigned number, void *window) { gtk_string_list_remove(rows, 0); }

void run_list_remove(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, remove_first);
}
void run_list_change(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, change);
}
void run_list_shuffle(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, shuffle);
}
